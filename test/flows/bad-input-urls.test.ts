import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operations, scopes } from '../../generated/operations.ts';
import { hashClientSecret } from '../../server/oauth/client-secret.ts';
import { example } from '../support/contract.ts';
import { engines } from '../support/engines.ts';
import { type Answer, startService, type TestService } from '../support/service.ts';

// URLs that partners send, in the body and of their calls. `service.call` fails when an answer departs from the contract.

const DOMAIN = 'hiring.acme.example';
const SECRET = 'secret-of-the-urls';

const bodyWith = (member: 'callback_url' | 'partner_logo_url', url: string) => {
  const body = example('VerificationMinimal');
  body.request_id = randomUUID();
  (member === 'callback_url' ? body : body.display_options)[member] = url;
  return body;
};

/** Every way to send a URL: who sends it, in what, and the pointer to it. */
const uses = {
  callback: { client: 'registered', pointer: '/callback_url' },
  callbackOfAnyDomain: { client: 'any', pointer: '/callback_url' },
  logo: { client: 'registered', pointer: '/display_options/partner_logo_url' },
  newWebhook: { client: 'registered', pointer: '/url' },
  changedWebhook: { client: 'registered', pointer: '/url' },
} as const;
type Use = keyof typeof uses;

/** The codes of the violations of a URL, in alphabetical order; an empty text when it is accepted. */
interface Judgement {
  callback: string;
  callbackOfAnyDomain: string;
  logo: string;
  webhook: string;
}

interface Group {
  what: string;
  production: Judgement;
  /** Where it is not as in production. */
  sandbox?: Judgement;
  urls: readonly string[];
}

const alike = (codes: string): Judgement => ({
  callback: codes,
  callbackOfAnyDomain: codes,
  logo: codes,
  webhook: codes,
});

/** A URL as the name of a test. */
const named = (url: string) => JSON.stringify(url).slice(0, 80);

const https = (hosts: readonly string[]) => hosts.map((host) => `https://${host}/a?b=c`);
const http = (hosts: readonly string[]) => hosts.map((host) => `http://${host}/a?b=c`);
const ofLength = (length: number) => `https://${DOMAIN}/`.padEnd(length, 'x');

const loopback = [
  '127.0.0.1',
  '127.0.0.1:3000',
  '127.0.0.1.',
  '127.255.255.255',
  '2130706433',
  '0x7f000001',
  '0X7F.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '127.1',
  '127.0.0.0x',
  '%31%32%37.0.0.1',
  '127%2E0%2e0.1',
  '[::1]',
  '[::1]:3000',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  'localhost',
  'localhost:3000',
  'localhost.',
  'LOCALHOST',
  'foo.localhost',
  'l%6Fcalhost',
];

const special = [
  '0',
  '0.0.0.0',
  '10.0.0.0',
  '10.255.255.255',
  '10.1',
  '167772161',
  '012.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '169.254.169.254.',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.43518',
  '%3169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.255.255',
  '192.168.1.1:8443',
  '224.0.0.1',
  '255.255.255.255',
  '4294967295',
  '[::]',
  '[::ffff:10.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[::10.0.0.1]',
  '[64:ff9b::a00:1]',
  '[2002:a00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
];

