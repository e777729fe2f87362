import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError } from '../../server/platform/setting-table.ts';
import { brandOf } from '../../server/start/create-services.ts';
import { loadConfig, SETTINGS } from '../../server/start/settings.ts';
import { temporaryFolder } from '../support/folders.ts';
import { productionSettings, randomKey } from '../support/production.ts';

const KEY = randomKey('k1');
const PRODUCTION = productionSettings('postgres://app:hunter2@db.internal/app');

const words = (text: string) => text.trim().split(/\s+/);
const BRAND_URLS = words('BRAND_PRIVACY_URL BRAND_HELP_URL BRAND_APP_STORE_URL BRAND_GOOGLE_PLAY_URL');

function configErrorOf(env: NodeJS.ProcessEnv): ConfigError | null {
  try {
    loadConfig(env);
    return null;
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

const problems = (env: NodeJS.ProcessEnv): readonly string[] => configErrorOf(env)?.problems ?? [];

test('a sandbox without settings starts with the default values', () => {
  const unset = words(`
    brandLogo brandPrivacyUrl brandHelpUrl brandAppStoreUrl brandGooglePlayUrl databaseUrl filesPlace operator dataKeys
    metricsPort tracesEndpoint oidcIssuer oidcClientId oidcClientSecret oidcMobileAudience oidcMobileClientId
  `);
  const empty = words('sandboxHosts webhookSourceAddresses deniedDestinations trustedProxies insecure');
  expect(loadConfig({})).toEqual({
    ...Object.fromEntries(unset.map((name) => [name, null])),
    ...Object.fromEntries(empty.map((name) => [name, []])),
    production: false,
    port: 3000,
    host: '127.0.0.1',
    baseUrl: 'http://localhost:3000',
    appUrl: 'http://localhost:3000',
    brandName: 'Partner Credentials',
    brandOperator: 'Sandbox operator',
    brandAddress: '1 Example Street, Example City',
    brandAppName: 'Partner Credentials',
    dataDir: '.data',
    databasePoolSize: 10,
    rateLimitPerSecond: 100,
    rateLimitBurst: 200,
    logLevel: 'info',
    shutdownTimeoutSeconds: 10,
    metricsHost: '127.0.0.1',
    webhookRetrySpeed: 1,
  });
});

test('BASE_URL is required when PORT is 0', () => {
  expect(problems({ PORT: '0' })).toEqual(['BASE_URL is required when PORT is 0']);
});

test.each(['0.0.0.0', '::', '192.0.2.7', 'sandbox.test'])('SANDBOX_HOSTS is required when HOST is %s', (HOST) => {
  expect(problems({ HOST })).toEqual([expect.stringMatching(/^SANDBOX_HOSTS is required when HOST is not /)]);
  const SANDBOX_HOSTS = 'Sandbox.test, 2001:DB8::7';
  expect(loadConfig({ HOST, SANDBOX_HOSTS }).sandboxHosts).toEqual(['sandbox.test', '[2001:db8::7]']);
});

test('the service treats a blank setting as unset', () => {
  expect(loadConfig({ PORT: ' ', BASE_URL: '', DATA_KEYS: '\n', LOG_LEVEL: '\t' })).toEqual(loadConfig({}));
});

test.each([
  ['WEBHOOK_RETRY_SPED', 'WEBHOOK_RETRY_SPEED'],
  ['BASE_UR', 'BASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATA_KEY_FILE', 'DATA_KEYS_FILE'],
  ['log_level', 'LOG_LEVEL'],
  ['NODE_EVN', 'NODE_ENV'],
  ['DATA_DRI', 'DATA_DIR'],
])('the service rejects the variable %s as a misspelling of %s', (name, nearest) => {
  expect(problems({ [name]: '7' })).toEqual([`${name} is not a setting. Did you mean ${nearest}?`]);
  expect(problems({ [name]: ' ' })).toEqual([]);
});

test('the service does not mistake environment variables of shells, CI runners, containers, or libraries for misspelled settings', () => {
  const names = words(`
    HOME MAIL API_URL DB_PORT PGPORT PG_PORT POSTGRES_DB XDG_DATA_DIRS NODE_PATH NODE_OPTIONS npm_config_base_url
    LOG_FILE GITHUB_API_URL RUNNER_OS DOCKER_HOST STATE_DIRECTORY KUBERNETES_PORT METRICS_SERVICE_PORT AWS_REGION
    AWS_ENDPOINT_URL OTEL_LOG_LEVEL OTEL_EXPORTER_OTLP_TRACES_ENDPOINT VITE_APP_URL WORKER_NUMBER
  `);
  expect(problems(Object.fromEntries(names.map((name) => [name, '7'])))).toEqual([]);
});

test.each([
  [{ PORT: '8080' }, 'http://localhost:8080', 'http://localhost:8080'],
  [{ BASE_URL: 'HTTPS://API.test:443' }, 'https://api.test', 'https://api.test'],
  [{ BASE_URL: 'http://x.test/partner' }, 'http://x.test/partner', 'http://x.test/partner'],
  [{ APP_URL: 'http://app.test' }, 'http://localhost:3000', 'http://app.test'],
])('the settings %j result in the BASE_URL %s and the APP_URL %s', (env, baseUrl, appUrl) => {
  expect(loadConfig(env)).toMatchObject({ baseUrl, appUrl });
});

test('METRICS_PORT must differ from PORT', () => {
  expect(loadConfig({ METRICS_PORT: '9464', METRICS_HOST: '::' })).toMatchObject({
    metricsPort: 9464,
    metricsHost: '::',
  });
  const BASE_URL = 'http://api.test';
  expect(loadConfig({ PORT: '0', METRICS_PORT: '0', BASE_URL }).metricsPort).toBe(0);
  for (const PORT of ['9464', '3000'])
    expect(problems({ PORT, METRICS_PORT: PORT })).toEqual(['METRICS_PORT must differ from PORT']);
});

test('the service removes a trailing slash from OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://collector.test:4318/a/';
  expect(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).tracesEndpoint).toBe('https://collector.test:4318/a');
});

