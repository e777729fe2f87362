import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type OperationId, operations, service, webhookDelivery } from '../../generated/operations.ts';
import { requestBodies } from '../../generated/validators.js';
import { withValue } from '../../scripts/contract/json.ts';
import { type Contract, listOperations } from '../../scripts/contract/openapi.ts';
import type { PolicyName } from '../../server/api/call.ts';
import { contractRules, type WarningCheck } from '../../server/api/contract/extension-keywords.ts';
import { systemClock } from '../../server/domain/clock.ts';
import { qualificationTitle } from '../../server/domain/qualification-title.ts';
import type { PartnerClientOptions } from '../../server/sdk/client/client.ts';
import * as client from '../../server/sdk/client/client.ts';
import { DEFAULT_RETRY_POLICY } from '../../server/sdk/client/exchange.ts';
import { UPLOAD_TIMEOUT_MS } from '../../server/sdk/client/transport.ts';
import { WAIT_TIMEOUT_MS } from '../../server/sdk/client/wait.ts';
import { contract as bundled, example } from '../support/contract.ts';
import { freePort } from '../support/free-port.ts';
import { startService } from '../support/service.ts';
import { blocksOf, hasShell, paste, startPastedSandbox } from './paste.ts';

const contract = bundled as Contract;
const guides = new URL('../../spec/guides/', import.meta.url);
const guide = (name: string) => readFileSync(new URL(`${name}.md`, guides), 'utf8');
const sectionText = (tag: string) => contract.tags.find(({ name }) => name === tag)?.description ?? '';
const names = readdirSync(guides).map((file) => file.replace(/\.md$/, ''));

