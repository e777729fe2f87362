import type { ReadContext } from './database-access.ts';

/**
 * Takes rows that are due, at most `limit`, the oldest first. Where the database is distributed, no statement locks
 * rows of several partners: there a look says of whom how many are due, and each partner's are taken on their own.
 */
export async function pickByPartner<R>(
  { distributed }: ReadContext,
  limit: number,
  {
    look,
    take,
  }: {
    /** The partners of the rows, without a lock. */
    look(): Promise<{ client_id: string }[]>;
    /** `clientId` null for those of all partners. */
    take(most: number, clientId: string | null): Promise<R[]>;
  },
): Promise<R[]> {
  if (!distributed) return take(limit, null);
  const counts = new Map<string, number>();
  for (const { client_id: clientId } of await look()) counts.set(clientId, (counts.get(clientId) ?? 0) + 1);
  const taken: R[] = [];
  for (const [clientId, most] of counts) taken.push(...(await take(most, clientId)));
  return taken;
}
