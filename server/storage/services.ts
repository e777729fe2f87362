import type { Clock, Micros } from '../domain/clock.ts';
import type { Logger } from '../platform/log.ts';
import type { AddressOf, SecurityLog } from '../platform/security-log.ts';
import type { Telemetry } from '../platform/telemetry/telemetry.ts';
import type { Store } from './database/store.ts';
import type { Encryptor } from './encryption/encryptor.ts';
import type { FileStore } from './files/file-store.ts';

export interface StorageServices {
  clock: Clock;
  store: Store;
  files: FileStore;
  encryptor: Encryptor;
  submissionWindow: Micros;
  verificationWindow: Micros;
  /** Maximum total size of the files in a partner's open submissions, in bytes. */
  pendingUploadsQuota: number;
}

export interface DeliveryServices {
  dispatcher: { wake(): void };
  downloader: { wake(): void };
}

export interface ReportServices {
  log: Logger;
  security: SecurityLog;
  telemetry: Telemetry;
  sourceOf: AddressOf;
}
