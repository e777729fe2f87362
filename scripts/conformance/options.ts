// This file imports no package, so that `--help` works even if the kit's dependencies are missing.
import { parseArgs } from 'node:util';

/** Thrown for an invalid argument. The message is shown to the user. */
export class ArgumentError extends Error {
  override name = 'ArgumentError';
}

const option = (value: string, text: string) => ({ type: 'string' as const, value, text });
const repeatable = (value: string, text: string) => ({ ...option(value, text), multiple: true as const });

/** Options, grouped under the headings of `--help`. */
const GROUPS = {
  Target: {
    'base-url': option('URL', 'The server to check'),
    'client-id': option('ID', 'Client ID of a partner with every scope'),
    'client-secret': option('SECRET', 'Its secret (or the environment variable CLIENT_SECRET)'),
    'other-client-id': option('ID', "A second partner, to check that partners cannot see each other's data"),
    'other-client-secret': option('SECRET', 'Its secret (or the environment variable OTHER_CLIENT_SECRET)'),
    header: repeatable("'NAME: VALUE'", 'Header that authenticates requests; $NAME in single quotes reads a variable'),
    query: repeatable("'NAME=VALUE'", 'Query parameter that authenticates requests (repeatable, like --header)'),
    'token-url': option('URL', 'Token endpoint for client credentials (default: the `tokenUrl` in the contract)'),
    'registered-domain': repeatable('HOST', 'Domain registered for the partner (repeatable; default: any host)'),
    'i-know-this-is-not-a-sandbox': {
      type: 'boolean' as const,
      value: '',
      text: 'Allow a host that is neither this machine nor a sandbox or staging server',
    },
  },
  Contract: {
    contract: option('FILE', 'Check against another OpenAPI 3.0 or 3.1 document, in YAML or JSON'),
    reference: option('URL', 'URL of the API reference, for links in findings'),
  },
  Cases: {
    list: { type: 'boolean' as const, value: '', text: 'Print the checks with the rules that they judge, and exit' },
    only: repeatable('NAME', 'Run only a check (see --list), an operation, or a case (repeatable)'),
    cases: option('N', 'Number of fuzz cases (default: 500)'),
    seed: option('N', 'Seed for the fuzz cases (default: 1)'),
    concurrency: option('N', 'Number of concurrent requests (default: 16)'),
    'max-requests': option('N', 'Stop after N requests (default: 50000, plus 4 for each fuzz case)'),
    'max-seconds': option('N', 'Stop after N seconds (default: 900)'),
  },
  Webhooks: {
    'receiver-url': option('URL', 'Public URL that forwards to the webhook receiver, for a target on another machine'),
    'receiver-port': option('N', 'Port on this machine that the webhook receiver listens on'),
    'retry-speed': option('N', "Speed-up factor of the target's retry schedule (default: 1)"),
  },
  Report: {
    report: option('FOLDER', 'Write conformance.xml (JUnit) and conformance.json to a folder'),
  },
};
const { Target, Contract, Cases, Webhooks, Report } = GROUPS;
const OPTIONS = { ...Target, ...Contract, ...Cases, ...Webhooks, ...Report, help: { type: 'boolean' as const } };

const parse = (args: string[]) => parseArgs({ args, options: OPTIONS }).values;

export type Values = ReturnType<typeof parse>;

/** Parses the options of a command line. Throws `ArgumentError` for an unknown option. */
export function optionsIn(argv: readonly string[]): Values {
  try {
    return parse([...argv]);
  } catch (error) {
    throw new ArgumentError((error as Error).message);
  }
}

/** Returns the text of `--help`. If `hasTargets` is true, the kit can start targets, so `--base-url` is optional. */
export function usage(command: string, hasTargets: boolean): string {
  const groups = Object.entries(GROUPS).map(([heading, options]) => {
    const lines = Object.entries(options).map(
      ([name, { value, text }]) => `  ${`--${name} ${value}`.padEnd(29)} ${text}`,
    );
    return `${heading}:\n${lines.join('\n')}`;
  });
  return `Usage: ${command} ${hasTargets ? '' : '--base-url URL '}[options]

Checks a server against the contract.${hasTargets ? ' Without --base-url, starts and checks the bundled server and mock.' : ''}

${groups.join('\n\n')}

Exit codes:
  0  The server matches the contract.
  1  The server does not match the contract, or the check is incomplete.
  2  An argument is wrong.
  3  Nothing was checked: the server does not respond, is too slow, or returns no token with every scope.

Examples:
  # Your own server, on this machine
  ${command} --base-url http://localhost:3000 --client-id sandbox-partner --client-secret sandbox-secret
  # A partner's server in CI. CLIENT_SECRET and OTHER_CLIENT_SECRET are secrets of the CI system.
  ${command} --base-url "$BASE_URL" --client-id "$CLIENT_ID" --other-client-id "$OTHER_CLIENT_ID" --report report
  # Another OpenAPI document, with an API key
  ${command} --base-url http://localhost:3000 --contract museum.yaml --header 'X-Api-Key: $API_KEY'
`;
}
