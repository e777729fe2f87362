import type { Transaction } from 'kysely';
import { chunks } from '../engine/chunks.ts';
import type { Database } from '../engine/schema.ts';

// How many bytes a partner's files hold whose submissions are open. A sum would take the longer the more of them there
// are, so each change of them is counted, in its own transaction. An add changes nothing and waits for nobody here.

/**
 * Counts a file that takes the place of one, or of none. False, and nothing is counted, when the partner's files would
 * then hold more bytes than `most`; what makes them less is always counted.
 */
export async function fitWaitingFile(
  trx: Transaction<Database>,
  { clientId, size, replaced, most }: { clientId: string; size: number; replaced: number; most: number },
): Promise<boolean> {
  const held = await count(trx, clientId, size - replaced);
  if (held <= most || size <= replaced) return true;
  await count(trx, clientId, replaced - size);
  return false;
}

/** A file of an asset or a document, where there is one. */
interface File {
  request_id: string;
  file_size: number | null;
}

/** Counts the files of a submission no more, which the caller has locked. */
export async function releaseFilesOf(trx: Transaction<Database>, requestId: string): Promise<void> {
  const files: File[] = [];
  for (const table of ['assets', 'documents'] as const)
    files.push(
      ...(await trx
        .selectFrom(table)
        .select(['request_id', 'file_size'])
        .where('request_id', '=', requestId)
        .execute()),
    );
  await releaseFiles(trx, files);
}

/** Counts these files no more, which are all of their submissions; the caller has locked those. */
export async function releaseFiles(trx: Transaction<Database>, files: readonly File[]): Promise<void> {
  const sizes = new Map<string, number>();
  for (const { request_id: id, file_size: size } of files)
    if (size !== null) sizes.set(id, (sizes.get(id) ?? 0) + size);
  const released = new Map<string, number>();
  for (const some of chunks([...sizes.keys()])) {
    const owners = await trx
      .selectFrom('submissions')
      .select(['request_id', 'client_id'])
      .where('request_id', 'in', some)
      .execute();
    for (const { request_id: id, client_id: clientId } of owners)
      released.set(clientId, (released.get(clientId) ?? 0) + (sizes.get(id) ?? 0));
  }
  // In one order, so that of two transactions neither waits for the other.
  for (const [clientId, bytes] of [...released].sort(([a], [b]) => (a < b ? -1 : 1)))
    await count(trx, clientId, -bytes);
}

/** Resolves to what the partner's files hold then. */
async function count(trx: Transaction<Database>, clientId: string, bytes: number): Promise<number> {
  const { bytes: held } = await trx
    .insertInto('waiting_files')
    .values({ client_id: clientId, bytes })
    .onConflict((conflict) =>
      conflict.column('client_id').doUpdateSet((eb) => ({ bytes: eb('waiting_files.bytes', '+', bytes) })),
    )
    .returning('bytes')
    .executeTakeFirstOrThrow();
  return held;
}
