import type { Sealed } from '../../crypto/sealer.ts';
import type { Micros } from '../../domain/clock.ts';

/** The columns that hold sealed values, each with the id of its data key beside. */
export const SEALED_KINDS = [
  'submissions',
  'verification_requests',
  'identities',
  'webhook_secrets',
  'previous_webhook_secrets',
  'signing_keys',
  'kept_keys',
] as const;
export type SealedKind = (typeof SEALED_KINDS)[number];

/** A secret that was derived from a data key. */
export interface KeptKey {
  purpose: string;
  /** Of the key that it was derived from. */
  dataKeyId: string;
  secret: Sealed;
  /** When nothing depends on it any more; null for never. */
  endsAt: Micros | null;
}

export interface SealedStore {
  /** How many values of a kind are sealed under each data key. */
  countSealed(kind: SealedKind): Promise<{ keyId: string; count: number }[]>;
  /**
   * Seals again, in one transaction, the next values of a kind that are sealed under another key than `keyId`. `after`
   * is the `last` of the call before; `reseal` is told the context. `last` is null when nothing follows.
   */
  resealNext(
    kind: SealedKind,
    options: {
      keyId: string;
      after: readonly string[] | null;
      limit: number;
      reseal(sealed: Sealed, context: string): Sealed;
    },
  ): Promise<{ resealed: number; last: readonly string[] | null }>;
  /** The keys of stored files, in their order. */
  listFileKeys(options: { after: string; limit: number }): Promise<string[]>;
  /** Those that no row has, and that do not wait for their deletion either. */
  findUnknownFiles(fileKeys: readonly string[]): Promise<string[]>;
  /** Keeps it, or takes the place of what was kept of the same data key. */
  keepKey(key: KeptKey): Promise<void>;
  listKeptKeys(): Promise<KeptKey[]>;
}
