import { once } from 'node:events';
import { type DestinationStream, destination, type Logger, pino, symbols } from 'pino';
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
  'standardwebhookssecret',
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
  [/\bwhsec_[A-Za-z0-9+/=]+/g, CENSORED],
];

/** What each of the patterns finds has one of these words. Most lines have none, and are read once, not four times. */
const SECRET_WORDS = /bearer|basic|eyJ|client_secret|access_token|whsec_/i;

/** Without credentials, wherever in a text they stand. */
export const censorText = (line: string): string =>
  SECRET_WORDS.test(line)
    ? SECRET_PATTERNS.reduce((text, [secret, substitute]) => text.replace(secret, substitute), line)
    : line;

/** Returns what pino's `isoTime` returns, but formats the time once for all lines of a millisecond. */
function isoTime(): () => string {
  let last = { now: 0, text: '' };
  return () => {
    const now = Date.now();
    if (now !== last.now) last = { now, text: `,"time":"${new Date(now).toISOString()}"` };
    return last.text;
  };
}

/**
 * Writes JSON lines with `level`, `time` (ISO 8601) and `msg`, to the standard output unless a destination is given.
 * Secrets are redacted by name at every depth (pino's own `redact` knows fixed paths only) and by form in every line.
 */
export function createLogger(level: LogLevel, stream?: DestinationStream): Logger {
  const logger = pino(
    {
      level,
      // Omits the process id and the host name, which whatever collects the lines knows.
      base: null,
      timestamp: isoTime(),
      formatters: {
        level: (label) => ({ level: label }),
        log: (object) => censorMembers(object, []),
      },
      // `censor` serializes errors wherever they stand.
      serializers: { err: (value) => value },
      hooks: { streamWrite: censorText },
    },
    ...(stream === undefined ? [] : [stream]),
  );
  // Pino passes the bindings of child loggers to no formatter. Children inherit this method.
  const child: Logger['child'] = logger.child;
  logger.child = function (this: Logger, bindings, options) {
    return child.call(this, censorMembers(bindings, []), options);
  } as Logger['child'];
  return logger;
}

/** What pino keeps of a logger, and exports the names of, for those who write lines themselves. */
interface Internals {
  [symbols.timeSym](): string;
  [symbols.chindingsSym]: string;
  [symbols.streamSym]: DestinationStream;
}

/**
 * Writes the line of `log.info(members, message)` whatever the level is, of members that are JSON already, without
 * braces: for the one line that every request has, which takes pino several times as long. A text that is not our own
 * is to be censored before.
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
  // As the line of a request is.
  if (members.every(isHarmless)) return value as Record<string, unknown>;
  return Object.fromEntries(
    members.map(([name, member]) => [name, isSecretName(name) ? CENSORED : censor(member, path)]),
  );
}

const isHarmless = ([name, member]: [string, unknown]): boolean =>
  (typeof member !== 'object' || member === null) && !isSecretName(name);

const isSecretName = (name: string): boolean => SECRET_NAMES.has(name.toLowerCase().replace(/[-_]/g, ''));

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

export interface LogOutput extends DestinationStream {
  /** Resolves when all lines are written. */
  close(): Promise<unknown>;
}

/**
 * The standard output, written in the background. The lines of a turn of the event loop go to pino's destination as one
 * text, because for each text it counts the bytes of all that wait, and so took longer than all the rest of a line.
 */
export function logOutput(): LogOutput {
  const output = destination({ sync: false });
  let lines = '';
  const hand = () => {
    if (lines !== '') output.write(lines);
    lines = '';
  };
  // What was said last before the process ends, on purpose or not, says why.
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
