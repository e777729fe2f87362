import { parseArgs } from 'node:util';
import type { Contract } from '../generate/contract.ts';
import { indexContract } from './contract/contract-index.ts';
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

/** An argument that is not right: what is wrong with it, for whoever typed it. */
export class ArgumentError extends Error {
  override name = 'ArgumentError';
}

/** What can be typed: how it is written, what it says, and whether more than once. Defaults stand in the text alone. */
const OPTIONS = {
  'base-url': { value: 'URL', says: 'What to check' },
  contract: { value: 'FILE', says: 'Another contract than ours to hold it to: OpenAPI 3.1, YAML or JSON' },
  'client-id': { value: 'ID', says: 'A partner with every scope' },
  'client-secret': { value: 'SECRET', says: 'Or in the environment, as CLIENT_SECRET' },
  header: {
    value: "'NAME: VALUE'",
    says: 'With which a request proves itself, where the contract asks for no tokens of its own; may be repeated',
    multiple: true,
  },
  'other-client-id': { value: 'ID', says: 'A second partner, for what is not to be seen by another' },
  'other-client-secret': { value: 'SECRET', says: 'Or in the environment, as OTHER_CLIENT_SECRET' },
  'registered-domain': { value: 'HOST', says: 'Of the partner; once for each. Left out: any host', multiple: true },
  'receiver-url': {
    value: 'URL',
    says: 'What leads to the receiver of deliveries, when the target is another machine',
  },
  'receiver-port': { value: 'N', says: 'The port of this machine that it leads to' },
  'retry-speed': {
    value: 'N',
    says: 'How many times faster than the contract has it the target sends an event again (1)',
  },
  only: {
    value: 'NAME',
    says: 'A group of cases (keywords, fuzz, ...), an operation, or a case by its name, alone; once for each',
    multiple: true,
  },
  operation: { value: 'ID', says: 'The same for an operation, with the journeys through it', multiple: true },
  report: { value: 'FOLDER', says: 'Writes conformance.html, .xml (JUnit), .json and .sarif' },
  annotations: { says: 'Prints findings as GitHub shows them; without being asked where GITHUB_ACTIONS is true' },
  reference: { value: 'URL', says: 'Where the contract is read, for the links of findings' },
  cases: { value: 'N', says: 'Fuzz cases (500)' },
  seed: { value: 'N', says: 'Of the fuzz cases (1)' },
  concurrency: { value: 'N', says: 'Requests at once (16)' },
  'max-requests': { value: 'N', says: 'Ends there (50000 and four for each fuzz case)' },
  'max-seconds': { value: 'N', says: 'Ends there (900)' },
  'i-know-this-is-not-a-sandbox': {
    says: 'For hosts that are neither this machine nor named in the contract as sandbox or staging',
  },
} as const satisfies Record<string, { value?: string; says: string; multiple?: true }>;

const COLUMN = 30;

/** What `--help` says. `hasOwn`: something can be checked without a base URL. */
export const usage = (
  command: string,
  hasOwn: boolean,
) => `Usage: ${command} ${hasOwn ? '' : '--base-url URL '}[options]

Holds a server to the contract.${hasOwn ? ' Without a base URL it starts our own server and our own mock, and checks and compares both.' : ''}

${Object.entries(OPTIONS)
  .map(
    ([name, option]) =>
      `  ${`--${name}${'value' in option ? ` ${option.value}` : ''}`.padEnd(COLUMN - 4)}  ${option.says}\n`,
  )
  .join('')}
Exit code 0: it keeps the contract. 1: it does not, or not all of it could be checked. 2: an argument is wrong. 3: nothing
was checked, because the target does not answer, is too slow, or gives no token with every scope.
`;

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
  const values = parsed(argv);
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
  const { contract, help } = parsed(argv);
  return help === true ? undefined : contract;
}

type Name = keyof typeof OPTIONS;
type Values = {
  [N in Name]?: (typeof OPTIONS)[N] extends { multiple: true }
    ? string[]
    : (typeof OPTIONS)[N] extends { value: string }
      ? string
      : boolean;
} & { help?: boolean };

function parsed(argv: readonly string[]): Values {
  const options = Object.entries(OPTIONS).map(([name, option]) => [
    name,
    { type: 'value' in option ? 'string' : 'boolean', multiple: 'multiple' in option },
  ]);
  try {
    return parseArgs({
      args: [...argv],
      options: { ...Object.fromEntries(options), help: { type: 'boolean' } },
    }).values as Values;
  } catch (error) {
    throw new ArgumentError((error as Error).message);
  }
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
