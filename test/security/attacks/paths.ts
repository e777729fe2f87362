import { operations } from '../../../generated/operations.ts';
import { type Attack, outcomeOf } from '../attack.ts';
import type { Installation } from '../installation.ts';

const webhook = operations.getWebhook.path;
const status = operations.getSubmissionStatusV2.path;

const IDS = [
  ...['__proto__', 'constructor', 'toString', '..%2f..%2f..%2fetc%2fpasswd', '%2e%2e', '..;', '%00', '*', '%25', "'"],
  ...['%27%20or%201=1--', '%ff', '%c0%ae%c0%ae', '%ef%bc%8e%ef%bc%8e', 'a%0d%0aX:y', '{{7*7}}', '%u002e'],
];

const UNKNOWN_PATHS = [
  ...['/.env', '/.git/config', '/package.json', '/server/main.ts', '/metrics', '/debug', '/admin', '/actuator/env'],
  ...['/reference/..%2f..%2fpackage.json', '/reference/%2e%2e/%2e%2e/package.json', '/problems/__proto__'],
  ...['/..%5c..%5cetc%5cpasswd', '/%2e%2e%2f%2e%2e%2fetc/passwd', '//evil.test/%2f..', '/api/partner/v3/webhooks'],
  ...['/api/partner/v2/../../../etc/passwd', '/API/PARTNER/V2/WEBHOOKS', '/api/partner/v2/webhooks/', '/sandbox'],
];

/** Headers with which some servers override the method, the path, or the host of a request. */
const OVERRIDES: Record<string, Record<string, string>> = {
  'another method': { 'X-HTTP-Method-Override': 'DELETE', 'X-HTTP-Method': 'DELETE', 'X-Method-Override': 'DELETE' },
  'another path': { 'X-Original-URL': '/readyz', 'X-Rewrite-URL': '/readyz', 'X-Forwarded-Prefix': '/readyz' },
  'another host': { 'X-Forwarded-Host': 'evil.test', Forwarded: 'host=evil.test', 'X-Host': 'evil.test' },
  'an address of this machine': { 'X-Real-IP': '127.0.0.1', 'X-Client-IP': '127.0.0.1', 'X-Remote-User': 'admin' },
};

const get = async (url: string, { call, tokens: { acme: token } }: Installation) =>
  outcomeOf(await call('GET', url, { token }));

const PAGES: Record<string, string> = {
  '/credentials/..%2f..%2fetc%2fpasswd/files/x': '303',
  '/files/..%2f..%2fetc%2fpasswd': '404',
  '/style.css/..%2f..%2fpackage.json': '404',
  '/api/partner/v2/webhooks': '404',
  '/.well-known/jwks.json': '404',
  '/__proto__': '404',
};

export const pathAttacks: readonly Attack[] = [
  ...IDS.flatMap((id) =>
    [webhook, status].map((path) => ({
      attack: `GET ${path.replace('{id}', id)}`,
      expected: '404 not_found',
      run: (installation: Installation) => get(path.replace('{id}', id), installation),
    })),
  ),
  ...UNKNOWN_PATHS.map((path) => ({
    attack: `GET ${path}`,
    expected: '404 not_found',
    run: async ({ exchange }: Installation) => {
      const [response] = await exchange([`GET ${path} HTTP/1.1\r\nHost: api.partner.example\r\n\r\n`]);
      return outcomeOf({ status: response?.status ?? 0, body: JSON.parse(response?.body ?? '{}') });
    },
  })),
  ...Object.entries(OVERRIDES).map(([what, headers]) => ({
    attack: `headers that ask for ${what}`,
    expected: '404 not_found, https://people.partner.example',
    async run({ call, tokens: { acme: token } }: Installation) {
      const missing = await call('GET', webhook.replace('{id}', 'none'), { token, headers });
      const body = { display_options: { partner_name: 'Acme' } };
      const added = await call('POST', operations.createVerificationRequest.path, { token, headers, body });
      return `${outcomeOf(missing)}, ${new URL(added.body.redirect_uri).origin}`;
    },
  })),
  ...Object.entries(PAGES).map(([path, expected]) => ({
    attack: `GET ${path} on the host of the pages`,
    expected,
    run: async ({ visitor }: Installation) => String((await visitor().tab.send(path)).status),
  })),
  {
    attack: 'a request for a page on the host of the API',
    expected: '404 not_found',
    run: (installation) => get('/credentials', installation),
  },
  {
    attack: 'a request from a script of another site',
    expected: '200 null',
    async run({ call, tokens: { acme: token } }) {
      const headers = { Origin: 'https://evil.test' };
      const { status, headers: received } = await call('GET', operations.listWebhooks.path, { token, headers });
      return `${status} ${received.get('access-control-allow-origin')}`;
    },
  },
];
