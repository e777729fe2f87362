import type { Contract } from '../generate/contract.ts';
import { indexContract } from './contract/contract-index.ts';
import { ArgumentError, type Values } from './options.ts';
import { isKnownSandbox } from './target/environment.ts';
import type { CheckOptions, Target } from './types.ts';

/**
 * Validates the options of a command line. Secrets may come from `env`. With `hasOwn`, the base URL is optional, and
 * the target is null for the bundled server and mock. Throws `ArgumentError`.
 */
export function readArguments(contract: Contract, values: Values, env: NodeJS.ProcessEnv, hasOwn: boolean) {
  if (!hasOwn && values['base-url'] === undefined)
    throw new ArgumentError('--base-url is required: the URL of the server to check.');
  const cases = wholeNumber(values, 'cases', 500, 0);
  return {
    target: targetOf(contract, values, env),
    receiver: receiverOf(values),
    /** Folder of the written reports; null: none. */
    report: values.report ?? null,
    ...(values.reference !== undefined && { reference: values.reference }),
    ...(values.only !== undefined && { only: values.only }),
    seed: wholeNumber(values, 'seed', 1, 0),
    cases,
    concurrency: wholeNumber(values, 'concurrency', 16),
    maxRequests: wholeNumber(values, 'max-requests', 50_000 + 4 * cases),
    maxSeconds: wholeNumber(values, 'max-seconds', 900),
  };
}

function targetOf(contract: Contract, values: Values, env: NodeJS.ProcessEnv): Target | null {
  const baseUrl = values['base-url']?.replace(/\/+$/, '');
  if (baseUrl === undefined) {
    if (values['client-id'] !== undefined) throw new ArgumentError('--client-id needs --base-url.');
    return null;
  }
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl))
    throw new ArgumentError('--base-url must be an http or https URL.');
  const { host, username } = new URL(baseUrl);
  if (username !== '') throw new ArgumentError('--base-url must have no user name and no password.');
  if (!isKnownSandbox(contract, baseUrl) && values['i-know-this-is-not-a-sandbox'] !== true)
    throw new ArgumentError(
      `${host} is not known as a sandbox. The kit sends thousands of requests and creates submissions. ` +
        'To check this host, add --i-know-this-is-not-a-sandbox.',
    );
  const clientSecret = values['client-secret'] ?? env['CLIENT_SECRET'];
  const hasTokens = indexContract(contract).tokenPath !== undefined;
  if (hasTokens && (values['client-id'] === undefined || clientSecret === undefined))
    throw new ArgumentError('--base-url needs --client-id and --client-secret.');
  const otherId = values['other-client-id'];
  const otherSecret = values['other-client-secret'] ?? env['OTHER_CLIENT_SECRET'];
  if ((otherId === undefined) !== (otherSecret === undefined))
    throw new ArgumentError('--other-client-id and --other-client-secret go together.');
  return {
    name: host,
    baseUrl,
    clientId: values['client-id'] ?? '',
    clientSecret: clientSecret ?? '',
    ...(values.header !== undefined && { headers: Object.fromEntries(values.header.map(headerOf)) }),
    ...(otherId !== undefined &&
      otherSecret !== undefined && { other: { clientId: otherId, clientSecret: otherSecret } }),
    registeredDomains: values['registered-domain'] ?? ['*'],
    retrySpeed: wholeNumber(values, 'retry-speed', 1),
  };
}

/** Returns a header with its name in lower case, as the cases write the names of their own headers. */
function headerOf(text: string): [string, string] {
  const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new ArgumentError('--header must be a name, a colon and a value.');
  return [name.toLowerCase(), value];
}

function receiverOf(values: Values): CheckOptions['receiver'] {
  const url = values['receiver-url']?.replace(/\/+$/, '');
  if ((url === undefined) !== (values['receiver-port'] === undefined))
    throw new ArgumentError('--receiver-url and --receiver-port go together.');
  if (url === undefined) return undefined;
  if (!/^https?:\/\/[^?#]+$/.test(url) || !URL.canParse(url))
    throw new ArgumentError('--receiver-url must be an http or https URL without a query.');
  return { url, port: wholeNumber(values, 'receiver-port', 0) };
}

type NumberOption = 'cases' | 'seed' | 'concurrency' | 'max-requests' | 'max-seconds' | 'receiver-port' | 'retry-speed';

function wholeNumber(values: Values, name: NumberOption, byDefault: number, minimum = 1): number {
  const text = values[name];
  if (text === undefined) return byDefault;
  if (!/^\d{1,9}$/.test(text) || Number(text) < minimum)
    throw new ArgumentError(`--${name} must be a whole number of at least ${minimum}.`);
  return Number(text);
}
