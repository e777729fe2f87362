import { destination } from 'pino';
import { operations } from '../generated/operations.ts';
import { sandboxPartners } from '../server/api/oauth/sandbox-partners.ts';
import type { ReferenceFiles } from '../server/generated-files.ts';
import { type Program, readProgramArguments, UsageError } from '../server/platform/command-line.ts';
import { createLogger } from '../server/platform/log.ts';
import { StartupError } from '../server/platform/startup-error.ts';
import { stopRequest } from '../server/platform/stop-request.ts';
import { ConfigError, loadConfig, SETTINGS } from '../server/start/settings.ts';
import { startMock } from './create-mock.ts';
import { readScenario } from './scenario.ts';

const DEFAULT_PORT = '4010';

/** Reads the mock's settings and the settings it shares with the server. Throws `ConfigError` if one is invalid. */
function readSettings(env: NodeJS.ProcessEnv) {
  const given = env['BASE_URL']?.trim() || undefined;
  const { port, host, baseUrl } = loadConfig({
    PORT: env['PORT']?.trim() || DEFAULT_PORT,
    HOST: env['HOST'],
    // This is a placeholder. Without BASE_URL, the mock's URL contains the port it listens on.
    BASE_URL: given ?? 'http://localhost',
  });
  const eventsUrl = env['EVENTS_URL']?.trim() || undefined;
  if (eventsUrl !== undefined && !(URL.canParse(eventsUrl) && /^https?:/.test(eventsUrl)))
    throw new ConfigError(['EVENTS_URL must be an http or https URL']);
  const file = env['SCENARIO']?.trim() || undefined;
  return { port, host, baseUrl: given && baseUrl, eventsUrl, scenario: file === undefined ? file : readScenario(file) };
}

function greeting(url: string): string {
  const { clientId, secret } = { ...sandboxPartners[0] };
  return `The mock listens on ${url}. The client ID is ${clientId} and the secret is ${secret}. To get a token:

  curl ${url}${operations.createTokenV2.path} -d grant_type=client_credentials -d client_id=${clientId} -d client_secret=${secret}

`;
}

const settingOf = (name: string) => {
  const found = SETTINGS.find((setting) => setting.name === name);
  if (found === undefined) throw new TypeError(`There is no setting ${name}`);
  return found;
};

const PROGRAM: Omit<Program, 'command'> = {
  summary: 'Starts the mock of the service.',
  settings: [
    { ...settingOf('PORT'), default: DEFAULT_PORT },
    settingOf('HOST'),
    { ...settingOf('BASE_URL'), default: 'http://localhost and the port' },
    { name: 'EVENTS_URL', description: 'URL that receives test events, redeliveries, and decision events' },
    { name: 'SCENARIO', description: 'YAML file with the responses and events of each operation' },
  ],
};

/**
 * Starts the mock with the options in `args` and the settings in the environment. Exits the process when the mock stops
 * or cannot start.
 */
export async function runMock(files: ReferenceFiles, command: string, args: readonly string[]): Promise<void> {
  // Prism's dependencies use modules that Node 24 reports as deprecated.
  process.noDeprecation = true;
  try {
    const read = readProgramArguments({ ...PROGRAM, command }, args, process.env);
    if ('help' in read) {
      process.stdout.write(read.help);
      return;
    }
    const stop = stopRequest('mock');
    // Logs only warnings and errors. Writes them to stderr, because the greeting goes to stdout.
    const log = createLogger('warn', destination(2));
    const mock = await Promise.race([startMock({ ...readSettings(read.env), files, log }), stop.then(() => null)]);
    if (mock !== null) process.stdout.write(greeting(mock.url));
    await stop;
    await mock?.stop();
    process.exit(0);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}. ${command} --help lists the options.\n`);
      process.exit(2);
    }
    if (!(error instanceof ConfigError || error instanceof StartupError)) throw error;
    const reason = error instanceof ConfigError ? error.problems.join('; ') : error.message;
    process.stderr.write(`The mock cannot start: ${reason}\n`);
    process.exit(1);
  }
}
