import { randomUUID } from 'node:crypto';
import { operations } from '../../../generated/operations.ts';
import { example } from '../../support/contract.ts';
import { type Attack, outcomeOf } from '../attack.ts';
import { type Installation, REGISTERED_DOMAIN } from '../installation.ts';

// test/api/contract/urls.test.ts tests other URLs, and test/domain/address-kind.test.ts tests every address range.

const SPECIAL_HOSTS = ['127.1', '169.254.169.254', '[::ffff:a9fe:a9fe]', '[2002:7f00:1::]', 'a.b.localhost.:8443'];

/** Functions that create a request with a URL. The service or a browser opens the URL later. */
const targets: readonly ((url: string) => [path: string, body: unknown])[] = [
  (url) => [operations.createWebhook.path, { url }],
  (callback_url) => [operations.createVerificationRequest.path, { ...example('VerificationMinimal'), callback_url }],
  (partner_logo_url) => [
    operations.createVerificationRequest.path,
    { display_options: { partner_name: 'Acme', partner_logo_url } },
  ],
];

/** Sends each request with the URL. Returns the distinct outcomes, without the code `unregistered_domain`. */
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

export const addressAttacks: readonly Attack[] = [
  ...SPECIAL_HOSTS.map((host) => ({
    attack: `the URL https://${host}/`,
    expected: '422 special_address',
    run: (installation: Installation) => submit(installation, `https://${host}/`),
  })),
  ...['127.0.0.1', `${REGISTERED_DOMAIN}.evil.test`].map((host) => ({
    attack: `a document at https://${host}/`,
    expected: '422 unregistered_domain',
    async run({ call, tokens: { acme: token } }: Installation) {
      const body = { ...example('EducationWithTranscript'), id: randomUUID() };
      body.data.document = `https://${host}/`;
      return outcomeOf(await call('POST', operations.addEducation.path, { token, body }));
    },
  })),
];
