// This file imports no package, so that `--help` works even if the kit's dependencies are missing.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

export class ArgumentError extends Error {}

const text = (value: string, help: string) => ({ type: 'string' as const, value, help });
const texts = (value: string, help: string) => ({ ...text(value, help), multiple: true as const });
const flag = (help: string) => ({ type: 'boolean' as const, value: '', help });
const number = (help: string, initial: string) => ({ ...text('N', `${help} (default: ${initial})`), default: initial });

const GROUPS = {
  Target: {
    'base-url': text('URL', 'The server to check'),
    'client-id': text('ID', 'Client ID of a partner with every scope'),
    'client-secret': text('SECRET', 'Its secret (or the environment variable CLIENT_SECRET)'),
    'other-client-id': text('ID', "A second partner, to check that partners cannot see each other's data"),
    'other-client-secret': text('SECRET', 'Its secret (or the environment variable OTHER_CLIENT_SECRET)'),
    header: texts("'NAME: VALUE'", 'Header that authenticates requests; $NAME in single quotes reads a variable'),
    query: texts("'NAME=VALUE'", 'Query parameter that authenticates requests (repeatable, like --header)'),
    'registered-domain': texts('HOST', 'Domain registered for the partner (repeatable; default: any host)'),
    'i-know-this-is-not-a-sandbox': flag('Allow a host that is neither this machine nor a sandbox or staging server'),
  },
  Contract: { contract: text('FILE', 'Check against another OpenAPI 3.0 or 3.1 document, in YAML or JSON') },
  Cases: {
    only: texts('NAME', 'Run only a check, an operation, or a case (repeatable)'),
    sequences: number('Number of random sequences of requests', '10'),
    seed: number('Seed for the random sequences', '1'),
    concurrency: number('Number of concurrent requests', '16'),
    'max-seconds': number('Stop after N seconds', '900'),
  },
  Webhooks: {
    'receiver-url': text('URL', 'Public URL that forwards to the webhook receiver, for a target on another machine'),
    'receiver-port': text('N', 'Port on this machine that the webhook receiver listens on'),
    'retry-speed': number("Speed-up factor of the target's retry schedule", '1'),
  },
  Report: {
    report: text('FOLDER', 'Write conformance.xml (JUnit) and conformance.json to a folder'),
    accepted: text('FILE', 'Accept the findings in a list (YAML or JSON) until they expire'),
    explain: text('CODE', 'Explain the code of a finding, and exit'),
  },
};
const { Target, Contract, Cases, Webhooks, Report } = GROUPS;
const OPTIONS = { ...Target, ...Contract, ...Cases, ...Webhooks, ...Report, help: flag('') };

const URL_FORM = { test: (text: string) => /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(text) && URL.canParse(text) };
/** Forms of option values, with the description for an error message, and the options to which the form applies. */
const FORMS: [form: Pick<RegExp, 'test'>, description: string, ...names: (keyof typeof OPTIONS)[]][] = [
  [URL_FORM, 'an http or https URL without a query, a user name, or a password', 'base-url', 'receiver-url'],
  [/^[\w!#$%&'*+.^`|~-]+:\s*.+$/, 'a name, a colon, and a value', 'header'],
  [/^[^=]+=.+$/, 'a name, an equals sign, and a value', 'query'],
  [/^\d{1,9}$/, 'a whole number of at least 0', 'sequences', 'seed'],
  [/^[1-9]\d{0,8}$/, 'a whole number of at least 1', 'concurrency', 'max-seconds', 'receiver-port', 'retry-speed'],
];

export type Values = ReturnType<typeof optionsIn>;

export function optionsIn(argv: readonly string[]) {
  try {
    const { values } = parseArgs({ args: [...argv], options: OPTIONS });
    for (const [form, description, ...names] of FORMS)
      for (const name of names)
        if (![values[name] ?? []].flat().every((text) => form.test(String(text))))
          throw new Error(`--${name} must be ${description}.`);
    return values;
  } catch (error) {
    throw new ArgumentError((error as Error).message);
  }
}

/** Returns the text of `--help`. If `hasTargets` is true, `--base-url` is optional: the kit can start targets. */
export function usage(command: string, hasTargets: boolean): string {
  const groups = Object.entries(GROUPS).map(([heading, options]) => {
    const lines = Object.entries(options).map(
      ([name, { value, help }]) => `  ${`--${name} ${value}`.padEnd(29)} ${help}`,
    );
    return `${heading}:\n${lines.join('\n')}`;
  });
  return readFileSync(new URL('help.txt', import.meta.url), 'utf8')
    .replaceAll('{command}', command)
    .replace('{required}', hasTargets ? '' : '--base-url URL ')
    .replace('{bundled}', hasTargets ? ' Without --base-url, starts and checks the bundled server and mock.' : '')
    .replace('{options}', () => groups.join('\n\n'));
}
