import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, buildConnector, fetch } from 'undici';
import { type OperationId, operations, scopes } from '../../generated/operations.ts';
import { type Options, textOf } from '../../server/cli/cli-command.ts';
import { partnerCommands } from '../../server/cli/partner-commands.ts';
import { systemClock } from '../../server/domain/clock.ts';
import { createLogger } from '../../server/platform/log.ts';
import { createServices, type Services } from '../../server/start/create-services.ts';
import { loadConfig } from '../../server/start/settings.ts';
import { CACHE_LIFETIME } from '../../server/storage/partner-directory.ts';
import { startProvider, type TestProvider } from '../pages/openid-provider.ts';
import { type Person, personWith, plain, type Shown } from '../pages/person.ts';
import { browser } from '../pages/sign-in-support.ts';
import { type Answer, type Caller, callerAt } from '../support/caller.ts';
import { example } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { cleanUp, startProcess } from '../support/process.ts';
import { productionSettings } from '../support/production.ts';
import { type ExchangeOptions, exchangeAt, type RawResponse } from '../support/raw-exchange.ts';
import { startService } from '../support/service.ts';
import { cert } from '../support/tls.ts';

export const HOSTILE_NAME = `<script>alert(1)</script><img src=x onerror=alert(1)>"'`;

/** Options of the command `partners add`, keyed by the ID of the partner. */
const PARTNERS = {
  acme: { name: 'Acme', mayVouch: true },
  globex: { name: 'Globex', mayVouch: true },
  hostile: { name: HOSTILE_NAME, mayVouch: true },
  disabled: { name: 'Disabled' },
  revoked: { name: 'Revoked' },
  keyed: { name: 'Keyed', linkSecret: true },
  'sandbox-partner': { name: 'Initech' },
};
export type Partner = keyof typeof PARTNERS;

export const MOBILE_AUDIENCE = 'mobile';

export const REGISTERED_DOMAIN = 'hiring.acme.example';

interface Resources {
  webhook: string;
  /** ID of a test event delivery to the webhook. */
  delivery: string;
  submission: string;
  verification: string;
}

export interface Installation extends Pick<Caller, 'call'> {
  provider: TestProvider;
  secrets: Readonly<Record<Partner, string>>;
  /** Access tokens, issued before the operator disabled one partner and revoked the tokens of another partner. */
  tokens: Readonly<Record<Partner, string>>;
  /** Resources of `acme`, which all attacks share. */
  resources: Resources;
  /** A sandbox with the public URLs of the production service. `token` is an access token of the sandbox. */
  sandbox: Pick<Installation, 'call' | 'visitor'> & { token: string };
  /** Access token of `acme` from an instance with the same database and keys, but another `BASE_URL`. */
  stagingToken: string;
  changeAddress(): void;
  visitor(): Person;
  /** Signs in at the OpenID provider. Starts from the sign-in link on `page`, if a page is given. */
  signIn(who: Person, account: string, page?: Shown): Promise<Shown>;
  /** Writes raw bytes to a new connection. Resolves to the responses. */
  exchange(parts: readonly (string | Buffer)[], options?: ExchangeOptions): Promise<RawResponse[]>;
  stop(): Promise<void>;
}

export const requestToken = ({ call }: Pick<Caller, 'call'>, fields: Record<string, string>): Promise<Answer> =>
  call('POST', operations.createTokenV2.path, {
    body: new URLSearchParams({ grant_type: 'client_credentials', ...fields }),
  });

/**
 * Starts PostgreSQL, an OpenID provider over TLS, and two instances of the service behind a load balancer that sends
 * each request to the next instance, as in production.
 */
