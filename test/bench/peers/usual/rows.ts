import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import Libsql from 'libsql';
import pg from 'pg';

export interface Rows {
  /** Runs a statement with the parameters `$1`, `$2`, and so on. */
  run(statement: string, parameters?: readonly unknown[]): Promise<Record<string, unknown>[]>;
}

const TABLES = [
  `create table if not exists submissions (client_id text, ref text, request_id text, kind text, document_type text,
   documents text, created_at bigint, content BYTES, primary key (client_id, ref))`,
  `create table if not exists requests (client_id text, request_id text, status text, created_at bigint,
   finalized_at bigint, content BYTES, identity BYTES, primary key (client_id, request_id))`,
];

/** Opens the database, with the same durability as the service. Each statement is a transaction. */
export async function openRows(file: string, databaseUrl: string | undefined): Promise<Rows> {
  const rows = databaseUrl === undefined ? openSqlite(file) : openPostgres(databaseUrl);
  for (const table of TABLES) await rows.run(table.replaceAll('BYTES', databaseUrl === undefined ? 'blob' : 'bytea'));
  return rows;
}

function openSqlite(file: string): Rows {
  const database = new Libsql(file);
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL']) database.exec(`pragma ${pragma}`);
  const prepared = new Map<string, Libsql.Statement>();
  return {
    async run(statement, parameters = []) {
      const known = prepared.get(statement) ?? database.prepare(statement.replaceAll('$', '?'));
      prepared.set(statement, known);
      if (known.reader) return known.all(...parameters) as Record<string, unknown>[];
      known.run(...parameters);
      return [];
    },
  };
}

function openPostgres(connectionString: string): Rows {
  const pool = new pg.Pool({ connectionString, max: 10 });
  return { run: async (statement, parameters = []) => (await pool.query(statement, [...parameters])).rows };
}

/** Encrypts with AES-256-GCM: nonce, ciphertext, tag. `context` is authenticated. */
export function encrypt(key: Buffer, text: string, context: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

export function decrypt(key: Buffer, bytes: Buffer, context: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString();
}
