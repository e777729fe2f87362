import { type RawBuilder, sql } from 'kysely';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { ReportRow, ReportStore, WaitingWebhook } from './report-store.ts';

interface Counted {
  client_id: string;
  kind: ReportRow['kind'];
  origins: string | null;
  incomplete: number;
  verified: number;
  canceled: number;
}

/** How many rows of a group have one of these values. */
const countOf = (column: string, values: readonly string[]): RawBuilder<number> =>
  sql<number>`count(case when ${sql.ref(column)} in (${sql.join(values)}) then 1 end)`;

export const reportStore = ({ read }: DatabaseAccess): ReportStore => ({
  reportPartners: () =>
    read(async (db) => {
      const submissions: Counted[] = await db
        .selectFrom('submissions')
        .select(['client_id', 'kind', 'origins'])
        .select([
          countOf('state', ['pending', 'associated']).as('incomplete'),
          countOf('state', ['completed']).as('verified'),
          countOf('state', ['canceled']).as('canceled'),
        ])
        .groupBy(['client_id', 'kind', 'origins'])
        .execute();
      const requests: Counted[] = await db
        .selectFrom('verification_requests')
        .select(['client_id', 'origins', sql.lit('verification_request' as const).as('kind')])
        .select([
          countOf('status', ['incomplete']).as('incomplete'),
          countOf('status', ['verified']).as('verified'),
          countOf('status', ['canceled']).as('canceled'),
        ])
        .groupBy(['client_id', 'origins'])
        .execute();
      return [...submissions, ...requests].map(
        ({ client_id: clientId, origins, incomplete, verified, canceled, kind }) => ({
          clientId,
          kind,
          origins: origins === null ? [] : JSON.parse(origins),
          incomplete,
          verified,
          canceled,
        }),
      );
    }),

  reportQueue: (now) =>
    read(async (db) => {
      const { rows } = await sql<WaitingWebhook>`
        select client_id as "clientId", webhook_id as "webhookId", count(*) as pending,
          count(case when next_attempt_at <= ${now} then 1 end) as due,
          min(case when next_attempt_at <= ${now} then next_attempt_at end) as "dueSince"
        from deliveries
        where state = 'pending'
        group by client_id, webhook_id`.execute(db);
      return rows;
    }),

  countWaiting: () =>
    read(async (db) => {
      const { rows } = await sql<{ webhooks: number; documents: number }>`
        select (select count(*) from webhooks) as webhooks,
          (select count(*) from documents where state = 'pending') as documents`.execute(db);
      return rows[0] ?? { webhooks: 0, documents: 0 };
    }),
});
