import { describe, expect, test } from 'vitest';
import { requestBodies } from '../../../generated/validators.js';
import { contractRules } from '../../../server/api/contract/extension-keywords.ts';
import { violationsFrom } from '../../../server/api/contract/violations.ts';
import { example } from '../../support/contract.ts';

// These tests check URLs in request bodies. test/domain/address-kind.test.ts checks the notations of hosts, and the
// conformance kit sends these URLs in every URL property of the contract.

const DOMAIN = 'hiring.acme.example';

/** Violation codes for each kind of URL, in alphabetical order; an empty string when the URL is accepted. */
interface ExpectedCodes {
  callback: string;
  callbackOfAnyDomain: string;
  logo: string;
  webhook: string;
}

const request = example('VerificationOfAcme');
/** Request body for each kind of URL, and the registered domain of the partner. */
const kinds: Record<
  keyof ExpectedCodes,
  { operation: string; domain: string; pointer: string; body(url: string): object }
> = {
  callback: {
    operation: 'createVerificationRequest',
    domain: DOMAIN,
    pointer: '/callback_url',
    body: (callback_url) => ({ ...request, callback_url }),
  },
  callbackOfAnyDomain: {
    operation: 'createVerificationRequest',
    domain: '*',
    pointer: '/callback_url',
    body: (callback_url) => ({ ...request, callback_url }),
  },
  logo: {
    operation: 'createVerificationRequest',
    domain: DOMAIN,
    pointer: '/display_options/partner_logo_url',
    body: (partner_logo_url) => ({ ...request, display_options: { ...request.display_options, partner_logo_url } }),
  },
  webhook: { operation: 'createWebhook', domain: DOMAIN, pointer: '/url', body: (url) => ({ url }) },
};

const all = (codes: string): ExpectedCodes => ({
  callback: codes,
  callbackOfAnyDomain: codes,
  logo: codes,
  webhook: codes,
});
const ofLength = (length: number) => `https://${DOMAIN}/`.padEnd(length, 'x');
const loopback = ['127.0.0.1', '127.1', '0x7f000001', '%31%32%37.0.0.1', '[::1]', '[::ffff:7f00:1]', 'LOCALHOST.'];
const special = ['0', '10.1', '169.254.169.254', '2852039166', '192.168.1.1:8443', '[::ffff:a9fe:a9fe]', '[fc00::1]'];
const notHosts = ['1.2.3.256', '999.1.1.1', ':443', `${DOMAIN}%00.evil.test`, `${DOMAIN}%2Fevil.test`];
const notPorts = ['0', '00', '65536', '99999999', 'x', '-1'];

const groups: { label: string; production: ExpectedCodes; sandbox?: ExpectedCodes; urls: readonly string[] }[] = [
  {
    label: 'on the registered domain',
    production: all(''),
    urls: [
      `https://${DOMAIN}`,
      `https://${DOMAIN}:443/verified`,
      `https://${DOMAIN}:8443/verified`,
      `https://${DOMAIN}./verified`,
      'HTTPS://HIRING.acme.Example/verified',
      `https://${DOMAIN}?case=1204&next=https://attacker.test/`,
      `https://${DOMAIN}/@attacker.test/a%20b/%00%0D%0A/..;/%E9`,
      ofLength(2048),
    ],
  },
  {
    label: 'on a different domain',
    production: { ...all(''), callback: 'unregistered_domain', logo: 'unregistered_domain' },
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
    label: 'with an invalid format',
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
    label: 'with a fragment',
    production: { ...all('wrong_format'), logo: '' },
    urls: [`https://${DOMAIN}/#`, `https://${DOMAIN}#@evil.test/`, `https://${DOMAIN}/#/route?a=b`],
  },
  { label: 'over the maximum length', production: all('too_long'), urls: [ofLength(2049), ofLength(100_000)] },
  {
    label: 'with http',
    production: { ...all('not_https'), logo: 'wrong_format' },
    urls: [`HTTP://${DOMAIN}`, `http://${DOMAIN}:443/`, `http://${DOMAIN}?https://${DOMAIN}/`],
  },
  {
    label: 'with https and a loopback address',
    production: {
      ...all('special_address'),
      callback: 'special_address unregistered_domain',
      logo: 'special_address unregistered_domain',
    },
    sandbox: { ...all(''), callback: 'unregistered_domain', logo: 'unregistered_domain' },
    urls: loopback.map((host) => `https://${host}/a?b=c`),
  },
  {
    label: 'with https and a special address',
    production: {
      ...all('special_address'),
      callback: 'special_address unregistered_domain',
      logo: 'special_address unregistered_domain',
    },
    urls: special.map((host) => `https://${host}/a?b=c`),
  },
  {
    label: 'that breaks two rules',
    production: {
      ...all('not_https special_address'),
      callback: 'not_https special_address unregistered_domain',
      logo: 'wrong_format',
    },
    urls: ['http://10.1/a?b=c'],
  },
  {
    label: 'without a valid host',
    production: all('wrong_format'),
    urls: notHosts.map((host) => `https://${host}/a?b=c`),
  },
  {
    label: 'without a valid port',
    production: all('wrong_format'),
    urls: notPorts.map((port) => `https://${DOMAIN}:${port}/a?b=c`),
  },
  {
    label: 'with a port that no webhook can have',
    production: { ...all(''), webhook: 'port_not_allowed' },
    urls: ['22', '80', '3000', '8080', '65535'].map((port) => `https://${DOMAIN}:${port}/a?b=c`),
  },
  {
    label: 'with http and a port that no webhook can have',
    production: { ...all('not_https'), logo: 'wrong_format', webhook: 'not_https port_not_allowed' },
    urls: [`http://${DOMAIN}:8080/`],
  },
  {
    label: 'with a loopback address and a port',
    production: {
      ...all('special_address'),
      callback: 'special_address unregistered_domain',
      logo: 'special_address unregistered_domain',
      webhook: 'port_not_allowed special_address',
    },
    sandbox: { ...all(''), callback: 'unregistered_domain', logo: 'unregistered_domain' },
    urls: ['https://127.0.0.1:3000/', 'https://[::1]:3000/', 'https://localhost:3000/'],
  },
];

describe.each([
  { mode: 'production', allowLoopback: false },
  { mode: 'sandbox', allowLoopback: true },
] as const)('The URL rules in $mode', ({ mode, allowLoopback }) => {
  const rows = groups.flatMap(({ label, urls, production, sandbox }) =>
    urls.map((url) => ({
      label,
      url,
      shown: JSON.stringify(url).slice(0, 80),
      expected: (mode === 'sandbox' && sandbox) || production,
    })),
  );

  test.each(rows)('the rules treat $shown as a URL $label', ({ url, expected }) => {
    for (const [kind, { operation, domain, pointer, body }] of Object.entries(kinds)) {
      const validate = requestBodies[operation];
      const rules = contractRules({ domains: [domain], scopes: [], allowLoopback });
      const violations = validate?.call(rules, body(url)) ? [] : violationsFrom(validate?.errors ?? []);
      const codes = expected[kind as keyof ExpectedCodes].split(' ').filter(Boolean);
      const found = violations.map((each) => `${each.code} ${each.pointer}`).sort();
      expect([kind, ...found]).toEqual([kind, ...codes.map((code) => `${code} ${pointer}`)]);
      if (url.length > 'https://'.length)
        expect(JSON.stringify(violations)).not.toContain(JSON.stringify(url).slice(1, -1));
    }
  });
});
