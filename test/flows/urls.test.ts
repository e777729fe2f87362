import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../generated/operations.ts';
import { example } from '../support/contract.ts';
import { type Answer, addPartner, startService, type TestService } from '../support/service.ts';

// The URLs that partners send. All notations of hosts are in test/domain/address-kind.test.ts.

const DOMAIN = 'hiring.acme.example';
const SECRET = 'secret-of-the-urls';

/** The codes of the violations for each kind of URL, in alphabetical order; an empty text when the URL is accepted. */
interface Judgement {
  callback: string;
  callbackOfAnyDomain: string;
  logo: string;
  webhook: string;
}

/** Every way to send a URL: the kind, the partner that sends it, and the pointer to it. */
const uses = [
  { use: 'callback', kind: 'callback', client: 'registered', pointer: '/callback_url' },
  { use: 'callback of any domain', kind: 'callbackOfAnyDomain', client: 'any', pointer: '/callback_url' },
  { use: 'logo', kind: 'logo', client: 'registered', pointer: '/display_options/partner_logo_url' },
  { use: 'new webhook', kind: 'webhook', client: 'registered', pointer: '/url' },
  { use: 'changed webhook', kind: 'webhook', client: 'registered', pointer: '/url' },
] as const;
type Use = (typeof uses)[number];

const all = (codes: string): Judgement => ({
  callback: codes,
  callbackOfAnyDomain: codes,
  logo: codes,
  webhook: codes,
});
const ofLength = (length: number) => `https://${DOMAIN}/`.padEnd(length, 'x');
const loopback = ['127.0.0.1:3000', '127.1', '0x7f000001', '%31%32%37.0.0.1', '[::1]', '[::ffff:7f00:1]', 'LOCALHOST.'];
const special = ['0', '10.1', '169.254.169.254', '2852039166', '192.168.1.1:8443', '[::ffff:a9fe:a9fe]', '[fc00::1]'];
const notHosts = ['1.2.3.256', ':443', `${DOMAIN}:65536`, `${DOMAIN}%00.evil.test`, `${DOMAIN}%2Fevil.test`];

const groups: { what: string; production: Judgement; sandbox?: Judgement; urls: readonly string[] }[] = [
  {
    what: 'on the registered domain',
    production: all(''),
    urls: [
      `https://${DOMAIN}`,
      `https://${DOMAIN}:8443/verified`,
      `https://${DOMAIN}./verified`,
      'HTTPS://HIRING.acme.Example/verified',
      `https://${DOMAIN}?case=1204&next=https://attacker.test/`,
      `https://${DOMAIN}/@attacker.test/a%20b/%00%0D%0A/..;/%E9`,
      ofLength(2048),
    ],
  },
  {
    what: 'on another domain',
    production: { ...all(''), callback: 'unregistered_domain' },
    urls: [
      'https://acme.example/',
      `https://www.${DOMAIN}/`,
      `https://evil${DOMAIN}/`,
      `https://${DOMAIN}.evil.test/`,
      `https://${DOMAIN}../`,
      `https://${DOMAIN}%2Eevil.test/`,
      `https://evil.test/${DOMAIN}`,
      'https://localhost.evil.test/',
      'https://[::ffff:8.8.8.8]/',
    ],
  },
  {
    what: 'of an invalid form',
    production: all('wrong_format'),
    urls: [
      '',
      `javascript://${DOMAIN}/%0Aalert(1)`,
      `JavaScript:https://${DOMAIN}/`,
      `blob:https://${DOMAIN}/`,
      `//${DOMAIN}/`,
      `https:/${DOMAIN}/`,
      `https:///${DOMAIN}/`,
      `https://@${DOMAIN}/`,
      `https://${DOMAIN}@127.0.0.1/`,
      `https://evil@${DOMAIN}@evil/`,
      `https:/\\${DOMAIN}/`,
      `https://${DOMAIN}\\@evil.test/`,
      ` https://${DOMAIN}/`,
      `https://${DOMAIN} .evil.test/`,
      `https://${DOMAIN}\u0000.evil.test/`,
      `https://${DOMAIN}/\u2028`,
      'java\nscript:alert(1)',
      'https://hiring.\nacme.example/',
      `https://${DOMAIN}/\r\nSet-Cookie: a=b`,
      `https://${DOMAIN}/\ud800`,
      'https://hiring。acme。example/',
      'https://１２７.０.０.１/',
      'https://local\u00adhost/',
      `https://${DOMAIN}／@evil.test/`,
      `https://${DOMAIN}/%zz`,
      'https://[fe80::1%25eth0]/',
    ],
  },
  {
    what: 'with a fragment',
    production: { ...all('wrong_format'), logo: '' },
    urls: [`https://${DOMAIN}/#`, `https://${DOMAIN}#@evil.test/`, `https://${DOMAIN}/#/route?a=b`],
  },
  { what: 'over the longest length', production: all('too_long'), urls: [ofLength(2049), ofLength(100_000)] },
  {
    what: 'of http',
    production: { ...all('not_https'), logo: 'wrong_format' },
    urls: [`HTTP://${DOMAIN}`, `http://${DOMAIN}:443/`, `http://${DOMAIN}?https://${DOMAIN}/`],
  },
  {
    what: 'of https to a loopback address',
    production: { ...all('special_address'), callback: 'special_address unregistered_domain' },
    sandbox: { ...all(''), callback: 'unregistered_domain' },
    urls: loopback.map((host) => `https://${host}/a?b=c`),
  },
  {
    what: 'of http to a loopback address',
    production: {
      ...all('not_https special_address'),
      callback: 'not_https special_address unregistered_domain',
      logo: 'wrong_format',
    },
    sandbox: { ...all(''), callback: 'unregistered_domain', logo: 'wrong_format' },
    urls: loopback.map((host) => `http://${host}/a?b=c`),
  },
  {
    what: 'of https to a special address',
    production: { ...all('special_address'), callback: 'special_address unregistered_domain' },
    urls: special.map((host) => `https://${host}/a?b=c`),
  },
  {
    what: 'of http to a special address',
    production: {
      ...all('not_https special_address'),
      callback: 'not_https special_address unregistered_domain',
      logo: 'wrong_format',
    },
    urls: special.map((host) => `http://${host}/a?b=c`),
  },
  {
    // A URL without a host is on no domain, not even for a partner that may use any.
    what: 'without a valid host',
    production: {
      ...all('special_address'),
      callback: 'special_address unregistered_domain',
      callbackOfAnyDomain: 'special_address unregistered_domain',
    },
    urls: notHosts.map((host) => `https://${host}/a?b=c`),
  },
];

