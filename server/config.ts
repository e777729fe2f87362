import ipaddr from 'ipaddr.js';
import { service } from '../generated/operations.ts';
import { type DataKey, parseDataKeys } from './crypto/data-keys.ts';
import { hostKind, isAddressOrRange, isDestination } from './domain/addresses.ts';
import type { S3Place } from './files/s3-file-store.ts';

/** The levels of pino, and `silent` for none. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const LIMITS_PLACES = ['memory', 'database'] as const;

export interface Config {
  /** False in the sandbox. */
  production: boolean;
  /** 0 means any free port. */
  port: number;
  host: string;
  /** Host names and addresses that others reach a sandbox by. None: it is for this machine alone. */
  sandboxHosts: readonly string[];
  /** URL of the API, without a trailing slash. Also the issuer and the audience of access tokens. */
  baseUrl: string;
  /** URL of the user application, without a trailing slash. */
  appUrl: string;
  /** Null: no page links there. */
  privacyUrl: string | null;
  helpUrl: string | null;
  dataDir: string;
  /** Null means the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** Null means the folder `files` in `dataDir`. The credentials are null with it. */
  filesPlace: S3Place | null;
  filesAccessKeyId: string | null;
  filesSecretAccessKey: string | null;
  /** The first key encrypts, all of them decrypt. Null (sandbox only) means the key in `dataDir`. */
  dataKeys: readonly DataKey[] | null;
  /** Requests a second, per partner and instance. 0 switches rate limits off. */
  rateLimitPerSecond: number;
  rateLimitBurst: number;
  /** Where limits are counted: by each instance for itself, or in the database, whose URL is then not null. */
  limits: (typeof LIMITS_PLACES)[number];
  /** Bytes that the files of a partner's open submissions may hold. */
  waitingFilesQuota: number;
  logLevel: LogLevel;
  /** IP addresses and CIDR ranges, as given. */
  trustedProxies: readonly string[];
  shutdownTimeoutSeconds: number;
  /** Null: there is no endpoint for numbers. 0 means any free port. */
  metricsPort: number | null;
  metricsHost: string;
  /** Of a collector, without a trailing slash; null means no traces. */
  tracesEndpoint: string | null;
  /** Of what is open, how much a sweep may end that ended long ago. */
  sweepMaxPercent: number;
  /** IP addresses and CIDR ranges, as given. */
  webhookSourceAddresses: readonly string[];
  /** IP addresses, CIDR ranges and host names, as given. */
  deniedDestinations: readonly string[];
  /** How many times faster than the contract has it an event is sent again; 1 in production. */
  webhookRetrySpeed: number;
  /** Exactly as the provider's metadata gives it. The OIDC settings are all null (sandbox only), or none is. */
  oidcIssuer: string | null;
  oidcClientId: string | null;
  oidcClientSecret: string | null;
  /** Null if and only if `oidcClientId` is null. */
  oidcMobileAudience: string | null;
}

export interface Setting {
  /** Name of the environment variable. */
  name: string;
  /** The value when unset; empty means none. `<NAME>` stands for the value of the setting NAME. */
  default: string;
  /** The value when unset in production, if it differs. */
  productionDefault?: string;
  requiredInProduction?: true;
  /** The value must not be shown. */
  secret?: true;
  description: string;
}

interface ReadableSetting<T> extends Setting {
  /** `value` is '' only when the setting is unset and has no default. Throws `InvalidSetting`. */
  read(value: string, production: boolean): T;
}

