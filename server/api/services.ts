import type { components } from '../../generated/types.ts';
import type { Clock, Micros } from '../domain/clock.ts';
import type { SecurityLog } from '../platform/security-log.ts';
import type { Store } from '../storage/database/store.ts';
import type { Encryptor } from '../storage/encryption/encryptor.ts';
import type { FileStore } from '../storage/files/file-store.ts';
import type { ContractServices } from './handle-operation.ts';
import type { AddressLimit, RateLimit } from './limits/rate-limit.ts';
import type { AccessTokens } from './oauth/access-token.ts';
import type { SigningKeys } from './oauth/signing-keys.ts';

/** Addresses of the installation, and its kind. */
export interface Installation {
  baseUrl: string;
  appUrl: string;
  /** True outside production: the service then has a start page and a mailbox for webhooks. */
  sandbox: boolean;
  /** True if other people can reach this sandbox. Its partners then have generated secrets. */
  openSandbox: boolean;
  /** Hosts that a sandbox serves in addition to this machine. Null in production, where a proxy checks the host. */
  ownHosts: readonly string[] | null;
  /** Addresses that partners are told webhook deliveries come from. */
  webhookSourceAddresses: readonly string[];
}

/** Stored data, and how long the service keeps it. */
export interface StorageServices {
  clock: Clock;
  store: Store;
  files: FileStore;
  encryptor: Encryptor;
  submissionWindow: Micros;
  verificationWindow: Micros;
  /** Maximum bytes of files in a partner's submissions without consent. */
  pendingUploadsQuota: number;
}

/** Services for operations that only some handlers need. */
export interface OperationServices {
  security: SecurityLog;
  tokens: AccessTokens;
  signingKeys: SigningKeys;
  serverMetadata: components['schemas']['AuthorizationServerMetadata'];
  tokenRateLimit: RateLimit;
  /** Shared rate limit for test events and redeliveries. */
  sentOnRequestRateLimit: RateLimit;
  publicFileLimit: AddressLimit;
  /** Workers that look for new work at once when they are woken. */
  dispatcher: { wake(): void };
  downloader: { wake(): void };
}

/** Services of the API's handlers, which `start/` creates. */
export type ApiServices = Installation & StorageServices & ContractServices & OperationServices;
