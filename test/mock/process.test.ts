import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { bundled, ROOT, runFile } from '../support/process.ts';
import { sized } from '../support/size.ts';
import { runMock } from './running.ts';

const MOCK = bundled('mock/main.ts');

// Loading Prism in another process takes seconds, so only the nightly build runs this test.
test.skipIf(sized(true, false)).each(['SIGTERM', 'SIGINT'] as const)(
  'the mock prints a curl command that requests a token, and exits with status 0 after %s',
  async (signal) => {
    // The mock must not use the settings of the test run.
    const { PATH, TMPDIR } = process.env;
    const env = { PORT: '0', ...(PATH && { PATH }), ...(TMPDIR && { TMPDIR }) };
    const child = spawn(process.execPath, [MOCK], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = Promise.all([once(child, 'close'), text(child.stderr)]);
    let output = '';
    for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      output += chunk;
      if (output.includes('client_secret=')) break;
    }
    const [, url = '', form = ''] = /curl (\S+) -d (.*)$/m.exec(output.replaceAll(/(?<=\S) -d (?!grant)/g, '&')) ?? [];
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
    expect(await response.json()).toMatchObject({ token_type: 'Bearer' });
    child.stdout.resume();
    child.kill(signal);
    expect(await ended).toEqual([[0, null], '']);
  },
);

test('the mock exits with a one-line error that names the invalid settings', async () => {
  const { code, stdout, stderr } = await runFile(MOCK, { PORT: 'eighty', BASE_URL: 'ftp://x', VERBOSE: 'yes' });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^The mock cannot start: PORT must be [^\n]+; BASE_URL must be [^\n]+; VERBOSE must be one of true, false\n$/,
  );
});

test('the mock does not start on a port in use', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(runMock({ port })).rejects.toThrow(/^Port \d+ on 127\.0\.0\.1 is in use\. .*set PORT/);
});
