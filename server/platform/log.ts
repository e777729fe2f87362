import { type BaseLogger, type DestinationStream, destination, pino } from 'pino';

/** Excludes child loggers, because pino does not pass their bindings to `formatters.log`, which redacts secrets. */
export type Logger = BaseLogger;

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const CENSORED = '[Redacted]';

/** Property names in lower case, without `-` and `_`, so that every spelling of a name matches. */
const SECRET_NAMES = new Set([
  'accesstoken',
  'authorization',
  'clientsecret',
  'cookie',
  'databaseurl',
  'datakeys',
  'password',
  'proxyauthorization',
  'secret',
  'secretaccesskey',
  'secrethash',
  'sessiontoken',
  'setcookie',
  'standardwebhookssecret',
  'token',
  'xapikey',
]);

const SECRET_PATTERNS: readonly [RegExp, string][] = [
  [/\bBearer +[\w.~+/=-]{8,}/gi, `Bearer ${CENSORED}`],
  [/\bBasic +[A-Za-z0-9+/]{16,}={0,2}/gi, `Basic ${CENSORED}`],
  // The lookbehind makes the search linear: in a run of word characters, a match can start only at the beginning.
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+/g, CENSORED],
  [/\b(client_secret|access_token)=[^&\s"\\]+/gi, `$1=${CENSORED}`],
  [/\bwhsec_[A-Za-z0-9+/=]+/g, CENSORED],
];

/** Matches each line that can contain a secret, so that most lines skip the slower `SECRET_PATTERNS`. */
const SECRET_WORDS = /bearer|basic|eyJ|client_secret|access_token|whsec_/i;

const censorText = (line: string): string =>
  SECRET_WORDS.test(line)
    ? SECRET_PATTERNS.reduce((text, [secret, substitute]) => text.replace(secret, substitute), line)
    : line;

/** Redacts credentials in every line. Also redacts secret properties at any depth, which pino's `redact` cannot do. */
export function createLogger(level: LogLevel, stream?: DestinationStream): Logger {
  return pino(
    {
      level,
      // Omits the process ID and the host name, because log collectors add them.
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: (object) => censorMembers(object, []) },
      // Leaves errors unserialized, because `censorMembers` serializes them at every depth.
      serializers: { err: (value) => value },
      hooks: { streamWrite: censorText },
    },
    ...(stream === undefined ? [] : [stream]),
  );
}

function censor(value: unknown, ancestors: readonly object[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (ancestors.includes(value)) return '[Circular]';
  if (ancestors.length >= 8) return '[Truncated]';
  const path = [...ancestors, value];
  if (value instanceof Error) return plainError(value, path);
  if (Array.isArray(value)) return value.map((item) => censor(item, path));
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if ('toJSON' in value && typeof value.toJSON === 'function') return censor(value.toJSON(), path);
  return censorMembers(value, path);
}

function censorMembers(value: object, path: readonly object[]): Record<string, unknown> {
  const members = Object.entries(value);
  // Copies only objects with a nested value or a secret name, because most objects have neither.
  if (members.every(isHarmless)) return value as Record<string, unknown>;
  return Object.fromEntries(
    members.map(([name, member]) => [name, isSecretName(name) ? CENSORED : censor(member, path)]),
  );
}

const isHarmless = ([name, member]: [string, unknown]): boolean =>
  (typeof member !== 'object' || member === null) && !isSecretName(name);

const isSecretName = (name: string): boolean => SECRET_NAMES.has(name.toLowerCase().replace(/[-_]/g, ''));

/** Copies only properties that are safe to log. Database drivers, for example, add the rejected row to errors. */
function plainError(error: Error, path: readonly object[]): Record<string, unknown> {
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: censor(error.cause, path) }),
  };
}

export const logOutput = () => destination({ sync: false, minLength: 4096, periodicFlush: 100 });
