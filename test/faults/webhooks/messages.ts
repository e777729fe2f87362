import type { VerificationDecision, VerificationRefusal } from '../../../server/domain/verification.ts';
import type { VerificationKey } from '../../../server/store/verifications/verification-store.ts';
import type { Pace } from './fast-clock.ts';

/** What an instance is started with. */
export interface InstanceSetup {
  databaseUrl: string;
  dataDir: string;
  pace: Pace;
  seed: number;
  /** In place of the contract's five seconds, which are too long for a clock that goes this fast. */
  attemptTimeoutMs: number;
  leaseMs: number;
  pollMs: number;
  /** The share of the lookups of host names that fail. */
  dnsFailures: number;
  /** Whether it cancels the requests whose window has passed. */
  expires: boolean;
}

export interface UserStep {
  key: VerificationKey;
  kind: 'open' | 'verify' | 'cancel';
  userId: string;
}

export type ToInstance = ({ type: 'change'; id: number } & UserStep) | { type: 'stopExpiring' } | { type: 'stop' };

/** What an instance says of a change, once it is committed. */
export interface Acknowledgement {
  outcome: VerificationDecision['outcome'] | 'unknown';
  reason?: VerificationRefusal;
}

export type FromInstance =
  | { type: 'ready' }
  | ({ type: 'acknowledged'; id: number } & Acknowledgement)
  /** The change was refused as a whole: nothing was stored. */
  | { type: 'unavailable'; id: number; message: string };