const groups: Group[] = [
  {
    what: 'a URL on the registered domain',
    production: alike(''),
    urls: [
      `https://${DOMAIN}`,
      `https://${DOMAIN}/`,
      `https://${DOMAIN}:8443/verified`,
      `https://${DOMAIN}./verified`,
      `HTTPS://HIRING.acme.Example/verified`,
      `https://${DOMAIN}?case=1204&next=https://attacker.test/`,
      `https://${DOMAIN}/@attacker.test/a%20b/%00%0D%0A/..;/%E9`,
      ofLength(2048),
    ],
  },
  {
    what: 'a URL on another domain',
    production: { ...alike(''), callback: 'unregistered_domain' },
    urls: [
      'https://attacker.test/',
      'https://acme.example/',
      `https://www.${DOMAIN}/`,
      `https://evil${DOMAIN}/`,
      `https://evil-${DOMAIN}/`,
      `https://${DOMAIN}.evil.test/`,
      `https://${DOMAIN}../`,
      `https://${DOMAIN}%2Eevil.test/`,
      `https://evil.test/${DOMAIN}`,
      `https://evil.test?${DOMAIN}`,
      'https://xn--bcher-kva.example/',
      'https://localhost.evil.test/',
      'https://notlocalhost/',
      'https://127.0.0.1.nip.io/',
      'https://8.8.8.8/',
      'https://134744072/',
      'https://[2606:4700:4700::1111]/',
      'https://[::ffff:8.8.8.8]/',
    ],
  },
  {
    what: 'no URL of the web',
    production: alike('wrong_format'),
    urls: [
      '',
      ' ',
      '\u00a0',
      'null',
      'javascript:alert(1)',
      `javascript://${DOMAIN}/%0Aalert(1)`,
      `JavaScript:https://${DOMAIN}/`,
      'data:text/html,<script>alert(1)</script>',
      'file:///etc/passwd',
      `file://${DOMAIN}/etc/passwd`,
      `ftp://${DOMAIN}/`,
      `ws://${DOMAIN}/`,
      `gopher://${DOMAIN}/`,
      `blob:https://${DOMAIN}/`,
      `view-source:https://${DOMAIN}/`,
      'mailto:alex@acme.example',
      'verified',
      '/verified',
      './verified',
      '?a',
      '#a',
      `//${DOMAIN}/`,
      `///${DOMAIN}/`,
      `${DOMAIN}/`,
      `${DOMAIN}:443/`,
      'https',
      'https:',
      'https://',
      'https:///',
      'https://?a',
      'https://#a',
      `https:${DOMAIN}/`,
      `https:/${DOMAIN}/`,
      `https:///${DOMAIN}/`,
      `https//${DOMAIN}/`,
    ],
  },
  {
    what: 'user info',
    production: alike('wrong_format'),
    urls: [
      `https://user:pw@${DOMAIN}/`,
      `https://user@${DOMAIN}/`,
      `https://@${DOMAIN}/`,
      `https://:@${DOMAIN}/`,
      `https://${DOMAIN}@evil/`,
      `https://${DOMAIN}:443@evil/`,
      `https://${DOMAIN}%2F@evil/`,
      `https://evil@${DOMAIN}@evil/`,
      `http://user:pw@localhost/`,
      `https://${DOMAIN}@127.0.0.1/`,
    ],
  },
  {
    what: 'backslashes, blanks, control characters and line breaks',
    production: alike('wrong_format'),
    urls: [
      `https:\\\\${DOMAIN}\\`,
      `https:/\\${DOMAIN}/`,
      `https://${DOMAIN}\\`,
      `https://${DOMAIN}\\@evil.test/`,
      `https://evil.test\\@${DOMAIN}/`,
      `https://evil.test\\.${DOMAIN}/`,
      `https://${DOMAIN}/a\\b`,
      ` https://${DOMAIN}/`,
      `https://${DOMAIN}/ `,
      `https://${DOMAIN}/a b`,
      `https:// ${DOMAIN}/`,
      `https://${DOMAIN} .evil.test/`,
      `\u0000https://${DOMAIN}/`,
      `https://${DOMAIN}/\u0000`,
      `https://${DOMAIN}\u0000.evil.test/`,
      `https://${DOMAIN}/\u0001`,
      `https://${DOMAIN}/\u007f`,
      `https://${DOMAIN}/\u0085`,
      `https://${DOMAIN}/\u2028`,
      `java\nscript:alert(1)`,
      `ht\ntps://${DOMAIN}/`,
      `https://hiring.\nacme.example/`,
      `\thttps://${DOMAIN}/`,
      `https://${DOMAIN}/\n`,
      `https://${DOMAIN}/\r\nSet-Cookie: a=b`,
      `https://evil.test/\nhttps://${DOMAIN}/`,
      `https://${DOMAIN}/\ud800`,
    ],
  },
  {
    what: 'what is not ASCII, and what a URL may not hold',
    production: alike('wrong_format'),
    urls: [
      'https://bücher.example/',
      'https://hırıng.acme.example/',
      'https://hiring。acme。example/',
      'https://ｈｉｒｉｎｇ.acme.example/',
      'https://１２７.０.０.１/',
      'https://127。0。0。1/',
      'https://ｌｏｃａｌｈｏｓｔ/',
      'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
      'https://local\u00adhost/',
      `https://${DOMAIN}／@evil.test/`,
      `https://${DOMAIN}/é`,
      `https://${DOMAIN}/%`,
      `https://${DOMAIN}/%zz`,
      `https://${DOMAIN}/<a>`,
      `https://${DOMAIN}/"a"`,
      `https://${DOMAIN}/{a}`,
      `https://${DOMAIN}/a|b`,
      `https://${DOMAIN}/?a[]=b`,
      `https://[${DOMAIN}]/`,
      'https://[::1/',
      'https://[fe80::1%25eth0]/',
      'https://[::1%25lo]/',
      'https://[127.0.0.1]/',
    ],
  },
  {
    what: 'a fragment, which a logo alone may have',
    production: { ...alike('wrong_format'), logo: '' },
    urls: [
      `https://${DOMAIN}#`,
      `https://${DOMAIN}/#`,
      `https://${DOMAIN}/verified#done`,
      `https://${DOMAIN}?a=b#c`,
      `https://${DOMAIN}#@evil.test/`,
      `https://${DOMAIN}/#/route?a=b`,
    ],
  },
  {
    what: 'a URL that is too long',
    production: alike('too_long'),
    urls: [ofLength(2049), ofLength(100_000)],
  },
  {
    what: 'http',
    production: { ...alike('not_https'), logo: 'wrong_format' },
    urls: [
      `http://${DOMAIN}/`,
      `HTTP://${DOMAIN}`,
      `http://${DOMAIN}:443/`,
      `http://${DOMAIN}?https://${DOMAIN}/`,
      `http://${DOMAIN}/localhost`,
    ],
  },
  {
    what: 'this machine by https',
    production: { ...alike('special_address'), callback: 'special_address unregistered_domain' },
    sandbox: { ...alike(''), callback: 'unregistered_domain' },
    urls: https(loopback),
  },
  {
    what: 'this machine by http',
    production: {
      ...alike('not_https special_address'),
      callback: 'not_https special_address unregistered_domain',
      logo: 'wrong_format',
    },
    sandbox: { ...alike(''), callback: 'unregistered_domain', logo: 'wrong_format' },
    urls: http(loopback),
  },
  {
    what: 'a special address by https',
    production: { ...alike('special_address'), callback: 'special_address unregistered_domain' },
    urls: https(special),
  },
  {
    what: 'a special address by http',
    production: {
      ...alike('not_https special_address'),
      callback: 'not_https special_address unregistered_domain',
      logo: 'wrong_format',
    },
    urls: http(special),
  },
  {
    // What has no host is on no domain, not even on any.
    what: 'a host or a port that no URL can have',
    production: {
      callback: 'special_address unregistered_domain',
      callbackOfAnyDomain: 'special_address unregistered_domain',
      logo: 'special_address',
      webhook: 'special_address',
    },
    urls: https([
      '1.2.3.256',
      '0x100000000',
      '1.2.3.4.5',
      ':443',
      '::1',
      `${DOMAIN}:x`,
      `${DOMAIN}:-1`,
      `${DOMAIN}:65536`,
      `${DOMAIN}%00.evil.test`,
      `${DOMAIN}%20`,
      `${DOMAIN}%2Fevil.test`,
      `${DOMAIN}%40evil.test`,
      `${DOMAIN}%5Cevil.test`,
    ]),
  },
];

