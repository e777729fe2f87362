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

const domains = ['--registered-domain', 'a.example', '--registered-domain', 'b.example'];
const receiver = ['--receiver-url', 'https://a.example/b/', '--receiver-port', '8', '--retry-speed', '9'];
const acme = { clientId: 'acme', clientSecret: 'secret' };

test.each<[what: string, argv: string[], expected: object]>([
  ['the bundled server and mock by default', [], { target: null, seed: 1, sequences: 10, only: undefined }],
  [
    'the partner and its domains',
    ['--base-url', 'http://localhost:3000/', ...partner, ...domains],
    { target: { baseUrl: 'http://localhost:3000', ...acme, registeredDomains: ['a.example', 'b.example'] } },
  ],
  ['the seed', ['--only', 'head', '--only', 'getJwks: x', '--seed', '7'], { only: ['head', 'getJwks: x'], seed: 7 }],
  [
    'the public URL of the receiver and the retry speed',
    [...local, ...partner, ...receiver],
    { target: { retrySpeed: 9 }, receiver: { url: 'https://a.example/b', port: 8 } },
  ],
])('the command line of the kit sets %s', (_, argv, expected) => {
  expect(read(...argv)).toMatchObject(expected);
});

test('the kit reads secrets from the environment, and replaces environment variables in --header and --query', () => {
  const others = ['--other-client-id', 'b', '--header', 'X-Key: k $KEY', '--query', 'key=$KEY'];
  const values = optionsIn([...local, '--client-id', 'acme', ...others]);
  const env = { CLIENT_SECRET: 'one', OTHER_CLIENT_SECRET: 'two', KEY: 'secret-key' };
  const other = { clientId: 'b', clientSecret: 'two' };
  expect(readArguments(contract, values, env, true)).toMatchObject({
    target: { clientSecret: 'one', other, headers: { 'x-key': 'k secret-key' }, query: { key: 'secret-key' } },
  });
  const { KEY: _, ...rest } = env;
  expect(() => readArguments(contract, values, rest, true)).toThrow('The environment variable KEY is not set.');
});

test.each([
  'http://localhost:1',
  'http://127.0.0.2',
  'http://[::1]:3000',
  ...hostsOf('staging'),
])('the kit checks the server %s without a confirmation', (url) => {
  expect(read('--base-url', url, ...partner)).toMatchObject({ target: { baseUrl: url } });
});

test.each([
  ...hostsOf('production'),
  'https://api.unknown.example',
  'http://10.0.0.1',
])('the kit checks the server %s only with --i-know-this-is-not-a-sandbox', (url) => {
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
] as const)('the kit includes the sandbox operations in the contract of the server %s: %s', (url, isSandbox) => {
  const { operationIds, links } = indexContract(contractAt(contract, url));
  for (const decision of ['decideVerificationRequest', 'decideSubmission']) {
    expect(operationIds.includes(decision)).toBe(isSandbox);
    expect(links.some(({ to }) => to === decision)).toBe(isSandbox);
  }
});

test('the kit sends the values of --header if the contract has no operation that issues tokens', () => {
  const { components, ...rest } = contract;
  const withoutTokens = { ...rest, components: { ...components, securitySchemes: {} } };
  const given = (...argv: string[]) => readArguments(withoutTokens, optionsIn([...local, ...argv]), {}, true);
  expect(given('--header', 'X-Api-Key: a:b')).toMatchObject({ target: { headers: { 'x-api-key': 'a:b' } } });
  expect(() => given('--header', 'X-Api-Key')).toThrow(/--header must be/);
});

describe('The check of the arguments', () => {
  test.each<[string, string[], RegExp]>([
    ['an unknown option', ['--bse-url', 'x'], /--bse-url/],
    ['a positional argument', ['all'], /all/],
    ['an invalid base URL', ['--base-url', 'localhost:3000', ...partner], /http or https URL/],
    ['a base URL with a password', ['--base-url', 'http://a:b@localhost', ...partner], /user name, or a password/],
    ['a base URL without a partner', local, /--client-id/],
    ['a partner without a base URL', partner, /--base-url/],
    ['text instead of a number', ['--sequences', 'many'], /--sequences must be a whole number/],
    ['a number that is too small', ['--concurrency', '0'], /at least 1/],
    ['a receiver without a URL', ['--receiver-port', '1'], /must be used together/],
    ['an invalid receiver URL', ['--receiver-url', 'a:b', '--receiver-port', '1'], /URL without a query/],
    ['a second partner without a secret', [...local, ...partner, '--other-client-id', 'b'], /must be used together/],
  ])('the kit rejects %s on the command line', (_, argv, message) => {
    expect(() => read(...argv)).toThrow(ArgumentError);
    expect(() => read(...argv)).toThrow(message);
  });

  test('the error message about an unknown option does not contain the client secret', () => {
    expect(() => read('--client-secret', 'hush', '--nothing')).toThrow(/^(?!.*hush)/);
  });

  test('the kit requires --base-url if no server is bundled with the kit', () => {
    expect(() => readArguments(contract, optionsIn([]), {}, false)).toThrow('--base-url is required');
    expect(usage('the-kit', false)).toMatch(/^Usage: the-kit --base-url URL \[options\]/);
  });
});
