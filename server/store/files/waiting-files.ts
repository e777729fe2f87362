import type { Transaction } from 'kysely';
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
export interface CountedFile {
  client_id: string;
  file_size: number | null;
}

/** Counts the files of a submission no more, which the caller has locked. */
export async function releaseFilesOf(
  trx: Transaction<Database>,
  { clientId, requestId }: { clientId: string; requestId: string },
): Promise<void> {
  const files: CountedFile[] = [];
  for (const table of ['assets', 'documents'] as const)
    files.push(
      ...(await trx
        .selectFrom(table)
        .select(['client_id', 'file_size'])
        .where('client_id', '=', clientId)
        .where('request_id', '=', requestId)
        .execute()),
    );
  await releaseFiles(trx, files);
}

/** Counts these files no more; the caller has locked their submissions. */
export async function releaseFiles(trx: Transaction<Database>, files: readonly CountedFile[]): Promise<void> {
  const released = new Map<string, number>();
  for (const { client_id: clientId, file_size: size } of files)
    if (size !== null) released.set(clientId, (released.get(clientId) ?? 0) + size);
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
