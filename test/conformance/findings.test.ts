import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract, reference, workflows } from '../../scripts/bundled-targets/contract.ts';
import { startServerTarget } from '../../scripts/bundled-targets/targets.ts';
import { checkTarget } from '../../scripts/conformance/check-target.ts';
import { responseText, scriptOf } from '../../scripts/conformance/checks/evidence.ts';
import { selectionOf } from '../../scripts/conformance/checks/selection.ts';
import { checkNames } from '../../scripts/conformance/checks/stages.ts';
import { statementsOf } from '../../scripts/conformance/checks/violated-statements.ts';
import { indexContract } from '../../scripts/conformance/index/contract-index.ts';
import { basicHeader } from '../../scripts/conformance/index/request-bodies.ts';
import type {
  CheckOptions,
  Exchange,
  StartedTarget,
  Target,
  WireRequest,
} from '../../scripts/conformance/kit-types.ts';
import type { Wire } from '../../scripts/conformance/target/wire.ts';

const target: Target = {
  name: 'theirs',
  baseUrl: 'http://127.0.0.1:3000',
  clientId: 'acme',
  clientSecret: "it's 100 % secret",
  other: { clientId: 'other', clientSecret: 'of-the-other' },
  registeredDomains: ['*'],
};

describe('The script of a finding', () => {
  const session = { target, wire: { remembered: [] as Exchange[] } as Wire };
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'curl-'));
    const curl = path.join(folder, 'curl');
    await writeFile(curl, `#!${process.execPath}\nprocess.stdout.write(JSON.stringify(process.argv.slice(2)));`);
    await chmod(curl, 0o755);
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Runs the script in a shell, and returns the arguments and the input that curl receives. */
  async function curlArguments(wire: WireRequest) {
    const text = scriptOf([{ wire }], session);
    for (const secret of [target.clientSecret, 'of-the-other']) expect(text).not.toContain(secret);
    const env = {
      PATH: `${folder}:${process.env['PATH']}`,
      CLIENT_SECRET: target.clientSecret,
      OTHER_CLIENT_SECRET: 'of-the-other',
    };
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', text], { env });
    return JSON.parse(stdout) as string[];
  }
  const wire = { method: 'POST', target: "/add?a='b'&c=%20$HOME", headers: {} };

  test.each([
    '{"a":"it\'s `$HOME` \\\\ \\"quoted\\" !"}',
    'two\nlines\r\n',
    `client_id=acme&client_secret=${target.clientSecret}x&and=of-the-other`,
    '@/etc/passwd',
    '{"name":"Łódź 🧑‍🎓 \u2028"}',
  ])('the command sends the body %j', async (body) => {
    const all = await curlArguments({ ...wire, body: Buffer.from(body) });
    expect(all[all.indexOf('--data-raw') + 1]).toBe(body);
  });

  test('the command sends the URL, the headers and the client credentials of the request', async () => {
    const all = await curlArguments({ ...wire, headers: { 'content-type': "text/x; a='b'" } });
    expect(all).toEqual(expect.arrayContaining([`${target.baseUrl}${wire.target}`, "content-type: text/x; a='b'"]));
    const authorization = basicHeader(target.clientId, target.clientSecret);
    const basic = await curlArguments({ ...wire, headers: { authorization } });
    expect(basic).toContain(`acme:${target.clientSecret}`);
    const other = await curlArguments({ ...wire, headers: { authorization: 'Bearer x' } });
    expect(other).toContain('authorization: Bearer x');
  });

  test('the command sends the fields of a form, with a secret that needs encoding', async () => {
    const body = Buffer.from(String(new URLSearchParams({ client_id: 'acme', client_secret: target.clientSecret })));
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const all = await curlArguments({ ...wire, headers, body });
    expect(all.slice(-4)).toEqual([
      ...['--data-urlencode', 'client_id=acme'],
      ...['--data-urlencode', `client_secret=${target.clientSecret}`],
    ]);
  });

  test('the script sends a binary body, and refers to a file instead of including a long body', () => {
    const textOf = (body: Buffer) => scriptOf([{ wire: { ...wire, body } }], session);
    expect(textOf(Buffer.from([0xff]))).toMatch(/^printf %s '\/w==' \| base64 -d \| curl .*--data-binary @-$/s);
    expect(textOf(Buffer.alloc(100_000, 'a'))).toMatch(/^# Replace .* @100000-bytes$/s);
  });

  test('the script leaves out a binary body that contains a secret', () => {
    const body = Buffer.concat([Buffer.from(`client_secret=${target.clientSecret}`), Buffer.from([0xff])]);
    const script = scriptOf([{ wire: { ...wire, body } }], session);
    expect(script).toMatch(new RegExp(`^# Replace .* --data-binary @${body.length}-bytes$`, 's'));
    expect(script).not.toContain('base64');
  });

  test('the script sends a token request to the server of the token endpoint', async () => {
    const all = await curlArguments({ ...wire, origin: 'https://tokens.example', target: '/token' });
    expect(all).toContain('https://tokens.example/token');
  });

  test('the script reads generated values from responses, keeps chosen values, and uses new identifiers', () => {
    const [chosen, generated] = ['chosen-by-the-client-1', 'generated-by-the-server-1'];
    const id = 'e69df2f7-27fa-8b28-9a20-0123456789ab';
    const json = { id: generated, name: chosen };
    const answer = { status: 200, headers: new Headers(), text: JSON.stringify(json), json };
    const bodyOf = (value: object) => Buffer.from(JSON.stringify(value));
    const script = scriptOf(
      [
        { wire: { ...wire, body: bodyOf({ name: chosen, id }) }, answer: { ...answer, text: '{}', json: {} } },
        { wire, answer },
        { wire: { ...wire, target: `/${generated}`, body: bodyOf({ name: chosen }) } },
      ],
      session,
    );
    expect([...script.matchAll(/^(\w+)=/gm)].map(([, name]) => name)).toEqual(['NOW', 'RESPONSE', 'ID_1']);
    expect(script).not.toContain(generated);
    expect(script).not.toContain(id);
    expect(script.split(chosen)).toHaveLength(3);
  });
});

