import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedTarget, startServerTarget } from '../../scripts/bundled-targets/targets.ts';
import { checkNames } from '../../scripts/conformance/checks/selection.ts';
import type { AcceptedFinding, Target } from '../../scripts/conformance/kit-types.ts';
import { verdictOn } from '../../scripts/conformance/report/terminal.ts';
import { sized } from '../support/size.ts';
import { check, startChanged } from './check.ts';

const started: StartedTarget[] = [];
async function start(change?: Parameters<typeof startChanged>[0]): Promise<Target> {
  const own = await (change === undefined ? startServerTarget('ours') : startChanged(change));
  started.push(own);
  return own.target;
}
let ours: Target;
beforeAll(async () => {
  ours = await start();
});
afterAll(() => Promise.all(started.map((each) => each.stop())));

const changed = async (answer: Response, body: object) =>
  Response.json({ ...((await answer.json()) as object), ...body }, answer);

test('if the option stopAtFirst is set, the kit stops after the first finding', async () => {
  const target = await start((answer) =>
    answer.status === 201 ? changed(answer, { redirect_uri: undefined }) : answer,
  );
  const { findings } = await check(target, { only: ['addRightToWork'], stopAtFirst: true });
  expect(findings.map(({ mismatches }) => mismatches.join())).toEqual([
    expect.stringContaining('redirect_uri is missing'),
  ]);
});

test('a run passes if every finding is accepted and no acceptance has expired', async () => {
  const target = await start((answer, { url }) => {
    if (url.includes('jwks') && answer.status === 200) answer.headers.delete('x-request-id');
    return answer;
  });
  const entry = { code: 'wrong-header', operation: 'getJwks', reason: 'Ticket 123', expires: '2999-01-31' };
  const outcomeWith = async (accepted: AcceptedFinding[]) => {
    const report = await check(target, { only: ['getJwks'], accepted });
    const run = { contractVersion: '1', startedAt: '', seed: 1, sequences: 0, targets: [report], seconds: 1 };
    return verdictOn({ ...run, accepted });
  };
  expect(await outcomeWith([entry])).toMatchObject({
    outcome: 'passed',
    summary: expect.stringMatching(/ accepted\./),
  });
  expect(await outcomeWith([{ ...entry, expires: '2026-01-31' }])).toMatchObject({ outcome: 'failed' });
});

test.each(sized(['tokens', 'methods'], checkNames))('the option --only limits a run to the check %s', async (name) => {
  const progress = new Set<string>();
  const { tallies } = await check(ours, {
    maxSeconds: 5,
    only: [name],
    onProgress: (line) => progress.add(line.replace(/,.*/, '')),
  });
  expect([...progress]).toEqual([`ours: ${name}`]);
  // `tallies` can be empty: a check that reaches a limit before its first case completes has no tally.
  expect([name]).toEqual(expect.arrayContaining(tallies.map((tally) => tally.check)));
}, 30_000);

test('the kit reports a delivery log in which a submission event has a wrong status', async () => {
  const withStatus = (each: { event: { submission_id?: string } }) =>
    each.event.submission_id === undefined ? each : { ...each, event: { ...each.event, status: 'canceled' } };
  const target = await start(async (answer, { url }) => {
    if (!answer.ok || !new URL(url).pathname.endsWith('/deliveries')) return answer;
    const { deliveries, ...body } = (await answer.json()) as { deliveries: Parameters<typeof withStatus>[0][] };
    return Response.json({ ...body, deliveries: deliveries.map(withStatus) }, answer);
  });
  const { findings } = await check(target, { only: ['decideSubmission'], stopAtFirst: true });
  expect(findings).toMatchObject([{ check: 'relations', operation: 'listWebhookDeliveries' }]);
}, 60_000);

test('the kit waits after a 429 response and retries the request', async () => {
  let refused = 0;
  const target = await start((answer, { url }) => {
    if (!url.includes('jwks') || refused > 0) return answer;
    refused++;
    return new Response('{}', { status: 429, headers: { 'retry-after': '1' } });
  });
  const report = await check(target, { only: ['getJwks'] });
  expect(refused).toBe(1);
  expect(report.findings).toEqual([]);
});

test('a report contains no secret, no token, and no signature', async () => {
  let echoed = '';
  const target = await start((answer) => {
    answer.headers.set('x-echo', echoed);
    return new Response(answer.body, { status: 299, headers: answer.headers });
  });
  const { clientSecret, other } = target;
  echoed = clientSecret;
  // Selects operations whose responses contain a token, a signed link, or a secret.
  const report = await check(target, { only: ['examples', 'createTokenV2', 'addCredentialBatch', 'createWebhook'] });
  expect(report.findings.length).toBeGreaterThan(2);
  for (const { answer = '' } of report.findings) expect(answer.length).toBeLessThan(3000);
  const text = JSON.stringify(report);
  expect([clientSecret, other?.clientSecret ?? '', 'eyJ'].filter((secret) => text.includes(secret))).toEqual([]);
  expect(text).not.toMatch(/signature=[\w-]{20}/);
  expect(text).not.toMatch(/"secret\\*":\\*"[0-9a-f]{64}/);
});
