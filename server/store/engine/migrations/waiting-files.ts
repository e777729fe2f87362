import { type Kysely, sql } from 'kysely';
import { type ColumnTypes, createTable } from './create-table.ts';

/** How many bytes each partner's files hold whose submissions are open. */
export async function waitingFiles(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTable(
    types,
    db.schema
      .createTable('waiting_files')
      .addColumn('client_id', types.text, (column) => column.primaryKey())
      .addColumn('bytes', types.integer, (column) => column.notNull()),
  );
  await sql`
    insert into waiting_files (client_id, bytes)
    select client_id, cast(sum(file_size) as bigint)
    from (
      select request_id, file_size from assets union all select request_id, file_size from documents
    ) as files
    join submissions using (request_id)
    where state in ('pending', 'associated') and file_size is not null
    group by client_id
  `.execute(db);
}
