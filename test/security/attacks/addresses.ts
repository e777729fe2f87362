import { randomUUID } from 'node:crypto';
import { operations } from '../../../generated/operations.ts';
import { example } from '../../support/contract.ts';
import { type Attack, outcomeOf } from '../attack.ts';
import { DOMAIN, type Installation } from '../installation.ts';

// test/domain/address-kind.test.ts tests every address range and every notation of a host.

const SPECIAL = '422 special_address';
const MALFORMED = '422 wrong_format';

/** Hosts that lead to this machine, its network, or the services of a cloud. */
const SPECIAL_HOSTS = [
  ...['127.1', '2130706433', '0x7f000001', '169.254.169.254', '100.100.100.200', '168.63.129.16', '192.168.1.1:8443'],
  ...['[::1]', '[::ffff:a9fe:a9fe]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fd00:ec2::254]', 'l%6fcalhost'],
  ...['localhost:8443', 'a.b.localhost.'],
];

/** URLs that hide their host, or that have no https host. */
const MALFORMED_URLS = [
  ...['１２７.０.０.１', 'local\u00adhost', '127。0。0。1', '[fe80::1%25eth0]', '1.2.3.256', `${DOMAIN}:0`],
  ...[`${DOMAIN}@127.0.0.1`, `${DOMAIN}%2f@localhost`, `${DOMAIN}\\@127.0.0.1`, `${DOMAIN}／@evil.test`],
  ...[`${DOMAIN} .evil.test`, `${DOMAIN}\r\nHost: localhost`, `${DOMAIN}\0.evil.test`],
]
  .map((host) => `https://${host}/a?b=c`)
  .concat('javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//127.0.0.1/', 'https:127.0.0.1', '');

/** Hosts of documents that resemble the registered domain. */
const LOOKALIKES = [
  ...[`${DOMAIN}.evil.test`, `evil${DOMAIN}`, `x.${DOMAIN}`, 'acme.example', 'hiring.xn--cme-8ka.example'],
];

/** Requests with a URL that the service, or the browser of a user, opens later. */
const targets: readonly ((url: string) => [path: string, body: unknown])[] = [
  (url) => [operations.createWebhook.path, { url }],
  (callback_url) => [operations.createVerificationRequest.path, { ...example('VerificationMinimal'), callback_url }],
  (partner_logo_url) => [
    operations.createVerificationRequest.path,
    { display_options: { partner_name: 'Acme', partner_logo_url } },
  ],
];

/** Sends the URL in every position. Returns the different responses, without violations of the registered domain. */
async function submit({ call, tokens: { acme: token } }: Installation, url: string): Promise<string> {
  const answers = await Promise.all(
    targets.map((requestFor) => {
      const [path, body] = requestFor(url);
      return call('POST', path, { token, body });
    }),
  );
  const outcomes = answers.map((answer) => outcomeOf(answer).replace(/ unregistered_domain\b/, ''));
  return [...new Set(outcomes)].join(', ');
}

const rowOf = (expected: string, url: string): Attack => ({
  attack: `the URL ${JSON.stringify(url)}`,
  expected,
  run: (installation) => submit(installation, url),
});

export const addressAttacks: readonly Attack[] = [
  ...SPECIAL_HOSTS.map((host) => rowOf(SPECIAL, `https://${host}/a?b=c`)),
  ...MALFORMED_URLS.map((url) => rowOf(MALFORMED, url)),
  ...['127.0.0.1', ...LOOKALIKES].map((host) => ({
    attack: `a document at https://${host}/`,
    expected: '422 unregistered_domain',
    async run({ call, tokens: { acme: token } }: Installation) {
      const body = { ...example('EducationWithTranscript'), id: randomUUID() };
      body.data.document = `https://${host}/`;
      return outcomeOf(await call('POST', operations.addEducation.path, { token, body }));
    },
  })),
];
