import type { Kysely, Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import type { Database } from '../engine/schema.ts';
import { isStorableText } from '../engine/text.ts';
import { toUser } from '../rows.ts';
import type { User } from './user-store.ts';

export async function ensureUser(
  trx: Transaction<Database>,
  candidate: Omit<User, 'mobileSignedInAt'>,
): Promise<User> {
  // First the insert: it waits for another one of the same account, so that what is read after it is there.
  await trx
    .insertInto('users')
    .values({ id: candidate.id, account_hash: candidate.accountHash, created_at: candidate.createdAt })
    .onConflict((conflict) => conflict.column('account_hash').doNothing())
    .execute();
  const row = await trx
    .selectFrom('users')
    .selectAll()
    .where('account_hash', '=', candidate.accountHash)
    .executeTakeFirstOrThrow();
  return toUser(row);
}

export async function findUser(db: Kysely<Database>, id: string): Promise<User | null> {
  if (!isStorableText(id)) return null;
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toUser(row) : null;
}

export async function findUserByAccount(db: Kysely<Database>, accountHash: string): Promise<User | null> {
  if (!isStorableText(accountHash)) return null;
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('account_hash', '=', accountHash)
    .executeTakeFirst();
  return row ? toUser(row) : null;
}

export async function noteMobileSignIn(trx: Transaction<Database>, id: string, at: Micros): Promise<boolean> {
  if (!isStorableText(id)) return false;
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set((eb) => ({ mobile_signed_in_at: eb.fn.coalesce('mobile_signed_in_at', eb.val(at)) }))
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