const codesIn = (cell = '') => [...cell.matchAll(/`([^`]*)`/g)].map(([, code = '']) => code);

function rowsUnder(text: string, head: string): string[][] {
  const [, after = ''] = `\n${text}`.split(`\n| ${head}`);
  const [table = ''] = after.split('\n\n');
  return table
    .split('\n')
    .filter((line) => /^\| *[^-|\s]/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

test.skipIf(!hasShell)(
  'the commands in the quickstart succeed, and verify the signatures of events',
  { timeout: 200_000 },
  async () => {
    const sandbox = await startPastedSandbox();
    try {
      const blocks = blocksOf(guide('quickstart'));
      expect(blocks.length).toBeGreaterThan(10);
      await paste(blocks, sandbox, await freePort());
    } finally {
      await sandbox.stop();
    }
  },
);

const text = guide('submissions');
const credential = { full_name: 'Alex Example', education_provider: 'Example University', conferral_year: '2024' };
/** Returns how the service responds to a credential: `rejected`, `accepted`, or the codes of the warnings. */
const responseTo = (operation: OperationId, submission: object, data: object): string => {
  const names: WarningCheck[] = [];
  const rules = contractRules({ domains: ['*'], scopes: [], allowLoopback: false }, names);
  const body = { ...submission, data: { credential: data } };
  if (requestBodies[operation]?.call(rules, body) !== true) return 'rejected';
  const warnings = names.flatMap((check) => check(systemClock.now())).map(({ code }) => `warning ${code}`);
  return warnings.join(', ') || 'accepted';
};
const ofEducation = (member: object) => {
  const submission = { ...example('EducationWithTranscript'), document_type: 'none' };
  return responseTo('addEducation', submission, { ...credential, ...member });
};
const ofMicrocredential = (member: object) => {
  const submission = example('MicrocredentialWithoutDocument');
  return responseTo('addMicrocredential', submission, { ...submission.data.credential, ...member });
};

test('the guide about submissions shows the correct qualification title for each example of a course name and majors', () => {
  const rows = rowsUnder(text, '`course_name` | `majors`');
  expect(rows.length).toBeGreaterThan(3);
  for (const [course_name = '', list = '', flags = '', title] of rows) {
    const majors = list.split(', ').filter((major) => major !== '');
    const [with_honours, awaiting_graduation] = ['with_honours', 'awaiting_graduation'].map((flag) =>
      flags.includes(flag),
    ) as [boolean, boolean];
    expect(qualificationTitle({ course_name, majors, with_honours, awaiting_graduation })).toBe(title);
  }
});

test('the service rejects, accepts, or warns about each example name as the guide about submissions states', () => {
  const rejected = rowsUnder(text, 'rejected `course_name`').flatMap(([name, instead]) => [
    [name, 'rejected'],
    [instead, 'accepted'],
  ]);
  const accepted = rowsUnder(text, 'accepted `course_name`').map(([name, code]) => [name, `warning ${codesIn(code)}`]);
  for (const rows of [rejected, accepted]) {
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.map(([course_name]) => [course_name, ofEducation({ course_name })])).toEqual(rows);
  }
  expect(ofEducation({ course_name: 'Bachelor of Finance', majors: ['Finance'] })).toBe('rejected');
  const others = rowsUnder(text, 'property | value').flatMap(([property = '', values = '', response = '', instead]) =>
    [...values.split(', ').map((value) => [value, response]), [instead, 'accepted']].map(
      ([name, expected = '']) => [property.replaceAll('`', ''), name, expected.replaceAll('`', '')] as const,
    ),
  );
  expect(others.length).toBeGreaterThan(6);
  expect(others.map(([property, name]) => [property, name, ofMicrocredential({ [property]: name })])).toEqual(others);
});

test('the table in the guide about limits takes every number from the contract', () => {
  const limits = rowsUnder(guide('limits'), 'item | limit').map(([, limit = '']) => limit.replaceAll(/{{[^}]*}}/g, ''));
  expect(limits.length).toBeGreaterThan(20);
  expect(limits.filter((limit) => /\d/.test(limit))).toEqual([]);
});

test('the guide about limits has a row for each rate-limit policy that an operation uses', () => {
  const named = new Set(Object.values(operations).flatMap(({ rateLimits }): readonly PolicyName[] => rateLimits));
  const rows = rowsUnder(sectionText('Limits'), 'counted for each partner | limit');
  expect(rows.map(([counts]) => counts)).toEqual([...named].map((name) => service.rate_limits[name].counts));
  expect(rows).toContainEqual(['bytes of JSON bodies', '2 MiB per second, bursts of 20 MiB']);
});

const packagePage = sectionText('Package');
const numbers = (rows: string[][], last: number) =>
  Object.fromEntries(
    rows.flatMap(([names, ...cells]) => {
      const values = cells[last]?.split(', ').map((value) => Number(value.replaceAll(',', ''))) ?? [];
      return codesIn(names).map((name, i) => [name.replace('retry.', ''), values[i] ?? values[0]]);
    }),
  );

test('the guide about the SDK lists every client option with its default value', () => {
  const options = rowsUnder(packagePage, 'option').flatMap(([names]) => codesIn(names));
  const service = { baseUrl: true, clientId: true, clientSecret: true, scope: true };
  const rest = { retry: true, fetch: true, timing: true };
  const known: Record<keyof PartnerClientOptions, boolean> = { ...service, ...rest };
  expect(options).toEqual(Object.keys(known));
  expect(numbers(rowsUnder(packagePage, 'retry option'), 1)).toEqual(DEFAULT_RETRY_POLICY);
  expect(numbers(rowsUnder(packagePage, 'method | default'), 0)).toEqual({
    uploadAsset: UPLOAD_TIMEOUT_MS,
    waitForVerification: WAIT_TIMEOUT_MS,
    waitForSubmission: WAIT_TIMEOUT_MS,
  });
  const readme = readFileSync(new URL('../../scripts/package/package-readme.md', import.meta.url), 'utf8');
  const rows = rowsUnder(readme, 'option').filter(([names]) => names?.includes('retry.'));
  expect(numbers(rows, 1)).toEqual(DEFAULT_RETRY_POLICY);
});

test('the guide about the SDK lists every error class of the client', () => {
  const thrown = rowsUnder(packagePage, 'error class').map(([name]) => codesIn(name)[0]);
  const errors = Object.keys(client).filter((name) => /Error$/.test(name));
  expect(thrown.toSorted()).toEqual(errors.toSorted());
});

test('the description of an operation starts with "Under development" if and only if the operation is under development', () => {
  const wrong = listOperations(contract).filter(
    ({ operation }) =>
      operation.description.startsWith('Under development:') !== (operation['x-under-development'] === true),
  );
  expect(wrong).toEqual([]);
});

test('the introduction of the reference lists the API URL and the application URL of every environment', () => {
  const rows = [...guide('introduction').matchAll(/^- (\w+)\b.*: API `(.*)`, user application `(.*)`$/gm)].map((row) =>
    row.slice(1),
  );
  const servers = (contract as unknown as { servers: Record<string, string>[] }).servers;
  expect(rows).toEqual(servers.map((server) => [server['x-environment'], server['url'], server['x-app-url']]));
});

test('every guide is a section of the reference', () => {
  const texts = [(contract as unknown as { info: { description: string } }).info, ...contract.tags];
  for (const name of names) {
    const [start = ''] = guide(name).split(/\n|<!--/);
    expect(
      texts.some(({ description }) => description.startsWith(start)),
      name,
    ).toBe(true);
  }
});

test('the webhook guide lists every delivery attempt with its delay', () => {
  const delays: readonly number[] = webhookDelivery.retry_delays_seconds;
  const seconds: Record<string, number> = { second: 1, minute: 60, hour: 3600 };
  const secondsIn = (text = '') => {
    const [, count, unit = ''] = /(\d+) (second|minute|hour)s?\b/.exec(text) ?? [];
    return Number(count) * (seconds[unit] ?? Number.NaN);
  };
  const [first, ...retries] = rowsUnder(sectionText('Webhooks'), 'attempt | starts');
  expect(first).toEqual(['1', 'at once', '']);
  expect(retries.map(([, start]) => secondsIn(start))).toEqual(delays);
  for (const [at, [attempt, start, total]] of retries.entries()) {
    expect([attempt, start]).toEqual([String(at + 2), expect.stringMatching(new RegExp(` after attempt ${at + 1}$`))]);
    const exact = delays.slice(0, at + 1).reduce((sum, delay) => sum + delay, 0);
    expect(Math.abs(secondsIn(total) - exact) / exact).toBeLessThan(0.2);
  }
});

test('the menu of the reference contains every tag of the contract once', () => {
  const groups = (contract as unknown as { 'x-tagGroups': { tags: string[] }[] })['x-tagGroups'];
  expect(groups.flatMap(({ tags }) => tags).sort()).toEqual(contract.tags.map(({ name }) => name).sort());
});

test('for every invalid value in the guide about testing, the service returns the documented violation', async () => {
  const service = await startService();
  try {
    const token = await service.token();
    const rows = [...sectionText('Testing').matchAll(/^- `(.*)`: `(.*)` as `(.*)` is `(.*)`$/gm)].map((row) =>
      row.slice(1),
    );
    expect(rows.length).toBeGreaterThan(5);
    for (const [id = '', pointer = '', value = '', violation] of rows) {
      const { method, path } = operations[id as OperationId];
      const operation = listOperations(contract).find((listed) => listed.operation.operationId === id)?.operation;
      const [first = ''] = Object.keys(operation?.requestBody?.content['application/json']?.examples ?? {});
      const body = withValue(example(first), pointer, JSON.parse(value));
      const answer = await service.call(method, path, { token, body });
      const violations = answer.body.errors?.map((error: { pointer: string; code: string }) => [
        error.pointer,
        error.code,
      ]);
      expect([id, value, answer.status]).toEqual([id, value, 422]);
      // Expects the same code for every violation, because one value can violate two rules.
      for (const each of violations) expect([id, value, ...each]).toEqual([id, value, pointer, violation]);
    }
  } finally {
    await service.stop();
  }
});
