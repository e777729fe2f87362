import { expect, test } from 'vitest';
import { type AddressKind, addressKind, hostKind } from '../../server/domain/address-kind.ts';

const words = (text: string) => text.trim().split(/\s+/);

/** Special address ranges, with the address before and after each range, or null if that address is also special. */
const ranges: [name: string, first: string, last: string, before: string | null, after: string | null][] = [
  ['0.0.0.0/8', '0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
  ['10.0.0.0/8', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0/10', '100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['169.254.0.0/16', '169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0/12', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0/24', '192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0/24', '192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.31.196.0/24', '192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['192.52.193.0/24', '192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['192.88.99.0/24', '192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0/16', '192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['192.175.48.0/24', '192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['198.18.0.0/15', '198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0/24', '198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0/24', '203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0/4', '224.0.0.0', '239.255.255.255', '223.255.255.255', null],
  ['240.0.0.0/4', '240.0.0.0', '255.255.255.255', null, null],
  ['168.63.129.16/32 of Azure', '168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
  ['161.26.0.0/16 of IBM', '161.26.0.0', '161.26.255.255', '161.25.255.255', '161.27.0.0'],
  ['166.8.0.0/14 of IBM', '166.8.0.0', '166.11.255.255', '166.7.255.255', '166.12.0.0'],
  ['199.36.153.4/30 and 8/30 of Google', '199.36.153.4', '199.36.153.11', '199.36.153.3', '199.36.153.12'],
  ['2600:2d00:2:1000::/56', '2600:2d00:2:1000::', '2600:2d00:2:10ff::', '2600:2d00:2:fff::', '2600:2d00:2:1100::'],
  ['2600:2d00:2:2000::/56', '2600:2d00:2:2000::', '2600:2d00:2:20ff::', '2600:2d00:2:1fff::', '2600:2d00:2:2100::'],
  ['::/96', '::', '::ffff:ffff', null, null],
  ['::ffff:0:0:0/96', '::ffff:0:0:0', '::ffff:0:ffff:ffff', null, null],
  ['64:ff9b::/96', '64:ff9b::', '64:ff9b::ffff:ffff', null, null],
  ['64:ff9b:1::/48', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', null, null],
  ['100::/64', '100::', '100::ffff:ffff:ffff:ffff', null, null],
  ['100:0:0:1::/64', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff', null, null],
  ['below 2000::/3', '200::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, '2000::'],
  ['2001::/23', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff::', '2001:200::'],
  ['2001:db8::/32', '2001:db8::', '2001:db8:ffff::ffff', '2001:db7:ffff::', '2001:db9::'],
  ['2002::/16', '2002::', '2002:ffff::ffff', '2001:ffff::', '2003::'],
  ['2620:4f:8000::/48', '2620:4f:8000::', '2620:4f:8000:ffff::ffff', '2620:4f:7fff::', '2620:4f:8001::'],
  ['3fff::/20', '3fff::', '3fff:fff:ffff::ffff', '3ffe:ffff::', '3fff:1000::'],
  ['above 2000::/3', '4000::', '5eff:ffff::ffff', '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null],
  ['5f00::/16', '5f00::', '5f00:ffff::ffff', null, null],
  ['fc00::/7', 'fc00::', 'fdff:ffff::ffff', null, null],
  ['fe80::/10', 'fe80::', 'febf:ffff::ffff', null, null],
  ['fec0::/10', 'fec0::', 'feff:ffff::ffff', null, null],
  ['ff00::/8', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
];

test.each(
  ranges,
)('the special address range %s contains %s and %s, but not the neighbouring addresses %s and %s', (_name, first, last, ...neighbours) => {
  for (const address of [first, last]) expect([address, addressKind(address)]).toEqual([address, 'special']);
  for (const address of neighbours)
    if (address !== null) expect([address, addressKind(address)]).toEqual([address, 'public']);
});

const addresses: Record<AddressKind, string> = {
  loopback: `
    127.0.0.0 127.0.0.1 127.1.2.3 127.255.255.255 ::1 0:0:0:0:0:0:0:1 ::ffff:127.0.0.1 ::ffff:7f00:1
  `,
  public: `
    126.255.255.255 128.0.0.0 8.8.8.8 2606:4700:4700::1111 2A00:1450::8A ::ffff:8.8.8.8 ::ffff:808:808
  `,
  // The last five addresses embed a public address: NAT64, 6to4, Teredo, IPv4-compatible, and SIIT.
  special: `
    ::ffff:10.0.0.1 ::ffff:a00:1 ::FFFF:A9FE:A9FE 0:0:0:0:0:ffff:192.168.1.1 ::ffff:168.63.129.16
    64:ff9b::8.8.8.8 2002:808:808::1 2001:0:808:808::1 ::8.8.8.8 ::ffff:0:8.8.8.8
  `,
};
const rowsOf = (texts: object) =>
  Object.entries(texts).flatMap(([kind, text]) => words(text).map((word) => [word, kind] as const));

test.each(rowsOf(addresses))('the service classifies the address %s as %s', (address, kind) =>
  expect(addressKind(address)).toBe(kind));

test.each([
  ...words(`
    fe80::1%eth0 fe80::1%1 ::1%lo 2606:4700:4700::1111%eth0 ::ffff:8.8.8.8%eth0 8.8.8 8.8.8.8. 8.8.8.08 010.8.8.8
    0x8.8.8.8 134744072 8.8.8.256 8.8.8.8/32 8.8.8.8:80 [2606:4700:4700::1111] 2606:4700:4700:::1111 example.com
    undefined
  `),
  '',
  ' 8.8.8.8',
  '8.8.8.8 ',
])('the string %o is not a valid address, and counts as a special address', (text) => {
  expect(addressKind(text)).toBe('special');
});

const kindOf = (host: string) => hostKind(new URL(`http://${host}:8080/path?query`).hostname);

const hosts: Record<AddressKind | 'name', string> = {
  loopback: `
    127.0.0.1 127.0.0.1. 127.1 127.0.1 2130706433 0x7f000001 0X7F.1 0x7f.0x0.0x0.0x1 017700000001 0177.0.0.1
    0177.0.0.01 127.000.000.001 %31%32%37.0.0.1 127%2e0%2E0%2e1 １２７.０.０.１ 127。0。0。1 [::1] [0:0:0:0:0:0:0:1]
    [::ffff:127.0.0.1] [::ffff:7f00:1] [0000:0000:0000:0000:0000:FFFF:7F00:0001] localhost localhost. LOCALHOST
    LocalHost. api.localhost a.b.localhost. l%6fcalhost ｌｏｃａｌｈｏｓｔ ⓛⓞⓒⓐⓛⓗⓞⓢⓣ localhost。 local\u00adhost
  `,
  special: `
    0 0.0.0.0 0x0 10.0.0.1 10.1 167772161 012.0.0.1 0xa.0.0.1 169.254.169.254 2852039166 0xA9FEA9FE
    0251.0376.0251.0376 169.254.43518 １６９.254.169.254 192.168.1.1 3232235777 255.255.255.255 4294967295 [::]
    [::ffff:10.0.0.1] [::ffff:a00:1] [::ffff:0.0.0.0] [::10.0.0.1] [64:ff9b::a9fe:a9fe] [2002:a00:1::]
    [fd00:ec2::254] [fe80::1] [FE80::1]
  `,
  public: '8.8.8.8 134744072 0x08080808 010.8.8.8 [2606:4700:4700::1111] [::ffff:8.8.8.8]',
  name: `
    example.com example.com. EXAMPLE.com notlocalhost localhost.example.com localhost-1.com localhos
    127.0.0.1.nip.io metadata.google.internal xn--bcher-kva.example intranet
  `,
};

test.each(rowsOf(hosts))('the service classifies the host %s of a URL as %s', (host, kind) =>
  expect(kindOf(host)).toBe(kind));

test.each(
  words(`
  [fe80::1%25eth0] [fe80::1%eth0] [::1 1.2.3.256 0x100000000 1.2.3.4.5
`),
)('a URL with the host %s is invalid', (host) => {
  expect(() => kindOf(host)).toThrow(TypeError);
});

test.each([
  ['::1', 'loopback'],
  ['fd00::1', 'special'],
  ['2606:4700:4700::1111', 'public'],
  ...['[]', '[example.com]', '[fe80::1%eth0]', '[::1'].map((host) => [host, 'special']),
])('the service classifies the host %s outside a URL as %s', (host, kind) => expect(hostKind(String(host))).toBe(kind));