export async function startInstallation(): Promise<Installation> {
  const database = await createTestDatabase('tables');
  const folder = await temporaryFolder();
  const certificate = path.join(folder, 'certificate.pem');
  await writeFile(certificate, cert);
  const settings = productionSettings(database.url);
  const [apiUrl, appUrl] = [String(settings['BASE_URL']), String(settings['APP_URL'])];
  const provider = await startProvider('client_secret_basic', { appUrl, tls: true });
  const { issuer, clientId, clientSecret } = provider.settings;
  const env = {
    ...settings,
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    TRUSTED_PROXIES: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: certificate,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_MOBILE_AUDIENCE: MOBILE_AUDIENCE,
  };

  const services: Services[] = [];
  const openServices = async (change: object = {}): Promise<Services> => {
    const opened = await createServices(loadConfig({ ...env, ...change }), systemClock, createLogger('silent'));
    services.push(opened);
    return opened;
  };
  const operator = await openServices();
  const run = async (name: string, id: string, options: Options = {}): Promise<string> =>
    textOf((await partnerCommands[name]?.run(operator, [id, ''], options)) ?? '', false);
  const sandboxUrls = { BASE_URL: apiUrl, APP_URL: appUrl };
  const [instances, sandbox] = await Promise.all([
    Promise.all([1, 2].map(() => startProcess({ dataDir: folder, migrateUrl: null, env }))),
    startService({ env: sandboxUrls, clock: { ...systemClock, advance() {} } }),
  ]);
  const added: [string, string][] = [];
  for (const [id, options] of Object.entries(PARTNERS)) {
    const output = await run('partners add', id, { ...options, scopes: scopes.join(' '), domains: REGISTERED_DOMAIN });
    added.push([id, /client_secret (\S+)/.exec(output)?.[1] ?? '']);
  }
  const secrets = Object.fromEntries(added) as Record<Partner, string>;

  let requests = 0;
  const nextPort = () => instances[requests++ % instances.length]?.port ?? 0;
  let address = 0;
  /** Returns the header that the load balancer adds, with a public address: limits can differ for private addresses. */
  const forwarded = () => ({ 'X-Forwarded-For': `52.1.${address >> 8}.${address & 255}` });
  const connect = buildConnector({ ca: cert });

  /** Returns functions that act as partners and browsers, and that send every request to a local port. */
  function clientsOf(portOf: () => number) {
    const dispatcher = new Agent({
      // Opens a connection for each request, so that consecutive requests go to different instances.
      pipelining: 0,
      connect: (target, callback) =>
        [apiUrl, appUrl].includes(`https://${target.hostname}`)
          ? connect({ ...target, protocol: 'http:', hostname: '127.0.0.1', port: String(portOf()) }, callback)
          : connect(target, callback),
    });
    const { call: callApi } = callerAt(apiUrl, { dispatcher });
    const call: Caller['call'] = (method, target, { headers, ...options } = {}) =>
      callApi(method, target, { ...options, headers: { ...forwarded(), ...headers } });
    async function send(request: Request): Promise<Response> {
      const { url, method } = request;
      const body = method === 'GET' ? null : await request.text();
      const headers = { ...forwarded(), ...Object.fromEntries(request.headers) };
      const response = await fetch(url, { method, headers, body, redirect: 'manual', dispatcher });
      const copy = response.clone();
      // Reads the whole body, because undici fails if the server closes a connection with an unread response.
      await response.arrayBuffer();
      return copy as unknown as Response;
    }
    const visitor = () => personWith(browser({ fetch: send }, { appUrl, elsewhere: send }), [appUrl, issuer]);
    return { call, visitor };
  }
  const { call, visitor } = clientsOf(nextPort);

  const issued = added.map(async ([client_id, client_secret]) => {
    const { body } = await requestToken({ call }, { client_id, client_secret });
    return [client_id, body.access_token];
  });
  const tokens = Object.fromEntries(await Promise.all(issued)) as Record<Partner, string>;
  const created = async (partner: Partner, id: OperationId, body?: unknown, path: string = operations[id].path) =>
    (await call(operations[id].method, path, { token: tokens[partner], body })).body;
  const staging = await openServices({ BASE_URL: 'https://staging.partner.example' });
  const stagingToken = await staging.tokens.issue('acme', scopes);
  await run('partners disable', 'disabled');
  await run('partners end-tokens', 'revoked');

  const { id: webhook } = await created('acme', 'createWebhook', { url: `https://${REGISTERED_DOMAIN}/events` });
  const sent = await created(
    'acme',
    'sendTestEvent',
    undefined,
    operations.sendTestEvent.path.replace('{id}', webhook),
  );
  const resources = { webhook, delivery: sent.id, submission: 'CASE-1001', verification: 'CASE-1001' };
  await created('acme', 'addRightToWork', { ...example('RightToWorkAustralia'), id: resources.submission });
  const named = { ...example('VerificationMinimal'), request_id: resources.verification };
  await created('acme', 'createVerificationRequest', named);
  // Waits until the caches of the instances have expired, so that the changes to the partners take effect.
  await sleep(CACHE_LIFETIME / 1000);

  return {
    resources,
    provider,
    secrets,
    tokens,
    stagingToken,
    call,
    visitor,
    sandbox: { ...clientsOf(() => Number(new URL(sandbox.url).port)), token: await sandbox.token() },
    changeAddress: () => void address++,
    async signIn(who, account, page) {
      provider.account = account;
      const link = /class="button" href="([^"]*\/sign-in[^"]*)"/.exec(page?.html ?? '')?.[1];
      return who.visit(plain(link ?? '/sign-in'));
    },
    exchange: (parts, options) => exchangeAt(nextPort(), parts, options),
    async stop() {
      await cleanUp();
      await sandbox.stop();
      for (const opened of services) await opened.close();
      await provider.stop();
      await database.drop();
    },
  };
}
