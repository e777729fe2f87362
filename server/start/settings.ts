import { readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { service } from '../../generated/operations.ts';
import { hostKind } from '../domain/address-kind.ts';
import { containInternet, isAddressOrRange, isDestination } from '../domain/address-ranges.ts';
import type { Brand } from '../domain/brand.ts';
import { LOG_LEVELS } from '../platform/log.ts';
import {
  ADDRESS_SETTINGS,
  ConfigError,
  hostName,
  InvalidSetting,
  integer,
  list,
  matching,
  nameSettings,
  oneOf,
  optional,
  parseUrl,
  publicUrl,
  readSettings,
  type Setting,
  type ValuesOf,
  webUrl,
} from '../platform/setting-table.ts';
import { type DataKey, parseDataKeys } from '../storage/encryption/encryptor.ts';
import type { S3Place } from '../storage/files/s3-storage.ts';

const isElsewhere = (host: string): boolean => hostKind(host) !== 'loopback';

function isProduction(value: string): boolean {
  // Rejects unknown values, so that a misspelled value does not start a sandbox in production.
  if (!['', 'sandbox', 'development', 'test', 'production'].includes(value)) {
    throw new InvalidSetting('must be production, sandbox, development, or test, or unset');
  }
  return value === 'production';
}

const pageUrl = (value: string, production: boolean): string =>
  webUrl(value, production, /^https?:\/\/[^\s\\@]+$/i, 'user information').href;

const shortText = matching(
  /^[^\p{Cc}\p{Cf}]{0,200}$/u,
  'must be at most 200 characters on one line, without control characters',
);

const MAX_LOGO_BYTES = 100_000;

function logoFile(value: string): NonNullable<Brand['logo']> {
  try {
    const bytes = readFileSync(value);
    const isPng = bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'));
    const isSvg = /<svg[\s>]/.test(bytes.toString('utf8'));
    if (bytes.length <= MAX_LOGO_BYTES && (isPng || isSvg))
      return { bytes, mediaType: isPng ? 'image/png' : 'image/svg+xml' };
  } catch {
    // A missing or unreadable file causes the error below.
  }
  throw new InvalidSetting(`must be the path of a readable SVG or PNG file of at most ${MAX_LOGO_BYTES / 1000} KB`);
}

function collectorUrl(value: string): string {
  if (parseUrl(value) === null)
    throw new InvalidSetting('must be an http or https URL without user information, query, or fragment');
  return value.replace(/\/+$/, '');
}

/** Does not normalize the URL: the `iss` claim must match the value exactly (OpenID Connect Discovery, section 3). */
function issuerUrl(value: string, production: boolean): string {
  const url = parseUrl(value);
  const isSafe = url?.protocol === 'https:' || (url !== null && !production && !isElsewhere(url.hostname));
  // openid-client treats a URL that contains /.well-known/ as the metadata URL, and then does not check the issuer.
  if (!isSafe || url.pathname.includes('/.well-known/')) {
    throw new InvalidSetting(
      `must be the issuer of an OpenID provider: an https URL${production ? '' : ', or http on this machine,'} ` +
        'without user information, query, fragment, or /.well-known/',
    );
  }
  return value;
}

/** Characters of client IDs and client secrets (RFC 6749, appendices A.1 and A.2). */
const visibleText = matching(/^[\x20-\x7e]*$/, 'must be printable ASCII');

const TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];

function postgresUrl(value: string, production: boolean): string {
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value) || new URL(value).host.includes(',')) {
    throw new InvalidSetting('must be a PostgreSQL URL with one host: postgres://user:password@host:port/database');
  }
  if (!production) return value;
  const { searchParams } = new URL(value);
  const [mode = '', ...repeated] = searchParams.getAll('sslmode');
  if (!TLS_MODES.includes(mode)) {
    throw new InvalidSetting('must end with ?sslmode=verify-full or, on a private network, with ?sslmode=disable');
  }
  // Rejects a second sslmode, which would replace the first, and uselibpqcompat, which skips certificate checks.
  const contradicts = (name: string) =>
    name === 'ssl' || name === 'uselibpqcompat' || (mode === 'disable' && /^ssl(?!mode$)/.test(name));
  if (repeated.length > 0 || [...searchParams.keys()].some(contradicts)) {
    throw new InvalidSetting(
      'must set TLS with one sslmode, without ssl and uselibpqcompat, and for sslmode=disable without certificates',
    );
  }
  return value;
}

