import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import type { LogLevel } from './config.ts';

export type { Logger };

const CENSORED = '[Redacted]';

/** In lower case and without `-` and `_`, because header names come in any case and our own names in two styles. */
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
  'secrethash',
  'setcookie',
  'token',
  'xapikey',
]);

/** Credentials that stand under no telling name: in a message, a list of raw headers, the text of an error. */
const SECRET_PATTERNS: readonly [RegExp, string][] = [
  [/\bBearer +[\w.~+/=-]{8,}/gi, `Bearer ${CENSORED}`],
  [/\bBasic +[A-Za-z0-9+/]{16,}={0,2}/gi, `Basic ${CENSORED}`],
  // The lookbehind keeps the search linear: it starts once in a run of such characters.
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+/g, CENSORED],
  [/\b(client_secret|access_token)=[^&\s"\\]+/gi, `$1=${CENSORED}`],
];

/**
 * Writes JSON lines with `level`, `time` (ISO 8601) and `msg`, to the standard output unless a destination is given.
 * Secrets are redacted by name at every depth (pino's own `redact` knows fixed paths only) and by form in every line.
 */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const logger = pino(
    {
      level,
      // Omits the process id and the host name, which whatever collects the lines knows.
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (object) => censorMembers(object, []),
      },
      // `censor` serializes errors wherever they stand.
      serializers: { err: (value) => value },
      hooks: {
        streamWrite: (line) =>
          SECRET_PATTERNS.reduce((text, [secret, substitute]) => text.replace(secret, substitute), line),
      },
    },
    ...(destination === undefined ? [] : [destination]),
  );
  // Pino passes the bindings of child loggers to no formatter. Children inherit this method.
  const child: Logger['child'] = logger.child;
  logger.child = function (this: Logger, bindings, options) {
    return child.call(this, censorMembers(bindings, []), options);
  } as Logger['child'];
  return logger;
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
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SECRET_NAMES.has(name.toLowerCase().replace(/[-_]/g, '')) ? CENSORED : censor(member, path),
    ]),
  );
}

/** Only these members are logged: a database driver's error, for one, carries the row that failed. */
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
