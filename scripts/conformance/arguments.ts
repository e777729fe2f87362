import type { Contract } from '../generate/contract.ts';
import { indexContract } from './contract/contract-index.ts';
import { ArgumentError, optionsIn, type Values } from './options.ts';
import { isKnownSandbox } from './target/environment.ts';
import type { OperationId, Target } from './types.ts';

export interface Arguments {
  /** Null: our own server and mock, started for the run. */
  target: Target | null;
  report: string | null;
  /** Whether findings are printed as GitHub's workflow commands. */
  annotations: boolean;
  /** Where the rendered contract is. */
  reference?: string;
  seed: number;
  cases: number;
  concurrency: number;
  maxRequests: number;
  maxSeconds: number;
  /** Where deliveries can reach the kit. */
  receiver?: { url: string; port: number } | undefined;
  /** Groups, operations and names of cases: leaves out all others. */
  only?: readonly string[];
}

/**
 * Reads the command line. `argv` is what follows the command; secrets may come from `env`; with `hasOwn` the base URL
 * may be left out. Throws `ArgumentError`.
 */
export function readArguments(
  contract: Contract,
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  hasOwn = true,
): Arguments | 'help' {
  const values = optionsIn(argv);
  if (values.help === true) return 'help';
  if (!hasOwn && values['base-url'] === undefined)
    throw new ArgumentError('--base-url is needed: what is to be held to the contract.');
  const cases = whole('--cases', values.cases, 500, 0);
  const only = [...(values.only ?? []), ...(values.operation ?? []).map((name) => operationNamed(contract, name))];
  return {
    target: targetOf(contract, values, env),
    receiver: receiverOf(values),
    report: values.report ?? null,
    annotations: values.annotations ?? env['GITHUB_ACTIONS'] === 'true',
    ...(values.reference !== undefined && { reference: values.reference }),
    seed: whole('--seed', values.seed, 1, 0),
    cases,
    ...(only.length > 0 && { only }),
    concurrency: whole('--concurrency', values.concurrency, 16, 1),
    maxRequests: whole('--max-requests', values['max-requests'], 50_000 + 4 * cases, 1),
    maxSeconds: whole('--max-seconds', values['max-seconds'], 900, 1),
  };
}

/** The file of another contract, which must be known before the rest is read. Throws `ArgumentError`. */
export function contractFileIn(argv: readonly string[]): string | undefined {
  const { contract, help } = optionsIn(argv);
  return help === true ? undefined : contract;
}

function targetOf(contract: Contract, values: Values, env: NodeJS.ProcessEnv): Target | null {
  const baseUrl = values['base-url']?.replace(/\/+$/, '');
  if (baseUrl === undefined) {
    if (values['client-id'] !== undefined) throw new ArgumentError('--client-id needs --base-url.');
    return null;
  }
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl))
    throw new ArgumentError('--base-url must be an http or https URL.');
  if (new URL(baseUrl).username !== '') throw new ArgumentError('--base-url must have no user name and no password.');
  if (!isKnownSandbox(contract, baseUrl) && values['i-know-this-is-not-a-sandbox'] !== true)
    throw new ArgumentError(
      `${new URL(baseUrl).host} is not known as a sandbox. The check sends thousands of requests and makes submissions. ` +
        'If that is what you want, add --i-know-this-is-not-a-sandbox.',
    );
  const clientSecret = values['client-secret'] ?? env['CLIENT_SECRET'];
  const hasTokens = indexContract(contract).tokenPath !== undefined;
  if (hasTokens && (values['client-id'] === undefined || clientSecret === undefined))
    throw new ArgumentError('--base-url needs --client-id and --client-secret.');
  const otherSecret = values['other-client-secret'] ?? env['OTHER_CLIENT_SECRET'];
  const otherId = values['other-client-id'];
  if ((otherId === undefined) !== (otherSecret === undefined))
    throw new ArgumentError('--other-client-id and --other-client-secret go together.');
  return {
    name: new URL(baseUrl).host,
    baseUrl,
    clientId: values['client-id'] ?? '',
    clientSecret: clientSecret ?? '',
    ...(values.header !== undefined && { headers: Object.fromEntries(values.header.map(headerOf)) }),
    ...(otherId !== undefined &&
      otherSecret !== undefined && { other: { clientId: otherId, clientSecret: otherSecret } }),
    registeredDomains: values['registered-domain'] ?? ['*'],
    retrySpeed: whole('--retry-speed', values['retry-speed'], 1, 1),
  };
}

/** Names in lower case, because a case sets its own so. */
function headerOf(text: string): [string, string] {
  const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+):\s*(.+)$/.exec(text) ?? [];
  if (name === '') throw new ArgumentError('--header must be a name, a colon and a value.');
  return [name.toLowerCase(), value];
}

function receiverOf(values: Values): Arguments['receiver'] {
  const url = values['receiver-url']?.replace(/\/+$/, '');
  if ((url === undefined) !== (values['receiver-port'] === undefined))
    throw new ArgumentError('--receiver-url and --receiver-port go together.');
  if (url === undefined) return undefined;
  if (!/^https?:\/\/[^?#]+$/.test(url) || !URL.canParse(url))
    throw new ArgumentError('--receiver-url must be an http or https URL without a query.');
  return { url, port: whole('--receiver-port', values['receiver-port'], 0, 1) };
}

function operationNamed(contract: Contract, name: string): OperationId {
  if (!indexContract(contract).operationIds.includes(name))
    throw new ArgumentError(`--operation: there is no ${name}.`);
  return name;
}

function whole(name: string, text: string | undefined, byDefault: number, least: number): number {
  if (text === undefined) return byDefault;
  if (!/^\d{1,9}$/.test(text) || Number(text) < least)
    throw new ArgumentError(`${name} must be a whole number of at least ${least}.`);
  return Number(text);
}