describe.each([
  { mode: 'production', allowLoopback: false },
  { mode: 'sandbox', allowLoopback: true },
] as const)('in $mode', ({ mode, allowLoopback }) => {
  let service: TestService;
  let webhookId: string;
  const tokens = new Map<string, string>();

  const call = (operation: OperationId, client: string, options: { id?: string; body?: unknown } = {}) =>
    service.call(operations[operation].method, operations[operation].path.replace('{id}', options.id ?? ''), {
      token: tokens.get(client) ?? '',
      body: options.body,
    });

  beforeAll(async () => {
    service = await startService({ change: () => ({ allowLoopback }) });
    for (const [clientId, domains] of [
      ['registered', [DOMAIN]],
      ['any', ['*']],
    ] as const) {
      await addPartner(service, { clientId, secret: SECRET, domains });
      tokens.set(clientId, await service.token({ clientId, secret: SECRET }));
    }
    webhookId = (await call('createWebhook', 'registered', { body: example('WebhookOfAcme') })).body.id;
  });

  afterAll(() => service.stop());

  async function send({ use, kind, client }: Use, url: string): Promise<Answer> {
    if (use === 'changed webhook') return call('replaceWebhook', client, { id: webhookId, body: { url } });
    if (kind === 'webhook') {
      const answer = await call('createWebhook', client, { body: { url } });
      if (answer.status === 201) await call('deleteWebhook', client, { id: answer.body.id });
      return answer;
    }
    const body = { ...example('VerificationMinimal'), request_id: randomUUID() };
    Object.assign(kind === 'logo' ? body.display_options : body, {
      [kind === 'logo' ? 'partner_logo_url' : 'callback_url']: url,
    });
    const answer = await call('createVerificationRequest', client, { body });
    const { status } = await call('getVerificationRequest', client, { id: body.request_id });
    expect(status, 'the server stores the request only if it accepts it').toBe(answer.status === 201 ? 200 : 404);
    return answer;
  }

  const shown = (url: string) => JSON.stringify(url).slice(0, 80);
  const rows = groups.flatMap(({ what, urls, production, sandbox }) =>
    urls.map((url) => ({ what, shown: shown(url), url, judged: (mode === 'sandbox' && sandbox) || production })),
  );

  test.each(rows)('$shown is a URL $what', async ({ url, judged }) => {
    for (const use of uses) {
      const violations = judged[use.kind].split(' ').flatMap((code) => (code ? [`${code} ${use.pointer}`] : []));
      const { status, headers, body } = await send(use, url);
      const found = (body.errors ?? []).map((each: Record<string, string>) => `${each['code']} ${each['pointer']}`);
      expect({ use, violations: found.sort() }).toEqual({ use, violations });
      expect(status).toBe(violations.length > 0 ? 422 : use.use === 'changed webhook' ? 200 : 201);
      if (status === 422 && url.length > 'https://'.length)
        for (const form of [url, JSON.stringify(url).slice(1, -1)])
          expect(JSON.stringify([body, ...headers])).not.toContain(form);
    }
  });

  test('a rejected URL changes no webhook, creates none, and no part of it is repeated', async () => {
    const before = await call('getWebhook', 'registered', { id: webhookId });
    for (const url of [
      'zqscheme://zqhost.test/',
      'https://zquser:zqpassword@zqhost.test/zqpath?zqquery#zqfragment',
      'https://10.0.0.1/zqpath?zqquery',
      'http://zqhost.test:65000/zqpath?zqquery',
    ])
      for (const use of uses.filter(({ use }) => use !== 'logo')) {
        const { status, body, headers } = await send(use, url);
        if (use.use === 'callback of any domain' && status === 201) continue;
        expect(status).toBe(422);
        expect(JSON.stringify([body, ...headers])).not.toMatch(/zq|10\.0\.0\.1|65000/);
      }
    expect((await call('listWebhooks', 'registered')).body.webhooks).toEqual([before.body]);
  });
});
