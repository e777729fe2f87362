import { describe, expect, test } from 'vitest';
import { contractRules as serverRules } from '../../../server/api/contract/extension-keywords.ts';
import { kitRules } from '../../conformance/kit-rules.ts';
import { cpuTime } from '../../support/cpu-time.ts';

const words = (text: string) => text.trim().split(/\s+/);

/** Rule implementations of the server and the conformance kit, which must return the same results. */
const implementations = { server: serverRules, kit: kitRules };

describe.each(Object.entries(implementations))('The contract rules of the %s', (_, contractRules) => {
  const rules = contractRules({
    domains: ['example.edu', 'files.example.org'],
    scopes: ['write.education'],
    allowLoopback: false,
  });

  describe('x-registered-domain', () => {
    test.each([
      ['https://example.edu/a.pdf', true],
      ['http://EXAMPLE.edu', true],
      ['https://example.edu:8443/a', true],
      ['https://documents.example.edu/a', false],
      ['https://example.edu./a', true],
      ['https://files.example.org/', true],
      ['https://example.org/', false],
      ['https://evil-example.edu/', false],
      ['https://example.edu.evil.test/', false],
      ['https://evil.test/example.edu', false],
      ['https://evil.test?example.edu', false],
      ['https://evil.test#@example.edu', false],
      ['https://xn--mnchen-3ya.test/', false],
      ['https://[::1]/', false],
      ['https://[', false],
      ['https://', false],
      ['example.edu', false],
    ])('the host of %s is registered: %s', (url, expected) => {
      expect(rules.registeredDomain(url)).toBe(expected);
    });

    test('without domains no host is registered, and with * every host is registered', () => {
      expect(
        contractRules({ domains: [], scopes: [], allowLoopback: false }).registeredDomain('https://example.edu/'),
      ).toBe(false);
      expect(
        contractRules({ domains: ['*'], scopes: [], allowLoopback: false }).registeredDomain('https://anything.test/'),
      ).toBe(true);
      expect(contractRules({ domains: ['*'], scopes: [], allowLoopback: false }).registeredDomain('https://[')).toBe(
        false,
      );
    });
  });

  const inProduction = rules;
  const inSandbox = contractRules({ domains: [], scopes: [], allowLoopback: true });

  describe('x-https', () => {
    test.each(
      words(`
      https://acme.example/ HTTPS://acme.example hTTpS://10.0.0.1/ https://localhost
    `),
    )('x-https accepts %s in production and in the sandbox', (url) => {
      expect(inProduction.https(url)).toBe(true);
      expect(inSandbox.https(url)).toBe(true);
    });

    test.each(
      words(`
      http://127.0.0.1/ HTTP://127.1:3000/hook http://2130706433 http://0177.0.0.1?a http://[::1]:3000/
      http://[::ffff:7f00:1]/ http://localhost:3000/hook http://LOCALHOST. http://api.localhost/
    `),
    )('x-https accepts %s only in the sandbox', (url) => {
      expect(inProduction.https(url)).toBe(false);
      expect(inSandbox.https(url)).toBe(true);
    });

    test.each([
      ...words(`
        http://acme.example/ http://localhost.acme.example/ http://notlocalhost/ http://acme.example/localhost
        http://acme.example?https://localhost http://localhost@acme.example/ http://8.8.8.8/ http://10.0.0.1/
        http://0.0.0.0/ http://[::]/ http:// http://[ httpss://acme.example/ acme.example
      `),
      'http://acme.example\\@localhost/',
      ' https://acme.example/',
      '',
    ])('x-https rejects %s in production and in the sandbox', (url) => {
      expect(inProduction.https(url)).toBe(false);
      expect(inSandbox.https(url)).toBe(false);
    });
  });

  describe('x-public-address', () => {
    test.each(
      words(`
      https://acme.example/ https://ACME.example.:8443 https://8.8.8.8/ https://[2606:4700:4700::1111]/
      https://[::ffff:8.8.8.8]/ https://127.0.0.1.nip.io/ https://localhost.acme.example/
      https://acme.example/127.0.0.1 https://acme.example?localhost https://acme.example#[::1]
    `),
    )('x-public-address accepts %s in production and in the sandbox', (url) => {
      expect(inProduction.publicAddress(url)).toBe(true);
      expect(inSandbox.publicAddress(url)).toBe(true);
    });

    test.each(
      words(`
      https://127.0.0.1/ https://127.1 https://2130706433?a https://0x7f000001#a https://0177.0.0.1:8443/
      https://%31%32%37.0.0.1/ https://１２７.０.０.１/ https://[::1]/ https://[::ffff:127.0.0.1]/ https://localhost/
      https://LOCALHOST. https://api.localhost/ https://user:password@localhost/
    `),
    )('x-public-address accepts %s only in the sandbox', (url) => {
      expect(inProduction.publicAddress(url)).toBe(false);
      expect(inSandbox.publicAddress(url)).toBe(true);
    });

    test.each([
      'https://10.0.0.1/',
      'https://10.1',
      'https://172.16.0.1/',
      'https://192.168.0.1/',
      'https://169.254.169.254/',
      'https://2852039166/',
      'https://100.64.0.1/',
      'https://0/',
      'https://0.0.0.0/',
      'https://224.0.0.1/',
      'https://255.255.255.255/',
      'https://[::]/',
      'https://[::ffff:10.0.0.1]/',
      'https://[fe80::1]/',
      'https://[fc00::1]/',
      'https://[ff02::1]/',
      'https://10.0.0.1\\@acme.example/',
      // These URLs have no valid host.
      'https://1.2.3.256/',
      'https://acme.example:65536/',
      'https://[::1',
      'https://',
      'acme.example',
      '',
    ])('x-public-address rejects %s in production and in the sandbox', (url) => {
      expect(inProduction.publicAddress(url)).toBe(false);
      expect(inSandbox.publicAddress(url)).toBe(false);
    });
  });

  test.each(
    words('https://acme.example https://acme.example: https://[::1]:1/ https://x:65535?:0 https://x:0443'),
  )('x-valid-authority accepts %s', (url) => expect(rules.invalidPart(url)).toBeNull());

  test.each(
    words(`
      https://acme.example:0/a https://[::1]:00# https://acme.example:65536 https://acme.example:x https://999.1.1.1/
      https://[::1:0/ https://:0/ https:// acme.example:0
    `),
  )('x-valid-authority rejects %s', (url) => expect(rules.invalidPart(url)).not.toBeNull());

  test.each([
    ['https://acme.example/:22', true],
    ['https://acme.example:443/', true],
    ['http://acme.example:8443/', true],
    ['https://acme.example:80/', false],
    ['https://10.0.0.1:22/', false],
    ['https://127.0.0.1:22/', 'sandbox'],
    ['http://[::1]:22/', 'sandbox'],
  ])('x-ports accepts %s: %s', (url, expected) => {
    expect(inProduction.allowedPort(url, [443, 8443])).toBe(expected === true);
    expect(inSandbox.allowedPort(url, [443, 8443])).toBe(expected !== false);
  });

  test.each([
    ['{}', true],
    [' {"a":[1]} ', true],
    ['[]', false],
    ['null', false],
    ['"{}"', false],
    ['{', false],
    ['', false],
    [`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, true],
  ])('the string %s contains a JSON object: %s', (text, expected) => {
    expect(rules.jsonObject(text)).toBe(expected);
  });

  test('x-max-bytes counts bytes instead of characters', () => {
    expect(rules.maxBytes('éé', 4)).toBe(true);
    expect(rules.maxBytes('éé', 3)).toBe(false);
    expect(rules.maxBytes('🙂', 4)).toBe(true);
    expect(rules.maxBytes('🙂', 3)).toBe(false);
  });

  test('x-required-scope checks the scopes of the token', () => {
    expect(rules.granted('write.education')).toBe(true);
    expect(rules.granted('write.right_to_work')).toBe(false);
  });

  describe('x-disjoint', () => {
    const rule = { items: 'majors', text: 'course_name' };
    test.each([
      ['Bachelor of Finance', ['Finance'], true],
      ['Bachelor of FINANCE', ['finance'], true],
      ['Bachelor of Data  Science', ['data science'], true],
      ['Bachelor of Arts', ['Economics', 'Arts'], true],
      ['Bachelor of Commerce (Finance)', ['Finance'], true],
      ['Bachelor of Électronique', ['e\u0301lectronique'], true],
      ['Bachelor of Ｆｉｎａｎｃｅ', ['Finance'], true],
      ['Bachelor of Hospitality', ['IT'], false],
      ['Bachelor of Arts', ['Art'], false],
      ['Bachelor of Commerce', ['Finance'], false],
      ['Bachelor of Commerce', [], false],
      ['Bachelor of Commerce', ['', ' - '], false],
      ['Bachelor of Science', ['Data Science'], false],
    ])('the course name %s contains one of the majors %j: %s', (course_name, majors, inside) => {
      expect(rules.disjoint({ course_name, majors }, rule)).toEqual(inside ? ['/course_name'] : []);
    });

    test('x-disjoint ignores values of other types', () => {
      for (const value of [
        {},
        { majors: 'a', course_name: 'a' },
        { majors: [1, null, {}], course_name: '1' },
        { majors: ['a'] },
      ]) {
        expect(rules.disjoint(value, rule)).toEqual([]);
      }
    });
  });

  describe('x-unique', () => {
    const sets = [['/own/id', '/items/*/id'], ['/items/*/assets/*/id']];
    test('x-unique reports every duplicate except the first occurrence', () => {
      const value = {
        own: { id: 'a' },
        items: [
          { id: 'b', assets: [{ id: 'a' }, { id: 'b' }] },
          { id: 'a', assets: [{ id: 'b' }] },
          { id: 'b' },
          { id: 'B' },
        ],
      };
      expect(rules.unique(value, sets)).toEqual(['/items/1/id', '/items/2/id', '/items/1/assets/0/id']);
    });

    test('x-unique ignores values of other types', () => {
      for (const value of [
        {},
        { items: 'x' },
        { items: [1, null, { id: 1 }, { id: 1 }] },
        { own: null, items: [[]] },
      ]) {
        expect(rules.unique(value, sets)).toEqual([]);
      }
    });
  });
});

// Only the server needs this test, because the kit sends no hosts of this length.
test.each(['x', 'é.', '１'])('the server checks a host that repeats %j a million times within a second', (part) => {
  const url = `https://${part.repeat(1_000_000)}/`;
  const spent = cpuTime();
  for (const allowLoopback of [false, true]) {
    const subject = { domains: ['example.edu'], scopes: [], allowLoopback };
    const { https, publicAddress, registeredDomain, invalidPart, allowedPort } = serverRules(subject);
    expect([https(url), publicAddress(url), registeredDomain(url)]).toEqual([true, false, false]);
    expect([invalidPart(url), allowedPort(url, [443])]).toEqual(['host', true]);
  }
  expect(spent()).toBeLessThan(1000);
});
