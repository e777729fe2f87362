import type { Json } from '../../../contract/json.ts';
import { withHost } from '../../validators/hosts.ts';

const withPort = (url: string, port: string) => url.replace(/^([a-z]+:\/\/[^/?#:]*)[^/?#]*/i, `$1:${port}`);
const words = (text: string) => text.trim().split(/\s+/);

/** Special-purpose addresses (RFC 6890) and internal addresses of clouds. Excludes loopback, which can be permitted. */
const SPECIAL_HOSTS = words(`
  0.0.0.0 0 10.0.0.1 10.255.255.255 10.0.0.1:8443 100.64.0.1 100.127.255.255 169.254.169.254 172.16.0.1
  172.31.255.255 192.0.0.1 192.0.2.1 192.168.0.1 192.31.196.1 192.52.193.1 192.88.99.1 192.175.48.1 198.18.0.1
  198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 167772161 0xA9FEA9FE 012.0.0.1 10.1 %31%30.0.0.1
  [::] [::10.0.0.1] [::ffff:0:8.8.8.8] [100::1] [::ffff:10.0.0.1] [::ffff:a9fe:a9fe] [64:ff9b::a9fe:a9fe]
  [2002:a00:1::] [2001::1] [2001:db8::1] [2620:4f:8000::1] [3fff::1] [4000::1] [5f00::1] [fc00::1] [fd00:ec2::254]
  [fe80::1] [ff02::1] 168.63.129.16 161.26.0.1 166.8.0.1 199.36.153.4 [2600:2d00:2:1000::1]
`);

const INVALID_HOSTS = words('1.2.3.256 0x100000000 1.2.3.4.5 a%00b a%20b example.com:65536');

/** Ports around the valid range (RFC 6335, section 6), and a port in an unusual notation. */
const PORTS = words('0 0443 65535 65536');

/** Public addresses, some of which are next to a special range, and names that only look like special names. */
const PUBLIC_HOSTS = words(
  '8.8.8.8 172.32.0.1 199.36.153.12 [2607:f8b0::1] localhost.example 127.0.0.1.example xn--bcher-kva.example',
);

/** Returns hosts that a careless comparison could confuse with a domain, and the domain in other notations. */
const hostsNear = (domain: string): string[] => [
  domain,
  domain.toUpperCase(),
  ...['.', ':8443', '.example', 'x'].map((after) => domain + after),
  ...['sub.', 'x', 'x-'].map((before) => before + domain),
  domain.slice(1),
  domain.slice(domain.indexOf('.') + 1),
  domain.replaceAll('.', '-'),
  'unregistered.example',
];

type MakeUrls = (url: string, value: Json, registeredDomains: readonly string[]) => readonly string[];

export const BY_URL_KEYWORD: Readonly<Record<string, MakeUrls>> = {
  'x-registered-domain': (url, _, domains) => {
    const near = domains.filter((domain) => domain !== '*').flatMap(hostsNear);
    return [...near, ...PUBLIC_HOSTS, ...INVALID_HOSTS].map((host) => withHost(url, host));
  },
  'x-valid-authority': (url) => [
    ...INVALID_HOSTS.map((host) => withHost(url, host)),
    ...PORTS.map((port) => withPort(url, port)),
  ],
  'x-ports': (url, allowed) => {
    const near = [allowed].flat().flatMap((port) => [-1, 0, 1].map((more) => String(Number(port) + more)));
    return [...near, ...PORTS].map((port) => withPort(url, port));
  },
  'x-public-address': (url) => [...SPECIAL_HOSTS, ...INVALID_HOSTS, ...PUBLIC_HOSTS].map((host) => withHost(url, host)),
  'x-https': (url) => ['https:', 'HTTPS:', 'http:', 'HTTP:'].map((scheme) => url.replace(/^[a-z]+:/i, scheme)),
};

/** Returns strings that a careless comparison could confuse with a text: in another case, shortened, or extended. */
export function nearTo(text: string): string[] {
  const characters = Array.from(text);
  const middle = Math.floor(characters.length / 2);
  const replaced = characters.flatMap((_, i) =>
    i === 0 || i === middle || i === characters.length - 1
      ? ['x', '0', '-', 'é'].map((one) => characters.with(i, one).join(''))
      : [],
  );
  return [
    '',
    ' ',
    text.toUpperCase(),
    text.toLowerCase(),
    text.charAt(0).toUpperCase() + text.slice(1),
    ...[' ', '\n', 'x'].map((before) => before + text),
    ...[' ', '\n', 'x', '0', '\u0000', text].map((after) => text + after),
    `"${text}"`,
    text.replaceAll('_', '-'),
    text.replaceAll('_', ''),
    characters.slice(1).join(''),
    characters.slice(0, -1).join(''),
    characters.toSpliced(middle, 1).join(''),
    ...replaced,
  ];
}

export const BY_FORMAT: Readonly<Record<string, (valid: string) => readonly string[]>> = {
  date: () => [
    ...Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0')).flatMap((month) =>
      ['01', '30', '31', '32'].map((day) => `2024-${month}-${day}`),
    ),
    ...words('2024-02-29 2023-02-29 2000-02-29 1900-02-29 2023-02-28 2024-02-30 2024-00-10 2024-13-01 2024-01-00'),
    ...words('0001-01-01 9999-12-31 2024-1-1 2024-01-1 24-01-01 12024-01-01 -2024-01-01 +2024-01-01 2024-01 2024'),
    ...words('20240101 2024/01/01 01-02-2024 2024-01-01T00:00:00Z 2024-01-01Z 2024-001 2024-W01-1 ٢٠٢٤-٠١-٠١'),
    '1 January 2024',
  ],
  uuid: (valid) => [
    ...[valid.replaceAll('-', ''), valid.replace('-', ''), `{${valid}}`, `urn:uuid:${valid}`, `g${valid.slice(1)}`],
    ...words('00000000-0000-0000-0000-000000000000 ffffffff-ffff-ffff-ffff-ffffffffffff not-a-uuid 1'),
  ],
  uri: (valid) => {
    const origin = /^[a-z]+:\/\/[^/?#]*/i.exec(valid)?.[0] ?? valid;
    return [
      ...URI_PARTS.map((part) => origin + part),
      valid.replace(/^[a-z]+:/i, ''),
      valid.replace(/^[a-z]+:\/\//i, ''),
      valid.replace('://', ':/'),
      valid.replace('://', ':'),
      ...words('/relative ?a=b null'),
    ];
  },
};

/** Text after the host of a URI, with characters that RFC 3986 (section 2) permits and characters that it does not. */
const URI_PARTS = [
  ...['', '/a b', '/é', '/\n', '/\t', '/\u0000', '/\u007f', '/\ud800'],
  ...words("/ ?a=b /a%20b /a;b,c=d!$&'()*+~_.:@- :8443/a :/a //a /a?b?c=/d /%zz /% /%4 /<a> /{a} /a|b /a^b /a`b"),
  ...words('/a\\b /[a] /?a[]=1 /#a # /#a#b'),
];

export const JSON_TEXTS = [
  ...['', ' {}', '{}\n', '\ufeff{}', ' '],
  ...words('{} {"a":1} {"a":{"b":[null]}} {"a":1,"a":2} [] [{}] null true 1 "text" "{}"'),
  ...words(`{ {}} {}{} {a:1} {'a':1} {"a":1,} {"a":undefined} {"a":NaN} /**/{} text`),
];
