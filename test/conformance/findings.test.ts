import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { contract, reference } from '../../scripts/bundled-targets/contract.ts';
import { placeOf, scriptOf } from '../../scripts/conformance/checks/evidence.ts';
import { selectionOf } from '../../scripts/conformance/checks/selection.ts';
import { indexContract } from '../../scripts/conformance/index/contract-index.ts';
import type { SentRequest, Target, WireRequest } from '../../scripts/conformance/kit-types.ts';
import { basicHeader } from '../../scripts/conformance/target/valid-bodies.ts';
import { temporaryFolder } from '../support/folders.ts';
import { check, startChanged } from './check.ts';

const target: Target = {
  name: 'theirs',
  baseUrl: 'http://127.0.0.1:3000',
  clientId: 'acme',
  clientSecret: "it's 100 % secret",
  other: { clientId: 'other', clientSecret: 'of-the-other' },
  registeredDomains: ['*'],
};

describe('The script of a finding', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await temporaryFolder();
    const curl = path.join(folder, 'curl');
    await writeFile(curl, `#!${process.execPath}\nprocess.stdout.write(JSON.stringify(process.argv.slice(2)));`);
    await chmod(curl, 0o755);
  });

  async function curlArguments(wire: WireRequest) {
    const text = scriptOf([{ wire }], target);
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
  ])('the curl command in the script of a finding sends the body %j', async (body) => {
    const all = await curlArguments({ ...wire, body: Buffer.from(body) });
    expect(all[all.indexOf('--data-raw') + 1]).toBe(body);
  });

  test('the curl command in the script of a finding uses the URL, the headers, and the client credentials of the request', async () => {
    const all = await curlArguments({ ...wire, headers: { 'content-type': "text/x; a='b'" } });
    expect(all).toEqual(expect.arrayContaining([`${target.baseUrl}${wire.target}`, "content-type: text/x; a='b'"]));
    const authorization = basicHeader(target.clientId, target.clientSecret);
    const basic = await curlArguments({ ...wire, headers: { authorization } });
    expect(basic).toContain(`acme:${target.clientSecret}`);
    const other = await curlArguments({ ...wire, headers: { authorization: 'Bearer x' } });
    expect(other).toContain('authorization: Bearer x');
  });

  test('the curl command in the script of a finding sends form fields, and percent-encodes special characters in a secret', async () => {
    const body = Buffer.from(String(new URLSearchParams({ client_id: 'acme', client_secret: target.clientSecret })));
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const all = await curlArguments({ ...wire, headers, body });
    expect(all.slice(-4)).toEqual([
      ...['--data-urlencode', 'client_id=acme'],
      ...['--data-urlencode', `client_secret=${target.clientSecret}`],
    ]);
  });

  test('the script of a finding refers to a file instead of including a long or binary body', () => {
    const textOf = (body: Buffer) => scriptOf([{ wire: { ...wire, body } }], target);
    expect(textOf(Buffer.from([0xff]))).toMatch(/ --data-binary @1-bytes$/);
    expect(textOf(Buffer.alloc(100_000, 'a'))).toMatch(/ --data-binary @100000-bytes$/);
  });

  test('the script of a finding contains $TOKEN instead of a valid token, and a placeholder instead of an invalid token', () => {
    const authorization = 'Bearer a-token-of-the-partner';
    const given = { ...wire, headers: { authorization } };
    const sent = { scopes: ['read.webhooks'] } as unknown as SentRequest;
    expect(scriptOf([{ wire: given, sent }], target)).toContain('-H "authorization: Bearer $TOKEN"');
    expect(scriptOf([{ wire: given }], target)).toContain("-H 'authorization: <described by the case name>'");
  });

  test('the script of a finding sends the token request to the host of the token endpoint, not to the host of the API', async () => {
    const all = await curlArguments({ ...wire, origin: 'https://tokens.example', target: '/token' });
    expect(all).toContain('https://tokens.example/token');
  });
});

test('a finding links to the operation in the API reference, or has a pointer into the contract if there is no reference', () => {
  const index = indexContract(contract);
  expect(placeOf(index, 'createWebhook', 'http://localhost:3000/reference')).toBe(
    'http://localhost:3000/reference#tag/Webhooks/operation/createWebhook',
  );
  expect(placeOf(index, 'createWebhook')).toBe('#/paths/~1api~1partner~1v2~1webhooks/post');
});

describe('The option --only', () => {
  const ids = ['createWebhook', 'getJwks'];

  test('the option --only selects every case whose name is a prefix of the option value, and accepts a request that belongs to no operation', () => {
    const { operations, wants } = selectionOf(ids, ['createWebhook: a page of 20']);
    expect(operations).toEqual(['createWebhook']);
    const cases = ['a page', 'a page of 20', 'a page of 19'];
    expect(cases.map((name) => wants('parameters', `createWebhook: ${name}`))).toEqual([true, true, false]);
    expect(selectionOf(ids, ['DELETE /jwks'])).toMatchObject({ operations: [], isOfAll: true });
  });

  test('the option --only selects a whole check if the name of a case starts with the name of the check', () => {
    const { wants } = selectionOf(ids, ['deliveries: rotation']);
    expect([wants('deliveries', 'deliveries: x'), wants('links', 'links: x')]).toEqual([true, false]);
  });

  test('a run that selects a case by name reproduces only the finding of that case', async () => {
    const own = await startChanged((answer) => (answer.status === 422 ? Response.json({}, { status: 200 }) : answer));
    onTestFinished(own.stop);
    const run = (only: string[]) => check(own.target, { reference, only });
    const { findings } = await run(['createWebhook', 'listSubmissionStatusesV1']);
    for (const name of ['keywords', 'statuses']) {
      const ofCheck = findings.filter((each) => each.check === name);
      const found = ofCheck.find(({ operation }) => operation === 'listSubmissionStatusesV1') ?? ofCheck[0];
      if (found === undefined) throw new Error(`The check ${name} has no finding`);
      expect(found.contract).toContain(`${reference}#tag/`);
      const again = await run([found.case]);
      expect(again.findings).toMatchObject([{ case: found.case, mismatches: found.mismatches }]);
      expect(again.coverage).toEqual([]);
    }
  }, 60_000);
});
