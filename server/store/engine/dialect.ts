import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import type { ReadContext } from './database-access.ts';
import type { Database } from './schema.ts';

// A webhook with due deliveries. This file has the only two queries that Citus needs in another form. All other queries
// are the same on all databases: SQLite omits row locks (`LocklessCompiler`), and on Citus a statement that locks rows
// concerns one partner (`lockableChunks`).

export interface DueWebhook {
  clientId: string;
  webhookId: string;
  due: number;
}

/**
 * Counts the due deliveries of each webhook that `found` selects (`client_id`, `webhook_id`, `in_turn`), at most `most`
 * for each, in the order of the webhook ids.
 */
export async function countDueByWebhook(
  db: Kysely<Database>,
  { distributed }: ReadContext,
  { found, isDue, most }: { found: RawBuilder<unknown>; isDue: RawBuilder<unknown>; most: number },
): Promise<(DueWebhook & { inTurn: number })[]> {
  const columns = sql`client_id, webhook_id, in_turn`;
  // Citus cannot run a subquery for each row. Instead, the shards count all rows in parallel.
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
 * Finds the partners with due documents. Steps from one partner to the next in the index of pending documents, so the
 * duration does not grow with the number of documents. Sorts by code units, because the collation of the database can
 * differ.
 */
export async function findPartnersWithDueDocuments(
  db: Kysely<Database>,
  { distributed }: ReadContext,
  now: Micros,
): Promise<string[]> {
  // Citus cannot run recursive queries over shards.
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
