import { randomUUID } from 'node:crypto';
import { access, constants, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { service } from '../../generated/operations.ts';
import { createInFlightBodies } from '../api/in-flight-bodies.ts';
import {
  createAddressLimit,
  createFailureLimit,
  createRateLimit,
  createUnknownLinkLimit,
  type LimitFigures,
  unlimited,
} from '../api/limits/rate-limit.ts';
import { createAccessTokens } from '../api/oauth/access-token.ts';
import { withoutPublicSecrets } from '../api/oauth/sandbox-partners.ts';
import { serverMetadata } from '../api/oauth/server-metadata.ts';
import { createSigningKeys } from '../api/oauth/signing-keys.ts';
import { denyDestinations } from '../domain/addresses.ts';
import { type Clock, seconds } from '../domain/clock.ts';
import { FileStoreUnavailable, StoreUnavailable } from '../domain/unavailable.ts';
import { createIdentityProvider, type OidcSettings } from '../pages/identity/identity-provider.ts';
import { createMobileTokens } from '../pages/identity/mobile-tokens.ts';
import { loadOrCreateDataKey } from '../pages/sandbox/data-key.ts';
import type { Logger } from '../platform/log.ts';
import { clientAddressBehind, createSecurityLog } from '../platform/security-log.ts';
import { keyedSemaphore } from '../platform/semaphore.ts';
import { reasonOf, StartupError } from '../platform/startup-error.ts';
import { noTelemetry, type Telemetry } from '../platform/telemetry/telemetry.ts';
import { openStore } from '../storage/database/open-store.ts';
import type { Store, StoreOptions } from '../storage/database/store.ts';
import type { DataKey } from '../storage/encryption/data-keys.ts';
import { retainedSecret } from '../storage/encryption/encrypted-json.ts';
import { createEncryptor, DecryptionError, type Encryptor, UnknownDataKey } from '../storage/encryption/encryptor.ts';
import type { FileStore } from '../storage/files/file-store.ts';
import { createFolder, createFolderFileStore } from '../storage/files/folder-file-store.ts';
import { createS3FileStore, type S3Place } from '../storage/files/s3-file-store.ts';
import { webIdentityCredentials } from '../storage/files/web-identity.ts';
import { createPartnerDirectory } from '../storage/partner-directory.ts';
import { createDelivery } from '../work/delivery/dispatcher.ts';
import { createDownloader } from '../work/documents/downloader.ts';
import { createLogos } from '../work/documents/logos.ts';
import { assignAvailableFiles, assignDatabase, refuseOtherEnvironment } from './database-ownership.ts';
import { brandOf, type Config } from './settings.ts';

type Open = (config: Config, options?: StoreOptions) => Store;

/** Migrates the database, and assigns it to the environment in the settings. Rejects with `StartupError`. */
export async function migrateDatabase(config: Config, open: Open = openStore): Promise<void> {
  const store = open(config);
  try {
    await prepareDatabase(store, config, true);
  } catch (error) {
    throw startError(error, config);
  } finally {
    await store.close();
  }
}

async function prepareDatabase(store: Store, config: Config, migrates: boolean): Promise<void> {
  const environment = environmentOf(config);
  await refuseOtherEnvironment(store, environment);
  if (migrates)
    await store.migrate().catch((error: unknown) => {
      if (error instanceof StoreUnavailable) throw error;
      throw new StartupError(`${databaseOf(config)} could not be migrated: ${reasonOf(error)}`);
    });
  await refuseOtherSchema(store, config);
  await assignDatabase(store, environment);
}

async function refuseOtherSchema(store: Store, config: Config): Promise<void> {
  const state = await store.findSchemaState();
  if (state === 'too old')
    throw new StartupError(
      `${databaseOf(config)} lacks tables that this version needs. Run "npm run cli -- migrate" once with this version. The previous version can use the migrated database.`,
    );
  if (state === 'too new')
    throw new StartupError(
      `${databaseOf(config)} was migrated for a newer version, and this version is too old to use it. Start the newer version.`,
    );
}

/** Services that operations, pages, and commands use. Tests replace the clock, the store, or a limit. */
export type Services = Awaited<ReturnType<typeof createServices>>;

/**
 * Opens the store, ensures that the keys exist, and creates the services. Migrates the embedded database; operators
 * migrate PostgreSQL in a separate step. If the data folder or the database is unusable, or the data keys are wrong,
 * closes the store and rejects with `StartupError`, which is temporary while PostgreSQL is away. `machine` is the clock
 * of this machine.
 */
export async function createServices(
  config: Config,
  machine: Clock,
  log: Logger,
  open: Open = openStore,
  telemetry: Telemetry = noTelemetry,
) {
  const encryptor = createEncryptor(await openDataKeys(config));
  const store = open(config, { machine, onCommit: telemetry.committed });
  const { clock } = store;
  const closing = new AbortController();
  try {
    await prepareDatabase(store, config, config.databaseUrl === null);
    const stored = createFiles(config, encryptor);
    // The files need no name if the embedded database and the files are in the same data folder.
    const isApart = config.databaseUrl !== null || config.filesPlace !== null;
    const ownership = { store, files: stored, where: filesIn(config), log, signal: closing.signal };
    const files = watchFiles(isApart ? await assignAvailableFiles(ownership) : stored, telemetry);
    for (const { purpose, dataKeyId, secret, endsAt } of await store.listKeptKeys())
      if (endsAt === null || endsAt > clock.now())
        encryptor.retain(purpose, encryptor.decrypt(secret, retainedSecret(purpose, dataKeyId)));
    const signingKeys = createSigningKeys({ store, encryptor, clock });
    // Decrypts the newest signing key, so that wrong data keys are reported at startup instead of on the first request.
    await signingKeys.current();
    const { token, sent_on_request: sentOnRequest, taken_requests: taken, visits } = service.rate_limits;
    const isOff = config.rateLimitPerSecond === 0;
    const limit = (figures: LimitFigures) => (isOff ? unlimited : createRateLimit(figures));
    const { pendingUploadsQuota, oidcMobileAudience: audience, oidcMobileClientId } = config;
    const submissionWindow = seconds(service.submission_window_seconds);
    const verificationWindow = seconds(service.verification_window_seconds);
    const sourceOf = clientAddressBehind(config.trustedProxies);
    const oidc = oidcSettings(config);
    const provider = oidc && createIdentityProvider(oidc, { appUrl: config.appUrl, clock });
    const directory = createPartnerDirectory({ store, clock });
    // Users of a sandbox on another machine must not be able to reach the loopback addresses of this machine.
    const openSandbox = config.sandboxHosts.length > 0;
    const partners = config.production || openSandbox ? withoutPublicSecrets(directory) : directory;
    const allowLoopback = !config.production && !openSandbox;
    const destinations = { allowLoopback, denied: denyDestinations(config.deniedDestinations) };
    store.limitClockOffset(seconds(config.maxClockOffsetSeconds));
    const sending = { store, partners, encryptor, clock, log, telemetry, destinations };
    return {
      baseUrl: config.baseUrl,
      appUrl: config.appUrl,
      brand: brandOf(config),
      allowLoopback,
      sandbox: !config.production,
      openSandbox,
      ownHosts: config.production ? null : [...config.sandboxHosts, ...[config.baseUrl, config.appUrl].map(hostOf)],
      clock,
      log,
      sourceOf,
      security: createSecurityLog(log, sourceOf),
      telemetry,
      store,
      files,
      encryptor,
      tokens: createAccessTokens({ keys: signingKeys, clock, baseUrl: config.baseUrl }),
      partners,
      signingKeys,
      uploadLinkKeys: encryptor.deriveAll('upload-link'),
      submissionWindow,
      verificationWindow,
      dispatcher: await createDelivery({
        ...sending,
        sourceAddresses: config.webhookSourceAddresses,
        retrySpeed: config.webhookRetrySpeed,
      }),
      downloader: createDownloader({ ...sending, files, submissionWindow, pendingUploadsQuota }),
      logos: createLogos({ destinations, clock }),
      pendingUploadsQuota,
      /** Resolves to the problem with the file store, or to null. */
      checkFiles: () =>
        files.findName().then(
          (name) => (isApart && name === null ? 'The files were removed' : null),
          (error: unknown) => {
            if (error instanceof FileStoreUnavailable) return error.message;
            throw error;
          },
        ),
      identityProvider: provider,
      mobileTokens:
        provider && audience
          ? createMobileTokens({ provider, audience, clientId: oidcMobileClientId ?? audience, clock })
          : null,
      bodies: createInFlightBodies(),
      jsonRateLimit: limit(inKib(service.rate_limits.json_bodies)),
      fileRateLimit: limit(inKib(service.rate_limits.files)),
      acquireUploadSlot: keyedSemaphore(1),
      partnerRateLimit: limit({ count: config.rateLimitPerSecond, burst: config.rateLimitBurst }),
      tokenRateLimit: limit(perSecond(token)),
      wrongCredentials: createFailureLimit({ isOff }),
      sentOnRequestRateLimit: limit(perSecond(sentOnRequest)),
      visitRateLimits: {
        ofAddress: createAddressLimit(visits, { isOff }),
        ofSession: limit({ count: visits.of_session, seconds: visits.within_seconds }),
      },
      takenRequestsRateLimit: limit({ count: taken.of_account, seconds: taken.within_seconds }),
      publicFileLimit: createAddressLimit(service.rate_limits.public_files, { isOff }),
      unknownLinks: createUnknownLinkLimit({ isOff }),
      refusedTokens: createAddressLimit(service.rate_limits.visits, { isOff }),
      webhookSourceAddresses: config.webhookSourceAddresses,
      serverMetadata: serverMetadata(config.baseUrl),
      close: async () => {
        closing.abort();
        await store.close();
      },
    };
  } catch (error) {
    closing.abort();
    await store.close();
    throw startError(error, config);
  }
}

function createFiles(config: Config, encryptor: Encryptor): FileStore {
  const { filesPlace: place, dataDir } = config;
  if (place === null) return createFolderFileStore({ dataDir, encryptor });
  return createS3FileStore({ place, credentials: filesCredentials(config, place), encryptor });
}

/** Returns the access key in the settings or, without a key, the temporary credentials of the web identity. */
function filesCredentials(config: Config, { region }: S3Place) {
  const { filesAccessKeyId, filesSecretAccessKey, filesSessionToken } = config;
  if (filesAccessKeyId !== null && filesSecretAccessKey !== null)
    return {
      accessKeyId: filesAccessKeyId,
      secretAccessKey: filesSecretAccessKey,
      ...(filesSessionToken !== null && { sessionToken: filesSessionToken }),
    };
  return webIdentityCredentials({
    roleArn: config.roleArn ?? '',
    tokenFile: config.webIdentityTokenFile ?? '',
    endpoint: config.stsEndpoint ?? `https://sts.${region}.amazonaws.com`,
  });
}

/** Wraps a file store to record telemetry for each file that is written, read, or deleted. */
function watchFiles(files: FileStore, telemetry: Telemetry): FileStore {
  async function recorded<T>(action: 'put' | 'get' | 'delete', work: Promise<T>, bytesOf: (result: T) => number) {
    try {
      const result = await work;
      telemetry.fileTouched(action, bytesOf(result));
      return result;
    } catch (error) {
      telemetry.fileTouched(action, null);
      throw error;
    }
  }
  return {
    ...files,
    put: (...file) => recorded('put', files.put(...file), () => file[2].byteLength),
    get: (...file) => recorded('get', files.get(...file), (bytes) => bytes?.byteLength ?? 0),
    delete: (fileKey) => recorded('delete', files.delete(fileKey), () => 0),
  };
}

const filesIn = ({ dataDir, filesPlace: place }: Config) =>
  place === null ? `DATA_DIR (${resolve(dataDir)})` : `FILES_URL (${place.bucket}/${place.prefix})`;

/** Assigns the configured folder or bucket of files to the database. Rejects with `StartupError`. */
export async function adoptFilesOf(config: Config): Promise<void> {
  const files = createFiles(config, createEncryptor(await openDataKeys(config)));
  const store = openStore(config);
  try {
    await refuseOtherEnvironment(store, environmentOf(config));
    await refuseOtherSchema(store, config);
    const name = randomUUID();
    await files.name(name);
    await store.setFilesName(name);
  } catch (error) {
    throw startError(error, config);
  } finally {
    await store.close();
  }
}

/** Creates the data folder if needed. Resolves to the data keys of the settings or of the data folder. */
async function openDataKeys({ dataDir, dataKeys, production }: Config): Promise<readonly DataKey[]> {
  const folder = resolve(dataDir);
  try {
    await createFolder(folder, folder);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const need = 'It must be a folder that this user can write to';
    throw new StartupError(`DATA_DIR (${folder}) cannot be used: ${reasonOf(error)}. ${need}.`);
  }
  if (production && (await isOpenToOthers(folder)))
    throw new StartupError(
      `DATA_DIR (${folder}) can be read by other users of this machine. Run chmod 700 on the folder.`,
    );
  if (dataKeys !== null) return dataKeys;
  try {
    return [await loadOrCreateDataKey(dataDir)];
  } catch (error) {
    throw new StartupError(`The key in DATA_DIR cannot be used: ${reasonOf(error)}`);
  }
}

/** Returns the settings of the OpenID provider; null if none is configured, which only a sandbox permits. */
function oidcSettings(config: Config): OidcSettings | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, production } = config;
  if (issuer === null || clientId === null || clientSecret === null) return null;
  return { issuer, clientId, clientSecret, allowLoopback: !production };
}

