import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { contract } from '../../scripts/bundled-targets/contract.ts';
import { preflight } from '../../scripts/conformance/check-target.ts';
import { runCommand } from '../../scripts/conformance/run-command.ts';
import { type SmallServer, smallServer, socketServer, withTokens } from './small-server.ts';

const open: SmallServer[] = [];
async function opened(server: Promise<SmallServer>): Promise<SmallServer> {
  open.push(await server);
  return server;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.stop()));
});

const healthyServer = smallServer.bind(
  null,
  withTokens((_, response) => response.end()),
);

test.each<[string, () => Promise<SmallServer>, RegExp]>([
  [
    'is down',
    async () => {
      const gone = await healthyServer();
      await gone.stop();
      return gone;
    },
    /does not respond: ECONNREFUSED/,
  ],
  [
    'speaks another protocol',
    () => socketServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')),
    /does not speak HTTP/,
  ],
  ['never responds', () => socketServer(() => {}), /was not complete after 2 seconds/],
  [
    'is too slow',
    () => smallServer((_, response) => void sleep(2200).then(() => response.end('{"access_token":"x"}'))),
    /was not complete after 2 seconds/,
  ],
  [
    'rejects the secret',
    () =>
      smallServer((_, response) => {
        response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}');
      }),
    /the token endpoint responded with 401 invalid_client/,
  ],
  [
    'grants fewer scopes',
    () => smallServer(withTokens((_, response) => response.end(), ['read.webhooks'])),
    /The partner acme lacks the scope \S+/,
  ],
])('the command exits with code 3 and a one-line error for a target that %s', async (_, start, message) => {
  const { target } = await opened(start());
  const streams = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
  const startedAt = Date.now();
  try {
    const code = await runCommand({ contract, command: 'the-kit' }, [
      ...['--base-url', target.baseUrl, '--client-id', target.clientId, '--client-secret', target.clientSecret],
    ]);
    const [stdout = '', stderr = ''] = streams.map(({ mock }) => mock.calls.map(([text]) => text).join(''));
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^http:\S+: [^\n]+\n$/);
    expect(stderr).not.toContain(target.clientSecret);
  } finally {
    for (const stream of streams) stream.mockRestore();
  }
  expect(Date.now() - startedAt).toBeLessThan(5000);
});

test('the preflight accepts a target that returns tokens or whose contract has no tokens', async () => {
  const { target } = await opened(healthyServer());
  await preflight({ ...target, other: { clientId: 'b', clientSecret: 'c' } }, { contract });
  const { target: tokenless } = await opened(smallServer((_, response) => response.writeHead(404).end()));
  await preflight(tokenless, {
    contract: { ...contract, components: { ...contract.components, securitySchemes: {} } },
  });
});

test('the preflight rejects a target that returns no token to the second partner', async () => {
  const { target } = await opened(
    smallServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => response.end(body.includes('client_id=b') ? '{}' : '{"access_token":"x"}'));
    }),
  );
  const other = { clientId: 'b', clientSecret: 'c' };
  await expect(preflight({ ...target, other }, { contract })).rejects.toThrow('no access token');
});
