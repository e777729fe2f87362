import { basicHeader, tokenForm } from '../../contract/token-requests.ts';
import { type Bare, security } from './situation.ts';

/** What a token request can be like (RFC 6749, sections 2.3, 3.2, 3.3 and 5.2). */
export const clientCases = (allScopes: readonly string[]): Bare[] => [
  form('the scopes asked for alone', ({ form }) => [...form, ['scope', allScopes.slice(0, 2).join(' ')]]),
  form('every scope by its name', ({ form }) => [...form, ['scope', allScopes.join(' ')]]),
  form('a field that is not known', ({ form }) => [...form, ['audience', 'x']]),
  form('an empty field', ({ form }) => [...form, ['scope', '']]),
  form('a scope that there is not', ({ form }) => [...form, ['scope', 'write.everything']]),
  form('a scope in other letters', ({ form }) => [...form, ['scope', String(allScopes[0]).toUpperCase()]]),
  form('scopes separated by two blanks', ({ form }) => [...form, ['scope', allScopes.slice(0, 2).join('  ')]]),
  ...['grant_type', 'client_id', 'client_secret'].flatMap((name) => [
    form(`without ${name}`, ({ form }) => form.filter(([field]) => field !== name)),
    form(`with ${name} twice`, ({ form }) => [...form, form.find(([field]) => field === name) ?? [name, '']]),
    form(`with an empty ${name}`, ({ form }) => form.map(([f, v]): [string, string] => [f, f === name ? '' : v])),
  ]),
  form('with scope twice', ({ form }) => [...form, ['scope', 'a'], ['scope', 'a']]),
  form('with an unknown field twice', ({ form }) => [...form, ['audience', 'a'], ['audience', 'b']]),
  form('a wrong secret', ({ form }) =>
    form.map(([f, v]): [string, string] => [f, f === 'client_secret' ? `${v}x` : v]),
  ),
  form('an unknown client', ({ form, fresh }) =>
    form.map(([f, v]): [string, string] => [f, f === 'client_id' ? fresh : v]),
  ),
  basic('by HTTP Basic', (id, secret) => basicHeader(id, secret)),
  basic('a wrong secret by HTTP Basic', (id, secret) => basicHeader(id, `${secret}x`)),
  basic('HTTP Basic that cannot be decoded', () => 'Basic !'),
  basic('credentials under another scheme', () => 'Bearer x'),
  security('credentials in two ways', async (session) => ({
    body: { form: tokenForm(session.credentials) },
    authorization: {
      header: () => basicHeader(session.credentials.clientId, session.credentials.clientSecret),
    },
  })),
  bytes('a field that is not UTF-8', 'grant_type=client_credentials&scope=%FF'),
  bytes('a broken escape', 'grant_type=client_credentials&scope=%ZZ'),
  bytes('an empty form', ''),
];

function form(name: string, change: (parts: { form: [string, string][]; fresh: string }) => [string, string][]): Bare {
  return security(name, async (session) => ({
    body: { form: change({ form: tokenForm(session.credentials), fresh: session.fresh() }) },
  }));
}

function basic(name: string, header: (id: string, secret: string) => string): Bare {
  return security(name, async ({ credentials: { clientId, clientSecret } }) => ({
    body: { form: [['grant_type', 'client_credentials']] },
    authorization: { header: () => header(clientId, clientSecret) },
  }));
}

function bytes(name: string, text: string): Bare {
  return security(name, async () => ({ body: { bytes: Buffer.from(text) } }));
}
