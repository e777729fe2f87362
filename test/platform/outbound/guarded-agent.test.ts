import type { LookupAddress } from 'node:dns';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import net, { type AddressInfo, isIP, isIPv6 } from 'node:net';
import { type Agent, request } from 'undici';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { denyDestinations } from '../../../server/domain/address-ranges.ts';
import { createGuardedAgent, type GuardedAgentOptions } from '../../../server/platform/outbound/guarded-agent.ts';
import type { Resolve } from '../../../server/platform/outbound/resolve-name.ts';
import { findSourceAddress } from '../../../server/platform/outbound/source-address.ts';
import { cert, key } from '../../support/tls.ts';

const hasIPv6 = findSourceAddress(['::1']) !== undefined;
/** Second loopback address: 127.0.0.2, or ::1 on macOS, which lacks 127.0.0.2. Null on macOS without IPv6. */
const secondLoopback = process.platform === 'darwin' ? (findSourceAddress(['::1']) ?? null) : '127.0.0.2';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const step of cleanUp.splice(0).reverse()) await step();
});

interface Receiver {
  port: number;
  /** Source address of each connection. */
  connections: string[];
  requests: string[];
}

async function startReceiver(
  options: {
    host?: string;
    port?: number;
    tls?: boolean;
    answer?: (request: IncomingMessage, response: ServerResponse) => void;
  } = {},
): Promise<Receiver> {
  const { host = '127.0.0.1', port = 0, tls = false, answer = (_, response) => response.end('ok') } = options;
  const receiver: Receiver = { port, connections: [], requests: [] };
  const listener = (incoming: IncomingMessage, response: ServerResponse) => {
    receiver.requests.push(`${incoming.method} ${incoming.url}`);
    answer(incoming, response);
  };
  const server = tls ? createTlsServer({ cert, key }, listener) : createServer(listener);
  server.on('connection', (socket) => receiver.connections.push(socket.remoteAddress ?? ''));
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  cleanUp.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  receiver.port = (server.address() as AddressInfo).port;
  return receiver;
}

function startAgent(options: Partial<GuardedAgentOptions> = {}): Agent {
  const agent = createGuardedAgent({ allowLoopback: true, ...options });
  cleanUp.push(() => agent.destroy());
  return agent;
}

/** Creates a fake resolver. Each call returns the next result for the address family. The last result repeats. */
function resolving(...results: string[][]) {
  return vi.fn<Resolve>((_hostname, { family }, callback) => {
    const addresses = (results.length > 1 ? results.shift() : results[0]) ?? [];
    const found: LookupAddress[] = addresses.map((address) => ({ address, family: isIP(address) }));
    const wanted = found.filter((each) => !family || each.family === family);
    setImmediate(callback, null, wanted);
  });
}

async function get(agent: Agent, url: string, options: { reset?: boolean } = {}): Promise<number> {
  const { statusCode, body } = await request(url, { dispatcher: agent, ...options });
  await body.dump();
  return statusCode;
}

const refused = { code: 'ERR_ADDRESS_REFUSED' };

/** Checks that the agent does not connect to the receiver at `url`. Adds the port of the receiver to `url`. */
async function expectRefusal(url: string, options: Partial<GuardedAgentOptions>): Promise<void> {
  const { port, connections } = await startReceiver();
  await expect(get(startAgent(options), `${url}:${port}/`)).rejects.toMatchObject(refused);
  expect(connections).toEqual([]);
}

describe('The agent without access to loopback addresses', () => {
  const literals = ['127.0.0.1', '127.1', '2130706433', '[::ffff:127.0.0.1]', '0.0.0.0', 'localhost', 'a.localhost.'];
  test.each(literals)('without loopback access, the agent rejects the host %s before it connects', async (host) => {
    const resolve = resolving(['127.0.0.1']);
    await expectRefusal(`http://${host}`, { allowLoopback: false, resolve });
    expect(resolve).not.toHaveBeenCalled();
  });

  test.each([
    ['this machine', ['127.0.0.1']],
    ['this machine, as IPv6', ['::ffff:127.0.0.1']],
    ['the unspecified address', ['0.0.0.0']],
    ['several forbidden addresses', ['0.0.0.0', '127.0.0.1', '::1', '10.0.0.1']],
  ])('without loopback access, the agent does not connect to a name that resolves to %s', async (_name, addresses) => {
    await expectRefusal('http://receiver.test', { allowLoopback: false, resolve: resolving(addresses) });
  });

  test('without loopback access, the agent sends no request over a connection that leads to this machine', async () => {
    const receiver = await startReceiver();
    const connect = net.connect.bind(net);
    // Simulates a network that routes a public address to this machine.
    vi.spyOn(net, 'connect').mockImplementation(((options: object) =>
      connect({ ...options, host: '127.0.0.1', port: receiver.port })) as typeof net.connect);
    await expect(get(startAgent({ allowLoopback: false }), 'http://8.8.8.8/')).rejects.toMatchObject(refused);
    expect(await get(startAgent(), 'http://8.8.8.8/')).toBe(200);
    expect(receiver.connections).toHaveLength(2);
    expect(receiver.requests).toEqual(['GET /']);
  });
});

