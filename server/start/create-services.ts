import { service } from '../../generated/operations.ts';
import { createInFlightBodies } from '../api/in-flight-bodies.ts';
import {
  createAddressLimit,
  createRateLimit,
  createUnknownLinkLimit,
  type LimitFigures,
  unlimited,
} from '../api/limits/rate-limit.ts';
import { createRequestLimits } from '../api/limits/request-limits.ts';
import { AccessTokens } from '../api/oauth/access-token.ts';
import { withoutPublicSecrets } from '../api/oauth/sandbox-partners.ts';
import { SigningKeys } from '../api/oauth/signing-keys.ts';
import { serverMetadata } from '../api/operations/tokens.ts';
import { createRecentRequests } from '../api/recent-requests.ts';
import type { AccessServices, ReportServices, StorageServices } from '../api/services.ts';
import { denyDestinations } from '../domain/address-ranges.ts';
import type { Brand } from '../domain/brand.ts';
import { type Clock, seconds } from '../domain/clock.ts';
import { IdentityProvider } from '../pages/identity/identity-provider.ts';
import { createMobileTokens } from '../pages/identity/mobile-sign-in.ts';
import type { PeopleServices } from '../pages/services.ts';
import type { Logger } from '../platform/log.ts';
import type { GuardPolicy } from '../platform/outbound/guarded-agent.ts';
import { clientAddressBehind, createSecurityLog } from '../platform/security-log.ts';
import { noTelemetry, type Telemetry } from '../platform/telemetry/telemetry.ts';
import { openStore, type Store, type StoreOptions } from '../storage/database/store.ts';
import { retainedSecret } from '../storage/encryption/encrypted-json.ts';
import { Encryptor } from '../storage/encryption/encryptor.ts';
import { createPartnerDirectory } from '../storage/partner-directory.ts';
import { Dispatcher } from '../work/delivery/dispatcher.ts';
import { Downloader } from '../work/documents/downloader.ts';
import { createLogos } from '../work/documents/logos.ts';
import { findFilesProblem, openFiles, watchFiles } from './files.ts';
import { openDataKeys } from './open-data-keys.ts';
import { prepareDatabase, startError } from './prepare-database.ts';
import type { Config } from './settings.ts';

/** Maximum difference from the clock of the database, above which the instance rejects all work. */
const MAX_CLOCK_OFFSET = seconds(60);

export type Services = Awaited<ReturnType<typeof createServices>>;

/** Rejects with `StartupError` if the data folder, the database, or the data keys cannot be used. */
export async function createServices(
  config: Config,
  machine: Clock,
  log: Logger,
  open: (config: Config, options?: StoreOptions) => Store = openStore,
  telemetry: Telemetry = noTelemetry,
) {
  const encryptor = new Encryptor(await openDataKeys(config));
  const store = open(config, { machine, onCommit: telemetry.committed });
  try {
    const { baseUrl, appUrl, webhookSourceAddresses, webhookRetrySpeed: retrySpeed } = config;
    const sandbox = createSandbox(config);
    const sourceOf = clientAddressBehind(config.trustedProxies);
    const reports = { log, security: createSecurityLog(log, sourceOf), telemetry, sourceOf };
    const storage = await createStorage(config, { store, encryptor, log, telemetry });
    const access = await createAccess(config, storage);
    const destinations = { allowLoopback: sandbox.allowLoopback, denied: denyDestinations(config.deniedDestinations) };
    const workers = { ...reports, ...storage, partners: access.partners, destinations };
    return {
      baseUrl,
      appUrl,
      webhookSourceAddresses,
      ...sandbox,
      ...reports,
      ...storage,
      ...access,
      ...createPeople(config, storage.clock, destinations),
      dispatcher: new Dispatcher({ ...workers, sourceAddresses: webhookSourceAddresses, retrySpeed }),
      downloader: new Downloader(workers),
      checkFiles: () => findFilesProblem(config, storage.files),
      close: () => store.close(),
    };
  } catch (error) {
    await store.close();
    throw startError(error, config);
  }
}

function createSandbox({ production, sandboxHosts, baseUrl, appUrl }: Config) {
  const openSandbox = sandboxHosts.length > 0;
  return {
    sandbox: !production,
    openSandbox,
    // Users on other machines must not be able to make the sandbox connect to its loopback addresses.
    allowLoopback: !production && !openSandbox,
    recentRequests: production || openSandbox ? null : createRecentRequests(),
    ownHosts: production ? null : [...sandboxHosts, ...[baseUrl, appUrl].map((url) => new URL(url).hostname)],
  };
}