/** Resolves to whether other users can access the folder; false on Windows, which has no permission bits. */
const isOpenToOthers = async (folder: string): Promise<boolean> =>
  process.platform !== 'win32' && ((await stat(folder)).mode & 0o077) !== 0;

const environmentOf = ({ production }: Config) => (production ? 'production' : 'sandbox');

const hostOf = (url: string) => new URL(url).hostname;

const databaseOf = ({ databaseUrl, dataDir }: Config) =>
  databaseUrl === null ? `The database in DATA_DIR (${resolve(dataDir)})` : 'The database of DATABASE_URL';

/** Returns true if PostgreSQL rejects the credentials, or does not have the database. */
const isMisconfigured = ({ cause }: StoreUnavailable): boolean =>
  /^(28|3D)/.test((cause as NodeJS.ErrnoException | undefined)?.code ?? '');

/** Converts an error that the operator can fix to a `StartupError`. Returns any other error unchanged. */
function startError(error: unknown, config: Config): unknown {
  const database = databaseOf(config);
  if (error instanceof StoreUnavailable) {
    const isTemporary = config.databaseUrl !== null && !isMisconfigured(error);
    return new StartupError(`${database} cannot be used: ${reasonOf(error)}`, { isTemporary });
  }
  if (error instanceof FileStoreUnavailable) {
    const place = config.filesPlace === null ? 'DATA_DIR' : 'FILES_URL';
    return new StartupError(`The files of ${place} cannot be used: ${reasonOf(error)}`);
  }
  const fix =
    config.dataKeys === null
      ? 'Restore the file data-key in DATA_DIR, or set DATA_KEYS to the key that was used'
      : 'Add the key that was used to DATA_KEYS, after the key that encrypts from now on';
  if (error instanceof UnknownDataKey) {
    return new StartupError(`${database} was encrypted with a different data key: ${error.message}. ${fix}.`);
  }
  if (error instanceof DecryptionError) {
    const why = 'a data key has the ID of the key that was used, but a different value';
    return new StartupError(`${database} contains a signing key that cannot be decrypted: ${why}. ${fix}.`);
  }
  return error;
}

const perSecond = ({ per_second: count, burst }: { per_second: number; burst: number }) => ({ count, burst });

const inKib = (limit: { per_second_bytes: number; burst_bytes: number }) => ({
  count: limit.per_second_bytes / 1024,
  burst: limit.burst_bytes / 1024,
});
