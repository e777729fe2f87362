import type { Kysely } from 'kysely';
import { chunks } from '../engine/chunks.ts';
import { partnersOf } from '../engine/partners-of.ts';
import type { Database, Row } from '../engine/schema.ts';
import type { DeliveryTarget } from './delivery-store.ts';
import { idsOf } from './outbox.ts';
import { SECRET_COLUMNS, toWebhookSecrets, type WebhookKey } from './webhook-store.ts';

export type TargetRow = Pick<Row<'webhooks'>, 'url' | (typeof SECRET_COLUMNS)[number]>;

export const toTarget = (id: string, row: TargetRow): DeliveryTarget => ({
  id,
  url: row.url,
  ...toWebhookSecrets(row),
});

export async function readTargets(db: Kysely<Database>, keys: readonly WebhookKey[]): Promise<DeliveryTarget[]> {
  const targets: DeliveryTarget[] = [];
  for (const some of chunks(keys)) {
    const rows = await db
      .selectFrom('webhooks')
      .select(['id', 'url', ...SECRET_COLUMNS])
      .where('client_id', 'in', partnersOf(some))
      .where('id', 'in', idsOf(some))
      .execute();
    targets.push(...rows.map((row) => toTarget(row.id, row)));
  }
  return targets;
}
