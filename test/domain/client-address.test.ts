import { expect, test } from 'vitest';
import { isAmong } from '../../server/domain/address-ranges.ts';
import { clientAddress, networksOf } from '../../server/domain/client-address.ts';

const proxies = isAmong(['10.0.0.0/8', '2001:db8::/32']);

test.each<[string | undefined, string | undefined, string | undefined, string]>([
  ['192.0.2.1', undefined, '192.0.2.1', 'there is no proxy'],
  ['192.0.2.1', '198.51.100.9', '192.0.2.1', 'the header of an untrusted client'],
  ['10.1.2.3', '198.51.100.9', '198.51.100.9', 'a trusted proxy names the client'],
  ['10.1.2.3', '203.0.113.5, 198.51.100.9', '198.51.100.9', 'the client wrote the entries before its own address'],
  ['10.1.2.3', '198.51.100.9, 10.4.5.6', '198.51.100.9', 'a trusted proxy behind another proxy'],
  ['10.1.2.3', '10.4.5.6', '10.4.5.6', 'a request from the internal network'],
  ['::ffff:10.1.2.3', '198.51.100.9', '198.51.100.9', 'IPv4 in IPv6'],
  ['2001:db8::1', ' 2001:DB9::7 ', '2001:db9::7', 'IPv6'],
  ['10.1.2.3', 'Ada Lovelace', '10.1.2.3', 'a header without an address'],
  ['10.1.2.3', '198.51.100.9, unknown', '10.1.2.3', 'a proxy that does not know the client'],
  ['10.1.2.3', 'unknown, 10.4.5.6', '10.1.2.3', 'an entry that is not an address'],
  ['10.1.2.3', '198.51.100.9:54321, 10.4.5.6:80', '198.51.100.9', 'IPv4 addresses with ports'],
  ['10.1.2.3', '[2001:db9::7]:443', '2001:db9::7', 'an IPv6 address with a port'],
  ['10.1.2.3', '[2001:db9::7]', '2001:db9::7', 'an IPv6 address in brackets'],
  ['10.1.2.3', '198.51.100.9:x', '10.1.2.3', 'a port that is not a number'],
  ['10.1.2.3', '', '10.1.2.3', 'an empty header'],
  ['fe80::1%eth0', undefined, 'fe80::1', 'a zone'],
  [undefined, '198.51.100.9', undefined, 'no connection'],
])('a request from %s with X-Forwarded-For %s comes from client %s (%s)', (remoteAddress, forwardedFor, address) => {
  expect(clientAddress({ remoteAddress, forwardedFor }, proxies)).toBe(address);
});

test.each<[string | undefined, string[]]>([
  ['8.8.8.8', ['8.8.8.8']],
  ['2a00:1450:4001:81c::200e', ['2a00:1450:4001::/48', '2a00:1450:4001:800::/56', '2a00:1450:4001:81c::/64']],
  ['10.1.2.3', ['10.1.2.3']],
  ['::ffff:10.1.2.3', ['10.1.2.3']],
  ['::1', ['::/48', '::/56', '::/64']],
  ['fe80::1%eth0', ['fe80::/48', 'fe80::/56', 'fe80::/64']],
  [undefined, ['unknown']],
])('the rate limits count requests from %s under the keys %s', (address, keys) => {
  expect(networksOf(address).map(({ key }) => key)).toEqual(keys);
});
