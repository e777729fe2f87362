import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import type { Scenario } from '../../mock/running-mock.ts';
import { readScenario } from '../../mock/scenario.ts';
import { example } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { runMock } from './running.ts';

const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** Starts a receiver. `next` resolves to the next event. */
async function receiver() {
  const waiting: ((event: Record<string, unknown>) => void)[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    waiting.shift()?.(JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => server.close().closeAllConnections());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    next: () => new Promise<Record<string, unknown>>((resolve) => waiting.push(resolve)),
  };
}

async function run(scenario: Scenario, eventsUrl?: string) {
  const mock = await runMock({ scenario, eventsUrl });
  cleanUps.push(() => mock.stop());
  return { mock, token: await mock.token() };
}

const requestAt = (id: string) => operations.getVerificationRequest.path.replace('{id}', id);
const verificationBody = { request_id: 'SCENARIO-1', display_options: { partner_name: 'Acme' } };

test('a scenario file scripts the statuses, the errors, and the events of a whole flow', async () => {
  const file = path.join(await temporaryFolder(), 'scenario.yaml');
  const text = `
createVerificationRequest: { event: verified, delay: 0.05 }
getVerificationRequest: { prefer: 'sequence="ResultIncomplete ResultVerified"' }
addRightToWork: { prefer: 'sequence="503 201"', event: canceled }
`;
  await writeFile(file, text);
  const { url, next } = await receiver();
  const { mock, token } = await run(readScenario(file), url);

  const verified = next();
  const created = await mock.call('POST', operations.createVerificationRequest.path, { token, body: verificationBody });
  expect(created.status).toBe(201);
  expect(await verified).toMatchObject({ type: 'verification', request_id: 'SCENARIO-1', status: 'verified' });
  const statuses: unknown[] = [];
  for (let i = 0; i < 3; i++)
    statuses.push((await mock.call('GET', requestAt('SCENARIO-1'), { token })).body.results[0].status);
  expect(statuses).toEqual(['incomplete', 'verified', 'verified']);

  const canceled = next();
  const body = { ...example('RightToWorkSingapore'), id: 'SCENARIO-2' };
  const added = () => mock.call('POST', operations.addRightToWork.path, { token, body });
  expect([(await added()).status, (await added()).status]).toEqual([503, 201]);
  expect(await canceled).toMatchObject({ type: 'submission', submission_id: 'SCENARIO-2', status: 'canceled' });
});

test('the Prefer header of a request takes precedence over the scenario', async () => {
  const { mock, token } = await run({ getVerificationRequest: { prefer: 'code=503' } });
  expect((await mock.call('GET', requestAt('A'), { token })).status).toBe(503);
  const chosen = await mock.call('GET', requestAt('A'), { token, headers: { Prefer: 'example=ResultCanceled' } });
  expect(chosen.body.results[0].status).toBe('canceled');
});

test('a mistake in a scenario is reported at the start, with the operation and the permitted values', async () => {
  const scenario = {
    addDegree: {},
    addEducation: { status: 503 },
    addRightToWork: { prefer: 'code=418' },
    addMicrocredential: { event: 'done' },
    addEnglishProficiency: { delay: -1 },
    addCredentialBatch: { event: 'verified' },
    getJwks: { event: 'verified' },
  } as unknown as Scenario;
  const error = await runMock({ scenario }).then(
    () => null,
    (error: { problems: string[] }) => error,
  );
  const properties = 'must be one of prefer (text), event (verified or canceled), and delay (0 to 3600 seconds)';
  expect(error?.problems).toEqual([
    'addDegree in the scenario: the contract has no such operation',
    `addEducation in the scenario: status ${properties}`,
    expect.stringMatching(/^addRightToWork in the scenario: .*Prefer accepts these codes and examples: 201 /),
    `addMicrocredential in the scenario: event ${properties}`,
    `addEnglishProficiency in the scenario: delay ${properties}`,
    'addCredentialBatch in the scenario: an event needs EVENTS_URL',
    'getJwks in the scenario: only an operation that adds a credential or creates a verification request has an event',
  ]);
});

test('a scenario file that is missing or no YAML is an invalid setting', async () => {
  const file = path.join(await temporaryFolder(), 'scenario.yaml');
  expect(() => readScenario(file)).toThrow(/^cannot be read: ENOENT/);
  await writeFile(file, 'addEducation: [');
  expect(() => readScenario(file)).toThrow(/^cannot be read: /);
});

test('the link of a verification request leads to a page that returns to the callback URL', async () => {
  const { mock, token } = await run({});
  const callback_url = 'https://partner.example/back?status=old&state=a%26b';
  const linkFor = async (body: object) =>
    (await mock.call('POST', operations.createVerificationRequest.path, { token, body })).body.redirect_uri;
  const pageFor = async (body: object) => (await fetch(await linkFor(body))).text();
  const page = await pageFor({ ...verificationBody, callback_url });
  const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
  expect(links).toEqual(
    ['verified', 'canceled'].map(
      (status) => `https://partner.example/back?state=a%26b&request_id=SCENARIO-1&status=${status}`,
    ),
  );
  expect(await pageFor(verificationBody)).toContain('The request has no callback URL');
});

test('the link of a submission leads to a page that explains the mock', async () => {
  const { mock, token } = await run({});
  const { body } = await mock.call('POST', operations.addEducation.path, {
    token,
    body: example('EducationAwaitingGraduation'),
  });
  const response = await fetch(body.redirect_uri);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('The mock has no users');
});
