import { destination } from 'pino';
import { operations } from '../generated/operations.ts';
import { CannotStart } from '../server/cannot-start.ts';
import { ConfigError, loadConfig } from '../server/config.ts';
import type { ReferenceFiles } from '../server/generated-files.ts';
import { createLogger } from '../server/log.ts';
import { sandboxPartners } from '../server/sandbox/partners.ts';
import { stopRequest } from '../server/stop-request.ts';
import { startMock } from './create-mock.ts';

const DEFAULT_PORT = '4010';

/** The server's settings that the mock has too, read with the same rules, and its own. Throws `ConfigError`. */
function readSettings(env: NodeJS.ProcessEnv) {
  const given = env['BASE_URL']?.trim() || undefined;
  const { port, host, baseUrl } = loadConfig({
    PORT: env['PORT']?.trim() || DEFAULT_PORT,
    HOST: env['HOST'],
    // A placeholder: without BASE_URL, the URL is made from the port that is listened on.
    BASE_URL: given ?? 'http://localhost',
  });
  const eventsUrl = env['EVENTS_URL']?.trim() || undefined;
  if (eventsUrl !== undefined && !(URL.canParse(eventsUrl) && /^https?:/.test(eventsUrl)))
    throw new ConfigError(['EVENTS_URL must be an http or https URL']);
  return { port, host, baseUrl: given && baseUrl, eventsUrl };
}

function greeting(url: string): string {
  const [partner] = sandboxPartners;
  return `The mock answers on ${url}, with client id ${partner?.clientId} and secret ${partner?.secret}. A token:

  curl ${url}${operations.createTokenV2.path} -d grant_type=client_credentials -d client_id=${partner?.clientId} -d client_secret=${partner?.secret}

`;
}

async function untilStopped(files: ReferenceFiles, env: NodeJS.ProcessEnv): Promise<void> {
  const stop = stopRequest('mock');
  // Logs only warnings and errors, to the standard error, since the standard output is for the greeting.
  const log = createLogger('warn', destination(2));
  const mock = await Promise.race([startMock({ ...readSettings(env), files, log }), stop.then(() => null)]);
  if (mock !== null) {
    process.stdout.write(greeting(mock.url));
    await stop;
    await mock.stop();
  }
  process.exit(0);
}

/** Starts the mock with the settings in the environment, and ends the process with it. */
export function runMock(files: ReferenceFiles, env = process.env): void {
  untilStopped(files, env).catch((error: unknown) => {
    const told =
      error instanceof ConfigError
        ? `The mock cannot start: ${error.problems.join('; ')}`
        : error instanceof CannotStart
          ? `The mock cannot start: ${error.message}`
          : String((error as Error)?.stack ?? error);
    process.stderr.write(`${told}\n`);
    process.exit(1);
  });
}
