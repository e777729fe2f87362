// Apart from what reads them: this needs no package, and can say what there is where none is installed.
import { parseArgs } from 'node:util';

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

type Name = keyof typeof OPTIONS;
export type Values = {
  [N in Name]?: (typeof OPTIONS)[N] extends { multiple: true }
    ? string[]
    : (typeof OPTIONS)[N] extends { value: string }
      ? string
      : boolean;
} & { help?: boolean };

/** The options of a command line. Throws `ArgumentError` for one that there is not. */
export function optionsIn(argv: readonly string[]): Values {
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
