import { once } from 'node:events';
import { type DestinationStream, destination, type Logger, pino, symbols } from 'pino';
import type { LogLevel } from './config.ts';

export type { Logger };

const CENSORED = '[Redacted]';

/** In lower case and without `-` and `_`, because header names have any case and our own names two styles. */
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
  'standardwebhookssecret',
  'token',
  'xapikey',
]);

/** Credentials without a revealing name: in a message, a list of raw headers, or the text of an error. */
const SECRET_PATTERNS: readonly [RegExp, string][] = [
  [/\bBearer +[\w.~+/=-]{8,}/gi, `Bearer ${CENSORED}`],
  [/\bBasic +[A-Za-z0-9+/]{16,}={0,2}/gi, `Basic ${CENSORED}`],
  // The lookbehind keeps the search linear: a match can start only once in a run of such characters.
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+/g, CENSORED],
  [/\b(client_secret|access_token)=[^&\s"\\]+/gi, `$1=${CENSORED}`],
  [/\bwhsec_[A-Za-z0-9+/=]+/g, CENSORED],
];

/** Every match of the patterns contains one of these words. Most lines contain none and are searched once. */
const SECRET_WORDS = /bearer|basic|eyJ|client_secret|access_token|whsec_/i;

/** Redacts credentials anywhere in a text. */
export const censorText = (line: string): string =>
  SECRET_WORDS.test(line)
    ? SECRET_PATTERNS.reduce((text, [secret, substitute]) => text.replace(secret, substitute), line)
    : line;

/** Returns pino's `isoTime` with a cache: formats the time once for all lines of a millisecond. */
function isoTime(): () => string {
  let last = { now: 0, text: '' };
  return () => {
    const now = Date.now();
    if (now !== last.now) last = { now, text: `,"time":"${new Date(now).toISOString()}"` };
    return last.text;
  };
}

/**
 * Creates a logger that writes JSON lines with `level`, `time` (ISO 8601), and `msg`, by default to the standard
 * output. Redacts secrets by name at every depth (pino's `redact` knows fixed paths only) and by pattern in every line.
 */
export function createLogger(level: LogLevel, stream?: DestinationStream): Logger {
  const logger = pino(
    {
      level,
      // Omits the process ID and the host name, which the log collector knows.
      base: null,
      timestamp: isoTime(),
      formatters: {
        level: (label) => ({ level: label }),
        log: (object) => censorMembers(object, []),
      },
      // `censor` serializes errors at every depth.
      serializers: { err: (value) => value },
      hooks: { streamWrite: censorText },
    },
    ...(stream === undefined ? [] : [stream]),
  );
  // Pino does not format the bindings of child loggers. Child loggers inherit this method.
  const child: Logger['child'] = logger.child;
  logger.child = function (this: Logger, bindings, options) {
    return child.call(this, censorMembers(bindings, []), options);
  } as Logger['child'];
  return logger;
}

/** Internals of a pino logger under exported symbols, for writing lines directly. */
interface Internals {
  [symbols.timeSym](): string;
  [symbols.chindingsSym]: string;
  [symbols.streamSym]: DestinationStream;
}

/**
 * Writes the line of `log.info(members, message)`, whatever the level is. `members` is JSON without braces. Used for
 * the line of every request, because pino takes several times as long. The caller must censor text from outside.
 */
export function writeInfo(log: Logger, members: string, message: string): void {
  const logger = log as unknown as Internals;
  const start = `{"level":"info"${logger[symbols.timeSym]()}${logger[symbols.chindingsSym]}`;
  logger[symbols.streamSym].write(`${start},${members},"msg":"${message}"}\n`);
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
  // The line of a request has only such values.
  if (members.every(isHarmless)) return value as Record<string, unknown>;
  return Object.fromEntries(
    members.map(([name, member]) => [name, isSecretName(name) ? CENSORED : censor(member, path)]),
  );
}

const isHarmless = ([name, member]: [string, unknown]): boolean =>
  (typeof member !== 'object' || member === null) && !isSecretName(name);

const isSecretName = (name: string): boolean => SECRET_NAMES.has(name.toLowerCase().replace(/[-_]/g, ''));

/** Logs only these properties of an error. A database driver's error, for example, contains the row that failed. */
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

export interface LogOutput extends DestinationStream {
  /** Resolves when all lines are written. */
  close(): Promise<unknown>;
}

/**
 * Writes to the standard output in the background. The lines of an event loop turn go to pino's destination as one
 * text: for each text, the destination counts the bytes of all waiting texts, which took longer than everything else.
 */
export function logOutput(): LogOutput {
  const output = destination({ sync: false });
  let lines = '';
  const hand = () => {
    if (lines !== '') output.write(lines);
    lines = '';
  };
  // The last lines before the process ends contain the reason.
  process.once('exit', () => {
    if (lines !== '') destination({ sync: true }).write(lines);
  });
  return {
    write(line) {
      if (lines === '') setImmediate(hand);
      lines += line;
    },
    close() {
      hand();
      output.end();
      return once(output, 'close');
    },
  };
}
