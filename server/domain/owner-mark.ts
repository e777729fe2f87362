import { createHash } from 'node:crypto';

/** Owner of submissions and requests that a partner decides in the sandbox before a user takes them. */
export const NOBODY = 'sandbox-operator';

/**
 * Returns a one-way mark of the user who declined or deleted a resource, and who no longer owns it. The service can
 * recognize this user, but cannot list the resources that a user declined. The mark identifies nobody after the account
 * is deleted, because the ID of the user is then gone. Returns null for `NOBODY`.
 */
export const ownerMark = (userId: string, { clientId, requestId }: { clientId: string; requestId: string }) =>
  userId === NOBODY
    ? null
    : createHash('sha256')
        .update(JSON.stringify([userId, clientId, requestId]))
        .digest('base64url');
