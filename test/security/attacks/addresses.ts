import { randomUUID } from 'node:crypto';
import { operations } from '../../../generated/operations.ts';
import { example } from '../../support/contract.ts';
import { type Attack, outcomeOf } from '../attack.ts';
import { DOMAIN, type Installation } from '../installation.ts';

// test/domain/address-kind.test.ts tests every address range, and every notation of a host.

const SPECIAL_HOSTS = ['127.1', '169.254.169.254', '[::ffff:a9fe:a9fe]', '[2002:7f00:1::]', 'a.b.localhost.:8443'];

/** URLs that hide their host, or that have no https host. */
const MALFORMED_URLS = [
  ...[`${DOMAIN}@127.0.0.1`, `${DOMAIN}\\@127.0.0.1`, `${DOMAIN}%2f@localhost`, `${DOMAIN}\r\nHost: localhost`]
    .concat(`${DOMAIN}\0.evil.test`, '127。0。0。1')
    .map((host) => `https://${host}/a?b=c`),
  ...['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//127.0.0.1/', 'https:127.0.0.1', ''],
];

/** Hosts of documents that resemble the registered domain. */
const LOOKALIKES = [`${DOMAIN}.evil.test`, `evil${DOMAIN}`, `x.${DOMAIN}`, 'hiring.xn--cme-8ka.example'];

/** Requests with a URL that the service, or the browser of a user, opens later. */
const targets: readonly ((url: string) => [path: string, body: unknown])[] = [
  (url) => [operations.createWebhook.path, { url }],
  (callback_url) => [operations.createVerificationRequest.path, { ...example('VerificationMinimal'), callback_url }],
  (partner_logo_url) => [
    operations.createVerificationRequest.path,
    { display_options: { partner_name: 'Acme', partner_logo_url } },
  ],
];

/**
 * Sends the URL in each property that can contain one. Returns the different responses. A violation because the host is
 * not a registered domain is left out.
 */
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
  ...SPECIAL_HOSTS.map((host) => rowOf('422 special_address', `https://${host}/a?b=c`)),
  ...MALFORMED_URLS.map((url) => rowOf('422 wrong_format', url)),
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
