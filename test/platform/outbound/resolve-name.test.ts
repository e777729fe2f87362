import { createSocket, type Socket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { createResolveName } from '../../../server/platform/outbound/resolve-name.ts';

const A = 1;
const AAAA = 28;

/** DNS records by name. The server does not respond to queries for a `silent` name. */
type Zone = Record<string, { a?: number[][]; aaaa?: number[][] } | 'silent'>;

const servers: Socket[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Starts a DNS server that uses the message format of RFC 1035, section 4. */
async function startDns(zone: Zone): Promise<{ address: string; queries: string[] }> {
  const server = createSocket('udp4');
  servers.push(server);
  const queries: string[] = [];
  server.on('message', (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('ascii', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const type = query.readUInt16BE(at + 1);
    const name = labels.join('.').toLowerCase();
    queries.push(`${name} ${type}`);
    const entry = zone[name];
    if (entry === 'silent') return;
    const records = (type === A ? entry?.a : type === AAAA ? entry?.aaaa : undefined) ?? [];
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(entry === undefined ? 0x8183 : 0x8180, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    const answers = records.map((bytes) => {
      const start = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length]);
      return Buffer.concat([start, Buffer.from(bytes)]);
    });
    server.send(Buffer.concat([header, query.subarray(12, at + 5), ...answers]), from.port, from.address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `127.0.0.1:${server.address().port}`, queries };
}

function resolveAt(address: string, hostname: string, family: 0 | 4 | 6 = 0): Promise<LookupAddress[]> {
  const resolve = createResolveName([address]);
  return new Promise((done, reject) =>
    resolve(hostname, { all: true, family }, (error, addresses) => (error ? reject(error) : done(addresses))),
  );
}

const IPV6 = [0x20, 0x01, 0x48, 0x60, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x88, 0x88];

test('a name resolves to all of its IPv4 and IPv6 addresses, or to the addresses of the requested family', async () => {
  const a = [
    [192, 0, 2, 1],
    [192, 0, 2, 2],
  ];
  const { address } = await startDns({ 'both.test': { a, aaaa: [IPV6] }, 'new.test': { aaaa: [IPV6] } });
  const v4 = [
    { address: '192.0.2.1', family: 4 },
    { address: '192.0.2.2', family: 4 },
  ];
  const v6 = [{ address: '2001:4860::8888', family: 6 }];
  expect(await resolveAt(address, 'both.test')).toEqual([...v4, ...v6]);
  expect(await resolveAt(address, 'both.test', 4)).toEqual(v4);
  expect(await resolveAt(address, 'both.test', 6)).toEqual(v6);
  expect(await resolveAt(address, 'new.test')).toEqual(v6);
});

test('the lookup of a name that does not exist or has no address fails with a DNS error', async () => {
  const { address } = await startDns({ 'empty.test': {} });
  await expect(resolveAt(address, 'nobody.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(resolveAt(address, 'empty.test')).rejects.toMatchObject({ code: 'ENODATA' });
});

test('localhost resolves to this machine without a DNS query', async () => {
  const { address, queries } = await startDns({});
  const loopback = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  for (const name of ['localhost', 'LOCALHOST', 'localhost.', 'api.localhost'])
    expect(await resolveAt(address, name), name).toEqual(loopback);
  expect(await resolveAt(address, 'localhost', 6)).toEqual(loopback.slice(1));
  expect(queries).toEqual([]);
});

test('if the DNS servers of some names do not respond, lookups of other names are not delayed', async () => {
  const silent = Array.from({ length: 50 }, (_, i) => `silent-${i}.test`);
  const zone: Zone = Object.fromEntries(silent.map((name) => [name, 'silent' as const]));
  const { address } = await startDns({ ...zone, 'sound.test': { a: [[192, 0, 2, 1]] } });
  let completed = 0;
  const waiting = silent.map((name) => resolveAt(address, name, 4).finally(() => completed++));
  expect(await resolveAt(address, 'sound.test', 4)).toEqual([{ address: '192.0.2.1', family: 4 }]);
  expect(completed).toBe(0);
  const outcomes = await Promise.allSettled(waiting);
  expect(outcomes.map(({ status }) => status)).toEqual(silent.map(() => 'rejected'));
});
