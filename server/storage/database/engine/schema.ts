import { type Generated, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { SubmissionKind } from '../../../domain/credential-types.ts';
import type { DocumentState } from '../../../domain/documents.ts';
import type { AssetType } from '../../../domain/file-type.ts';
import type { SubmissionState } from '../../../domain/submission-lifecycle.ts';
import type { VerificationStatus } from '../../../domain/verification-lifecycle.ts';
import type { AttemptError, DeliveryState, EventType, WebhookEvent } from '../../../domain/webhook-event.ts';

export type Environment = 'production' | 'sandbox';

export interface ColumnTypes {
  text: string;
  integer: string;
  bytes: string;
  tableOptions: string;
  busyTableOptions: string;
  appendOnly(table: string): readonly string[];
}

/** `values` lists the allowed values; the first is the default. */
interface Column<T> {
  type: 'text' | 'integer' | 'bytes';
  sql: string;
  values?: readonly string[];
  kysely?: T;
}

const text = <T extends string = string>(sql = 'not null'): Column<T> => ({ type: 'text', sql });
const optionalText = <T extends string = string>(): Column<T | null> => ({ type: 'text', sql: '' });
const oneOf = <T extends string>(...values: readonly T[]): Column<Generated<T>> => ({ type: 'text', sql: '', values });
const integer = (sql = 'not null'): Column<number> => ({ type: 'integer', sql });
const optionalInteger = (): Column<number | null> => ({ type: 'integer', sql: '' });
const counter = (): Column<Generated<number>> => ({ type: 'integer', sql: 'not null default 0' });
const flag = (sql: string): Column<Generated<0 | 1>> => ({ type: 'integer', sql: `not null ${sql}` });
const bytes = (): Column<Uint8Array> => ({ type: 'bytes', sql: 'not null' });
const optionalBytes = (): Column<Uint8Array | null> => ({ type: 'bytes', sql: '' });

type Columns = Readonly<Record<string, Column<unknown>>>;

interface Table<C extends Columns = Columns> {
  columns: C;
  /** Constraints, and indexes in the form `index name (columns)`. */
  lines: readonly string[];
}

const table = <C extends Columns>(columns: C) => ({
  columns,
  lines: [],
  with: (...lines: readonly string[]): Table<C> => ({ columns, lines }),
});

/** Stores lists and objects as JSON. Citus requires the client ID in each unique key of a distributed table. */
const TABLES = {
  // Single-row table. Sessions that began before `sessionsSince` are invalid.
  environment: table({
    id: integer('primary key check (id = 1)'),
    name: text<Environment>(),
    filesName: optionalText(),
    sessionsSince: counter(),
  }),
  compatibility: table({ id: integer('primary key check (id = 1)'), needs: text() }),

  partners: table({
    clientId: text('primary key'),
    name: text(),
    secretHash: text(),
    scopes: text(),
    domains: text(),
    createdAt: integer(),
    disabledAt: optionalInteger(),
    tokensSince: counter(),
    previousSecretHash: optionalText(),
    previousEndsAt: optionalInteger(),
    mayVouch: flag('default 0 check (may_vouch in (0, 1))'),
    linkSecret: flag('default 0 check (link_secret in (0, 1))'),
    homePage: optionalText(),
  }),
  signing_keys: table({
    kid: text('primary key'),
    publicJwk: text(),
    privateJwk: bytes(),
    createdAt: integer(),
  }),
  // Secrets derived from retired data keys, encrypted with the newest data key.
  kept_keys: table({
    purpose: text(),
    dataKeyId: text(),
    secret: bytes(),
    endsAt: optionalInteger(),
  }).with('primary key (purpose, data_key_id)'),

  users: table({
    id: text('primary key'),
    accountHash: text('not null unique'),
    createdAt: integer(),
    mobileSignedInAt: optionalInteger(),
    signedInAt: optionalInteger(),
  }),
  ended_sessions: table({ id: text('primary key'), until: integer() }).with('index ended_sessions_until (until)'),

  // Partners are never deleted, so a foreign key would only make each insert lock the partner's row.
  submissions: table({
    // The partner's link contains this UUID as the parameter `content`.
    requestId: text(),
    clientId: text(),
    // The `id` that the partner chose (for a v2 batch, the `credential_id`).
    partnerRef: text(),
    kind: text<SubmissionKind>(),
    documentType: optionalText(),
    state: oneOf<SubmissionState>('pending', 'associated', 'completed', 'canceled'),
    // 1 for the newest submission with this `partner_ref`.
    isCurrent: flag('default 1 check (is_current in (0, 1))'),
    createdAt: integer(),
    finalizedAt: optionalInteger(),
    content: optionalBytes(),
    ownerId: optionalText(),
    // `endMark` of the user or partner who canceled or deleted the submission.
    endedBy: optionalText(),
    documentsDeletedAt: optionalInteger(),
    documentsKeptAt: optionalInteger(),
  }).with(
    'primary key (client_id, request_id)',
    "check ((finalized_at is null) = (state in ('pending', 'associated')))",
    "check (state <> 'canceled' or content is null)",
    "index submissions_open (created_at) where state in ('pending', 'associated')",
    'index submissions_owner (owner_id) where owner_id is not null',
    `index submissions_documents (finalized_at, request_id)
          where state = 'completed' and documents_deleted_at is null and documents_kept_at is null`,
    'unique index submissions_current (client_id, partner_ref) where is_current = 1',
  ),
  assets: table({
    assetKey: text(),
    requestId: text(),
    clientId: text(),
    position: integer(),
    assetId: text(),
    assetType: text<AssetType>(),
    fileKey: optionalText(),
    fileSize: optionalInteger(),
    uploadedAt: optionalInteger(),
  }).with(
    'primary key (client_id, asset_key)',
    'unique (client_id, request_id, position)',
    'check ((file_key is null) = (file_size is null) and (file_key is null) = (uploaded_at is null))',
    'constraint assets_of_submissions foreign key (client_id, request_id) references submissions',
    'index assets_file (file_key) where file_key is not null',
  ),
  documents: table({
    documentKey: text(),
    requestId: text(),
    clientId: text(),
    position: integer(),
    ref: text(),
    assetType: text<AssetType>(),
    state: oneOf<DocumentState>('pending', 'stored', 'unavailable', 'deleted'),
    attemptsMade: counter(),
    // Time of the next attempt or, while the document is claimed, end of the lease.
    availableAt: optionalInteger(),
    claim: optionalText(),
    error: optionalText(),
    fileKey: optionalText(),
    fileSize: optionalInteger(),
    storedAt: optionalInteger(),
  }).with(
    'primary key (client_id, document_key)',
    'unique (client_id, request_id, position)',
    "check ((available_at is null) = (state <> 'pending'))",
    "check ((file_key is null) = (state <> 'stored'))",
    'check ((file_key is null) = (file_size is null) and (file_key is null) = (stored_at is null))',
    'constraint documents_of_submissions foreign key (client_id, request_id) references submissions',
    // The client ID is the first column, because each query of the downloader selects due documents of one partner.
    "index documents_due (client_id, available_at) where state = 'pending'",
    'index documents_file (file_key) where file_key is not null',
  ),
  orphaned_files: table({ fileKey: text('primary key'), since: integer() }).with('index orphaned_files_since (since)'),
  // Total size of the files in each partner's open submissions.
  pending_uploads: table({ clientId: text('primary key'), bytes: integer() }),

  verification_requests: table({
    clientId: text(),
    requestId: text(),
    status: oneOf<VerificationStatus>('incomplete', 'verified', 'canceled'),
    ownerId: optionalText(),
    endedBy: optionalText(),
    createdAt: integer(),
    finalizedAt: optionalInteger(),
    lastEventAt: optionalInteger(),
    content: bytes(),
    identity: optionalBytes(),
  }).with(
    'primary key (client_id, request_id)',
    "check ((finalized_at is null) = (status = 'incomplete'))",
    "check (status <> 'verified' or owner_id is not null)",
    "check (status = 'verified' or identity is null)",
    "index verification_requests_open (created_at) where status = 'incomplete'",
    "index verification_requests_ended (finalized_at) where status <> 'incomplete'",
    'index verification_requests_owner (owner_id) where owner_id is not null',
  ),

  webhooks: table({
    id: text(),
    clientId: text(),
    name: optionalText(),
    description: optionalText(),
    url: text(),
    eventTypes: text(),
    createdAt: integer(),
    version: integer(),
    secret: bytes(),
    previousSecret: optionalBytes(),
    previousEndsAt: optionalInteger(),
  }).with(
    'primary key (client_id, id)',
    'check ((previous_secret is null) = (previous_ends_at is null))',
    'index webhooks_turn (id)',
  ),
  // No foreign key to verification requests or submissions, because test events belong to none.
  events: table({
    eventId: text(),
    clientId: text(),
    type: text<EventType>(),
    resourceId: text(),
    status: text<WebhookEvent['status']>(),
    createdAt: integer(),
    body: text(),
  }).with('primary key (client_id, event_id)', 'index events_age (created_at)'),
  deliveries: table({
    id: text(),
    clientId: text(),
    webhookId: text(),
    eventId: text(),
    state: oneOf<DeliveryState>('pending', 'delivered', 'failed'),
    createdAt: integer(),
    nextAttemptAt: optionalInteger(),
    // Equal to `next_attempt_at` or, while the delivery is claimed, the end of the lease.
    availableAt: optionalInteger(),
    claim: optionalText(),
    attemptsMade: counter(),
    redeliveryOf: optionalText(),
  }).with(
    'primary key (client_id, id)',
    "check ((next_attempt_at is null) = (state <> 'pending'))",
    "check ((available_at is null) = (state <> 'pending'))",
    "check (state = 'pending' or claim is null)",
    'constraint deliveries_of_webhooks foreign key (client_id, webhook_id) references webhooks on delete cascade',
    'constraint deliveries_of_events foreign key (client_id, event_id) references events',
    "index deliveries_next (next_attempt_at) where state = 'pending'",
    "index deliveries_next_of_webhook (webhook_id, next_attempt_at) where state = 'pending'",
    'index deliveries_log (webhook_id, created_at, id)',
    'index deliveries_of_event (event_id)',
    "index deliveries_ended (created_at) where state <> 'pending'",
  ),
  attempts: table({
    deliveryId: text(),
    clientId: text(),
    number: integer(),
    startedAt: integer(),
    duration: integer(),
    httpStatus: optionalInteger(),
    error: optionalText<AttemptError>(),
  }).with(
    'primary key (client_id, delivery_id, number)',
    'constraint attempts_of_deliveries foreign key (client_id, delivery_id) references deliveries on delete cascade',
  ),

  audit_log: table({
    sequence: integer('primary key'),
    at: integer(),
    operator: text(),
    command: text(),
    // JSON: the options of a command or, in a second entry, the outcome of the command.
    details: text(),
  }),
};

type TypesOf<C extends Columns> = { [K in keyof C]: C[K] extends Column<infer T> ? T : never };

/** Add the columns of later migrations here: `& { partners: { ... } }`. */
export type Database = { [T in keyof typeof TABLES]: TypesOf<(typeof TABLES)[T]['columns']> };

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

export type Row<T extends keyof Database> = Selectable<Database[T]>;

const isIndex = (line: string) => line.startsWith('index ') || line.startsWith('unique index ');

export const FOREIGN_KEYS = Object.entries<Table>(TABLES).flatMap(([table, { lines }]) =>
  lines.flatMap((sql) => {
    const [word, name = ''] = sql.split(' ');
    return word === 'constraint' ? [{ table, name, sql }] : [];
  }),
);

export async function initialSchema(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  for (const [name, { columns, lines }] of Object.entries<Table>(TABLES)) {
    const definitions = Object.entries(columns).map(([column, { type, sql, values }]) => {
      const snake = column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return `${snake} ${types[type]} ${values ? enumeration(snake, values) : sql}`;
    });
    const options = name === 'deliveries' ? types.busyTableOptions : types.tableOptions;
    await run(
      `create table ${name} (${[...definitions, ...lines.filter((line) => !isIndex(line))].join()}) ${options}`,
    );
    for (const line of lines.filter(isIndex)) await run(`create ${line.replace(' (', ` on ${name} (`)}`);
  }
  for (const statement of types.appendOnly('audit_log')) await run(statement);
}

const enumeration = (column: string, values: readonly string[]): string =>
  `not null default '${values[0]}' check (${column} in (${values.map((value) => `'${value}'`)}))`;
