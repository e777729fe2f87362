import { type Kysely, sql, type Transaction } from 'kysely';
import type { Sealed } from '../../crypto/sealer.ts';
import type { Micros } from '../../domain/clock.ts';
import { chunks } from '../engine/chunks.ts';
import type { Database } from '../engine/schema.ts';
import type { WriteContext } from '../engine/write-context.ts';
import { SECRET_COLUMNS, toWebhook, toWebhookSecrets } from '../rows.ts';
import type { DeliveryTarget } from './delivery-store.ts';
import type { Webhook, WebhookKey } from './webhook-store.ts';

/**
 * Adds by one partner follow one another, so that each counts those before it. The lock is the partner's name and not its row:
 * a row would also stop those who change the partner meanwhile, and is not there for a partner that nobody registered.
 */
export async function addWebhook(
  { trx, lockRows }: WriteContext,
  webhook: Omit<Webhook, 'previous'>,
  max: number,
): Promise<boolean> {
  if (lockRows) {
    await sql`select pg_advisory_xact_lock(hashtext('webhooks'), hashtext(${webhook.clientId}))`.execute(trx);
  }
  const { count } = await trx
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('client_id', '=', webhook.clientId)
    .executeTakeFirstOrThrow();
  if (count >= max) return false;
  await trx
    .insertInto('webhooks')
    .values({
      id: webhook.id,
      client_id: webhook.clientId,
      name: webhook.name,
      description: webhook.description,
      url: webhook.url,
      created_at: webhook.createdAt,
      secret_key_id: webhook.secret.keyId,
      secret: webhook.secret.bytes,
    })
    .execute();
  return true;
}

export async function listWebhooks(db: Kysely<Database>, clientId: string): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toWebhook);
}

export async function findWebhook(
  db: Kysely<Database>,
  { clientId, id }: WebhookKey,
): Promise<Webhook | null> {
  const row = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row ? toWebhook(row) : null;
}

export async function findDeliveryTargets(
  db: Kysely<Database>,
  webhookIds: readonly string[],
): Promise<DeliveryTarget[]> {
  const targets: DeliveryTarget[] = [];
  for (const some of chunks(webhookIds)) {
    const rows = await db
      .selectFrom('webhooks')
      .select(['id', 'url', ...SECRET_COLUMNS])
      .where('id', 'in', some)
      .execute();
    targets.push(...rows.map((row) => ({ id: row.id, url: row.url, ...toWebhookSecrets(row) })));
  }
  return targets;
}

export async function replaceWebhook(
  trx: Transaction<Database>,
  { clientId, id }: WebhookKey,
  { name, description, url }: Pick<Webhook, 'name' | 'description' | 'url'>,
): Promise<Webhook | null> {
  const row = await trx
    .updateTable('webhooks')
    .set({ name, description, url })
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .returningAll()
    .executeTakeFirst();
  return row ? toWebhook(row) : null;
}

export async function rotateWebhookSecret(
  trx: Transaction<Database>,
  { clientId, id }: WebhookKey,
  { secret, previousEndsAt }: { secret: Sealed; previousEndsAt: Micros },
): Promise<Webhook | null> {
  const row = await trx
    .updateTable('webhooks')
    .set((eb) => ({
      previous_key_id: eb.ref('secret_key_id'),
      // A blob is read as one of two types and written as one of them; here it never leaves the database.
      previous_secret: eb.ref('secret').$castTo<Uint8Array>(),
      previous_ends_at: previousEndsAt,
      secret_key_id: secret.keyId,
      secret: secret.bytes,
    }))
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .returningAll()
    .executeTakeFirst();
  return row ? toWebhook(row) : null;
}

export async function deleteWebhook(
  trx: Transaction<Database>,
  { clientId, id }: WebhookKey,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('webhooks')
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Whether it is there. It then stays until the transaction ends, so that a delivery may be added to it. */
export async function holdWebhook(
  { trx, lockRows }: WriteContext,
  { clientId, id }: WebhookKey,
): Promise<boolean> {
  const row = await trx
    .selectFrom('webhooks')
    .select('id')
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .$if(lockRows, (query) => query.forKeyShare())
    .executeTakeFirst();
  return row !== undefined;
}
