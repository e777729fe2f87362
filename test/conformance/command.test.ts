import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { contract } from '../../scripts/bundled-targets/contract.ts';
import { preflight } from '../../scripts/conformance/check-target.ts';
import { findingCodes } from '../../scripts/conformance/findings.ts';
import type { TargetReport } from '../../scripts/conformance/kit-types.ts';
import { runCommand } from '../../scripts/conformance/run-command.ts';
import { temporaryFolder } from '../support/folders.ts';
import { type SmallServer, smallServer, socketServer, withTokens } from './small-server.ts';

async function opened(starting: Promise<SmallServer>): Promise<SmallServer> {
  const server = await starting;
  onTestFinished(server.stop);
  return server;
}

const bundled: TargetReport[] = [];

async function run(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const streams = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
  try {
    const code = await runCommand(
      { contract, command: 'the-kit', checkBundled: () => bundled.splice(0).map(async (each) => each) },
      argv,
    );
    const [stdout = '', stderr = ''] = streams.map(({ mock }) => mock.calls.map(([text]) => text).join(''));
    return { code, stdout, stderr };
  } finally {
    for (const stream of streams) stream.mockRestore();
  }
}

const runOn = ({ target }: SmallServer, ...argv: string[]) =>
  run('--base-url', target.baseUrl, '--client-id', target.clientId, '--client-secret', target.clientSecret, ...argv);

test('the verdict ignores a bundled target to which no selected check applies', async () => {
  const mock = { target: 'mock', baseUrl: '', tallies: [], findings: [], coverage: [], requests: 2, seconds: 0 };
  const tally = { check: 'limits', operation: null, cases: 1, failed: 0, accepted: 0 };
  bundled.push(mock, { ...mock, target: 'server', tallies: [tally] });
  expect(await run('--only', 'limits')).toMatchObject({ code: 0, stdout: expect.not.stringContaining('mock') });
});

test('the conformance command exits with code 2 and an error message if an argument is invalid', async () => {
  expect(await run('--sequences', 'many')).toEqual({
    code: 2,
    stdout: '',
    stderr: '--sequences must be a whole number of at least 0.\nthe-kit --help lists the options.\n',
  });
  expect((await run('--only', 'addNothing')).stderr).toMatch(
    /^--only: unknown name addNothing\. Checks: deliveries, .+\. Operations: .+, addEducation, .+\.\n/,
  );
  expect(await run('--contract', '/nowhere.yaml')).toMatchObject({ code: 2, stdout: '' });
  expect(await run('--report', path.join(import.meta.filename, 'report'))).toMatchObject({ code: 2, stdout: '' });
});

test.each<[what: string, text: string, message: string]>([
  ['no list', '{}', 'must be a list of accepted findings.'],
  ['an unknown code', '- code: wrong-statu', 'entry 1: unknown code wrong-statu. The codes are wrong-delivery, '],
  ['an unknown property', '- cod: wrong-body', 'entry 1: unknown property cod.'],
  ['an unknown operation', '- {code: wrong-body, operation: addNothing}', 'entry 1: unknown operation addNothing.'],
  ['no reason', '- {code: wrong-body}', 'entry 1: reason must say why'],
  ['no date', '- {code: wrong-body, reason: a, expires: soon}', 'entry 1: expires must be the last day'],
])('the conformance command rejects a file of accepted findings with %s', async (_, text, message) => {
  const file = path.join(await temporaryFolder(), 'accepted.yaml');
  await writeFile(file, text);
  const { code, stderr } = await run('--accepted', file);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('the option --explain explains every finding code, and lists the codes for an unknown code', async () => {
  for (const code of findingCodes)
    expect(await run('--explain', code)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`^${code}\n\n.+\n\n- Contract: .+\n- Action: .+\n`)),
    });
  const { code, stderr } = await run('--explain', 'wrong-statu');
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^--explain: unknown code wrong-statu\. The codes are .*wrong-status, /),
  ]);
});

test('the conformance command prints the error and exits with code 4 if the kit itself fails', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const checkBundled = () => [Promise.reject(new TypeError('a defect'))];
  expect(await runCommand({ contract, command: 'the-kit', checkBundled }, [])).toBe(4);
  expect(String(write.mock.calls)).toMatch(/^The kit itself failed, .* TypeError: a defect\n/);
});

test('if a server breaks the contract, the conformance command exits with code 1, writes reports, and does not print the client secret', async () => {
  const server = await opened(smallServer((_, response) => response.end('{"access_token":"x"}')));
  const folder = await temporaryFolder();
  const { code, stdout } = await runOn(
    server,
    ...['--sequences', '0', '--only', 'createTokenV2', '--report', path.join(folder, 'report')],
  );
  expect(code).toBe(1);
  expect(stdout).toContain('FAILED');
  expect(stdout).not.toContain(server.target.clientSecret);
  const files = await readdir(path.join(folder, 'report'));
  expect(files.sort()).toEqual(['conformance.json', 'conformance.xml']);
}, 60_000);

async function stopped(): Promise<SmallServer> {
  const server = await smallServer(withTokens((_, response) => response.end()));
  await server.stop();
  return server;
}
const silent = () => socketServer(() => {});
const ssh = () => socketServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
const refusing = () => smallServer((_, response) => response.writeHead(401).end('{"error":"invalid_client"}'));
const narrow = () => smallServer(withTokens((_, response) => response.end(), ['read.webhooks']));

test.each<[string, () => Promise<SmallServer>, RegExp]>([
  ['is down', stopped, /does not respond: ECONNREFUSED/],
  ['speaks another protocol', ssh, /does not speak HTTP/],
  ['never responds', silent, /was not complete after 2 seconds/],
  ['rejects the secret', refusing, /the token endpoint responded with 401 invalid_client/],
  ['grants fewer scopes', narrow, /The partner acme lacks the scope \S+/],
])('the conformance command exits with code 3 and a one-line error if the checked server %s', async (_, start, message) => {
  const startedAt = Date.now();
  const { code, stdout, stderr } = await runOn(await opened(start()));
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toMatch(message);
  expect(stderr).toMatch(/^http:\S+: [^\n]+\n$/);
  expect(stderr).not.toContain('a-secret-of-acme');
  expect(Date.now() - startedAt).toBeLessThan(5000);
});

test('a conformance run stops before the first check if the server returns no token to the second partner', async () => {
  const { target } = await opened(
    smallServer(async (request, response) => {
      const body = String(Buffer.concat(await request.toArray()));
      response.end(body.includes('client_id=b') ? '{}' : '{"access_token":"x"}');
    }),
  );
  const other = { clientId: 'b', clientSecret: 'c' };
  await expect(preflight({ ...target, other }, { contract })).rejects.toThrow('no access token');
});