const reachable = ['127.0.0.1', '127.1', '[::ffff:127.0.0.1]', 'localhost', ...(hasIPv6 ? ['[::1]'] : [])];
test.each(reachable)('the agent connects to %s with the system resolver', async (host) => {
  const { port } = await startReceiver(host === '[::1]' ? { host: '::1' } : {});
  expect(await get(startAgent(), `http://${host}:${port}/`)).toBe(200);
});

test.each(['0.0.0.0', '[::]', '[::ffff:0.0.0.0]'])('the agent rejects the unspecified address %s', async (host) => {
  await expectRefusal(`http://${host}`, {});
});

test.skipIf(secondLoopback === null)('the agent connects only to the permitted addresses of a host name', async () => {
  const forbidden = await startReceiver();
  const permitted = await startReceiver({ host: secondLoopback ?? '', port: forbidden.port });
  // A connection to the unspecified address 0.0.0.0 would lead to 127.0.0.1.
  const agent = startAgent({ resolve: resolving(['0.0.0.0', secondLoopback ?? '']) });
  expect(await get(agent, `http://receiver.test:${forbidden.port}/`)).toBe(200);
  expect(forbidden.connections).toEqual([]);
  expect(permitted.connections).toHaveLength(1);
});

test('if a connection to one address of a host fails, the agent tries the next address', async () => {
  const { port } = await startReceiver();
  const agent = startAgent({ resolve: resolving(['::1', '127.0.0.1']) });
  expect(await get(agent, `http://receiver.test:${port}/`)).toBe(200);
});

test('the agent checks the address of a host name again for each new connection', async () => {
  const { port, connections } = await startReceiver();
  const agent = startAgent({ resolve: resolving(['127.0.0.1'], ['0.0.0.0']) });
  const url = `http://receiver.test:${port}/`;
  expect(await get(agent, url, { reset: true })).toBe(200);
  await expect(get(agent, url)).rejects.toMatchObject(refused);
  expect(connections).toHaveLength(1);
});

test('each concurrent request has its own connection, up to the connection limit', async () => {
  const { port, connections } = await startReceiver({
    answer: (_, response) => setTimeout(() => response.end(), 50),
  });
  const many = (agent: Agent) => Promise.all(Array.from({ length: 6 }, () => get(agent, `http://127.0.0.1:${port}/`)));
  await many(startAgent());
  expect(connections).toHaveLength(6);
  await many(startAgent({ connectionsPerOrigin: 2 }));
  expect(connections).toHaveLength(8);
});

const denied = denyDestinations(['198.51.100.0/24', '127.0.0.0/8', 'example.com', '2001:db8::/32']);

const urls = ['http://127.0.0.1', 'http://[::ffff:127.0.0.1]', 'http://receiver.test'];
test.each(urls)('the agent does not connect to %s, whose address the operator denies', async (url) => {
  await expectRefusal(url, { denied, resolve: resolving(['127.0.0.1']) });
});

test('the agent does not resolve a host name that the operator denies, and accepts similar host names', async () => {
  const resolve = resolving(['127.0.0.1']);
  const { port } = await startReceiver();
  const agent = startAgent({ denied: denyDestinations(['example.com']), resolve });
  for (const host of ['example.com', 'EXAMPLE.com.', 'a.b.example.com'])
    await expect(get(agent, `http://${host}:${port}/`)).rejects.toMatchObject(refused);
  expect(resolve).not.toHaveBeenCalled();
  for (const host of ['notexample.com', 'example.com.test'])
    expect(await get(agent, `http://${host}:${port}/`)).toBe(200);
});

test('a connection fails after five seconds when the DNS resolver does not respond', async () => {
  const agent = startAgent({ resolve: () => {}, connectionsPerOrigin: 1 });
  const startedAt = Date.now();
  await expect(get(agent, 'http://receiver.test/')).rejects.toMatchObject({
    code: 'UND_ERR_CONNECT_TIMEOUT',
  });
  // The timers of undici are accurate to 1 s. Without the limit of 5 s, undici would wait for 10 s.
  expect(Date.now() - startedAt).toBeGreaterThan(4000);
  expect(Date.now() - startedAt).toBeLessThan(9500);
});

describe.skipIf(secondLoopback === null || isIPv6(secondLoopback))('The configured source address', () => {
  const localAddress = secondLoopback ?? '';

  test.each([
    ['to an IP address', 'http://127.0.0.1', ['127.0.0.1']],
    ['to a host name with an address of the same family', 'http://receiver.test', ['::1', '127.0.0.1']],
    ['over TLS', 'https://localhost', ['127.0.0.1']],
  ])('the agent uses the configured source address for a connection %s', async (_name, url, addresses) => {
    const { port, connections } = await startReceiver({ tls: url.startsWith('https') });
    const agent = startAgent({ localAddress, ca: cert, resolve: resolving(addresses) });
    expect(await get(agent, `${url}:${port}/`)).toBe(200);
    expect(connections).toEqual([localAddress]);
  });
});

test('the agent rejects an untrusted certificate, even if NODE_TLS_REJECT_UNAUTHORIZED is 0', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const { port, requests } = await startReceiver({ tls: true });
  await expect(get(startAgent(), `https://127.0.0.1:${port}/`)).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  expect(requests).toEqual([]);
});