describe.each([
  { mode: 'production', allowLoopback: false },
  { mode: 'sandbox', allowLoopback: true },
] as const)('judged as in $mode', ({ mode, allowLoopback }) => {
  let service: TestService;
  let webhookId: string;
  const tokens = new Map<string, string>();

  const call = (operation: OperationId, client: string, options: { id?: string; body?: unknown } = {}) => {
    const { method, path } = operations[operation];
    const token = tokens.get(client) ?? '';
    const target = path.replace('{id}', options.id ?? '');
    return service.call(method, target, { token, body: options.body });
  };

  beforeAll(async () => {
    service = await startService({ change: () => ({ allowLoopback }) });
    for (const [clientId, domains] of [
      ['registered', [DOMAIN]],
      ['any', ['*']],
    ] as const) {
      await service.services.store.addPartner({
        clientId,
        name: clientId,
        secretHash: hashClientSecret(SECRET),
        scopes,
        domains,
        createdAt: service.clock.now(),
        disabledAt: null,
      });
      tokens.set(clientId, await service.token({ clientId, secret: SECRET }));
    }
    const { body } = await call('createWebhook', 'registered', { body: example('WebhookOfAcme') });
    webhookId = body.id;
  });

  afterAll(() => service.stop());

  async function send(use: Use, url: string): Promise<Answer> {
    const { client, pointer } = uses[use];
    if (pointer !== '/url') {
      const member = use === 'logo' ? 'partner_logo_url' : 'callback_url';
      const body = bodyWith(member, url);
      const answer = await call('createVerificationRequest', client, { body });
      const { status } = await call('getVerificationRequest', client, { id: body.request_id });
      expect(status, 'a refused request is not kept').toBe(answer.status === 201 ? 200 : 404);
      return answer;
    }
    if (use === 'changedWebhook') return call('replaceWebhook', client, { id: webhookId, body: { url } });
    const answer = await call('createWebhook', client, { body: { url } });
    if (answer.status === 201) await call('deleteWebhook', client, { id: answer.body.id });
    return answer;
  }

  /** The violations of an answer, `code pointer` each. */
  const said = ({ body }: Answer) =>
    body.errors?.map(({ code, pointer }: { code: string; pointer: string }) => `${code} ${pointer}`).sort() ?? [];

  describe.each(groups)('$what', (group) => {
    const expected = (mode === 'sandbox' ? group.sandbox : undefined) ?? group.production;

    test.each(group.urls.map((url) => [named(url), url]))('%s', async (_name, url) => {
      for (const use of Object.keys(uses) as Use[]) {
        const codes = expected[use === 'newWebhook' || use === 'changedWebhook' ? 'webhook' : use];
        const violations = codes.split(' ').flatMap((code) => (code ? [`${code} ${uses[use].pointer}`] : []));
        const answer = await send(use, url);
        expect({ use, violations: said(answer) }).toEqual({ use, violations });
        expect(answer.status).toBe(violations.length > 0 ? 422 : use === 'changedWebhook' ? 200 : 201);
        if (violations.length > 0) repeatsNot(answer, url);
        else if (uses[use].pointer === '/url') expect(answer.body.url).toBe(url);
      }
    });
  });

  /** The words of the answer say `https` themselves. */
  function repeatsNot({ body, headers }: Answer, value: string): void {
    if (value.length <= 'https://'.length) return;
    const text = JSON.stringify([body, ...headers]);
    for (const form of [value, JSON.stringify(value).slice(1, -1)]) expect(text).not.toContain(form);
  }

  test('no part of a refused URL is repeated', async () => {
    for (const url of [
      'zqscheme://zqhost.test/',
      'https://zquser:zqpassword@zqhost.test/zqpath?zqquery#zqfragment',
      'https://10.0.0.1/zqpath?zqquery',
      'http://zqhost.test:65000/zqpath?zqquery',
      `https://zqhost.test/${'zq'.repeat(2000)}`,
    ]) {
      for (const use of ['callback', 'newWebhook', 'changedWebhook'] as const) {
        const answer = await send(use, url);
        expect(answer.status).toBe(422);
        expect(JSON.stringify([answer.body, ...answer.headers])).not.toMatch(/zq|10\.0\.0\.1|65000/);
      }
    }
  });

  test('a refused URL leaves the webhook as it was, and makes none', async () => {
    const before = await call('getWebhook', 'registered', { id: webhookId });
    for (const url of ['javascript:alert(1)', 'https://10.0.0.1/', `http://${DOMAIN}/`]) {
      for (const use of ['newWebhook', 'changedWebhook'] as const) expect((await send(use, url)).status).toBe(422);
    }
    const after = await call('listWebhooks', 'registered');
    expect(after.body.webhooks).toEqual([before.body]);
  });
});

