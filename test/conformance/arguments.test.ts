import { describe, expect, test } from 'vitest';
import { environments } from '../../generated/operations.ts';
import { readArguments } from '../../scripts/conformance/arguments.ts';
import { ArgumentError } from '../../scripts/conformance/options.ts';
import { contract } from '../../scripts/conformance/own/own-contract.ts';

const partner = ['--client-id', 'acme', '--client-secret', 'secret'];
const hostsOf = (wanted: string) =>
  Object.entries(environments).flatMap(([url, environment]) => (environment === wanted ? [url] : []));

const read = (...argv: string[]) => readArguments(contract, argv, {});

describe('without arguments', () => {
  test('our own server and mock are checked', () => {
    expect(read()).toMatchObject({ target: null, report: null, annotations: false, seed: 1, cases: 500 });
    expect(read()).not.toHaveProperty('only');
  });

  test('a part of it can be asked for, and annotations, which GitHub gets without being asked', () => {
    const argv = ['--only', 'fuzz', '--only', 'getJwks: x', '--operation', 'getJwks', '--annotations', '--seed', '7'];
    expect(read(...argv)).toMatchObject({ only: ['fuzz', 'getJwks: x', 'getJwks'], annotations: true, seed: 7 });
    expect(readArguments(contract, [], { GITHUB_ACTIONS: 'true' })).toMatchObject({ annotations: true });
  });
});

describe('with a base URL', () => {
  test('the partner and its domains are read', () => {
    const domains = ['--registered-domain', 'a.example', '--registered-domain', 'b.example'];
    expect(read('--base-url', 'http://localhost:3000/', ...partner, ...domains)).toMatchObject({
      target: {
        baseUrl: 'http://localhost:3000',
        clientId: 'acme',
        clientSecret: 'secret',
        registeredDomains: ['a.example', 'b.example'],
      },
    });
  });

  test('secrets can come from the environment, where no list of processes shows them', () => {
    const argv = ['--base-url', 'http://localhost:3000', '--client-id', 'acme', '--other-client-id', 'b'];
    const given = readArguments(contract, argv, { CLIENT_SECRET: 'one', OTHER_CLIENT_SECRET: 'two' });
    expect(given).toMatchObject({
      target: { clientSecret: 'one', other: { clientId: 'b', clientSecret: 'two' } },
    });
  });

  test.each([
    'http://localhost:1',
    'http://127.0.0.2',
    'http://[::1]:3000',
    ...hostsOf('staging'),
  ])('%s may be checked', (url) => {
    expect(read('--base-url', url, ...partner)).toMatchObject({ target: { baseUrl: url } });
  });

  test.each([
    ...hostsOf('production'),
    'https://api.nobody-named.example',
    'http://10.0.0.1',
  ])('%s is left alone until it is said twice', (url) => {
    expect(() => read('--base-url', url, ...partner)).toThrow(/--i-know-this-is-not-a-sandbox/);
    expect(read('--base-url', url, ...partner, '--i-know-this-is-not-a-sandbox')).toMatchObject({
      target: { baseUrl: url },
    });
  });
});

test('where the contract has no tokens, a request proves itself by what is given', () => {
  const { components, ...rest } = contract;
  const withoutTokens = { ...rest, components: { ...components, securitySchemes: {} } };
  const argv = ['--base-url', 'http://localhost:3000', '--header', 'X-Api-Key: a:b'];
  expect(readArguments(withoutTokens, argv, {})).toMatchObject({ target: { headers: { 'x-api-key': 'a:b' } } });
  expect(() => readArguments(withoutTokens, [...argv, '--header', 'X-Api-Key'], {})).toThrow(/--header must be/);
});

describe('deliveries', () => {
  const target = ['--base-url', 'http://localhost:3000', ...partner];

  test('come to this machine, by the schedule of the contract', () => {
    expect(read(...target)).toMatchObject({ target: { retrySpeed: 1 }, receiver: undefined });
  });

  test('or by an address that leads there, and sooner', () => {
    const given = read(
      ...target,
      '--receiver-url',
      'https://a.example/b/',
      '--receiver-port',
      '8',
      '--retry-speed',
      '9',
    );
    expect(given).toMatchObject({ target: { retrySpeed: 9 }, receiver: { url: 'https://a.example/b', port: 8 } });
  });
});

describe('what is wrong is said', () => {
  test.each<[string, string[], RegExp]>([
    ['an unknown option', ['--bse-url', 'x'], /--bse-url/],
    ['a stray word', ['all'], /all/],
    ['a base URL that is none', ['--base-url', 'localhost:3000', ...partner], /http or https URL/],
    ['a base URL with a password', ['--base-url', 'http://a:b@localhost', ...partner], /no password/],
    ['a base URL without a partner', ['--base-url', 'http://localhost:3000'], /--client-id/],
    ['a partner without a base URL', partner, /--base-url/],
    ['a number that is none', ['--cases', 'many'], /--cases must be a whole number/],
    ['an operation that there is not', ['--operation', 'addNothing'], /no addNothing/],
    ['a number that is too small', ['--concurrency', '0'], /at least 1/],
    ['half of a receiver', ['--receiver-port', '1'], /go together/],
    ['a receiver that is none', ['--receiver-url', 'a:b', '--receiver-port', '1'], /http or https URL without a query/],
    [
      'half of a second partner',
      ['--base-url', 'http://localhost', ...partner, '--other-client-id', 'b'],
      /go together/,
    ],
  ])('%s', (_, argv, message) => {
    expect(() => read(...argv)).toThrow(ArgumentError);
    expect(() => read(...argv)).toThrow(message);
  });

  test('and no secret is repeated', () => {
    expect(() => read('--client-secret', 'hush', '--nothing')).not.toThrow(/hush/);
  });
});
