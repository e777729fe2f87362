import type { ColumnDataType, CreateTableBuilder, RawBuilder } from 'kysely';

/** The column types of one engine, and what it wants written after a table's closing parenthesis. */
export interface ColumnTypes {
  text: RawBuilder<unknown> | ColumnDataType;
  integer: RawBuilder<unknown> | ColumnDataType;
  bytes: RawBuilder<unknown> | ColumnDataType;
  tableOptions?: RawBuilder<unknown>;
  /** A version of before may write while this one does. */
  isShared: boolean;
  /** Before `table` for one that is empty after a crash. */
  unlogged?: RawBuilder<unknown>;
}

export const createTable = <T extends string, C extends string>(
  { tableOptions }: ColumnTypes,
  table: CreateTableBuilder<T, C>,
): Promise<void> => (tableOptions ? table.modifyEnd(tableOptions) : table).execute();
