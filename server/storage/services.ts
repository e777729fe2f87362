import type { Clock, Micros } from '../domain/clock.ts';
import type { Store } from './database/store.ts';
import type { Encryptor } from './encryption/encryptor.ts';
import type { FileStore } from './files/file-store.ts';

export interface StorageServices {
  clock: Clock;
  store: Store;
  files: FileStore;
  encryptor: Encryptor;
  /** Time from the first POST of a submission to its end. */
  submissionWindow: Micros;
  /** Time from the creation of a verification request to its end. */
  verificationWindow: Micros;
  /** Maximum bytes of files in a partner's submissions without consent. */
  pendingUploadsQuota: number;
}

/** Workers that look for new work at once when they are woken. */
export interface DeliveryServices {
  dispatcher: { wake(): void };
  downloader: { wake(): void };
}