test('without BRAND_APP_NAME, the pages use the name of the service as the name of the mobile app', () => {
  const { name, app } = brandOf(loadConfig({ BRAND_NAME: 'Wallet' }));
  expect([name, app]).toEqual(['Wallet', { name: 'Wallet', appStoreUrl: null, googlePlayUrl: null }]);
});

test.each(BRAND_URLS)('%s must be an https URL in production', (name) => {
  expect(problems({ [name]: 'http://partner.example' })).toEqual([]);
  expect(problems({ ...PRODUCTION, [name]: 'http://partner.example' })).toEqual([
    `${name} must be an absolute https URL without user information`,
  ]);
});

test('BRAND_LOGO must be a readable SVG or PNG file of at most 100 KB', async () => {
  const folder = await temporaryFolder();
  const problem = ['BRAND_LOGO must be the path of a readable SVG or PNG file of at most 100 KB'];
  const logo = path.join(folder, 'logo');
  expect(problems({ BRAND_LOGO: logo })).toEqual(problem);
  for (const [content, mediaType] of [
    ['<?xml version="1.0"?><!-- Logo --><svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    [Buffer.from('89504e470d0a1a0a0000', 'hex'), 'image/png'],
  ] as const) {
    await writeFile(logo, content);
    expect(loadConfig({ BRAND_LOGO: logo }).brandLogo).toMatchObject({ mediaType });
  }
  for (const content of ['<html><svg/></html>', `<svg>${' '.repeat(100_000)}</svg>`]) {
    await writeFile(logo, content);
    expect(problems({ BRAND_LOGO: logo })).toEqual(problem);
  }
});

test('in production, the service starts with only the required settings, and listens on every interface', () => {
  expect(loadConfig(PRODUCTION)).toMatchObject({
    production: true,
    host: '0.0.0.0',
    databaseUrl: PRODUCTION['DATABASE_URL'],
    dataKeys: [{ id: 'k1' }],
    oidcMobileAudience: null,
    trustedProxies: [],
  });
});

test('in production, the configuration error reports every missing setting', () => {
  const required = words(`
    BASE_URL APP_URL BRAND_OPERATOR BRAND_ADDRESS BRAND_PRIVACY_URL BRAND_HELP_URL DATABASE_URL DATA_KEYS
    TRUSTED_PROXIES OIDC_ISSUER OIDC_CLIENT_ID OIDC_CLIENT_SECRET
  `);
  expect(problems({ NODE_ENV: 'production' })).toEqual(required.map((name) => `${name} is required in production`));
});

const insecureValues = [
  ['otlp', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'http://c.test', 'http://127.0.0.1:4318'],
  ['proxies', 'TRUSTED_PROXIES', '10.0.0.0/8,0.0.0.0/0', '10.0.0.0/8'],
  ['proxies', 'TRUSTED_PROXIES', '::/0', 'none'],
  ['proxies', 'TRUSTED_PROXIES', '0.0.0.0/1,128.0.0.0/1', '0.0.0.0/1,192.0.0.0/2'],
  ['proxies', 'TRUSTED_PROXIES', '192.0.0.0/3,128.0.0.0/2,64.0.0.0/2,0.0.0.0/2', 'fc00::/7'],
  ['proxies', 'TRUSTED_PROXIES', '10.0.0.1,8000::/1,::/1', '4000::/2,8000::/1,10.0.0.0/8'],
  ['proxies', 'TRUSTED_PROXIES', '2000::/4,3000::/4', '2000::/6,3000::/4'],
  ['proxies', 'TRUSTED_PROXIES', '::ffff:0:0/96', '::ffff:a00:0/104'],
  ['metrics', 'METRICS_HOST', '0.0.0.0', '::1'],
] as const;
test.each(
  insecureValues,
)('in production, INSECURE must contain %s if the setting %s has the value %s, but not if it has the value %s', (...row) => {
  const [name, setting, insecure, secure] = row;
  const problem = expect.stringMatching(new RegExp(`^[A-Z_]+ must .* add ${name} to INSECURE$`));
  const sandbox = { METRICS_PORT: '9464', [setting]: insecure };
  expect(problems({ ...PRODUCTION, ...sandbox })).toEqual([problem]);
  expect(problems({ ...PRODUCTION, ...sandbox, INSECURE: name })).toEqual([]);
  expect(problems({ ...PRODUCTION, ...sandbox, [setting]: secure })).toEqual([]);
  expect(problems(sandbox)).toEqual([]);
});

test.each([
  ['RATE_LIMIT_PER_SECOND', '0', 'must be a whole number from 1 to 1000000'],
  ['SANDBOX_HOSTS', 'sandbox.test', 'is only for a sandbox. Unset it in production'],
  ['BASE_URL', 'http://api.example.com', 'must be an absolute https URL'],
  ['APP_URL', 'http://app.example.com', 'must be an absolute https URL'],
])('only the sandbox accepts %s=%s', (name, value, problem) => {
  expect(problems({ ...PRODUCTION, [name]: value })).toEqual([expect.stringContaining(`${name} ${problem}`)]);
  expect(problems({ [name]: value })).toEqual([]);
});

const contradiction = /^DATABASE_URL must set TLS with one sslmode, without ssl and uselibpqcompat/;
test.each<[string, RegExp | null]>([
  ['', /^DATABASE_URL must end with/],
  ['?sslmode=prefer', /^DATABASE_URL must end with/],
  ['?sslmode=no-verify', /^DATABASE_URL must end with/],
  ['?sslmode=verify-full&sslmode=disable', contradiction],
  ['?sslmode=disable&sslmode=disable', contradiction],
  ['?sslmode=verify-full&ssl=false', contradiction],
  ['?sslmode=disable&ssl=true', contradiction],
  ['?sslmode=disable&sslrootcert=/ca.pem', contradiction],
  ['?sslmode=require&uselibpqcompat=true', contradiction],
  ['?%73slmode=verify-full&sslmode=no-verify', contradiction],
  ...['disable', 'require', 'verify-ca', 'verify-full'].map((mode): [string, null] => [`?sslmode=${mode}`, null]),
])('in production, a DATABASE_URL with the query "%s" has the problem %s', (query, problem) => {
  const DATABASE_URL = `postgres://app:hunter2@db.internal/app${query}`;
  const expected = problem === null ? [] : [expect.stringMatching(problem)];
  expect(problems({ ...PRODUCTION, DATABASE_URL })).toEqual(expected);
  expect(loadConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
});

test('the production service rejects variables that turn off certificate checks or announce all addresses as webhook sources', () => {
  const WEBHOOK_SOURCE_ADDRESSES = '0.0.0.0/1,128.0.0.0/1';
  expect(problems({ ...PRODUCTION, NODE_TLS_REJECT_UNAUTHORIZED: '0', WEBHOOK_SOURCE_ADDRESSES })).toEqual([
    expect.stringMatching(/^NODE_TLS_REJECT_UNAUTHORIZED must not be 0 in production.* set NODE_EXTRA_CA_CERTS$/),
    expect.stringMatching(/^WEBHOOK_SOURCE_ADDRESSES must not contain all addresses/),
  ]);
  expect(problems({ NODE_TLS_REJECT_UNAUTHORIZED: '0', WEBHOOK_SOURCE_ADDRESSES })).toEqual([]);
  expect(problems({ ...PRODUCTION, NODE_TLS_REJECT_UNAUTHORIZED: '1' })).toEqual([]);
});

test('in production, the service rejects a data key that is not random', () => {
  const weakKeys = [
    Buffer.alloc(32, 7),
    Buffer.from('abcdefgh'.repeat(4)),
    Buffer.from(Array.from({ length: 32 }, (_, i) => i)),
    Buffer.from('correct horse battery staple 123'),
    Buffer.from('00112233445566778899aabbccddeeff'),
  ];
  const problem = 'DATA_KEYS cannot be used: key 2 is not random: generate one with openssl rand -base64 32';
  for (const bytes of weakKeys) {
    const DATA_KEYS = `a:${KEY},b:${bytes.toString('base64')}`;
    expect(problems({ ...PRODUCTION, DATA_KEYS })).toEqual([problem]);
    expect(problems({ DATA_KEYS })).toEqual([]);
  }
});

test('in production, the check for weak data keys accepts every randomly generated data key', () => {
  const keys = Array.from({ length: 1000 }, (_, i) => `k${i}:${randomBytes(32).toString('base64')}`);
  expect(problems({ ...PRODUCTION, DATA_KEYS: keys.join(',') })).toEqual([]);
});

const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = PRODUCTION;
const all = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET };

test('the sandbox requires either all settings of the OpenID provider or none', () => {
  const missingWith = (env: NodeJS.ProcessEnv) => problems(env).join().split(' must also be set')[0];
  expect(problems(all)).toEqual([]);
  expect(missingWith({ OIDC_ISSUER })).toBe('OIDC_CLIENT_ID and OIDC_CLIENT_SECRET');
  expect(missingWith({ OIDC_CLIENT_ID, OIDC_CLIENT_SECRET })).toBe('OIDC_ISSUER');
  expect(missingWith({ OIDC_MOBILE_AUDIENCE: 'a' })).toBe('OIDC_ISSUER and OIDC_CLIENT_ID and OIDC_CLIENT_SECRET');
});

test('the configuration keeps the URL of the OpenID issuer unchanged', () => {
  for (const issuer of ['https://id.example.com/', 'https://id.example.com/realms/People', 'https://ID.test']) {
    expect(loadConfig({ ...PRODUCTION, OIDC_ISSUER: issuer }).oidcIssuer).toBe(issuer);
  }
});

test.each([
  ...words('id.example.com ftp://id.example.com http://id.example.com http://192.0.2.1 https:\\\\id.example.com'),
  ...words('https://id.example.com?tenant=a https://id.example.com/#x https://user:hunter2@id.example.com'),
  ...['https://id.example.com/a b', 'https://id.example.com/.well-known/openid-configuration'],
])('the service rejects %s as the URL of the OpenID issuer', (OIDC_ISSUER) => {
  for (const env of [all, PRODUCTION])
    expect(problems({ ...env, OIDC_ISSUER })).toEqual([
      expect.stringMatching(/^OIDC_ISSUER must be the issuer of an OpenID provider/),
    ]);
});

test('only the sandbox accepts an http URL for the OpenID issuer, and only with a loopback host', () => {
  for (const issuer of ['http://localhost:4000', 'http://127.0.0.1:4000/', 'http://[::1]:4000']) {
    expect(problems({ ...all, OIDC_ISSUER: issuer })).toEqual([]);
    expect(problems({ ...PRODUCTION, OIDC_ISSUER: issuer })).toHaveLength(1);
  }
});

const texts = words('OIDC_CLIENT_ID OIDC_CLIENT_SECRET OIDC_MOBILE_AUDIENCE');
test.each(texts)('%s must contain only printable ASCII', (name) => {
  for (const value of ['a b', '~!"', 'x'.repeat(500)]) expect(problems({ ...all, [name]: value })).toEqual([]);
  for (const value of ['hünter2', 'a\tb', 'a\0b']) {
    expect(problems({ ...all, [name]: value })).toEqual([`${name} must be printable ASCII`]);
  }
});

const webUrls = ['https://partner.example/help?a=b#top'];
const notWebUrls = ['partner.example', 'javascript:alert(1)', 'https://a:hunter2@b.example', 'https:// b'];

test.each([
  ['NODE_ENV', ['development', 'test', 'sandbox', ''], ['prod', 'Production', 'PRODUCTION', 'live']],
  ['METRICS_PORT', ['9464'], ['no']],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    ['https://collector.test:4318/a/'],
    words('collector.test:4318 ftp://collector.test http://user:hunter2@collector.test http://a?b'),
  ],
  ['BRAND_NAME', ['a'.repeat(200)], ['a'.repeat(201), 'a\nb', 'a\u202eb']],
  ...BRAND_URLS.map((name): [string, string[], string[]] => [name, webUrls, notWebUrls]),
  [
    'FILES_URL',
    ['s3://bucket'],
    [
      ...words('bucket https://bucket.s3.amazonaws.com/ s3:// s3://B s3://user:password@bucket s3://bucket/%2e%2e'),
      ...words('s3://bucket?zone=1 s3://bucket?endpoint=ftp://host s3://bucket?endpoint=https://host/path'),
      ...words('s3://bucket?endpoint=https://user:password@host s3://bucket?region= s3://bucket#part'),
      's3://bucket/a b',
    ],
  ],
  ['PORT', ['1', '65535'], ['-1', '65536', '80.5', '0x50', 'http', '1e3', '٣']],
  ['HOST', ['::1', '127.0.0.2', 'localhost'], ['a b', 'http://x']],
  ['OPERATOR', ['jo@ops'], ['jo\u0007', 'j'.repeat(201)]],
  [
    'SANDBOX_HOSTS',
    ['sandbox.test', '192.0.2.7, 2001:db8::7,Sandbox.test'],
    words('http://sandbox.test sandbox.test:80 *.test 192.0.2.0/24 a,,b'),
  ],
  [
    'BASE_URL',
    words('http://localhost:3000 https://api.example.com/partner HTTPS://API.example.com:443'),
    [
      ...words('api.example.com //api.example.com http:api.example.com ftp://api.example.com javascript:alert(1)'),
      ...words('https://api.example.com/ https://api.example.com/partner/ https://api.example.com?'),
      ...words('https://api.example.com?a=b https://api.example.com# https://user@api.example.com https://'),
      ...words('https://user:hunter2@api.example.com https:\\\\api.example.com https://api.example.com:99999'),
      'https://api.example.com/a b',
    ],
  ],
  ['APP_URL', ['https://app.example.com'], ['https://app.example.com/', 'app']],
  ['DATABASE_URL', ['postgres://a/b', 'postgresql://u:p@h:5432/d?sslmode=require'], ['mysql://a/b', 'db']],
  ['RATE_LIMIT_PER_SECOND', ['0', '5'], ['-1', '1.5', 'many']],
  ['RATE_LIMIT_BURST', ['1'], ['0', '-1']],
  ['LOG_LEVEL', ['trace', 'silent'], ['INFO', 'verbose', 'constructor']],
  ['SHUTDOWN_TIMEOUT_SECONDS', ['0', '60'], ['-1', '3601', 'soon']],
  ['WEBHOOK_RETRY_SPEED', ['1', '100000'], ['0', '100001', '1.5', 'fast']],
  [
    'WEBHOOK_SOURCE_ADDRESSES',
    ['192.0.2.1', '192.0.2.0/24, 2001:db8::/32', '2001:db8::1/128', '0.0.0.0/0'],
    [
      ...words('192.0.2.256 192.0.2.1/33 2001:db8::/129 192.0.2.1/ 192.0.2.1/24/8 192.0.2.1/024 192.0.2.1,,192.0.2.2'),
      ...words('192.0.2.1, fe80::1%eth0 hooks.example.com'),
    ],
  ],
  ['TRUSTED_PROXIES', ['10.0.0.0/8, 2001:db8::/32', '192.0.2.1', 'none'], ['proxy.test', '10.0.0.0/33', '1.2.3.4:80']],
  ['INSECURE', ['otlp', 'metrics, proxies'], ['all', 'otlp,', 'OTLP']],
  [
    'DENIED_DESTINATIONS',
    ['192.0.2.0/24, 2001:db8::/32', '0.0.0.0/0, ::/0', 'Intern, a-b.example.com,10.0.0.0/8'],
    words(`
      192.0.2.256 192.0.2.0/33 https://example.com example.com:80 *.example.com .example.com a,,b fe80::1%eth0
    `),
  ],
  [
    'DATA_KEYS',
    [`a:${KEY}`, `a:${KEY},b:${KEY}`, ` a:${KEY} , b:${KEY}\n`],
    [
      ...[KEY, `:${KEY}`, `a b:${KEY}`, `a:${KEY}:x`, 'a:', 'a:AAAA', `a:${KEY.slice(0, -1)}`, `a:${KEY},`],
      ...[`a:${KEY.replace('=', '')}=a`, `a:${KEY},a:${KEY}`, `${'k'.repeat(33)}:${KEY}`],
      `a:${Buffer.alloc(33).toString('base64')}`,
    ],
  ],
])('the service accepts valid values of %s and rejects invalid values', (name, good, bad) => {
  for (const value of good) expect(problems({ [name]: value }), value).toEqual([]);
  for (const value of bad) {
    expect(problems({ [name]: value }), value).toEqual([expect.stringMatching(new RegExp(`^${name} `))]);
  }
});

