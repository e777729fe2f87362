import type { Sealer } from '../crypto/sealer.ts';
import type { Clock, Micros } from '../domain/clock.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Logger } from '../log.ts';
import type { Store } from '../store/store.ts';

/** What ends, erases and forgets works with; each function picks what it needs. */
export interface LifecycleParts {
  store: Store;
  files: FileStore;
  sealer: Sealer;
  clock: Clock;
  log: Logger;
  /** From the first POST of an id, and from consent, as the contract gives it. */
  submissionWindow: Micros;
  /** From the creation of a verification request, as the contract gives it. */
  verificationWindow: Micros;
  /** Is told that events may have become due. */
  dispatcher: { wake(): void };
}
