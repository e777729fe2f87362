import { randomUUID } from 'node:crypto';
import { operations } from '../../../generated/operations.ts';
import { example } from '../../support/contract.ts';
import { type Attack, outcomeOf } from '../attack.ts';
import { DOMAIN, type Installation } from '../installation.ts';

const SPECIAL = '422 special_address';
const MALFORMED = '422 wrong_format';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Hosts and authorities that lead to this machine or its network, or that hide the host, by the expected response. */
const hosts: Record<string, readonly string[]> = {
  [SPECIAL]: [
    // Decimal, octal, hexadecimal, mixed, and short notations of IPv4 addresses.
    ...words(`
      127.0.0.1 127.0.0.1. 127.1 127.0.1 127.000.000.001 2130706433 017700000001 0177.0.0.01 0x7f000001 0X7F.1 0x7f.0.1
      0x7f.0x0.0x0.0x1 0 0x0 0.0.0.0 10.1 012.0.0.1 0xa.0.0.1 169.254.169.254 2852039166 0xA9FEA9FE 0251.0376.0251.0376
      169.254.43518 169.0376.0xa9fe 172.16.0.1 192.168.1.1:8443 100.64.0.1 198.18.0.1 224.0.0.1 255.255.255.255
      4294967295
    `),
    // Services that a cloud offers to its own machines.
    ...words('100.100.100.200 192.0.0.192 168.63.129.16 [fd00:ec2::254] [fd20:ce::254]'),
    // Percent-encoded hosts.
    ...words('%31%32%37.0.0.1 127%2e0%2E0%2e1 l%6fcalhost'),
    // IPv6 addresses, and IPv4 addresses inside them: mapped, compatible, 6to4, NAT64, and Teredo.
    ...words(`
      [::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:a9fe:a9fe] [::127.0.0.1] [::7f00:1]
      [::ffff:0:127.0.0.1] [2002:7f00:1::] [2002:a9fe:a9fe::1] [64:ff9b::7f00:1] [64:ff9b::169.254.169.254] [64:ff9b:1::1]
      [2001:0:7f00:1::] [fe80::1] [FC00::1] [fec0::1] [ff02::1] [100::1] [2001:db8::1] [4000::1]
    `),
    // Special-use names.
    ...words('localhost LOCALHOST. localhost:8443 api.localhost a.b.localhost.'),
  ],
  [MALFORMED]: [
    // Hosts and ports that the URL standard does not permit.
    ...words(
      `1.2.3.256 999.1.1.1 0x100000000 1.2.3.4.5 127.0.0.1%00.evil.test ${DOMAIN}:0 ${DOMAIN}:65536 127.0.0.1:0`,
    ),
    // Zones, open brackets, user information, and backslashes.
    ...words(`
      [::1 [fe80::1%eth0 [fe80::1%25eth0] ${DOMAIN}@127.0.0.1 ${DOMAIN}%2f@localhost @${DOMAIN} ${DOMAIN}:x@localhost
      ${DOMAIN}\\@127.0.0.1 \\${DOMAIN}
    `),
    // Blanks and control characters.
    ...[`${DOMAIN} .evil.test`, `${DOMAIN}\t`, `${DOMAIN}\r\nHost: localhost`, `${DOMAIN}\0.evil.test`],
    // Characters that IDNA maps to letters, digits, dots, and slashes, or ignores.
    ...words(`
      １２７.０.０.１ 127。0。0。1 ①②⑦.⓪.⓪.① １６９.254.169.254 ｌｏｃａｌｈｏｓｔ ⓛⓞⓒⓐⓛⓗⓞⓢⓣ local\u00adhost localhost。 ﬁle.acme.example
      ${DOMAIN}／@evil.test acme\u200d.example
    `),
  ],
};

/** Whole URLs without an https host. */
const urls: Record<string, readonly string[]> = {
  [MALFORMED]: [
    ...['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'gopher://127.0.0.1/', 'ftp://127.0.0.1/'],
    ...['//127.0.0.1/', '/etc/passwd', 'https:127.0.0.1', 'https:///127.0.0.1', `blob:https://${DOMAIN}/`, ''],
  ],
};

/** Requests with a URL that the service, or the browser of a user, opens later, on a host that the partner chooses. */
const targets: readonly ((url: string) => [method: 'POST', path: string, body: unknown])[] = [
  (url) => ['POST', operations.createWebhook.path, { url }],
  (callback_url) => [
    'POST',
    operations.createVerificationRequest.path,
    { ...example('VerificationMinimal'), callback_url },
  ],
  (partner_logo_url) => [
    'POST',
    operations.createVerificationRequest.path,
    { display_options: { partner_name: 'Acme', partner_logo_url } },
  ],
];

/** Sends the URL in every position. Returns the different responses, without violations of the registered domain. */
async function submit({ call, tokens: { acme: token } }: Installation, url: string): Promise<string> {
  const answers = await Promise.all(
    targets.map((requestFor) => {
      const [method, path, body] = requestFor(url);
      return call(method, path, { token, body });
    }),
  );
  const outcomes = answers.map((answer) => outcomeOf(answer).replace(/ unregistered_domain\b/, ''));
  return [...new Set(outcomes)].join(', ');
}

const rowsFor = (all: Record<string, readonly string[]>, toUrl: (text: string) => string): Attack[] =>
  Object.entries(all).flatMap(([expected, texts]) =>
    texts.map((text) => ({
      attack: `the URL ${JSON.stringify(toUrl(text))}`,
      expected,
      run: (installation) => submit(installation, toUrl(text)),
    })),
  );

/** Hosts of documents that resemble the registered domain. */
const LOOKALIKES = [
  `${DOMAIN}.evil.test`,
  `evil${DOMAIN}`,
  `x.${DOMAIN}`,
  'acme.example',
  'hiring.xn--cme-8ka.example',
];

export const addressAttacks: readonly Attack[] = [
  ...[...(hosts[SPECIAL] ?? []), ...LOOKALIKES].map((host) => ({
    attack: `a document at https://${host}/`,
    expected: '422 unregistered_domain',
    async run({ call, tokens: { acme: token } }: Installation) {
      const body = { ...example('EducationWithTranscript'), id: randomUUID() };
      body.data.document = `https://${host}/`;
      return outcomeOf(await call('POST', operations.addEducation.path, { token, body }));
    },
  })),
  ...rowsFor(hosts, (host) => `https://${host}/a?b=c`),
  ...rowsFor(urls, (url) => url),
];
