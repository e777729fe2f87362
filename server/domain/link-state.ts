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

/** State of a link that does not exist, or whose resource the visitor must not see. */
export const unknownLink = { state: 'unknown', viewer: 'other' } as const;

export function linkStateFor(progress: LinkProgress, userId: string, window: Micros): StateForViewer {
  const { status, ownerId, endedBy, createdAt, finalizedAt } = progress;
  const viewer = userId === ownerId || ownerMark(userId, progress) === endedBy ? 'owner' : 'other';
  if (status === 'incomplete') return { state: ownerId === null ? 'notOpened' : 'open', viewer };
  if (status === 'verified') return { state: endedBy === null ? 'accepted' : 'deleted', viewer };
  if (endedBy === ENDED_BY_PARTNER) return { state: 'canceledByPartner', viewer };
  if (endedBy !== null) return { state: 'declined', viewer };
  const end = createdAt + window;
  return { state: (finalizedAt ?? end) >= end ? 'expired' : 'canceled', viewer };
}

const ENDED_BY_PARTNER = 'partner';

/** Owner of a sandbox resource that the partner itself decides before a user opens the link. */
export const NOBODY = 'sandbox-operator';

/** Hashes the user ID with the resource, so that no query can list all resources that a user declined. */
export const ownerMark = (userId: string, { clientId, requestId }: { clientId: string; requestId: string }) =>
  userId === NOBODY
    ? null
    : createHash('sha256')
        .update(JSON.stringify([userId, clientId, requestId]))
        .digest('base64url');

export function endMark(action: { kind: string; userId?: string }, id: { clientId: string; requestId: string }) {
  if (action.kind === 'cancel') return ENDED_BY_PARTNER;
  return action.userId === undefined ? null : ownerMark(action.userId, id);
}
