import { service } from '../../generated/operations.ts';
import { createInFlightBodies } from '../api/in-flight-bodies.ts';
import {
  createAddressLimit,
  createFailureLimit,
  createRateLimit,
  type LimitFigures,
  unlimited,
} from '../api/limits/rate-limit.ts';
import { createAccessTokens } from '../api/oauth/access-token.ts';
import { withoutPublicSecrets } from '../api/oauth/sandbox-partners.ts';
import { serverMetadata } from '../api/oauth/server-metadata.ts';
import { createSigningKeys } from '../api/oauth/signing-keys.ts';
import type { AccessServices, StorageServices } from '../api/services.ts';
import { keyedSemaphore } from '../platform/semaphore.ts';
import { createPartnerDirectory } from '../storage/partner-directory.ts';
import type { Config } from './settings.ts';

/** Creates the services that decide who can send a request, and how often. */
export async function createAccess(config: Config, storage: StorageServices): Promise<AccessServices> {
  const { clock, encryptor } = storage;
  const signingKeys = createSigningKeys(storage);
  // Decrypts the newest signing key, so that wrong data keys are reported at startup instead of on the first request.
  await signingKeys.current();
  const partners = createPartnerDirectory(storage);
  const isReachable = config.production || config.sandboxHosts.length > 0;
  return {
    tokens: createAccessTokens({ keys: signingKeys, clock, baseUrl: config.baseUrl }),
    partners: isReachable ? withoutPublicSecrets(partners) : partners,
    signingKeys,
    serverMetadata: serverMetadata(config.baseUrl),
    uploadLinkKeys: encryptor.deriveAll('upload-link'),
    bodies: createInFlightBodies(),
    limits: createLimits(config),
  };
}

function createLimits({ rateLimitPerSecond, rateLimitBurst }: Config): AccessServices['limits'] {
  const { token, sent_on_request, json_bodies, files, public_files } = service.rate_limits;
  const isOff = rateLimitPerSecond === 0;
  const limit = (figures: LimitFigures) => (isOff ? unlimited : createRateLimit(figures));
  return {
    partner: limit({ count: rateLimitPerSecond, burst: rateLimitBurst }),
    token: limit(perSecond(token)),
    sentOnRequest: limit(perSecond(sent_on_request)),
    jsonKib: limit(inKib(json_bodies)),
    fileKib: limit(inKib(files)),
    publicFiles: createAddressLimit(public_files, { isOff }),
    wrongCredentials: createFailureLimit({ isOff }),
    acquireUploadSlot: keyedSemaphore(1),
  };
}

const perSecond = ({ per_second: count, burst }: { per_second: number; burst: number }) => ({ count, burst });

const inKib = (limit: { per_second_bytes: number; burst_bytes: number }) => ({
  count: limit.per_second_bytes / 1024,
  burst: limit.burst_bytes / 1024,
});
