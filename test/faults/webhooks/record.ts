import type { Micros } from '../../../server/domain/clock.ts';
import type { Pace } from './fast-clock.ts';
import type { Acknowledgement, UserStep } from './messages.ts';
import type { Receipt, Temper } from './receivers.ts';
import type { Rows } from './rows.ts';
import type { SecretBook } from './secrets.ts';

/** A webhook of the run. */
export interface RunWebhook {
  id: string;
  clientId: string;
  /** That of its receiver. */
  name: string;
  temper: Temper;
  /** When it was sure to be there. */
  addedAt: Micros;
  /** When it was sure to be gone. */
  deletedAt: Micros | null;
  book: SecretBook;
}

/** What became of a step, once an instance answered. */
export interface StepRecord extends Acknowledgement {
  step: UserStep;
  /** How often nobody knew whether the step was taken. */
  unanswered: number;
  /** The clock may have ended the request first. */
  mayExpire: boolean;
}

/** All that is known of a run from outside, and what the database holds at its end. */
export interface RunRecord {
  pace: Pace;
  attemptTimeoutMs: number;
  webhooks: readonly RunWebhook[];
  steps: readonly StepRecord[];
  receipts: readonly Receipt[];
  rows: Rows;
  kills: number;
  rotations: number;
  /** The ends of the instances that were stopped in order. */
  ends: readonly (number | NodeJS.Signals | null)[];
  /** What the instances wrote, line by line. */
  output: readonly string[];
  durationMs: number;
}
