import type { Sealer } from './crypto/sealer.ts';
import type { Dispatcher } from './delivery/dispatcher.ts';
import type { Downloader } from './documents/downloader.ts';
import type { Logos } from './documents/logos.ts';
import type { Clock, Micros } from './domain/clock.ts';
import type { FileStore } from './files/file-store.ts';
import type { BodiesUnderWay } from './http/bodies-under-way.ts';
import type { IdentityProvider } from './identity/identity-provider.ts';
import type { MobileTokens } from './identity/mobile-tokens.ts';
import type { ErasureGuard } from './lifecycle/erasure-guard.ts';
import type { RateLimit } from './limits/rate-limit-fields.ts';
import type { Logger } from './log.ts';
import type { AccessTokens } from './oauth/access-token.ts';
import type { PartnerDirectory } from './oauth/partner-directory.ts';
import type { ServerMetadata } from './oauth/server-metadata.ts';
import type { SigningKeys } from './oauth/signing-keys.ts';
import type { SecurityLog, SourceOf } from './security-log.ts';
import type { Store } from './store/store.ts';
import type { GroupedStore } from './store/submissions/grouped.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import type { TakePlace } from './work/places.ts';

/** Everything an operation may use. Tests replace the clock, the store or a limit. */
export interface Services {
  baseUrl: string;
  appUrl: string;
  /** What every page for people links to, where the operator has it. */
  pageLinks: { privacy: string | null; help: string | null };
  /** True in a sandbox for this machine alone: URLs may name loopback hosts, also with http. */
  allowLoopback: boolean;
  /** True outside production: there is a start page, and a mailbox for webhooks. */
  sandbox: boolean;
  /** Whether others reach this sandbox. Its partners have secrets of their own. */
  openSandbox: boolean;
  /** The hosts that it answers for, beside this machine; null in production, where a proxy sees to that. */
  ownHosts: readonly string[] | null;
  clock: Clock;
  /** Also knows whether this machine's clock is right. */
  erasures: ErasureGuard;
  log: Logger;
  sourceOf: SourceOf;
  security: SecurityLog;
  telemetry: Telemetry;
  store: Store & GroupedStore;
  files: FileStore;
  sealer: Sealer;
  tokens: AccessTokens;
  partners: PartnerDirectory;
  signingKeys: SigningKeys;
  /** The first key signs upload links, all of them verify. */
  uploadLinkKeys: readonly Uint8Array[];
  /** From the first POST of a submission to its end. */
  submissionWindow: Micros;
  /** From the creation of a verification request to its end. */
  verificationWindow: Micros;
  dispatcher: Dispatcher;
  /** Downloads the documents that submissions name by URL. */
  downloader: Downloader;
  /** Fetches the logos of partners. */
  logos: Logos;
  /** Null means the sandbox's sign-in form, and its button in place of the mobile application. */
  identityProvider: IdentityProvider | null;
  mobileTokens: MobileTokens | null;
  partnerRateLimit: RateLimit;
  bodies: BodiesUnderWay;
  /** Of KiB in large bodies. */
  jsonRateLimit: RateLimit;
  fileRateLimit: RateLimit;
  /** One upload at a time for each asset, by its key. */
  takeUploadPlace: TakePlace;
  /** Bytes that the files of a partner's open submissions may hold. */
  waitingFilesQuota: number;
  tokenRateLimit: RateLimit;
  /** Of test events and redeliveries together. */
  sentOnRequestRateLimit: RateLimit;
  /** Of links of partners, sign-ins, and sign-ins on the mobile application. */
  visitRateLimits: { ofAddress: RateLimit; ofSession: RateLimit };
  webhookSourceAddresses: readonly string[];
  /** What OAuth libraries discover (RFC 8414). */
  serverMetadata: ServerMetadata;
  /** Ends the connections to the database and to what counts limits. */
  close(): Promise<void>;
}
