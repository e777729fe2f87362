import { expect, test } from 'vitest';
import { findSourceAddress } from '../../../server/platform/outbound/source-address.ts';

test.each([
  ['the first address of this machine', ['127.0.0.1', '198.51.100.7'], '127.0.0.1'],
  // No machine has the first three addresses: two are for documentation (RFC 5737, RFC 3849), and fe80::7 has no zone.
  ['never an address of another machine', ['198.51.100.7', '2001:db8::7', 'fe80::7', '127.0.0.1'], '127.0.0.1'],
  ['never a range, even one that includes this machine', ['127.0.0.0/8', '127.0.0.1/32', '::1/128'], undefined],
])('the source address of deliveries is %s', (_name, entries, found) => {
  expect(findSourceAddress(entries)).toBe(found);
});
