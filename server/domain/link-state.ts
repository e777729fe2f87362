import { createHash } from 'node:crypto';
import type { LinkState, Viewer } from '../../generated/pages.ts';
import type { Micros } from './clock.ts';

interface LinkProgress {
  clientId: string;
  requestId: string;
  status: 'incomplete' | 'verified' | 'canceled';
  ownerId: string | null;
  endedBy: string | null;
  createdAt: Micros;
  finalizedAt: Micros | null;
}

export interface StateForViewer {
  state: LinkState;
  viewer: Viewer;
}

/** State of an unknown link. Another person's link has the same state, so that visitors cannot tell the two apart. */
export const unknownLink = { state: 'unknown', viewer: 'other' } as const;

export function linkStateFor(progress: LinkProgress, userId: string, window: Micros): StateForViewer {
  const { status, ownerId, endedBy, createdAt, finalizedAt } = progress;
  const viewer = userId === ownerId || ownerMark(userId, progress) === endedBy ? 'owner' : 'other';
  if (status === 'incomplete') return { state: ownerId === null ? 'notOpened' : 'open', viewer };
  if (status === 'verified') return { state: endedBy === null ? 'accepted' : 'deleted', viewer };
  if (endedBy === PARTNER) return { state: 'canceledByPartner', viewer };
  if (endedBy !== null) return { state: 'declined', viewer };
  const end = createdAt + window;
  return { state: (finalizedAt ?? end) >= end ? 'expired' : 'canceled', viewer };
}

/** End mark of submissions and requests that the partner canceled. */
const PARTNER = 'partner';

/** Owner of submissions and requests that a partner decides in the sandbox before a user has taken them. */
export const NOBODY = 'sandbox-operator';

/**
 * Returns a hash that marks the user who declined or deleted a resource. The service can recognize this user, but not
 * list the resources that a user declined. After the account is deleted, the hash identifies nobody.
 */
export const ownerMark = (userId: string, { clientId, requestId }: { clientId: string; requestId: string }) =>
  userId === NOBODY
    ? null
    : createHash('sha256')
        .update(JSON.stringify([userId, clientId, requestId]))
        .digest('base64url');

/** Returns the mark of the partner (`partner`) or user (`ownerMark`) who ended a resource; null if it expired. */
export function endMark(action: { kind: string; userId?: string }, id: { clientId: string; requestId: string }) {
  if (action.kind === 'cancel') return PARTNER;
  return action.userId === undefined ? null : ownerMark(action.userId, id);
}
