import { createHash } from 'node:crypto';
import type { Micros } from './clock.ts';

/** A command that an operator ran. Its details contain neither secrets nor personal data. */
export interface AuditedCommand {
  /** OPERATOR, or the login name. */
  operator: string;
  /** Name of the command, such as `partners disable`. */
  command: string;
  /** Operands and options of the command, as JSON. */
  details: string;
}

export interface AuditEntry extends AuditedCommand {
  /** Position in the log, from 1. */
  sequence: number;
  at: Micros;
  /** Hash of this entry and of the hash before it, so that a change of one entry changes all later hashes. */
  hash: string;
}

/** Hash before the first entry. */
export const NO_ENTRY = { sequence: 0, hash: '' };

/** Returns the hash of an entry after an entry with the hash `before`: SHA-256 in hex. */
export const auditHash = (before: string, entry: Omit<AuditEntry, 'hash'>): string =>
  createHash('sha256')
    .update(JSON.stringify([before, entry.sequence, entry.at, entry.operator, entry.command, entry.details]))
    .digest('hex');

/** Returns whether an entry follows an earlier one unchanged. */
export const follows = (before: Pick<AuditEntry, 'sequence' | 'hash'>, entry: AuditEntry): boolean =>
  entry.sequence === before.sequence + 1 && entry.hash === auditHash(before.hash, entry);