/** Permits only bucket names and prefixes that need no encoding in URLs. */
function filesPlace(value: string): S3Place {
  const wrong = new InvalidSetting(
    'must be s3://BUCKET?region=REGION or s3://BUCKET/PREFIX?region=REGION; for servers other than Amazon S3, add &endpoint=https://HOST',
  );
  if (!/^s3:\/\/[a-z0-9.-]{3,63}(?:\/[\w./-]*)?(?:\?[^\s#]*)?$/.test(value) || !URL.canParse(value)) throw wrong;
  const { hostname: bucket, pathname, searchParams } = new URL(value);
  const region = searchParams.get('region') ?? 'us-east-1';
  const endpoint = searchParams.get('endpoint');
  const isKnown = [...searchParams.keys()].every((name) => name === 'region' || name === 'endpoint');
  const isServer = endpoint === null || parseUrl(endpoint, /^https?:\/\/[^\s/?#@]+\/?$/) !== null;
  if (!isKnown || !/^[a-z0-9-]+$/.test(region) || !isServer) throw wrong;
  const path = pathname.split('/').filter((step) => step !== '');
  return {
    bucket,
    prefix: path.map((step) => `${step}/`).join(''),
    region,
    endpoint: endpoint && new URL(endpoint).origin,
  };
}

/** Excludes the wildcards 0.0.0.0 and ::, from which no connection comes. */
const isSource = (entry: string): boolean =>
  isAddressOrRange(entry) && (entry.includes('/') || ipaddr.process(entry).range() !== 'unspecified');

function dataKeys(value: string, production: boolean): readonly DataKey[] {
  const { keys, problems } = parseDataKeys(value, production);
  if (problems.length > 0) throw new InvalidSetting(`cannot be used: ${problems.join('; ')}`);
  return keys;
}

/** Normalizes the entries for comparisons with the hosts of requests. */
function sandboxHosts(value: string, production: boolean): string[] {
  if (production && value !== '') throw new InvalidSetting('is only for a sandbox. Unset it in production');
  const entries = list('host names or IP addresses', (entry) => isDestination(entry) && !entry.includes('/'))(value);
  return entries.map((entry) => new URL(`http://${entry.includes(':') ? `[${entry}]` : entry}`).hostname);
}

function trustedProxies(value: string): string[] {
  return value === 'none' ? [] : list('IP addresses or CIDR ranges, or "none"', isAddressOrRange)(value);
}

/** Insecure settings that production rejects unless INSECURE contains their names. */
const RISKS = ['metrics', 'otlp', 'proxies'];

const table = nameSettings({
  production: {
    name: 'NODE_ENV',
    description: '`production` for production; unset, `sandbox`, `development` or `test` for the sandbox',
    read: isProduction,
  },
  port: ADDRESS_SETTINGS.port,
  host: ADDRESS_SETTINGS.host,
  sandboxHosts: {
    description:
      'Host names and IP addresses, separated by commas, at which others reach this sandbox. Required when HOST is not ' +
      'this machine. The sandbox then generates its own secrets, and rejects requests for any other host',
    read: sandboxHosts,
  },
  baseUrl: ADDRESS_SETTINGS.baseUrl,
  appUrl: {
    default: '<BASE_URL>',
    requiredInProduction: true,
    description: 'Public URL of the user application, without a trailing slash; https in production',
    read: publicUrl,
  },
  brandName: {
    default: 'Partner Credentials',
    description: 'Name of the service on the pages for users',
    read: shortText,
  },
  brandLogo: {
    description: 'Path of an SVG or PNG file with the logo of the service, which is shown as a square',
    read: optional(logoFile),
  },
  brandOperator: {
    default: 'Sandbox operator',
    requiredInProduction: true,
    description: 'Legal name of the operator, which every page for users shows',
    read: shortText,
  },
  brandAddress: {
    default: '1 Example Street, Example City',
    requiredInProduction: true,
    description: 'Postal address of the operator, which every page for users shows, on one line',
    read: shortText,
  },
  brandPrivacyUrl: {
    requiredInProduction: true,
    description: 'Privacy policy that every page for users links to; https in production',
    read: optional(pageUrl),
  },
  brandHelpUrl: {
    requiredInProduction: true,
    description: 'Help page that every page for users links to; https in production',
    read: optional(pageUrl),
  },
  brandAppName: {
    default: '<BRAND_NAME>',
    description: 'Name of the mobile application. A sign-in on it keeps the documents of a user',
    read: shortText,
  },
  brandAppStoreUrl: {
    description: 'Page of the mobile application in the App Store; https in production',
    read: optional(pageUrl),
  },
  brandGooglePlayUrl: {
    description: 'Page of the mobile application on Google Play; https in production',
    read: optional(pageUrl),
  },
  dataDir: {
    default: '.data',
    description:
      'Folder of the embedded database, which only one server can use, the uploaded files, and the key of the sandbox',
    read: (value: string) => value,
  },
  databaseUrl: {
    requiredInProduction: true,
    secret: true,
    description:
      'PostgreSQL database: `postgres://...`, in production with `?sslmode=verify-full`, or `?sslmode=disable` on a ' +
      'private network. Without it, the embedded database in DATA_DIR',
    read: optional(postgresUrl),
  },
  databasePoolSize: {
    default: '10',
    description: 'Maximum number of connections of a process to PostgreSQL',
    read: integer(1, 500),
  },
  filesPlace: {
    name: 'FILES_URL',
    description:
      'Bucket for the files, needed by instances on several machines: `s3://BUCKET/PREFIX?region=REGION`, with ' +
      '`&endpoint=https://HOST` for servers other than Amazon S3. The credentials come from `AWS_ACCESS_KEY_ID` and ' +
      '`AWS_SECRET_ACCESS_KEY`, or another source of the AWS SDK. Without it, the folder `files` in DATA_DIR',
    read: optional(filesPlace),
  },
  dataKeys: {
    requiredInProduction: true,
    secret: true,
    description:
      'Keys that encrypt stored data: `id:key[,id:key...]`, each key 32 random bytes in base64 ' +
      '(`openssl rand -base64 32`). The first key encrypts, all keys decrypt. ' +
      'Without it, the sandbox generates a key in DATA_DIR',
    read: optional(dataKeys),
  },
  operator: {
    description: 'Name of the person or job that runs a command, for the audit log. Default: the login name',
    read: optional(shortText),
  },
  rateLimitPerSecond: {
    default: String(service.rate_limits.partner.per_second),
    description: 'Requests per second of a partner to one instance. 0 switches rate limits off (sandbox only)',
    read: (value: string, production: boolean) => integer(production ? 1 : 0, 1_000_000)(value),
  },
  rateLimitBurst: {
    default: String(service.rate_limits.partner.burst),
    description:
      'Requests that a partner can make at once. The part above the rate is restored every ' +
      `${service.rate_limits.burst_within_seconds} s`,
    read: integer(1, 1_000_000),
  },
  logLevel: {
    default: 'info',
    description: `One of ${LOG_LEVELS.map((level) => `\`${level}\``).join(', ')}`,
    read: oneOf(LOG_LEVELS),
  },
  trustedProxies: {
    requiredInProduction: true,
    description:
      'IP addresses or CIDR ranges, separated by commas, of the proxies in front of the service, or `none`. Only their ' +
      '`X-Forwarded-For` sets the source of a request, in the log and for the limits of each address',
    read: trustedProxies,
  },
  insecure: {
    description:
      'Insecure settings that production tolerates, separated by commas: `metrics` (METRICS_HOST is not this machine), ' +
      '`otlp` (traces without TLS to another machine), `proxies` (TRUSTED_PROXIES contains all addresses)',
    read: list(`names among ${RISKS.join(', ')}`, (entry) => RISKS.includes(entry)),
  },
  shutdownTimeoutSeconds: {
    default: '10',
    description: 'Seconds to wait for in-flight requests after SIGTERM',
    read: integer(0, 3600),
  },
  metricsPort: {
    description:
      'Port of the endpoint `/metrics` for Prometheus. 0 selects a free port. Without it, there are no metrics',
    read: optional(integer(0, 65_535)),
  },
  metricsHost: {
    default: '127.0.0.1',
    description: 'Address that METRICS_PORT listens on. The endpoint needs no password, so keep it private',
    read: hostName,
  },
  tracesEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    description:
      'URL of an OpenTelemetry collector for OTLP over HTTP; traces go to `/v1/traces` below it. Without it, there are ' +
      'no traces. `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER` and `OTEL_EXPORTER_OTLP_HEADERS` apply too',
    read: optional(collectorUrl),
  },
  webhookSourceAddresses: {
    description:
      'IP addresses or CIDR ranges, separated by commas, that partners are told webhook deliveries come from. ' +
      'Deliveries leave from the first of the addresses that this machine has',
    read: list('IP addresses or CIDR ranges', isSource),
  },
  deniedDestinations: {
    description:
      'IP addresses, CIDR ranges and host names (with their subdomains), separated by commas, that the service does ' +
      'not connect to for webhooks and documents, in addition to private and other special addresses',
    read: list('IP addresses, CIDR ranges or host names', isDestination),
  },
  webhookRetrySpeed: {
    default: '1',
    description: 'Factor that shortens the delays between retries in the sandbox: at 10000, all retries take seconds',
    read: (value: string, production: boolean) => integer(1, production ? 1 : 100_000)(value),
  },
  oidcIssuer: {
    requiredInProduction: true,
    description:
      'Issuer of the OpenID provider for sign-ins, exactly as its metadata gives it; https. The redirect URI of this ' +
      'service is `<APP_URL>/sign-in/callback`. Without it, the sandbox accepts any email address without a check',
    read: optional(issuerUrl),
  },
  oidcClientId: {
    requiredInProduction: true,
    description: 'Client id of this service at the OpenID provider',
    read: optional(visibleText),
  },
  oidcClientSecret: {
    requiredInProduction: true,
    secret: true,
    description: 'Client secret of this service at the OpenID provider',
    read: optional(visibleText),
  },
  oidcMobileAudience: {
    description:
      'Audience (`aud`) of the tokens with which the mobile application reports a sign-in. Without it, there is no ' +
      'endpoint for the mobile application',
    read: optional(visibleText),
  },
  oidcMobileClientId: {
    default: '<OIDC_MOBILE_AUDIENCE>',
    description:
      'Client id of the mobile application at the OpenID provider. A token with `azp` or `client_id` must contain it',
    read: optional(visibleText),
  },
});

export type Config = ValuesOf<typeof table>;

/** Settings in the order of server/README.md. */
export const SETTINGS: readonly Setting[] = Object.values(table);

/** Throws `ConfigError` if a setting is invalid or missing. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const production = env[table.production.name]?.trim() === 'production';
  const { values, given, problems } = readSettings(table, env, production);
  const rules = [
    ...commonRules(values, given),
    ...(production ? productionRules(values, env) : sandboxRules(values, given)),
  ];
  problems.push(...rules.flatMap(([isBroken, problem]) => (isBroken ? [problem] : [])));
  if (problems.length > 0) throw new ConfigError(problems);
  return values as Config;
}

/** Rules that involve several settings. A rule must handle `undefined`, the value of an invalid setting. */
type Rules = [isBroken: boolean, problem: string][];

const commonRules = ({ port, metricsPort }: Partial<Config>, given: ReadonlySet<string>): Rules => [
  [Boolean(metricsPort) && metricsPort === port, 'METRICS_PORT must differ from PORT'],
  [port === 0 && !given.has('BASE_URL'), 'BASE_URL is required when PORT is 0'],
];

function productionRules(values: Partial<Config>, env: NodeJS.ProcessEnv): Rules {
  const { metricsPort = null, metricsHost = '127.0.0.1', tracesEndpoint, insecure = [] } = values;
  const collector = tracesEndpoint ? new URL(tracesEndpoint) : null;
  const isPlain = collector?.protocol === 'http:' && isElsewhere(collector.hostname);
  const risk = (name: string, isTaken: boolean, problem: string): Rules[number] => [
    isTaken && !insecure.includes(name),
    `${problem}. To accept the risk, add ${name} to INSECURE`,
  ];
  return [
    [
      env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0',
      'NODE_TLS_REJECT_UNAUTHORIZED must not be 0 in production: certificates would not be checked. For a private ' +
        'certificate authority, set NODE_EXTRA_CA_CERTS',
    ],
    [
      containInternet(values.webhookSourceAddresses ?? []),
      'WEBHOOK_SOURCE_ADDRESSES must not contain all addresses, because partners allow them in firewalls',
    ],
    risk('metrics', metricsPort !== null && isElsewhere(metricsHost), 'METRICS_HOST must be this machine'),
    risk('otlp', isPlain, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an https URL, or a URL on this machine'),
    risk('proxies', containInternet(values.trustedProxies ?? []), 'TRUSTED_PROXIES must not contain all addresses'),
  ];
}

function sandboxRules({ host }: Partial<Config>, given: ReadonlySet<string>): Rules {
  const missing = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'].filter((name) => !given.has(name));
  return [
    [
      missing.length > 0 && (missing.length < 3 || given.has('OIDC_MOBILE_AUDIENCE')),
      `${missing.join(' and ')} must also be set: sign-in needs all of the OIDC_ settings or none of them`,
    ],
    [
      host !== undefined && isElsewhere(host) && !given.has('SANDBOX_HOSTS'),
      'SANDBOX_HOSTS is required when HOST is not a loopback address. Set it to the names or addresses of this sandbox',
    ],
  ];
}
