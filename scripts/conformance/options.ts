// This file needs no package, so that `--help` also works where the packages of the kit are missing.
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** A wrong argument. The message is for the person who typed the argument. */
export class ArgumentError extends Error {
  override name = 'ArgumentError';
}

const OPTIONS = {
  'base-url': { type: 'string' },
  contract: { type: 'string' },
  'client-id': { type: 'string' },
  'client-secret': { type: 'string' },
  header: { type: 'string', multiple: true },
  'other-client-id': { type: 'string' },
  'other-client-secret': { type: 'string' },
  'registered-domain': { type: 'string', multiple: true },
  'receiver-url': { type: 'string' },
  'receiver-port': { type: 'string' },
  'retry-speed': { type: 'string' },
  only: { type: 'string', multiple: true },
  report: { type: 'string' },
  reference: { type: 'string' },
  cases: { type: 'string' },
  seed: { type: 'string' },
  concurrency: { type: 'string' },
  'max-requests': { type: 'string' },
  'max-seconds': { type: 'string' },
  'i-know-this-is-not-a-sandbox': { type: 'boolean' },
  help: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

const parse = (args: string[]) => parseArgs({ args, options: OPTIONS }).values;

export type Values = ReturnType<typeof parse>;

/** Returns the options of a command line. Throws `ArgumentError` for an unknown option. */
export function optionsIn(argv: readonly string[]): Values {
  try {
    return parse([...argv]);
  } catch (error) {
    throw new ArgumentError((error as Error).message);
  }
}

/** Returns the text of `--help`. `hasOwn`: the kit can start a server, so that `--base-url` is optional. */
export const usage = (
  command: string,
  hasOwn: boolean,
) => `Usage: ${command} ${hasOwn ? '' : '--base-url URL '}[options]

Checks a server against the contract.${
  hasOwn
    ? ` Without --base-url, starts the bundled server and mock, checks both, and compares
their responses.`
    : ''
}

Target:
  --base-url URL                The server to check
  --client-id ID                Client ID of a partner with every scope
  --client-secret SECRET        Its secret (or the environment variable CLIENT_SECRET)
  --other-client-id ID          A second partner, to check that partners cannot see each other's data
  --other-client-secret SECRET  Its secret (or the environment variable OTHER_CLIENT_SECRET)
  --header 'NAME: VALUE'        Header that authenticates requests, for contracts without OAuth tokens (repeatable)
  --registered-domain HOST      Domain registered for the partner (repeatable; default: any host)
  --i-know-this-is-not-a-sandbox  Allow a host that is neither this machine nor a sandbox or staging server

Contract:
  --contract FILE               Check against another OpenAPI 3.1 document, in YAML or JSON
  --reference URL               URL of the API reference, for links in findings

Cases:
  --only NAME                   Run only a group of cases (keywords, fuzz, ...), an operation, or a case (repeatable)
  --cases N                     Number of fuzz cases (default: 500)
  --seed N                      Seed for the fuzz cases (default: 1)
  --concurrency N               Number of concurrent requests (default: 16)
  --max-requests N              Stop after N requests (default: 50000, and 4 for each fuzz case)
  --max-seconds N               Stop after N seconds (default: 900)

Webhooks:
  --receiver-url URL            Public URL that forwards to the webhook receiver (needed when the target runs on another
                                machine)
  --receiver-port N             Port on this machine that the webhook receiver listens on
  --retry-speed N               Speed-up factor of the target's retry schedule (default: 1)

Report:
  --report FOLDER               Write conformance.xml (JUnit) and conformance.json to a folder

Exit codes:
  0  The server matches the contract.
  1  The server does not match the contract, or the check is incomplete.
  2  An argument is wrong.
  3  Nothing was checked: the server does not respond, is too slow, or returns no token with every scope.
`;