describe('The scripts of real findings', () => {
  const statuses: Readonly<Record<number, number>> = { 401: 419, 403: 419, 404: 410, 405: 418, 422: 299, 415: 419 };
  let own: StartedTarget;
  beforeAll(async () => {
    own = await startServerTarget('ours', (fetch) => async (request, env) => {
      const answer = await fetch(request, env);
      const status = statuses[answer.status];
      return status === undefined ? answer : new Response(answer.body, { status, headers: answer.headers });
    });
  });
  afterAll(() => own.stop());

  /** Runs a script, and returns the status of the last response. */
  async function lastStatus(script: string): Promise<number> {
    const { clientSecret, other } = own.target;
    const secrets = { CLIENT_SECRET: clientSecret, OTHER_CLIENT_SECRET: other?.clientSecret };
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script], {
      env: { PATH: process.env['PATH'], ...secrets },
    });
    return Number([...stdout.matchAll(/^HTTP\/1\.1 (\d+)/gm)].at(-1)?.[1]);
  }

  test('each script gets the status that the finding reports from the server', async () => {
    const { findings } = await checkTarget(own.target, {
      contract,
      workflows,
      seed: 1,
      cases: 60,
      concurrency: 8,
      maxRequests: 20_000,
      maxSeconds: 60,
      only: ['addRightToWork', 'getSubmissionStatusV1', 'uploadAsset', 'getWebhook', 'createTokenV2'],
    });
    const seen = new Map<string, number>();
    for (const { check, operation, case: name, script = '# Replace', actual } of findings) {
      const key = `${check} ${operation}`;
      const number = seen.get(key) ?? 0;
      if (script.startsWith('# Replace') || number >= 2) continue;
      seen.set(key, number + 1);
      expect(script).not.toContain(own.target.clientSecret);
      expect(await lastStatus(script), `${name}\n${script}`).toBe(actual?.status);
    }
    const checks = new Set([...seen.keys()].map((key) => key.replace(/ .*/, '')));
    expect([...checks].sort()).toEqual(['fuzz', 'keywords', 'parameters', 'relations', 'security', 'statuses']);
  }, 120_000);
});

test('the recorded text of a response contains no secrets', () => {
  const json = { access_token: 'hush'.repeat(2000), said: target.clientSecret };
  const answer = { status: 200, headers: new Headers({ x: target.clientSecret }), text: JSON.stringify(json), json };
  const text = responseText(answer, { target });
  expect(text).toContain('x: $CLIENT_SECRET');
  expect(text).not.toMatch(/hush|100 % secret/);
  expect(text.length).toBeLessThan(3000);
});

