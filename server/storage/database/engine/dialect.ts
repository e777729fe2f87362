import { type RawBuilder, sql } from 'kysely';
import type { Micros } from '../../../domain/clock.ts';
import type { ReadContext } from './database-access.ts';
import type { Db } from './schema.ts';

// This file contains the two queries that differ on Citus. All other queries are the same on all databases, except that
// SQLite has no row locks (`LocklessCompiler`), and that a statement on Citus locks rows of one partner only
// (`lockableChunks`).

export interface DueWebhook {
  clientId: string;
  webhookId: string;
  due: number;
}

/**
 * Counts the due deliveries of each webhook that `found` selects (`client_id`, `webhook_id`, `in_turn`), up to `most`
 * per webhook. The result is sorted by webhook ID.
 */
export async function countDueByWebhook(
  db: Db,
  { distributed }: ReadContext,
  { found, isDue, most }: { found: RawBuilder<unknown>; isDue: RawBuilder<unknown>; most: number },
): Promise<(DueWebhook & { inTurn: number })[]> {
  const columns = sql`client_id, webhook_id, in_turn`;
  // Citus does not support a correlated subquery here. Instead, the shards count all due deliveries in parallel.
  const query = distributed
    ? sql<DueWebhook & { inTurn: number }>`
      with found as (${found}), counted as (
        select client_id, webhook_id, count(*) as due from deliveries
        where ${isDue} and (client_id, webhook_id) in (select client_id, webhook_id from found)
        group by client_id, webhook_id
      )
      select ${columns}, coalesce(due, 0) as due from found left join counted using (client_id, webhook_id)
      order by webhook_id`
    : sql<DueWebhook & { inTurn: number }>`
      select ${columns}, (
        select count(*) from (
          select 1 from deliveries
          where client_id = webhook.client_id and webhook_id = webhook.webhook_id and ${isDue}
          limit ${most}
        ) as due
      ) as due
      from (${found}) as webhook
      order by webhook_id`;
  return (await query.execute(db)).rows;
}

/**
 * Finds the partners with due documents, sorted by code units. Emulates an index skip scan with a recursive query, so
 * the duration depends on the number of partners instead of documents.
 */
export async function findPartnersWithDueDocuments(
  db: Db,
  { distributed }: ReadContext,
  now: Micros,
): Promise<string[]> {
  // Citus does not support recursive queries across shards.
  const query = distributed
    ? sql<{ clientId: string }>`
      select distinct client_id from documents where state = 'pending' and available_at <= ${now}`
    : sql<{ clientId: string }>`
      with recursive waiting(client_id) as (
        select min(client_id) from documents where state = 'pending'
        union all
        select (select min(client_id) from documents where state = 'pending' and client_id > waiting.client_id)
        from waiting where waiting.client_id is not null
      )
      select client_id from waiting
      where client_id is not null and ${now} >= (
        select min(available_at) from documents where state = 'pending' and client_id = waiting.client_id
      )`;
  return (await query.execute(db)).rows.map((row) => row.clientId).sort();
}
