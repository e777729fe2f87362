import type { Clock, Micros } from '../../domain/clock.ts';
import type { Logger } from '../../platform/log.ts';
import type { SecurityLog } from '../../platform/security-log.ts';
import type { Telemetry } from '../../platform/telemetry/telemetry.ts';
import type { Store } from '../database/store.ts';
import type { Encryptor } from '../encryption/encryptor.ts';
import type { FileStore } from '../files/file-store.ts';

/** Services that lifecycle functions use. Each function picks only some of them. */
export interface LifecycleParts {
  store: Store;
  files: FileStore;
  encryptor: Encryptor;
  clock: Clock;
  log: Logger;
  security: SecurityLog;
  telemetry: Telemetry;
  /** Time from the first POST of a submission to its end. */
  submissionWindow: Micros;
  /** Time from the creation of a verification request to its end. */
  verificationWindow: Micros;
  /** Dispatcher of webhook deliveries, which is woken when events may be due. */
  dispatcher: { wake(): void };
}