describe('The contract rule in a finding', () => {
  const index = indexContract(contract);
  const of = (more: Partial<Parameters<typeof statementsOf>[1]>) =>
    statementsOf(index, { operation: 'createWebhook', ...more }, reference);
  const link = 'http://localhost:3000/reference#tag/Webhooks/operation/createWebhook';

  test('a finding about a wrong status quotes the rule for the expected status', () => {
    const [first] = of({ status: 201, expected: [{ status: 409, code: 'too_many_webhooks' }] });
    expect(first).toEqual({
      text: expect.stringMatching(/^409: /),
      at: '#/paths/~1api~1partner~1v2~1webhooks/post/responses/409',
      link,
    });
    expect(of({ status: 422, expected: [] })[0]?.text).toMatch(/^201: /);
  });

  test('a finding quotes the schema keyword that its case tests', () => {
    const covers = [{ keyword: 'Text#/maxLength', side: 'refused' as const }];
    expect(of({ status: 422, expected: [{ status: 422 }], covers })[0]).toMatchObject({
      text: expect.stringMatching(/^Text#\/maxLength: \d+/),
      at: '#/components/schemas/Text/maxLength',
    });
  });

  test('every finding quotes a rule, with a link if the reference URL is known', () => {
    expect(of({})).toHaveLength(1);
    const [bare] = statementsOf(index, { operation: 'createWebhook' }, undefined);
    expect(bare).not.toHaveProperty('link');
  });
});

describe('The option --only', () => {
  const ids = ['createWebhook', 'getJwks'];

  test('the option --only selects an operation, a check or a case by name', () => {
    expect(selectionOf(ids, checkNames)).toMatchObject({
      operations: undefined,
      isOfAll: true,
      isWhole: true,
    });
    expect(selectionOf(ids, checkNames, ['getJwks'])).toMatchObject({
      operations: ['getJwks'],
      isOfAll: false,
      isWhole: true,
    });
    expect(selectionOf(ids, checkNames, ['fuzz'])).toMatchObject({
      operations: undefined,
      isOfAll: true,
      isWhole: false,
    });
    const one = selectionOf(ids, checkNames, ['createWebhook: a page of 20']);
    expect(one).toMatchObject({ operations: ['createWebhook'], isOfAll: false, isWhole: false });
    expect(one.wants('parameters', 'createWebhook: a page')).toBe(true);
    expect(one.wants('parameters', 'createWebhook: a page of 20')).toBe(true);
    expect(one.wants('parameters', 'createWebhook: a page of 19')).toBe(false);
    expect(selectionOf(ids, checkNames, ['DELETE /jwks'])).toMatchObject({ operations: [], isOfAll: true });
    expect(selectionOf(ids, checkNames, ['getJwks', 'fuzz']).wants('keywords', 'getJwks: x')).toBe(false);
  });

  test('the option --only rejects an unknown name', () => {
    expect(() => selectionOf(ids, checkNames, ['addNothing'])).toThrow('--only: unknown name addNothing.');
  });

  let own: StartedTarget;
  beforeAll(async () => {
    // This server accepts every body.
    own = await startServerTarget('ours', (fetch) => async (request, env) => {
      const answer = await fetch(request, env);
      return answer.status === 422 ? Response.json({}, { status: 200 }) : answer;
    });
  });
  afterAll(() => own.stop());

  test('a run that selects a case by name reproduces only the finding of that case', async () => {
    const options: CheckOptions = {
      contract,
      workflows,
      seed: 3,
      cases: 40,
      concurrency: 8,
      maxRequests: 20_000,
      maxSeconds: 60,
      reference,
    };
    const { findings } = await checkTarget(own.target, {
      ...options,
      only: ['createWebhook', 'listSubmissionStatusesV1'],
    });
    for (const check of ['keywords', 'statuses', 'fuzz'] as const) {
      const found =
        findings.find((each) => each.check === check && each.operation === 'listSubmissionStatusesV1') ??
        findings.find((each) => each.check === check);
      if (found === undefined) throw new Error(`The check ${check} has no finding`);
      expect(found.broken?.[0]?.link).toContain(`${reference}#tag/`);
      const again = await checkTarget(own.target, { ...options, only: [found.case] });
      expect(again.findings.map(({ case: name, mismatches }) => ({ name, mismatches }))).toEqual([
        { name: found.case, mismatches: found.mismatches },
      ]);
      expect(again.coverage).toEqual([]);
    }
  }, 60_000);
});