test('the configuration keeps the data keys in the order of DATA_KEYS', () => {
  expect(loadConfig({ DATA_KEYS: `new:${KEY},old:${KEY}` }).dataKeys?.map((key) => key.id)).toEqual(['new', 'old']);
});

test('the configuration error reports every invalid setting once', () => {
  expect(problems({ PORT: 'x', LOG_LEVEL: 'y', WEBHOOK_SOURCE_ADDRESSES: 'z,192.0.2.1,w,0.0.0.0,::' })).toEqual([
    'PORT must be a whole number from 0 to 65535',
    expect.stringMatching(/^LOG_LEVEL must be one of trace, /),
    expect.stringMatching(/^WEBHOOK_SOURCE_ADDRESSES .*Invalid entries at positions: 1, 3, 4, 5$/),
  ]);
});

test('the configuration error does not contain the value of any setting', () => {
  const secret = 'hunter2';
  const names = SETTINGS.map((setting) => setting.name).filter((name) => !['NODE_ENV', 'DATA_DIR'].includes(name));
  // Some settings accept any printable value, so the test value contains an unprintable character.
  const env = Object.fromEntries(names.map((name) => [name, `x:${secret} \u0007?`]));
  const error = configErrorOf(env);
  expect(error?.problems).toHaveLength(names.length);
  expect(`${error?.stack}${JSON.stringify(error)}`).not.toContain(secret);
});

