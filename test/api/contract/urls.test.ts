import { describe, expect, test } from 'vitest';
import type { OperationId } from '../../../generated/operations.ts';
import { requestBodies } from '../../../generated/validators.js';
import { errorsIn } from '../../../scripts/conformance/cases/schema-cases.ts';
import { indexContract } from '../../../scripts/conformance/index/contract-index.ts';
import { violationsOf } from '../../../scripts/conformance/judge/expected-violations.ts';
import { contractRules, type RuleSubject } from '../../../server/api/contract/extension-keywords.ts';
import { violationsFrom } from '../../../server/api/contract/violations.ts';
import { contract, example } from '../../support/contract.ts';

const DOMAIN = 'hiring.acme.example';
const index = indexContract(contract);

const implementations = {
  server(operation: OperationId, body: object, subject: RuleSubject) {
    const validate = requestBodies[operation];
    return validate?.call(contractRules(subject), body) ? [] : violationsFrom(validate?.errors ?? []);
  },
  kit: (operation: OperationId, body: object, subject: RuleSubject) =>
    violationsOf(errorsIn(index, operation, 'json', body, subject) ?? []),
};

const request = example('VerificationOfAcme');
const withCallback = (callback_url: string) => ({ ...request, callback_url });
const withLogo = (partner_logo_url: string) => ({
  ...request,
  display_options: { ...request.display_options, partner_logo_url },
});

interface Kind {
  operation: OperationId;
  domains: readonly string[];
  pointer: string;
  body: (url: string) => object;
}

const verification = { operation: 'createVerificationRequest', domains: ['files.example.org', DOMAIN] } as const;
const kinds = {
  webhook: { operation: 'createWebhook', domains: [], pointer: '/url', body: (url: string) => ({ url }) },
  callback: { ...verification, pointer: '/callback_url', body: withCallback },
  callbackOfAnyDomain: { ...verification, domains: ['*'], pointer: '/callback_url', body: withCallback },
  logo: { ...verification, pointer: '/display_options/partner_logo_url', body: withLogo },
} satisfies Record<string, Kind>;

/** Expected violation codes for each kind of URL, separated by spaces and in alphabetical order. */
type ExpectedCodes = Partial<Record<keyof typeof kinds, string>>;

const all = (codes: string): ExpectedCodes => ({
  webhook: codes,
  callback: codes,
  callbackOfAnyDomain: codes,
  logo: codes,
});
const unregistered = { callback: 'unregistered_domain', logo: 'unregistered_domain' };
const special = {
  ...all('special_address'),
  callback: 'special_address unregistered_domain',
  logo: 'special_address unregistered_domain',
};
const notHttps = { ...all('not_https'), logo: 'wrong_format' };
const notHttpsAndSpecial = {
  ...all('not_https special_address'),
  callback: 'not_https special_address unregistered_domain',
  logo: 'wrong_format',
};

const words = (text: string) => text.trim().split(/\s+/);
const ofLength = (length: number) => `https://${DOMAIN}/`.padEnd(length, 'x');
const withHosts = (hosts: string) => words(hosts).map((host) => `https://${host}/a?b=c`);

