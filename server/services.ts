import type { Sealer } from './crypto/sealer.ts';
import type { Dispatcher } from './delivery/dispatcher.ts';
import type { Downloader } from './documents/downloader.ts';
import type { Clock, Micros } from './domain/clock.ts';
import type { FileStore } from './files/file-store.ts';
import type { RateLimit } from './http/rate-limit.ts';
import type { IdentityProvider } from './identity/identity-provider.ts';
import type { MobileTokens } from './identity/mobile-tokens.ts';
import type { Logger } from './log.ts';
import type { AccessTokens } from './oauth/access-token.ts';
import type { PartnerDirectory } from './oauth/partner-directory.ts';
import type { SigningKeys } from './oauth/signing-keys.ts';
import type { Store } from './store/store.ts';
import type { GroupedStore } from './store/submissions/grouped.ts';

/** Everything an operation may use. A test builds it with a clock, a store or a limit of its own. */
export interface Services {
  baseUrl: string;
  appUrl: string;
  /** Outside production: URLs may lead to loopback hosts, by http too. */
  allowLoopback: boolean;
  /** Outside production: there is a start page, and a mailbox for webhooks. */
  sandbox: boolean;
  clock: Clock;
  log: Logger;
  store: Store & GroupedStore;
  files: FileStore;
  sealer: Sealer;
  tokens: AccessTokens;
  partners: PartnerDirectory;
  signingKeys: SigningKeys;
  /** The first one signs upload links, all of them verify. */
  uploadLinkKeys: readonly Uint8Array[];
  /** From the first POST of an id, as the contract gives it. */
  submissionWindow: Micros;
  /** From the creation of a verification request, as the contract gives it. */
  verificationWindow: Micros;
  dispatcher: Dispatcher;
  /** Of the documents that submissions give the addresses of. */
  downloader: Downloader;
  /** Where people sign in; null: the sandbox's form, and its button for the mobile application. */
  identityProvider: IdentityProvider | null;
  mobileTokens: MobileTokens | null;
  partnerRateLimit: RateLimit;
  tokenRateLimit: RateLimit;
  webhookSourceAddresses: readonly string[];
}
