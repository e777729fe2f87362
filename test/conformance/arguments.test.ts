import { describe, expect, test } from 'vitest';
import { environments } from '../../generated/operations.ts';
import { contract } from '../../scripts/bundled-targets/contract.ts';
import { indexContract } from '../../scripts/conformance/index/contract-index.ts';
import { ArgumentError, optionsIn, usage } from '../../scripts/conformance/options.ts';
import { readArguments } from '../../scripts/conformance/run-command.ts';
import { contractAt } from '../../scripts/conformance/target/known-servers.ts';

const partner = ['--client-id', 'acme', '--client-secret', 'secret'];
const local = ['--base-url', 'http://localhost:3000'];
const hostsOf = (wanted: string) =>
  Object.entries(environments).flatMap(([url, environment]) => (environment === wanted ? [url] : []));

const read = (...argv: string[]) => readArguments(contract, optionsIn(argv), {}, true);

test('the kit checks the bundled server and mock by default', () => {
  expect(read()).toMatchObject({ target: null, seed: 1, cases: 500 });
  expect(read().only).toBeUndefined();
});

test('the kit reads the partner, its domains and the cases', () => {
  const domains = ['--registered-domain', 'a.example', '--registered-domain', 'b.example'];
  const cases = ['--only', 'fuzz', '--only', 'getJwks: x', '--seed', '7'];
  expect(read('--base-url', 'http://localhost:3000/', ...partner, ...domains, ...cases)).toMatchObject({
    target: {
      baseUrl: 'http://localhost:3000',
      clientId: 'acme',
      clientSecret: 'secret',
      registeredDomains: ['a.example', 'b.example'],
      retrySpeed: 1,
    },
    receiver: undefined,
    only: ['fuzz', 'getJwks: x'],
    seed: 7,
  });
});

test('the kit reads secrets from the environment', () => {
  const values = optionsIn([...local, '--client-id', 'acme', '--other-client-id', 'b']);
  expect(readArguments(contract, values, { CLIENT_SECRET: 'one', OTHER_CLIENT_SECRET: 'two' }, true)).toMatchObject({
    target: { clientSecret: 'one', other: { clientId: 'b', clientSecret: 'two' } },
  });
});

test('the kit reads headers and query parameters that authenticate requests, with variables', () => {
  const values = optionsIn([...local, ...partner, '--header', 'X-Key: k $KEY', '--query', 'key=$KEY']);
  const target = { headers: { 'x-key': 'k secret-key' }, query: { key: 'secret-key' } };
  expect(readArguments(contract, values, { KEY: 'secret-key' }, true)).toMatchObject({ target });
  expect(() => readArguments(contract, values, {}, true)).toThrow('The environment variable KEY is not set.');
});

test.each([
  'http://localhost:1',
  'http://127.0.0.2',
  'http://[::1]:3000',
  ...hostsOf('staging'),
])('the kit checks %s without a confirmation', (url) => {
  expect(read('--base-url', url, ...partner)).toMatchObject({ target: { baseUrl: url } });
});

test.each([
  ...hostsOf('production'),
  'https://api.unknown.example',
  'http://10.0.0.1',
])('the kit checks %s only with --i-know-this-is-not-a-sandbox', (url) => {
  expect(() => read('--base-url', url, ...partner)).toThrow(/--i-know-this-is-not-a-sandbox/);
  expect(read('--base-url', url, ...partner, '--i-know-this-is-not-a-sandbox')).toMatchObject({
    target: { baseUrl: url },
  });
});

test.each([
  ['http://localhost:3000', true],
  ['http://[::1]:1', true],
  ...hostsOf('sandbox').map((url) => [url, true] as const),
  ...hostsOf('production').map((url) => [url, false] as const),
  ...hostsOf('staging').map((url) => [url, false] as const),
  ['https://api.unknown.example', false],
] as const)('the contract that applies to %s includes the sandbox operations: %s', (url, isSandbox) => {
  const { operationIds, links } = indexContract(contractAt(contract, url));
  for (const decision of ['decideVerificationRequest', 'decideSubmission']) {
    expect(operationIds.includes(decision)).toBe(isSandbox);
    expect(links.some(({ to }) => to === decision)).toBe(isSandbox);
  }
});

test('the kit sends the --header values if the contract has no tokens', () => {
  const { components, ...rest } = contract;
  const withoutTokens = { ...rest, components: { ...components, securitySchemes: {} } };
  const given = (...argv: string[]) => readArguments(withoutTokens, optionsIn([...local, ...argv]), {}, true);
  expect(given('--header', 'X-Api-Key: a:b')).toMatchObject({ target: { headers: { 'x-api-key': 'a:b' } } });
  expect(() => given('--header', 'X-Api-Key')).toThrow(/--header must be/);
});

test('the kit reads the public URL of the receiver and the retry speed', () => {
  const receiver = ['--receiver-url', 'https://a.example/b/', '--receiver-port', '8', '--retry-speed', '9'];
  expect(read(...local, ...partner, ...receiver)).toMatchObject({
    target: { retrySpeed: 9 },
    receiver: { url: 'https://a.example/b', port: 8 },
  });
});

describe('The check of the arguments', () => {
  test.each<[string, string[], RegExp]>([
    ['an unknown option', ['--bse-url', 'x'], /--bse-url/],
    ['a positional argument', ['all'], /all/],
    ['an invalid base URL', ['--base-url', 'localhost:3000', ...partner], /http or https URL/],
    ['a base URL with a password', ['--base-url', 'http://a:b@localhost', ...partner], /user name or a password/],
    ['a base URL without a partner', local, /--client-id/],
    ['a partner without a base URL', partner, /--base-url/],
    ['text instead of a number', ['--cases', 'many'], /--cases must be a whole number/],
    ['a number that is too small', ['--concurrency', '0'], /at least 1/],
    ['a receiver without a URL', ['--receiver-port', '1'], /must be used together/],
    ['an invalid receiver URL', ['--receiver-url', 'a:b', '--receiver-port', '1'], /URL without a query/],
    ['a second partner without a secret', [...local, ...partner, '--other-client-id', 'b'], /must be used together/],
  ])('the kit rejects %s', (_, argv, message) => {
    expect(() => read(...argv)).toThrow(ArgumentError);
    expect(() => read(...argv)).toThrow(message);
  });

  test('the error message does not repeat a secret', () => {
    expect(() => read('--client-secret', 'hush', '--nothing')).toThrow(/^(?!.*hush)/);
  });

  test('the kit requires --base-url if it has no bundled server', () => {
    expect(() => readArguments(contract, {}, {}, false)).toThrow('--base-url is required');
    expect(usage('the-kit', false)).toMatch(/^Usage: the-kit --base-url URL \[options\]/);
  });
});
