/** A URL with another host (and port) in place of its own. */
export const withHost = (url: string, host: string) => url.replace(/^([a-z]+:\/\/)[^/?#]*/i, `$1${host}`);

/** A URL with another scheme in place of its own. */
export const withScheme = (url: string, scheme: string) => url.replace(/^[a-z]+:/i, `${scheme}:`);

/**
 * One host of each range that must not be connected to (RFC 6890), in every notation that URL parsers know. Loopback
 * is left out: whether it is allowed depends on where a service runs.
 */
export const SPECIAL_HOSTS = [
  '0.0.0.0',
  '0',
  '10.0.0.1',
  '10.255.255.255',
  '10.0.0.1:8443',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.0.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.175.48.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '167772161',
  '0xA9FEA9FE',
  '012.0.0.1',
  '10.1',
  '%31%30.0.0.1',
  '[::]',
  '[::10.0.0.1]',
  '[::ffff:0:8.8.8.8]',
  '[100::1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:a00:1::]',
  '[2001::1]',
  '[2001:db8::1]',
  '[2620:4f:8000::1]',
  '[3fff::1]',
  '[4000::1]',
  '[5f00::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[ff02::1]',
];

/** What looks like a host and is none. */
export const NO_HOSTS = ['1.2.3.256', '0x100000000', '1.2.3.4.5', 'a%00b', 'a%20b', 'example.com:65536'];

/** Public addresses, some of them next to a special range, and names that only look like special ones. */
export const PUBLIC_HOSTS = [
  '8.8.8.8',
  '172.32.0.1',
  '[2606:4700:4700::1111]',
  'localhost.example',
  '127.0.0.1.example',
  'xn--bcher-kva.example',
];

/** Hosts that a careless comparison takes for a domain, and the domain in other notations. */
export function hostsNear(domain: string): string[] {
  return [
    domain,
    domain.toUpperCase(),
    `${domain}.`,
    `${domain}:8443`,
    `sub.${domain}`,
    `x${domain}`,
    `x-${domain}`,
    `${domain}.example`,
    `${domain}x`,
    domain.slice(1),
    domain.slice(domain.indexOf('.') + 1),
    domain.replaceAll('.', '-'),
    'unregistered.example',
  ];
}
