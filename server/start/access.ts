import { createInFlightBodies } from '../api/in-flight-bodies.ts';
import { createRequestLimits } from '../api/limits/request-limits.ts';
import { AccessTokens } from '../api/oauth/access-token.ts';
import { withoutPublicSecrets } from '../api/oauth/sandbox-partners.ts';
import { serverMetadata } from '../api/oauth/server-metadata.ts';
import { SigningKeys } from '../api/oauth/signing-keys.ts';
import type { AccessServices, StorageServices } from '../api/services.ts';
import { createPartnerDirectory } from '../storage/partner-directory.ts';
import type { Config } from './settings.ts';

/** Creates the services that decide who can send a request, and how often. */
export async function createAccess(config: Config, storage: StorageServices): Promise<AccessServices> {
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