const groups: { label: string; production: ExpectedCodes; sandbox?: ExpectedCodes; urls: readonly string[] }[] = [
  {
    label: 'on the registered domain',
    production: {},
    urls: [
      ...words(`
        https://${DOMAIN} https://${DOMAIN}: https://${DOMAIN}:443/verified https://${DOMAIN}:0443/:22
        https://${DOMAIN}:8443/verified https://${DOMAIN}./verified HTTPS://HIRING.acme.Example/verified
        https://${DOMAIN}?case=1204&next=https://attacker.test/ https://${DOMAIN}/127.0.0.1?localhost
        https://${DOMAIN}/@attacker.test/a%20b/%00%0D%0A/..;/%E9
      `),
      ofLength(2048),
    ],
  },
  {
    label: 'on a different domain',
    production: unregistered,
    urls: words(`
      https://acme.example/ https://www.${DOMAIN}/ https://evil${DOMAIN}/ https://evil-${DOMAIN}/ https://evil.test?${DOMAIN}
      https://${DOMAIN}.evil.test/ https://${DOMAIN}../ https://${DOMAIN}%2Eevil.test/ https://evil.test/${DOMAIN}
      https://localhost.evil.test/ https://notlocalhost/ https://127.0.0.1.nip.io/ https://8.8.8.8/
      https://[2606:4700:4700::1111]/ https://[::ffff:8.8.8.8]/
    `),
  },
  {
    label: 'with an invalid format',
    production: all('wrong_format'),
    urls: [
      ...words(`
        javascript://${DOMAIN}/%0Aalert(1) JavaScript:https://${DOMAIN}/ blob:https://${DOMAIN}/ httpss://${DOMAIN}/
        //${DOMAIN}/ ${DOMAIN} https:// https:/${DOMAIN}/ https:///${DOMAIN}/ https://@${DOMAIN}/ https://${DOMAIN}@127.0.0.1/
        https://evil@${DOMAIN}@evil/ https:/\\${DOMAIN}/ https://${DOMAIN}\\@evil.test/ https://${DOMAIN}/%zz
        https://hiring。acme。example/ https://１２７.０.０.１/ https://${DOMAIN}／@evil.test/ https://[fe80::1%25eth0]/
      `),
      '',
      ` https://${DOMAIN}/`,
      `https://${DOMAIN} .evil.test/`,
      `https://${DOMAIN}\u0000.evil.test/`,
      `https://${DOMAIN}/\u2028`,
      'java\nscript:alert(1)',
      'https://hiring.\nacme.example/',
      `https://${DOMAIN}/\r\nSet-Cookie: a=b`,
      `https://${DOMAIN}/\ud800`,
      'https://local\u00adhost/',
    ],
  },
  {
    label: 'with a fragment',
    production: { ...all('wrong_format'), logo: '' },
    urls: words(`https://${DOMAIN}/# https://${DOMAIN}#@evil.test/ https://${DOMAIN}/#/route?a=b`),
  },
  { label: 'over the maximum length', production: all('too_long'), urls: [ofLength(2049), ofLength(100_000)] },
  {
    label: 'with http',
    production: notHttps,
    urls: words(`HTTP://${DOMAIN} http://${DOMAIN}:443/ http://${DOMAIN}?https://${DOMAIN}/`),
  },
  {
    label: 'with a loopback host',
    production: special,
    sandbox: unregistered,
    urls: withHosts(`
      127.0.0.1 127.1 2130706433 0177.0.0.1 0x7f000001 %31%32%37.0.0.1 [::1] [::ffff:7f00:1] localhost LOCALHOST.
      api.localhost
    `),
  },
  {
    label: 'with http and a loopback host',
    production: notHttpsAndSpecial,
    sandbox: { callback: 'unregistered_domain', logo: 'wrong_format' },
    urls: words('http://127.0.0.1/ HTTP://127.1/hook http://[::ffff:7f00:1]/ http://LOCALHOST. http://api.localhost/'),
  },
  {
    label: 'with a special address',
    production: special,
    urls: withHosts(`
      0 0.0.0.0 10.1 172.16.0.1 192.168.1.1:8443 169.254.169.254 2852039166 100.64.0.1 224.0.0.1 255.255.255.255
      [::] [::ffff:a9fe:a9fe] [fe80::1] [fc00::1] [ff02::1]
    `),
  },
  {
    label: 'with http and a special address',
    production: notHttpsAndSpecial,
    urls: words('http://10.1/a?b=c http://0.0.0.0/ http://[::]/'),
  },
  {
    label: 'without a valid host or port',
    production: all('wrong_format'),
    urls: withHosts(`
      1.2.3.256 999.1.1.1 :443 ${DOMAIN}%00.evil.test ${DOMAIN}%2Fevil.test [::1:0 ${DOMAIN}:0 ${DOMAIN}:00 [::1]:00
      ${DOMAIN}:65536 ${DOMAIN}:99999999 ${DOMAIN}:x ${DOMAIN}:-1
    `),
  },
  {
    label: 'with a port that no webhook can have',
    production: { webhook: 'port_not_allowed' },
    urls: ['22', '80', '3000', '8080', '65535'].map((port) => `https://${DOMAIN}:${port}/a?b=c`),
  },
  {
    label: 'with http and a port that no webhook can have',
    production: { ...notHttps, webhook: 'not_https port_not_allowed' },
    urls: [`http://${DOMAIN}:8080/`],
  },
  {
    label: 'with a special address and a port that no webhook can have',
    production: { ...special, webhook: 'port_not_allowed special_address' },
    urls: ['https://10.0.0.1:22/'],
  },
  {
    label: 'with a loopback host and a port that no webhook can have',
    production: { ...special, webhook: 'port_not_allowed special_address' },
    sandbox: unregistered,
    urls: words('https://127.0.0.1:3000/ https://[::1]:22/ https://localhost:3000/'),
  },
];

describe.each(Object.entries(implementations))('The URL rules of the %s', (_, violationsIn) => {
  const rows = groups.flatMap(({ label, urls, production, sandbox = production }) =>
    urls.flatMap((url) => [
      { label, url, shown: JSON.stringify(url).slice(0, 80), mode: 'production', expected: production },
      { label, url, shown: JSON.stringify(url).slice(0, 80), mode: 'a sandbox', expected: sandbox },
    ]),
  );

  test.each(rows)('in $mode, a URL $label has exactly the documented violations: $shown', ({ url, mode, expected }) => {
    for (const [kind, { operation, domains, pointer, body }] of Object.entries<Kind>(kinds)) {
      const subject = { domains, scopes: [], allowLoopback: mode !== 'production' };
      const violations = violationsIn(operation, body(url), subject);
      const codes = (expected[kind as keyof ExpectedCodes] ?? '').split(' ').filter(Boolean);
      const found = violations.map((each) => `${each.code} ${each.pointer}`).sort();
      expect([kind, ...found]).toEqual([kind, ...codes.map((code) => `${code} ${pointer}`)]);
      if (url.length > 'https://'.length)
        expect(JSON.stringify(violations)).not.toContain(JSON.stringify(url).slice(1, -1));
    }
  });

  test('a partner without registered domains cannot use any logo URL', () => {
    const subject = { domains: [], scopes: [], allowLoopback: false };
    const found = violationsIn('createVerificationRequest', withLogo(`https://${DOMAIN}/`), subject);
    expect(new Set(found.map(({ code }) => code))).toEqual(new Set(['unregistered_domain']));
  });
});