test('a configuration that is serialized as JSON contains no data key', () => {
  expect(JSON.stringify(loadConfig(PRODUCTION))).not.toContain(KEY);
});

test.each([
  ['s3://bucket', 'bucket', '', 'us-east-1', null],
  ['s3://bucket/?region=eu-west-1', 'bucket', '', 'eu-west-1', null],
  ['s3://a.b/one/two?endpoint=http://127.0.0.1:9000/', 'a.b', 'one/two/', 'us-east-1', 'http://127.0.0.1:9000'],
])('the service reads the bucket, prefix, region, and endpoint from the FILES_URL %s', (FILES_URL, bucket, prefix, region, endpoint) => {
  expect(loadConfig({ FILES_URL }).filesPlace).toEqual({ bucket, prefix, region, endpoint });
});

test('the settings DATABASE_URL, DATA_KEYS, and OIDC_CLIENT_SECRET are marked as secret', () => {
  expect(SETTINGS.filter((setting) => setting.secret).map((setting) => setting.name)).toEqual([
    'DATABASE_URL',
    'DATA_KEYS',
    'OIDC_CLIENT_SECRET',
  ]);
});

const file = path.join(await temporaryFolder(), 'secret');

test.each(
  SETTINGS.filter(({ secret }) => secret).map(({ name }) => name),
)('the variable %s_FILE names a file that contains the value of %s', (name) => {
  writeFileSync(file, '  \n');
  expect(() => loadConfig({ [`${name}_FILE`]: file })).not.toThrow();
  writeFileSync(file, 'sent\u00a0value\n');
  const fromFile = problems({ [`${name}_FILE`]: file });
  expect(fromFile).toEqual(problems({ [name]: 'sent\u00a0value' }));
  expect(fromFile.length).toBeGreaterThan(0);
  expect(problems({ [name]: 'sent\u00a0value', [`${name}_FILE`]: file })).toContain(
    `${name} and ${name}_FILE are both set. Set only one of them`,
  );
  expect(problems({ [`${name}_FILE`]: `${file}.missing` })).toContain(
    `${name} cannot be read from the file in ${name}_FILE: ENOENT`,
  );
});

test('a setting that is not secret cannot be read from a file', () => {
  writeFileSync(file, '4000');
  expect(loadConfig({ PORT_FILE: file }).port).toBe(3000);
});
