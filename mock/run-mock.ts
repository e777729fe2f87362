import { readFileSync, watchFile } from 'node:fs';
import { CORE_SCHEMA, load } from 'js-yaml';
import { destination } from 'pino';
import { operations } from '../generated/operations.ts';
import { type ReferenceFiles, sandboxPartners } from '../server/api/request-checks.ts';
import { readProgramArguments, stopRequest } from '../server/platform/command-line.ts';
import { createLogger } from '../server/platform/log.ts';
import {
  ADDRESS_SETTINGS,
  ConfigError,
  oneOf,
  optional,
  publicUrl,
  readSettings,
} from '../server/platform/setting-table.ts';
import { StartupError } from '../server/platform/startup-error.ts';
import { startMock } from './create-mock.ts';
import type { MockStart, Preferences, RunningMock } from './running-mock.ts';

const RELOAD_MS = 300;

const SETTINGS = {
  port: { ...ADDRESS_SETTINGS.port, default: '4010' },
  host: ADDRESS_SETTINGS.host,
  baseUrl: {
    name: 'BASE_URL',
    description: 'Public URL, without a trailing slash, if it is not http://localhost and the port',
    read: optional(publicUrl),
  },
  verbose: {
    name: 'VERBOSE',
    isFlag: true,
    default: 'false',
    description: 'Prints a line for each request',
    read: (value: string) => oneOf(['true', 'false'])(value) === 'true',
  },
  scenarios: {
    name: 'SCENARIOS',
    description: 'YAML or JSON file with responses by operation, which the mock reads again when the file changes',
    read: optional((value) => value),
  },
};

function loadSettings(env: NodeJS.ProcessEnv): MockStart & { scenarios?: string } {
  const { values, problems } = readSettings(SETTINGS, env, false);
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function greeting(url: string): string {
  const { clientId, secret } = { ...sandboxPartners[0] };
  return `The mock listens on ${url}. The client ID is ${clientId} and the secret is ${secret}. To get a token:

  curl ${url}${operations.createTokenV2.path} -d grant_type=client_credentials -d client_id=${clientId} -d client_secret=${secret}

`;
}

/** Loads the scenarios of a file, and reloads them when the file changes. Throws `StartupError` for an invalid file. */
export function followScenarios(mock: Pick<RunningMock, 'prefer'>, file: string): void {
  const apply = () => {
    try {
      // Uses a schema without dates, so that times in bodies stay strings.
      mock.prefer((load(readFileSync(file, 'utf8'), { schema: CORE_SCHEMA }) ?? {}) as Preferences);
    } catch (error) {
      throw new StartupError(`${file}: ${(error as Error).message}`);
    }
  };
  apply();
  watchFile(file, { interval: RELOAD_MS }, () => {
    try {
      apply();
      process.stdout.write(`The mock has read ${file} again.\n`);
    } catch (error) {
      process.stderr.write(`${(error as Error).message}\nThe earlier responses still apply.\n`);
    }
  });
}

/** Runs the mock from the command line. Exits the process when the mock stops or cannot start. */
export async function runMock(files: ReferenceFiles, command: string, args: readonly string[]): Promise<void> {
  // Suppresses deprecation warnings from Prism's dependencies.
  process.noDeprecation = true;
  try {
    const program = { command, summary: 'Starts the mock of the service.', settings: Object.values(SETTINGS) };
    const env = readProgramArguments(program, args, process.env);
    const stop = stopRequest('mock');
    // Logs warnings and errors to stderr, because the startup message goes to stdout.
    const log = createLogger('warn', destination(2));
    const { scenarios, ...settings } = loadSettings(env);
    const mock = await Promise.race([startMock({ ...settings, files, log }), stop.then(() => null)]);
    if (mock !== null && scenarios !== undefined) followScenarios(mock, scenarios);
    if (mock !== null) process.stdout.write(greeting(mock.url));
    await stop;
    await mock?.stop();
    process.exit(0);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StartupError)) throw error;
    const reason = error instanceof ConfigError ? error.problems.join('; ') : error.message;
    process.stderr.write(`The mock cannot start: ${reason}\n`);
    process.exit(1);
  }
}
