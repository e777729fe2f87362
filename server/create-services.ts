import { service } from '../generated/operations.ts';
import type { Config } from './config.ts';
import { createRateLimit } from './contract/rate-limit.ts';
import { loadOrMakeDataKey } from './crypto/data-keys.ts';
import { createSealer } from './crypto/sealer.ts';
import { type Clock, seconds } from './domain/clock.ts';
import { createFolderFileStore } from './files/folder.ts';
import type { Logger } from './log.ts';
import { createAccessTokens } from './oauth/access-token.ts';
import { createPartnerDirectory } from './oauth/partner-directory.ts';
import { createSigningKeys } from './oauth/signing-keys.ts';
import { addSandboxPartners } from './sandbox.ts';
import type { Services } from './services.ts';
import { groupCommits } from './store/grouped.ts';
import { openStore } from './store/open-store.ts';

/**
 * Opens the store, brings its schema up to date, makes sure of the keys, and puts the services together. Rejects with what is
 * wrong, and leaves nothing open, when the store cannot be opened or its content was sealed with other data keys.
 */
export async function createServices(config: Config, clock: Clock, log: Logger): Promise<Services> {
  const sealer = createSealer(config.dataKeys ?? [await loadOrMakeDataKey(config.dataDir)]);
  const store = openStore({ databaseUrl: config.databaseUrl ?? undefined, dataDir: config.dataDir });
  try {
    await store.migrate();
    if (!config.production) await addSandboxPartners(store, clock);
    const signingKeys = createSigningKeys({ store, sealer, clock });
    // Opens the newest key: data keys that do not fit the database are found at the start, not at the first request.
    await signingKeys.current();
    const { token } = service.rate_limits;
    const off = config.rateLimitPerSecond === 0;
    return {
      baseUrl: config.baseUrl,
      appUrl: config.appUrl,
      clock,
      log,
      store: Object.assign(store, groupCommits(store)),
      files: createFolderFileStore({ dataDir: config.dataDir, sealer }),
      sealer,
      tokens: createAccessTokens({ keys: signingKeys, clock, baseUrl: config.baseUrl }),
      partners: createPartnerDirectory({ store, clock }),
      signingKeys,
      uploadLinkKeys: sealer.deriveAll('upload-link'),
      submissionWindow: seconds(service.submission_window_seconds),
      partnerRateLimit: createRateLimit({
        perSecond: config.rateLimitPerSecond,
        burst: config.rateLimitBurst,
      }),
      tokenRateLimit: createRateLimit({ perSecond: off ? 0 : token.per_second, burst: token.burst }),
      webhookSourceAddresses: config.webhookSourceAddresses,
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
