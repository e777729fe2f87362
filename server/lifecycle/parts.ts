import type { Encryptor } from '../crypto/encryptor.ts';
import type { Clock, Micros } from '../domain/clock.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Logger } from '../log.ts';
import type { SecurityLog } from '../security-log.ts';
import type { Store } from '../store/store.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { ErasureGuard } from './erasure-guard.ts';

/** The services that lifecycle functions use; each picks what it needs. */
export interface LifecycleParts {
  store: Store;
  files: FileStore;
  encryptor: Encryptor;
  clock: Clock;
  /** Asked before anything ends because its time is over. */
  erasures: ErasureGuard;
  log: Logger;
  security: SecurityLog;
  telemetry: Telemetry;
  /** From the first POST of a submission to its end. */
  submissionWindow: Micros;
  /** From the creation of a verification request to its end. */
  verificationWindow: Micros;
  /** Woken when events may have become due. */
  dispatcher: { wake(): void };
}
