import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { findSourceAddress } from '../../../server/platform/outbound/source-address.ts';

test.each([
  ['the first address of this machine', ['127.0.0.5', '127.0.0.1'], '127.0.0.5'],
  // No machine has these addresses: two are for documentation (RFC 5737, RFC 3849), and the link-local one has no zone.
  ['never an address of another machine', ['198.51.100.7', '2001:db8::7', 'fe80::7', '127.0.0.1'], '127.0.0.1'],
  ['never a range, even one that includes this machine', ['127.0.0.0/8', '127.0.0.1/32', '::1/128'], undefined],
])('the source address of deliveries is %s', async (_name, entries, found) => {
  expect(await findSourceAddress(entries)).toBe(found);
});

test('the source address can be an address on which a server listens', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  expect(await findSourceAddress(['127.0.0.1'])).toBe('127.0.0.1');
  await new Promise((resolve) => server.close(resolve));
});
