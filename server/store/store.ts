import type { Micros } from '../domain/clock.ts';
import type { AssetStore } from './documents/asset-store.ts';
import type { DocumentStore } from './documents/document-store.ts';
import type { RetentionStore } from './documents/retention-store.ts';
import type { DistributionRefusal } from './engine/distribution.ts';
import type { SchemaState } from './engine/migrations.ts';
import type { PoolState } from './engine/postgres-pool.ts';
import type { EnvironmentStore } from './environment/environment-store.ts';
import type { LooseFileStore } from './files/loose-file-store.ts';
import type { SealedStore } from './keys/sealed-store.ts';
import type { PartnerStore } from './partners/partner-store.ts';
import type { SigningKeyStore } from './partners/signing-key-store.ts';
import type { SubmissionStore } from './submissions/submission-store.ts';
import type { UserStore } from './users/user-store.ts';
import type { VerificationStore } from './verifications/verification-store.ts';
import type { DeliveryLogStore } from './webhooks/delivery-log-store.ts';
import type { DeliveryStore } from './webhooks/delivery-store.ts';
import type { WebhookStore } from './webhooks/webhook-store.ts';

/**
 * Everything the service keeps. Two engines implement it, and one suite (`test/store/`) runs against both.
 * Methods reject with `StoreUnavailable` when the database cannot answer; nothing is acknowledged before it is on disk.
 */
export interface Store
  extends EnvironmentStore,
    PartnerStore,
    SigningKeyStore,
    LooseFileStore,
    SubmissionStore,
    AssetStore,
    DocumentStore,
    RetentionStore,
    UserStore,
    WebhookStore,
    DeliveryStore,
    DeliveryLogStore,
    VerificationStore,
    SealedStore {
  /**
   * Brings the schema up to date, unless this code can use it as it is, or it is too new. Safe when several instances
   * start at once.
   */
  migrate(): Promise<void>;
  /** Whether this code can use the schema. Changes nothing, and may be asked before `migrate`. */
  findSchemaState(): Promise<SchemaState>;
  /**
   * Resolves when the database answers and takes writes, to the time by its own clock; to null where it has none but
   * the machine's. Calls at the same time share one answer.
   */
  ping(): Promise<Micros | null>;
  /**
   * Spreads the rows of all partners over the nodes of a Citus cluster, while other instances work on. Resolves to why
   * it cannot be done; to null when it is. `tell` hears of each table.
   */
  distribute(tell: (table: string) => void): Promise<DistributionRefusal | null>;
  /** The state of the pool, without asking the database; null where there is none. */
  connections(): PoolState | null;
  close(): Promise<void>;
}