type Opened = Pick<StorageServices & ReportServices, 'store' | 'encryptor' | 'log' | 'telemetry'>;

async function createStorage(config: Config, opened: Opened): Promise<StorageServices> {
  const { store, encryptor, telemetry } = opened;
  await prepareDatabase(store, config, { migrates: config.databaseUrl === null });
  store.limitClockOffset(MAX_CLOCK_OFFSET);
  const files = await openFiles(config, opened);
  await retainKeys(store, encryptor);
  return {
    clock: store.clock,
    store,
    files: watchFiles(files, telemetry),
    encryptor,
    submissionWindow: seconds(service.submission_window_seconds),
    verificationWindow: seconds(service.verification_window_seconds),
    pendingUploadsQuota: service.pending_upload_bytes,
  };
}

/** Gives the encryptor the unexpired secrets that were derived from retired data keys. */
async function retainKeys(store: Store, encryptor: Encryptor): Promise<void> {
  for (const { purpose, dataKeyId, secret, endsAt } of await store.listKeptKeys())
    if (endsAt === null || endsAt > store.clock.now())
      encryptor.retain(purpose, encryptor.decrypt(secret, retainedSecret(purpose, dataKeyId)));
}

async function createAccess(config: Config, storage: StorageServices): Promise<AccessServices> {
  const { clock, encryptor } = storage;
  const signingKeys = new SigningKeys(storage);
  // Decrypts the newest signing key, so that wrong data keys are reported at startup instead of on the first request.
  await signingKeys.current();
  const partners = createPartnerDirectory(storage);
  const { rateLimitPerSecond: count, rateLimitBurst: burst } = config;
  const isReachable = config.production || config.sandboxHosts.length > 0;
  return {
    tokens: new AccessTokens({ keys: signingKeys, clock, baseUrl: config.baseUrl }),
    partners: isReachable ? withoutPublicSecrets(partners) : partners,
    signingKeys,
    serverMetadata: serverMetadata(config.baseUrl),
    uploadLinkKeys: encryptor.deriveAll('upload-link'),
    bodies: createInFlightBodies(),
    limits: createRequestLimits(count === 0 ? null : { count, burst }),
  };
}

function createPeople(config: Config, clock: Clock, destinations: GuardPolicy): PeopleServices {
  const { visits, taken_requests } = service.rate_limits;
  const isOff = config.rateLimitPerSecond === 0;
  const limit = (figures: LimitFigures) => (isOff ? unlimited : createRateLimit(figures));
  const provider = providerOf(config, clock);
  const { oidcMobileAudience: audience, oidcMobileClientId } = config;
  return {
    brand: brandOf(config),
    logos: createLogos({ destinations, clock }),
    identityProvider: provider,
    mobileTokens:
      provider && audience
        ? createMobileTokens(provider, { audience, clientId: oidcMobileClientId ?? audience, clock })
        : null,
    visitRateLimits: {
      ofAddress: createAddressLimit(visits, { isOff }),
      ofSession: limit({ count: visits.of_session, windowSeconds: visits.within_seconds }),
    },
    takenRequestsRateLimit: limit({ count: taken_requests.of_account, windowSeconds: taken_requests.within_seconds }),
    unknownLinks: createUnknownLinkLimit({ isOff }),
    refusedTokens: createAddressLimit(visits, { isOff }),
  };
}

function providerOf(config: Config, clock: Clock) {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, production, appUrl } = config;
  if (issuer === null || clientId === null || clientSecret === null) return null;
  return new IdentityProvider({ issuer, clientId, clientSecret, allowLoopback: !production }, { appUrl, clock });
}

export const brandOf = (config: Config): Brand => ({
  name: config.brandName,
  logo: config.brandLogo,
  operator: config.brandOperator,
  address: config.brandAddress,
  privacyUrl: config.brandPrivacyUrl,
  helpUrl: config.brandHelpUrl,
  app: {
    name: config.brandAppName,
    appStoreUrl: config.brandAppStoreUrl,
    googlePlayUrl: config.brandGooglePlayUrl,
  },
});
