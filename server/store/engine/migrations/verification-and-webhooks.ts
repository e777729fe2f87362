import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import { type ColumnTypes, createTable } from './create-table.ts';

export async function verificationAndWebhooks(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { text, integer, bytes } = types;
  const create = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) => createTable(types, table);

  await create(
    db.schema
      .createTable('verification_requests')
      .addColumn('client_id', text, (c) => c.notNull())
      .addColumn('request_id', text, (c) => c.notNull())
      .addColumn('status', text, (c) => c.notNull().defaultTo('incomplete'))
      .addColumn('owner_id', text)
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('finalized_at', integer)
      .addColumn('last_event_at', integer)
      .addColumn('key_id', text, (c) => c.notNull())
      .addColumn('content', bytes, (c) => c.notNull())
      .addColumn('identity_key_id', text)
      .addColumn('identity', bytes)
      .addPrimaryKeyConstraint('verification_requests_key', ['client_id', 'request_id'])
      .addCheckConstraint('verification_requests_status', sql`status in ('incomplete', 'verified', 'canceled')`)
      .addCheckConstraint('verification_requests_finalized', sql`(finalized_at is null) = (status = 'incomplete')`)
      .addCheckConstraint('verification_requests_owned', sql`status <> 'verified' or owner_id is not null`)
      .addCheckConstraint('verification_requests_sealed', sql`(identity_key_id is null) = (identity is null)`)
      .addCheckConstraint('verification_requests_identity', sql`status = 'verified' or identity is null`),
  );
  await db.schema
    .createIndex('verification_requests_open')
    .on('verification_requests')
    .column('created_at')
    .where(sql.ref('status'), '=', sql.lit('incomplete'))
    .execute();

  await create(
    db.schema
      .createTable('webhooks')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('client_id', text, (c) => c.notNull())
      .addColumn('name', text)
      .addColumn('description', text)
      .addColumn('url', text, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('secret_key_id', text, (c) => c.notNull())
      .addColumn('secret', bytes, (c) => c.notNull())
      .addColumn('previous_key_id', text)
      .addColumn('previous_secret', bytes)
      .addColumn('previous_ends_at', integer)
      .addCheckConstraint(
        'webhooks_previous',
        sql`(previous_key_id is null) = (previous_secret is null)
          and (previous_key_id is null) = (previous_ends_at is null)`,
      ),
  );
  await db.schema.createIndex('webhooks_of_client').on('webhooks').columns(['client_id', 'created_at', 'id']).execute();

  // No foreign key to the request: a test event belongs to none.
  await create(
    db.schema
      .createTable('events')
      .addColumn('event_id', text, (c) => c.primaryKey())
      .addColumn('client_id', text, (c) => c.notNull())
      .addColumn('request_id', text, (c) => c.notNull())
      .addColumn('status', text, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('body', text, (c) => c.notNull())
      .addCheckConstraint('events_status', sql`status in ('incomplete', 'verified', 'canceled')`),
  );
  await db.schema.createIndex('events_age').on('events').column('created_at').execute();

  await create(
    db.schema
      .createTable('deliveries')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('webhook_id', text, (c) => c.notNull().references('webhooks.id').onDelete('cascade'))
      .addColumn('event_id', text, (c) => c.notNull().references('events.event_id'))
      .addColumn('state', text, (c) => c.notNull().defaultTo('pending'))
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('next_attempt_at', integer)
      .addColumn('available_at', integer)
      .addColumn('claim', text)
      .addColumn('attempts_made', integer, (c) => c.notNull().defaultTo(0))
      .addColumn('redelivery_of', text)
      .addCheckConstraint('deliveries_state', sql`state in ('pending', 'delivered', 'failed')`)
      .addCheckConstraint('deliveries_next', sql`(next_attempt_at is null) = (state <> 'pending')`)
      .addCheckConstraint('deliveries_available', sql`(available_at is null) = (state <> 'pending')`)
      .addCheckConstraint('deliveries_claim', sql`state = 'pending' or claim is null`),
  );
  await db.schema
    .createIndex('deliveries_pending')
    .on('deliveries')
    .columns(['webhook_id', 'available_at'])
    .where(sql.ref('state'), '=', sql.lit('pending'))
    .execute();
  await db.schema.createIndex('deliveries_log').on('deliveries').columns(['webhook_id', 'created_at', 'id']).execute();

  await db.schema.createIndex('deliveries_of_event').on('deliveries').column('event_id').execute();
  await db.schema
    .createIndex('deliveries_ended')
    .on('deliveries')
    .column('created_at')
    .where(sql.ref('state'), '<>', sql.lit('pending'))
    .execute();

  await create(
    db.schema
      .createTable('attempts')
      .addColumn('delivery_id', text, (c) => c.notNull().references('deliveries.id').onDelete('cascade'))
      .addColumn('number', integer, (c) => c.notNull())
      .addColumn('started_at', integer, (c) => c.notNull())
      .addColumn('duration', integer, (c) => c.notNull())
      .addColumn('http_status', integer)
      .addColumn('error', text)
      .addPrimaryKeyConstraint('attempts_key', ['delivery_id', 'number']),
  );
}