/** All settings that are wrong or missing. The message contains no value, since any value may hold a secret. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

class InvalidSetting extends Error {}

function isProduction(value: string): boolean {
  // A word that was misspelt must not make a sandbox of production.
  if (!['', 'sandbox', 'development', 'test', 'production'].includes(value)) {
    throw new InvalidSetting('must be production, or one of sandbox, development and test, or not be set');
  }
  return value === 'production';
}

const integer = (min: number, max: number) => (value: string) => {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) throw new InvalidSetting(`must be a whole number from ${min} to ${max}`);
  return number;
};

/** Normalizes the URL, because the issuer of a token and the host of a request are compared with it as strings. */
function publicUrl(value: string, production: boolean): string {
  const rule =
    `must be an absolute ${production ? 'https' : 'http or https'} URL ` +
    'without user information, query, fragment or trailing slash';
  // `new URL` accepts and repairs `http:host`, backslashes and blanks, and drops an empty query.
  if (!/^https?:\/\/[^\s\\?#@]*[^\s\\?#@/]$/i.test(value) || !URL.canParse(value)) throw new InvalidSetting(rule);
  const url = new URL(value);
  if (production && url.protocol !== 'https:') throw new InvalidSetting(rule);
  return url.pathname === '/' ? url.origin : url.origin + url.pathname;
}

/** Of a page that people are led to. */
function pageUrl(value: string, production: boolean): string | null {
  if (value === '') return null;
  const isWhole = /^https?:\/\/[^\s\\@]+$/i.test(value) && URL.canParse(value);
  if (!isWhole || (production && !/^https:/i.test(value)))
    throw new InvalidSetting(
      `must be an absolute ${production ? 'https' : 'http or https'} URL without user information`,
    );
  return new URL(value).href;
}

function collectorUrl(value: string): string | null {
  if (value === '') return null;
  if (!/^https?:\/\/[^\s\\?#@]+$/i.test(value) || !URL.canParse(value)) {
    throw new InvalidSetting('must be an http or https URL without user information, query or fragment');
  }
  return value.replace(/\/+$/, '');
}

/**
 * OpenID Connect Discovery 1.0, section 3: an https URL with nothing after the path. It is kept as given, since the
 * `iss` of a token must equal it exactly; some providers end it with a slash.
 */
function issuerUrl(value: string, production: boolean): string | null {
  if (value === '') return null;
  const url = /^https?:\/\/[^\s\\?#@]+$/i.test(value) && URL.canParse(value) ? new URL(value) : null;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && !production && hostKind(url.hostname) === 'loopback');
  // openid-client takes a URL under /.well-known/ for the metadata itself, and then does not compare the issuer.
  if (!isSafe || url.pathname.includes('/.well-known/')) {
    throw new InvalidSetting(
      `must be the issuer of an OpenID provider: an https URL${production ? '' : ', or http on this machine,'} ` +
        'without user information, query, fragment or /.well-known/',
    );
  }
  return value;
}

/** RFC 6749, appendix A.1 and A.2. */
function visibleText(value: string): string | null {
  if (!/^[\x20-\x7e]*$/.test(value)) throw new InvalidSetting('must be printable ASCII');
  return value === '' ? null : value;
}

const TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];

function postgresUrl(value: string, production: boolean): string | null {
  if (value === '') return null;
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) {
    throw new InvalidSetting('must be a PostgreSQL URL: postgres://user:password@host:port/database');
  }
  if (production && !TLS_MODES.includes(new URL(value).searchParams.get('sslmode') ?? '')) {
    throw new InvalidSetting(
      'must say how the connection is protected: with ?sslmode=verify-full, or ?sslmode=disable where nobody else is on the way',
    );
  }
  return value;
}

/** The bucket and the prefix are a name and a path of few characters, so that nothing in them is ever encoded. */
function filesPlace(value: string): S3Place | null {
  if (value === '') return null;
  const wrong = new InvalidSetting(
    'must be s3://BUCKET or s3://BUCKET/PREFIX, with ?region= and, for other servers than Amazon, &endpoint=https://HOST',
  );
  if (!/^s3:\/\/[a-z0-9.-]{3,63}(?:\/[\w./-]*)?(?:\?[^\s#]*)?$/.test(value) || !URL.canParse(value)) throw wrong;
  const { hostname: bucket, pathname, searchParams } = new URL(value);
  const region = searchParams.get('region') ?? 'us-east-1';
  const endpoint = searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  const isKnown = [...searchParams.keys()].every((name) => name === 'region' || name === 'endpoint');
  if (!isKnown || !/^[a-z0-9-]+$/.test(region) || !/^https?:\/\/[^\s/?#@]+\/?$/.test(endpoint)) throw wrong;
  if (!URL.canParse(endpoint)) throw wrong;
  const path = pathname.split('/').filter((step) => step !== '');
  return { bucket, prefix: path.map((step) => `${step}/`).join(''), region, endpoint: new URL(endpoint).origin };
}

const oneOf =
  <T extends string>(words: readonly T[]) =>
  (value: string): T => {
    const word = words.find((known) => known === value);
    if (word === undefined) throw new InvalidSetting(`must be one of ${words.join(', ')}`);
    return word;
  };

/** 0.0.0.0 and :: are wildcards, not addresses to connect from. */
const isSource = (entry: string): boolean =>
  isAddressOrRange(entry) && (entry.includes('/') || ipaddr.process(entry).range() !== 'unspecified');

/** A list whose entries, `what` as the operator is told, are separated by commas. */
const list = (what: string, isEntry: (entry: string) => boolean) => (value: string) => {
  if (value === '') return [];
  const entries = value.split(',').map((entry) => entry.trim());
  const bad = entries.flatMap((entry, index) => (isEntry(entry) ? [] : [index + 1]));
  if (bad.length === 0) return entries;
  throw new InvalidSetting(`must be ${what} separated by commas; wrong at position ${bad.join(', ')}`);
};

function dataKeys(value: string, production: boolean): readonly DataKey[] | null {
  if (value === '') return null;
  const { keys, problems } = parseDataKeys(value, production);
  if (problems.length > 0) throw new InvalidSetting(`cannot be used: ${problems.join('; ')}`);
  return keys;
}

function hostName(value: string): string {
  if (!/^[\w.:%-]+$/.test(value)) throw new InvalidSetting('must be an IP address or a host name to listen on');
  return value;
}

/** As the URL parser writes them, because the hosts of requests are compared with them. */
function sandboxHosts(value: string, production: boolean): string[] {
  if (production && value !== '') throw new InvalidSetting('is for a sandbox, and this is production');
  const entries = list('host names or IP addresses', (entry) => isDestination(entry) && !entry.includes('/'))(value);
  return entries.map((entry) => new URL(`http://${entry.includes(':') ? `[${entry}]` : entry}`).hostname);
}

// Settings are read in this order: a default may refer only to settings above it.
const table: { [K in keyof Config]: ReadableSetting<Config[K]> } = {
  production: {
    name: 'NODE_ENV',
    default: '',
    description: '`production` for production; nothing, `sandbox`, `development` or `test` for the sandbox',
    read: isProduction,
  },
  port: {
    name: 'PORT',
    default: '3000',
    description: 'Port to listen on; 0 for any free port, and then BASE_URL must be given',
    read: integer(0, 65_535),
  },
  host: {
    name: 'HOST',
    default: '127.0.0.1',
    productionDefault: '0.0.0.0',
    description: 'Address to listen on',
    read: hostName,
  },
  sandboxHosts: {
    name: 'SANDBOX_HOSTS',
    default: '',
    description:
      'Host names and IP addresses, separated by commas, that others reach this sandbox by; needed where HOST is not ' +
      'this machine. The sandbox then makes secrets of its own, and answers for no other host',
    read: sandboxHosts,
  },
  baseUrl: {
    name: 'BASE_URL',
    default: 'http://localhost:<PORT>',
    requiredInProduction: true,
    description:
      'Public URL of the API, without a trailing slash; https in production. ' +
      'The issuer and the audience of access tokens',
    read: publicUrl,
  },
  appUrl: {
    name: 'APP_URL',
    default: '<BASE_URL>',
    requiredInProduction: true,
    description: 'Public URL of the user application, without a trailing slash; https in production',
    read: publicUrl,
  },
  privacyUrl: {
    name: 'PRIVACY_URL',
    default: '',
    description: 'What every page for people links to as the privacy policy; https in production',
    read: pageUrl,
  },
  helpUrl: {
    name: 'HELP_URL',
    default: '',
    description: 'What every page for people links to as help; https in production',
    read: pageUrl,
  },
  dataDir: {
    name: 'DATA_DIR',
    default: '.data',
    description: 'Folder of the embedded database, the uploaded files and the key of the sandbox',
    read: (value) => value,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    default: '',
    requiredInProduction: true,
    secret: true,
    description:
      'PostgreSQL database: `postgres://...`, in production with `?sslmode=verify-full`, or `?sslmode=disable` where ' +
      'nobody else is on the way. Without it, the embedded database in DATA_DIR',
    read: postgresUrl,
  },
  filesPlace: {
    name: 'FILES_URL',
    default: '',
    description:
      'Where the files are, for instances on several machines: `s3://BUCKET/PREFIX?region=REGION`, with ' +
      '`&endpoint=https://HOST` for servers other than Amazon S3. Without it, the folder `files` in DATA_DIR',
    read: filesPlace,
  },
  filesAccessKeyId: {
    name: 'FILES_ACCESS_KEY_ID',
    default: '',
    description: 'The access key for FILES_URL. It needs to read, write, delete and list the objects there',
    read: visibleText,
  },
  filesSecretAccessKey: {
    name: 'FILES_SECRET_ACCESS_KEY',
    default: '',
    secret: true,
    description: 'The secret of that access key',
    read: visibleText,
  },
  dataKeys: {
    name: 'DATA_KEYS',
    default: '',
    requiredInProduction: true,
    secret: true,
    description:
      'Keys that encrypt what is stored: `id:key[,id:key...]`, a key being 32 random bytes in base64 ' +
      '(`openssl rand -base64 32`). The first one encrypts, all of them decrypt. ' +
      'Without it, the sandbox makes a key in DATA_DIR',
    read: dataKeys,
  },
  rateLimitPerSecond: {
    name: 'RATE_LIMIT_PER_SECOND',
    default: String(service.rate_limits.partner.per_second),
    description:
      'Requests a second that a partner may make of one instance, or with LIMITS of all together; 0 switches rate ' +
      'limits off, in the sandbox alone',
    read: (value, production) => integer(production ? 1 : 0, 1_000_000)(value),
  },
  rateLimitBurst: {
    name: 'RATE_LIMIT_BURST',
    default: String(service.rate_limits.partner.burst),
    description:
      'Requests that a partner may make at once, as above. What is beyond the rate comes back every ' +
      `${service.rate_limits.partner.burst_within_seconds} s`,
    read: integer(1, 1_000_000),
  },
  limits: {
    name: 'LIMITS',
    default: 'memory',
    description:
      'Where rate limits are counted: `memory`, by each instance for itself; `database`, for all instances together, ' +
      'in PostgreSQL',
    read: oneOf(LIMITS_PLACES),
  },
  waitingFilesQuota: {
    name: 'WAITING_FILES_MIB',
    default: String(service.waiting_files_bytes / 2 ** 20),
    description:
      'MiB that the files of a partner may hold, all together, whose submissions nobody has consented to yet. ' +
      'Above them uploads are refused and downloads wait',
    read: (value) => integer(1, 100_000_000)(value) * 2 ** 20,
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    description: `One of ${LOG_LEVELS.map((level) => `\`${level}\``).join(', ')}`,
    read: oneOf(LOG_LEVELS),
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    default: '',
    description:
      'IP addresses or CIDR ranges, separated by commas, of the proxies before the service. What they say in ' +
      '`X-Forwarded-For` is the source of a request, in the log and where links and sign-ins are limited; what anybody ' +
      'else says there is not, and private addresses have no limit',
    read: list('IP addresses or CIDR ranges', isAddressOrRange),
  },
  shutdownTimeoutSeconds: {
    name: 'SHUTDOWN_TIMEOUT_SECONDS',
    default: '10',
    description: 'How long requests under way may take to end after SIGTERM',
    read: integer(0, 3600),
  },
  metricsPort: {
    name: 'METRICS_PORT',
    default: '',
    description: 'Port of the endpoint `/metrics` for Prometheus; 0 for any free port. Without it there is none',
    read: (value) => (value === '' ? null : integer(0, 65_535)(value)),
  },
  metricsHost: {
    name: 'METRICS_HOST',
    default: '127.0.0.1',
    description: 'Address that `/metrics` listens on. Who reaches it needs no password: numbers are not for everybody',
    read: hostName,
  },
  tracesEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: '',
    description:
      'URL of an OpenTelemetry collector that takes OTLP over HTTP; traces go to `/v1/traces` below it. Without it ' +
      'none are made. `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER` and `OTEL_EXPORTER_OTLP_HEADERS` are read then, too',
    read: collectorUrl,
  },
  sweepMaxPercent: {
    name: 'SWEEP_MAX_PERCENT',
    default: '20',
    description:
      'How much of what is open, in percent, a sweep may end that ended over an hour ago. Beyond that it stops, says so, ' +
      'and waits for `npm run cli -- sweep --yes`. The first 100 count for nothing',
    read: integer(0, 100),
  },
  webhookSourceAddresses: {
    name: 'WEBHOOK_SOURCE_ADDRESSES',
    default: '',
    description:
      'IP addresses or CIDR ranges, separated by commas, that partners are told webhook deliveries come from. ' +
      'Deliveries leave from the first of the addresses that this machine has',
    read: list('IP addresses or CIDR ranges', isSource),
  },
  deniedDestinations: {
    name: 'DENIED_DESTINATIONS',
    default: '',
    description:
      'IP addresses, CIDR ranges and host names (with all names below them), separated by commas, that ' +
      'no webhook is sent to and no document is downloaded from, beside private and other special addresses',
    read: list('IP addresses, CIDR ranges or host names', isDestination),
  },
  webhookRetrySpeed: {
    name: 'WEBHOOK_RETRY_SPEED',
    default: '1',
    description:
      'How many times faster than the contract has it the sandbox sends an event again: all attempts within seconds ' +
      'at 10000. 1 in production',
    read: (value, production) => integer(1, production ? 1 : 100_000)(value),
  },
  oidcIssuer: {
    name: 'OIDC_ISSUER',
    default: '',
    requiredInProduction: true,
    description:
      'Issuer of the OpenID provider that people sign in with, exactly as its metadata gives it; https. ' +
      'Its redirect URI for this service is `<APP_URL>/sign-in/callback`. ' +
      'Without it, the sandbox asks for an e-mail address and believes it',
    read: issuerUrl,
  },
  oidcClientId: {
    name: 'OIDC_CLIENT_ID',
    default: '',
    requiredInProduction: true,
    description: 'Client id of this service at the OpenID provider',
    read: visibleText,
  },
  oidcClientSecret: {
    name: 'OIDC_CLIENT_SECRET',
    default: '',
    requiredInProduction: true,
    secret: true,
    description: 'Client secret of this service at the OpenID provider',
    read: visibleText,
  },
  oidcMobileAudience: {
    name: 'OIDC_MOBILE_AUDIENCE',
    default: '<OIDC_CLIENT_ID>',
    description: 'Audience (`aud`) of the tokens with which the mobile application reports a sign-in',
    read: visibleText,
  },
};

/** Every setting, in the order of the documentation. */
export const SETTINGS: readonly Setting[] = Object.values(table);

/** Reports a partly configured identity provider. For the sandbox; production requires each of these settings. */
function missingOfProvider(isGiven: (setting: Setting) => boolean): string[] {
  const needed = [table.oidcIssuer, table.oidcClientId, table.oidcClientSecret];
  const missing = needed.filter((setting) => !isGiven(setting)).map(({ name }) => name);
  if (missing.length === 0 || ![...needed, table.oidcMobileAudience].some(isGiven)) return [];
  return [`${missing.join(' and ')} must be given too: people sign in with all of OIDC_* or with none`];
}

/** Reports files elsewhere without a key to them, or a key to nothing. */
function missingOfFiles(isGiven: (setting: Setting) => boolean): string[] {
  const needed = [table.filesPlace, table.filesAccessKeyId, table.filesSecretAccessKey];
  const missing = needed.filter((setting) => !isGiven(setting)).map(({ name }) => name);
  if (missing.length === 0 || missing.length === needed.length) return [];
  return [`${missing.join(' and ')} must be given too: FILES_URL has an access key and its secret`];
}

/** Reads and validates every setting; a blank value counts as unset. Throws `ConfigError`. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = [];
  const used = new Map<string, string>();
  const config: Partial<Record<keyof Config, unknown>> = {};
  const given = (setting: Setting) => env[setting.name]?.trim() ?? '';
  const production = given(table.production) === 'production';

  for (const key of Object.keys(table) as (keyof Config)[]) {
    const setting = table[key];
    let value = given(setting);
    if (value === '') {
      if (production && setting.requiredInProduction) {
        problems.push(`${setting.name} is required in production`);
        continue;
      }
      const defaultValue = (production ? setting.productionDefault : undefined) ?? setting.default;
      const names = [...defaultValue.matchAll(/<([A-Z_]+)>/g)].map((match) => match[1] ?? '');
      // The setting that the default refers to is invalid and was reported already.
      if (names.some((name) => !used.has(name))) continue;
      value = defaultValue.replace(/<([A-Z_]+)>/g, (_, name: string) => used.get(name) ?? '');
    }
    try {
      config[key] = setting.read(value, production);
      used.set(setting.name, value);
    } catch (error) {
      if (!(error instanceof InvalidSetting)) throw error;
      problems.push(`${setting.name} ${error.message}`);
    }
  }
  if (config.metricsPort != null && config.metricsPort !== 0 && config.metricsPort === config.port)
    problems.push('METRICS_PORT must be another port than PORT');
  if (config.port === 0 && given(table.baseUrl) === '') problems.push('BASE_URL is required when PORT is 0');
  problems.push(...missingOfFiles((setting) => given(setting) !== ''));
  if (config.limits === 'database' && given(table.databaseUrl) === '')
    problems.push('DATABASE_URL must be given too: LIMITS is database');
  if (!production) {
    problems.push(...missingOfProvider((setting) => given(setting) !== ''));
    const host = used.get(table.host.name);
    if (host !== undefined && hostKind(host) !== 'loopback' && given(table.sandboxHosts) === '') {
      const what = 'the names or addresses that others reach this sandbox by';
      problems.push(`SANDBOX_HOSTS is required where HOST is not this machine: ${what}`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return config as Config;
}
