import { randomUUID } from 'node:crypto';
import { type OperationId, operations } from '../../../generated/operations.ts';
import type { Shown } from '../../pages/person.ts';
import { example } from '../../support/contract.ts';
import { type Attack, outcomeOf } from '../attack.ts';
import { HOSTILE_NAME, type Installation } from '../installation.ts';
import { identityIn } from '../people.ts';

const FREE_TEXT =
  /^(full_name|name|score|grade|code|credit|education_provider|issuer_name|assessment_result|test_provider)$/;

function withMarkup(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withMarkup(item, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withMarkup(member, key)]));
  return typeof value === 'string' && FREE_TEXT.test(name) ? HOSTILE_NAME : value;
}

/** Describes whether a page shows markup as text, and whether its Content-Security-Policy is safe. */
function descriptionOf({ status, html, headers }: Shown): string {
  const policy = headers.get('content-security-policy') ?? '';
  const isSafe =
    policy.includes("default-src 'none'") && policy.includes("script-src 'self'") && !/unsafe/.test(policy);
  const text = html.includes('&lt;script&gt;alert(1)') ? 'as text' : 'missing';
  const tags = html.replace(/="[^"]*"/g, '');
  const shown = /<script>|<[^<>]*\sonerror/i.test(tags) ? 'as markup' : text;
  return `${status} ${shown}${isSafe ? '' : ' without a policy'}`;
}

async function submit({ call, tokens: { hostile: token } }: Installation, id: OperationId, body: unknown) {
  const answer = await call('POST', operations[id].path, { token, body });
  if (answer.status !== 201) throw new Error(`${id} returned ${outcomeOf(answer)}`);
  return answer.body.redirect_uri as string;
}

/** Opens the pages with markup in the submitted data and in the account name of the user. */
async function pagesOf(installation: Installation): Promise<Record<string, Shown>> {
  const { provider, signIn, visitor } = installation;
  const batch = withMarkup({ ...example('CredentialBatchOfEveryKind'), credential_id: randomUUID() });
  const who = visitor();
  provider.claims = { email: `${HOSTILE_NAME}@example.com` };
  const opened = await who.open(await submit(installation, 'addCredentialBatch', batch));
  const consent = await signIn(who, 'ada-of-markup', opened);
  provider.claims = {};
  const accepted = await who.accept(consent);
  const list = await who.visit('/credentials');
  const display_options = { partner_name: HOSTILE_NAME, partner_logo_url: 'https://hiring.acme.example/logo.svg' };
  const link = new URL(await submit(installation, 'createVerificationRequest', { display_options }));
  const verify = await who.visit(link.pathname + link.search);
  const closing = await who.submit(verify, { decision: 'verify', identity: identityIn(verify) });
  return { consent, accepted, list, verify, closing, account: await who.visit('/account') };
}

export const markupAttacks: readonly Attack[] = [
  {
    attack: 'the texts of a partner and the name of an account on the pages',
    expected: 'consent, accepted, list, verify, closing, account: 200 as text',
    async run(installation) {
      const pages = Object.entries(await pagesOf(installation)).map(([name, page]) => [name, descriptionOf(page)]);
      const outcomes = [...new Set(pages.map(([, description]) => description))];
      const namesOf = (outcome?: string) => pages.filter(([, each]) => each === outcome).map(([name]) => name);
      return outcomes.map((outcome) => `${namesOf(outcome).join(', ')}: ${outcome}`).join('; ');
    },
  },
  {
    attack: 'markup in the name of a property',
    expected: '422 required unexpected_member, application/problem+json, nosniff',
    async run({ call, tokens: { hostile: token } }) {
      const answer = await call('POST', operations.addRightToWork.path, { token, body: { [HOSTILE_NAME]: 1 } });
      const { headers } = answer;
      return [outcomeOf(answer), headers.get('content-type'), headers.get('x-content-type-options')].join(', ');
    },
  },
  {
    attack: 'markup in the address of a page',
    expected: '404, no markup',
    async run({ visitor }) {
      const { status, html } = await visitor().visit(`/${encodeURIComponent(HOSTILE_NAME)}?q=${HOSTILE_NAME}`);
      return `${status}, ${html.includes('alert(1)') ? 'markup' : 'no markup'}`;
    },
  },
  {
    attack: 'a partner that uses the name of another partner in Cyrillic letters',
    expected: '422 not_allowed',
    async run({ call, tokens: { hostile: token } }) {
      const body = { display_options: { partner_name: '\u0410\u0441m\u0435' } };
      return outcomeOf(await call('POST', operations.createVerificationRequest.path, { token, body }));
    },
  },
];