describe.each(engines)('on $engine', ({ open }) => {
  let service: TestService;
  let drop: () => Promise<void>;
  /** Of the two partners; neither may know anything of the other. */
  let token: string;
  let strangersToken: string;
  let webhookId: string;
  let strangersWebhookId: string;
  let deliveryId: string;
  let strangersDeliveryId: string;

  const OWN = ['A', 'B', 'C', 'both', 'a&b=c', 'a+b', 'a b', '%41', 'é', '日本語', 'x'.repeat(255)];
  const STRANGERS = ['both', "the stranger's"];

  interface Options {
    id?: string;
    delivery?: string;
    query?: string;
    body?: unknown;
    token?: string;
  }

  const targetOf = (operation: OperationId, { id = '', delivery = '', query = '' }: Options) =>
    operations[operation].path.replace('{id}', id).replace('{delivery_id}', delivery) + query;

  const call = (operation: OperationId, options: Options = {}) =>
    service.call(operations[operation].method, targetOf(operation, options), {
      token: options.token ?? token,
      body: options.body,
    });

  beforeAll(async () => {
    ({ service, drop } = await open());
    token = await service.token();
    strangersToken = await service.token({ clientId: 'sandbox-partner-2', secret: 'sandbox-secret-2' });
    const add = async (ids: readonly string[], by: string) => {
      for (const request_id of ids) {
        const body = { ...example('VerificationMinimal'), request_id };
        expect((await call('createVerificationRequest', { body, token: by })).status).toBe(201);
      }
    };
    await add(OWN, token);
    await add(STRANGERS, strangersToken);
    const makeWebhook = async (by: string) => {
      const { body: webhook } = await call('createWebhook', { body: example('WebhookOfAcme'), token: by });
      const { body: delivery } = await call('sendTestEvent', { id: webhook.id, token: by });
      return [webhook.id, delivery.id];
    };
    [webhookId, deliveryId] = await makeWebhook(token);
    [strangersWebhookId, strangersDeliveryId] = await makeWebhook(strangersToken);
  });

  afterAll(async () => {
    await service.stop();
    await drop();
  });

  describe('the list of request_id[]', () => {
    const list = (query: string) => call('listVerificationRequests', { query });
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => `request_id[]=${i === 0 ? 'A' : `nobody-${i}`}`).join('&');

    test.each([
      ['raw brackets', '?request_id[]=A&request_id[]=B', ['A', 'B']],
      ['encoded brackets', '?request_id%5B%5D=A&request_id%5B%5D=B', ['A', 'B']],
      ['brackets encoded in lower case', '?request_id%5b%5d=A', ['A']],
      ['brackets written in all ways', '?request_id[]=C&request_id%5B%5D=A&request_id%5b]=B', ['C', 'A', 'B']],
      ['a name that is encoded whole', '?%72equest_id[]=A', ['A']],
      ['one id', '?request_id[]=A', ['A']],
      ['30 ids', `?${many(30)}`, ['A']],
      ['the order asked', '?request_id[]=B&request_id[]=C&request_id[]=A', ['B', 'C', 'A']],
      ['an id twice', '?request_id[]=A&request_id[]=B&request_id[]=A', ['A', 'B', 'A']],
      ['an id 30 times', `?${Array(30).fill('request_id[]=A').join('&')}`, Array(30).fill('A')],
      ['an unknown id', '?request_id[]=nobody&request_id[]=A', ['A']],
      ['unknown ids alone', '?request_id[]=nobody&request_id[]=a', []],
      ["a stranger's id", `?request_id[]=${encodeURIComponent("the stranger's")}&request_id[]=both`, ['both']],
      ['parameters that are none', '?request_id=B&request_id[]=A&request_id[0]=C&ids[]=B', ['A']],
      [
        'ids that are percent-encoded',
        '?request_id[]=a%26b%3Dc&request_id[]=a%2Bb&request_id[]=a+b&request_id[]=%2541&request_id[]=%C3%A9' +
          `&request_id[]=${encodeURIComponent('日本語')}`,
        ['a&b=c', 'a+b', 'a b', '%41', 'é', '日本語'],
      ],
      ['an id of 255 characters', `?request_id[]=${'x'.repeat(255)}`, ['x'.repeat(255)]],
      // What is no UTF-8, or no escape, is the id of nothing.
      ['broken escapes', '?request_id[]=%FF&request_id[]=%ED%A0%80&request_id[]=%ZZ&request_id[]=%', []],
    ])('of %s', async (_what, query, ids) => {
      const { status, body } = await list(query);
      expect(status).toBe(200);
      expect(body.requests.map(({ request_id }: { request_id: string }) => request_id)).toEqual(ids);
    });

    test.each([
      ['nothing', '', ['required']],
      ['an empty query', '?', ['required']],
      ['a name without brackets', '?request_id=A&request_id=B', ['required']],
      ['a name with an index', '?request_id[0]=A', ['required']],
      ['a name in upper case', '?REQUEST_ID[]=A', ['required']],
      ['a name that is encoded twice', '?request_id%255B%255D=A', ['required']],
      ['31 ids', `?${many(31)}`, ['too_many_items']],
      ['an id 31 times', `?${Array(31).fill('request_id[]=A').join('&')}`, ['too_many_items']],
      ['1,000 ids', `?${Array(1000).fill('request_id[]=A').join('&')}`, ['too_many_items']],
      ['an empty id', '?request_id[]=', ['too_short']],
      ['an id without a value', '?request_id[]', ['too_short']],
      ['an empty id beside another', '?request_id[]=A&request_id[]=', ['too_short']],
      ['a NUL', '?request_id[]=A%00', ['wrong_format']],
      ['a line break', '?request_id[]=%0A', ['wrong_format']],
      ['DEL', '?request_id[]=%7F', ['wrong_format']],
      ['a control character of C1', '?request_id[]=%C2%9F', ['wrong_format']],
      ['dots', '?request_id[]=.&request_id[]=..', ['wrong_format']],
      ['an id of 256 characters', `?request_id[]=${'x'.repeat(256)}`, ['too_long']],
      [
        'all of these at once',
        `?${many(31)}&request_id[]=&request_id[]=%00&request_id[]=${'x'.repeat(256)}&request_id[]=%0A`,
        ['too_long', 'too_many_items', 'too_short', 'wrong_format'],
      ],
    ])('is refused with %s', async (_what, query, codes) => {
      const { status, body } = await list(query);
      expect(status).toBe(422);
      expect(body.errors.map(({ code }: { code: string }) => code).sort()).toEqual(codes);
      expect(new Set(body.errors.map(({ pointer }: { pointer: string }) => pointer))).toEqual(
        new Set(['?request_id[]']),
      );
    });

    test('repeats nothing of a refused id', async () => {
      const { body, headers } = await list(`?request_id[]=zqid%00&request_id[]=${'zq'.repeat(200)}`);
      expect(JSON.stringify([body, ...headers])).not.toContain('zq');
    });
  });

  describe('the id of a verification request in a path', () => {
    test.each(OWN.map((id) => [named(id), id]))('finds the request %s', async (_name, id) => {
      const { status, body } = await call('getVerificationRequest', { id: encodeURIComponent(id) });
      expect(status).toBe(200);
      expect(body.request_id).toBe(id);
    });

    test.each([
      'nobody',
      'a',
      'A%00',
      'A%0A',
      'A%20',
      '%7F',
      '%C2%9F',
      '%ED%A0%80',
      '%FF',
      '%ZZ',
      '%',
      '%2541%00',
      '..%2FA',
      'A%2F',
      "A'--",
      '__proto__',
      'x'.repeat(256),
    ])('finds nothing: %s', async (id) => {
      const { status, body } = await call('getVerificationRequest', { id });
      expect([status, body.code]).toEqual([404, 'not_found']);
    });
  });

  describe('the pages of deliveries', () => {
    const list = (query: string) => call('listWebhookDeliveries', { id: webhookId, query });
    const UUID = '6f3a9d1e-2c4b-4a57-8e0f-9b1c2d3e4f50';

    test.each([
      ['0', 'out_of_range'],
      ['-0', 'out_of_range'],
      ['101', 'out_of_range'],
      ['-1', 'out_of_range'],
      ['999999999999999', 'out_of_range'],
      ['1.5', 'wrong_type'],
      ['1.0', 'wrong_type'],
      ['abc', 'wrong_type'],
      ['1e2', 'wrong_type'],
      ['0x10', 'wrong_type'],
      ['', 'wrong_type'],
      ['%205', 'wrong_type'],
      ['5%0A', 'wrong_type'],
      ['+5', 'wrong_type'],
      ['1,2', 'wrong_type'],
      ['true', 'wrong_type'],
      ['null', 'wrong_type'],
      ['NaN', 'wrong_type'],
      ['%EF%BC%95', 'wrong_type'],
      // The first one counts.
      ['0&limit=5', 'out_of_range'],
    ])('have no limit=%s', async (limit, code) => {
      const { status, body } = await list(`?limit=${limit}`);
      expect(status).toBe(422);
      expect(body.errors).toMatchObject([{ code, pointer: '?limit' }]);
      expect(body.errors).toHaveLength(1);
    });

    test.each(['?limit=1', '?limit=100', '', '?limit=5&limit=0', '?Limit=0'])('are found by %j', async (query) => {
      const { status, body } = await list(query);
      expect(status).toBe(200);
      expect(body.deliveries).toMatchObject([{ id: deliveryId }]);
    });

    const garbage = [
      '',
      'x',
      'null',
      '1',
      '1.',
      `.${UUID}`,
      UUID,
      `1.${UUID.toUpperCase()}`,
      `1.${UUID.replaceAll('-', '')}`,
      `1.${UUID}x`,
      `1.${UUID}%0A`,
      `%201.${UUID}`,
      `-1.${UUID}`,
      `1.5.${UUID}`,
      `1e3.${UUID}`,
      `12345678901234567.${UUID}`,
      `%D9%A1.${UUID}`,
      `1.${UUID}%00`,
      `1.${UUID}'%20or%201=1--`,
      Buffer.from(`1.${UUID}`).toString('base64url'),
      '9'.repeat(5000),
    ];
    test.each(garbage.map((cursor) => [named(cursor), cursor]))('have no cursor %s', async (_name, cursor) => {
      const { status, body } = await list(`?cursor=${cursor}`);
      expect(status).toBe(422);
      expect(body.errors).toMatchObject([{ code: 'wrong_format', pointer: '?cursor' }]);
      expect(body.errors).toHaveLength(1);
    });

    test.each([
      [`0.${UUID}`, 0],
      [`0000000000000001.${UUID}`, 0],
      [`8999999999999999.${UUID}`, 1],
    ])('begin wherever a cursor of the right form says: %s', async (cursor, count) => {
      const { status, body } = await list(`?cursor=${cursor}`);
      expect(status).toBe(200);
      expect(body.deliveries).toHaveLength(count);
    });

    test('have no cursor with a time that no number holds', async () => {
      for (const time of ['9007199254740992', '9007199254740993', '9999999999999999']) {
        const { status, body } = await list(`?cursor=${time}.${UUID}`);
        expect(status).toBe(422);
        expect(body.errors).toMatchObject([{ code: 'wrong_format', pointer: '?cursor' }]);
      }
    });
  });

  /** The answer as it came over the wire, but for the one id in it that is made for each request. */
  async function wireAnswer(operation: OperationId, options: Options) {
    const response = await fetch(`${service.url}${targetOf(operation, options)}`, {
      method: operations[operation].method,
      headers: { Authorization: `Bearer ${strangersToken}`, 'Content-Type': 'application/json' },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    });
    const requestId = response.headers.get('x-request-id') ?? '';
    const headers = [...response.headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
    return {
      status: response.status,
      headers,
      text: (await response.text()).replaceAll(requestId, '(request id)'),
    };
  }

  describe("what is another partner's is as what does not exist", () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    const body = { url: 'https://attacker.test/' };
    /** By operation, the addresses at which the stranger tries it, each with what stands there for nothing at all. */
    const tries: Partial<Record<OperationId, () => [stranger: Options, nobody: Options][]>> = {
      getVerificationRequest: () => [[{ id: 'A' }, { id: 'nobody' }]],
      decideVerificationRequest: () => [
        [
          { id: 'A', body: { status: 'canceled' } },
          { id: 'nobody', body: { status: 'canceled' } },
        ],
      ],
      decideSubmission: () => [
        [
          { id: 'A', body: { status: 'canceled' } },
          { id: 'nobody', body: { status: 'canceled' } },
        ],
      ],
      getWebhook: () => [[{ id: webhookId }, { id: unknown }]],
      replaceWebhook: () => [
        [
          { id: webhookId, body },
          { id: unknown, body },
        ],
        [
          { id: webhookId, body: {} },
          { id: unknown, body: {} },
        ],
      ],
      deleteWebhook: () => [[{ id: webhookId }, { id: unknown }]],
      rotateWebhookSecret: () => [[{ id: webhookId }, { id: unknown }]],
      sendTestEvent: () => [
        [{ id: webhookId }, { id: unknown }],
        [
          { id: webhookId, query: '?status=failed' },
          { id: unknown, query: '?status=failed' },
        ],
      ],
      listWebhookDeliveries: () => [
        [{ id: webhookId }, { id: unknown }],
        [
          { id: webhookId, query: '?limit=0' },
          { id: unknown, query: '?limit=0' },
        ],
      ],
      redeliverEvent: () => [
        [
          { id: webhookId, delivery: deliveryId },
          { id: unknown, delivery: unknown },
        ],
        [
          { id: webhookId, delivery: strangersDeliveryId },
          { id: unknown, delivery: strangersDeliveryId },
        ],
        [
          { id: strangersWebhookId, delivery: deliveryId },
          { id: strangersWebhookId, delivery: unknown },
        ],
      ],
    };

    /** All that either partner can see, and the secrets. */
    async function everything() {
      const { store } = service.services;
      const seen: unknown[] = [];
      for (const by of [token, strangersToken]) {
        const { body } = await call('listWebhooks', { token: by });
        seen.push(body);
        for (const { id } of body.webhooks) seen.push((await call('listWebhookDeliveries', { id, token: by })).body);
        const query = `?request_id[]=A&request_id[]=both`;
        seen.push((await call('listVerificationRequests', { query, token: by })).body);
      }
      const webhooks = [
        await store.findWebhook({ clientId: 'sandbox-partner', id: webhookId }),
        await store.findWebhook({ clientId: 'sandbox-partner-2', id: strangersWebhookId }),
      ];
      expect(webhooks).not.toContain(null);
      return [...seen, ...webhooks];
    }

    test('on every operation that has an id of these', () => {
      const withId = (Object.keys(operations) as OperationId[]).filter((id) =>
        /\/(?:webhooks|verify|sandbox)\/.*\{/.test(operations[id].path),
      );
      expect(Object.keys(tries).sort()).toEqual(withId.sort());
    });

    test.each(Object.keys(tries) as OperationId[])('%s', async (operation) => {
      const before = await everything();
      for (const [stranger, nobody] of tries[operation]?.() ?? []) {
        const answer = await wireAnswer(operation, stranger);
        expect(answer).toEqual(await wireAnswer(operation, nobody));
        const isBadCall = stranger.query !== undefined || Object.keys(stranger.body ?? body).length === 0;
        expect(answer.status).toBe(isBadCall ? 422 : 404);
      }
      expect(await everything()).toEqual(before);
    });

    test('in a list too', async () => {
      const found = await wireAnswer('listVerificationRequests', { query: '?request_id[]=A' });
      expect(found).toEqual(await wireAnswer('listVerificationRequests', { query: '?request_id[]=X' }));
      expect(found).toMatchObject({ status: 200, text: '{"requests":[]}' });
    });

    test('and an identifier that another partner has is free', async () => {
      const body = { ...example('VerificationMinimal'), request_id: 'B' };
      const { status, headers } = await call('createVerificationRequest', { body, token: strangersToken });
      expect([status, headers.get('idempotent-replayed')]).toEqual([201, null]);
    });
  });

  describe('there is nothing at the id of a webhook or a delivery', () => {
    const ofWebhooks = (Object.keys(operations) as OperationId[]).filter((id) =>
      operations[id].path.includes('/webhooks/{id}'),
    );

    /** Neither as it is nor as it stands in a database. */
    const notTheId = (id: string) => [
      'x',
      '0',
      'null',
      '%00',
      `${id}%00`,
      '%FF',
      '%ZZ',
      '%2E%2E%2Fwebhooks',
      `${id}%20`,
      `%20${id}`,
      `${id}x`,
      `%7B${id}%7D`,
      `urn:uuid:${id}`,
      id.replaceAll('-', ''),
      id.toUpperCase(),
      id.slice(0, -1),
      `${id}'%20or%20'1'='1`,
      'x'.repeat(5000),
    ];

    test.each(ofWebhooks)('that is not as it was given: %s', async (operation) => {
      const body = operation === 'replaceWebhook' ? example('WebhookOfAcme') : undefined;
      for (const id of notTheId(webhookId)) {
        const answer = await call(operation, { id, delivery: deliveryId, body });
        expect([id, answer.status, answer.body.code]).toEqual([id, 404, 'not_found']);
      }
      expect((await call('getWebhook', { id: webhookId })).status).toBe(200);
    });

    test('that is not as it was given: of a delivery', async () => {
      for (const delivery of notTheId(deliveryId)) {
        const answer = await call('redeliverEvent', { id: webhookId, delivery });
        expect([delivery, answer.status, answer.body.code]).toEqual([delivery, 404, 'not_found']);
      }
      const { body } = await call('listWebhookDeliveries', { id: webhookId });
      expect(body.deliveries).toHaveLength(1);
    });
  });
});
