import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import Libsql from 'libsql';
import pg from 'pg';

export interface Rows {
  run(statement: string, parameters?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export const pathIn = (dataDir: string): string => path.join(dataDir, 'usual.db');

const TABLES = [
  `create table if not exists usual_submissions (client_id text, ref text, request_id text, kind text, document_type text,
   documents text, created_at bigint, content BYTES, primary key (client_id, ref))`,
  `create table if not exists usual_requests (client_id text, request_id text, status text, created_at bigint,
   finalized_at bigint, content BYTES, identity BYTES, primary key (client_id, request_id))`,
];

/** Opens a database in which each statement is a transaction, with the same durability as the service. */
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
    close: async () => void database.close(),
  };
}

function openPostgres(connectionString: string): Rows {
  const pool = new pg.Pool({ connectionString, max: 10 });
  return {
    run: async (statement, parameters = []) => (await pool.query(statement, [...parameters])).rows,
    close: () => pool.end(),
  };
}

const DATA_KEY = createHash('sha256').update('benchmark').digest();

/** Returns nonce, ciphertext, and tag of AES-256-GCM. `context` is the additional authenticated data. */
export function encrypt(text: string, context: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', DATA_KEY, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

export function decrypt(bytes: Buffer, context: string): string {
  const decipher = createDecipheriv('aes-256-gcm', DATA_KEY, bytes.subarray(0, 12)).setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString();
}

export async function addVerifiedRow(
  rows: Rows,
  { clientId, requestId }: { clientId: string; requestId: string },
  identity: object,
): Promise<void> {
  const context = `${clientId} ${requestId}`;
  const encrypted = encrypt(JSON.stringify(identity), context);
  await rows.run(
    `insert into usual_requests (client_id, request_id, status, created_at, finalized_at, content, identity)
     values ($1, $2, 'verified', $3, $3, $4, $5)`,
    [clientId, requestId, Date.now(), encrypt('{}', context), encrypted],
  );
}
