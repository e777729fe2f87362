import { type Kysely, sql } from 'kysely';

/** The SQL in which the engines' tables differ. */
export interface ColumnTypes {
  text: string;
  integer: string;
  bytes: string;
  /** After the columns of a table. */
  tableOptions: string;
  /** The same for a table whose rows are updated often. */
  busyTableOptions: string;
  /** Before `table`, for a table that may be empty after a crash. */
  unlogged: string;
}

/**
 * The partner is part of each key, as Citus demands of tables that are distributed by it. Foreign keys have names by
 * which `distribute` finds them.
 */
export async function initialSchema(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  for (const statement of statementsFor(types)) await sql.raw(statement).execute(db);
}

const statementsFor = ({
  text,
  integer,
  bytes,
  tableOptions,
  busyTableOptions,
  unlogged,
}: ColumnTypes): readonly string[] => [
  // One row: the kind of service that the database belongs to, and the name of the place where its files are.
  `create table environment (
    id ${integer} primary key check (id = 1),
    name ${text} not null,
    files_name ${text}
  ) ${tableOptions}`,

  // One row, once there is a migration that earlier code cannot work with: the migration that code must know.
  `create table compatibility (
    id ${integer} primary key check (id = 1),
    needs ${text} not null
  ) ${tableOptions}`,

  // One row: the newest time by which something was erased, for a database without a clock of its own.
  `create table clock (
    id ${integer} primary key check (id = 1),
    newest ${integer} not null
  ) ${tableOptions}`,

  // What limits have counted, where the database counts for all instances. rate-limiter-flexible names the columns.
  `create ${unlogged} table rate_limits (
    key ${text} primary key,
    points ${integer} not null,
    expire ${integer} not null
  ) ${tableOptions}`,

  `create table partners (
    client_id ${text} primary key,
    name ${text} not null,
    secret_hash ${text} not null,
    scopes ${text} not null,
    domains ${text} not null,
    created_at ${integer} not null,
    disabled_at ${integer},
    tokens_since ${integer} not null default 0,
    previous_secret_hash ${text},
    previous_ends_at ${integer}
  ) ${tableOptions}`,

  `create table signing_keys (
    kid ${text} primary key,
    public_jwk ${text} not null,
    private_key_id ${text} not null,
    private_jwk ${bytes} not null,
    created_at ${integer} not null
  ) ${tableOptions}`,

  // Secrets that were derived from data keys which may be dropped, sealed under the newest.
  `create table kept_keys (
    purpose ${text} not null,
    data_key_id ${text} not null,
    key_id ${text} not null,
    secret ${bytes} not null,
    ends_at ${integer},
    primary key (purpose, data_key_id)
  ) ${tableOptions}`,

  `create table users (
    id ${text} primary key,
    account_hash ${text} not null unique,
    created_at ${integer} not null,
    mobile_signed_in_at ${integer},
    signed_in_at ${integer}
  ) ${tableOptions}`,

  // Sessions that ended before their time.
  `create table ended_sessions (
    id ${text} primary key,
    until ${integer} not null
  ) ${tableOptions}`,
  'create index ended_sessions_until on ended_sessions (until)',

  // No foreign key to partners: they are never deleted, and every add would lock its partner's row in PostgreSQL.
  `create table submissions (
    request_id ${text} not null,
    client_id ${text} not null,
    partner_ref ${text} not null,
    kind ${text} not null,
    document_type ${text},
    state ${text} not null default 'pending' check (state in ('pending', 'associated', 'completed', 'canceled')),
    is_current ${integer} not null default 1 check (is_current in (0, 1)),
    created_at ${integer} not null,
    finalized_at ${integer},
    key_id ${text},
    content ${bytes},
    owner_id ${text},
    documents_deleted_at ${integer},
    documents_kept_at ${integer},
    primary key (client_id, request_id),
    check ((finalized_at is null) = (state in ('pending', 'associated'))),
    check ((key_id is null) = (content is null)),
    check (state <> 'canceled' or content is null)
  ) ${tableOptions}`,
  'create unique index submissions_current on submissions (client_id, partner_ref) where is_current = 1',
  "create index submissions_open on submissions (created_at) where state in ('pending', 'associated')",
  'create index submissions_owner on submissions (owner_id) where owner_id is not null',
  // Each submission leaves it for good once its documents are deleted or known to stay.
  `create index submissions_documents on submissions (finalized_at, request_id)
   where state = 'completed' and documents_deleted_at is null and documents_kept_at is null`,

  `create table assets (
    asset_key ${text} not null,
    request_id ${text} not null,
    client_id ${text} not null,
    position ${integer} not null,
    asset_id ${text} not null,
    asset_type ${text} not null,
    file_key ${text},
    file_size ${integer},
    uploaded_at ${integer},
    primary key (client_id, asset_key),
    unique (client_id, request_id, position),
    check ((file_key is null) = (file_size is null) and (file_key is null) = (uploaded_at is null)),
    constraint assets_of_submissions foreign key (client_id, request_id) references submissions
  ) ${tableOptions}`,
  'create index assets_file on assets (file_key) where file_key is not null',

  `create table documents (
    document_key ${text} not null,
    request_id ${text} not null,
    client_id ${text} not null,
    position ${integer} not null,
    ref ${text} not null,
    asset_type ${text} not null,
    state ${text} not null default 'pending' check (state in ('pending', 'stored', 'unavailable', 'deleted')),
    attempts_made ${integer} not null default 0,
    available_at ${integer},
    claim ${text},
    error ${text},
    file_key ${text},
    file_size ${integer},
    stored_at ${integer},
    primary key (client_id, document_key),
    unique (client_id, request_id, position),
    check ((available_at is null) = (state <> 'pending')),
    check ((file_key is null) = (state <> 'stored')),
    check ((file_key is null) = (file_size is null) and (file_key is null) = (stored_at is null)),
    constraint documents_of_submissions foreign key (client_id, request_id) references submissions
  ) ${tableOptions}`,
  // By partner, so that a partner with many or slow documents delays nobody else's.
  "create index documents_due on documents (client_id, available_at) where state = 'pending'",
  'create index documents_file on documents (file_key) where file_key is not null',

  // Files that no row refers to.
  `create table loose_files (
    file_key ${text} primary key,
    since ${integer} not null
  ) ${tableOptions}`,
  'create index loose_files_since on loose_files (since)',

  // How many bytes the files of each partner's open submissions hold.
  `create table waiting_files (
    client_id ${text} primary key,
    bytes ${integer} not null
  ) ${tableOptions}`,

  `create table verification_requests (
    client_id ${text} not null,
    request_id ${text} not null,
    status ${text} not null default 'incomplete' check (status in ('incomplete', 'verified', 'canceled')),
    owner_id ${text},
    created_at ${integer} not null,
    finalized_at ${integer},
    last_event_at ${integer},
    key_id ${text} not null,
    content ${bytes} not null,
    identity_key_id ${text},
    identity ${bytes},
    primary key (client_id, request_id),
    check ((finalized_at is null) = (status = 'incomplete')),
    check (status <> 'verified' or owner_id is not null),
    check ((identity_key_id is null) = (identity is null)),
    check (status = 'verified' or identity is null)
  ) ${tableOptions}`,
  "create index verification_requests_open on verification_requests (created_at) where status = 'incomplete'",
  "create index verification_requests_ended on verification_requests (finalized_at) where status <> 'incomplete'",
  'create index verification_requests_owner on verification_requests (owner_id) where owner_id is not null',

  `create table webhooks (
    id ${text} not null,
    client_id ${text} not null,
    name ${text},
    description ${text},
    url ${text} not null,
    created_at ${integer} not null,
    secret_key_id ${text} not null,
    secret ${bytes} not null,
    previous_key_id ${text},
    previous_secret ${bytes},
    previous_ends_at ${integer},
    primary key (client_id, id),
    check ((previous_key_id is null) = (previous_secret is null)
      and (previous_key_id is null) = (previous_ends_at is null))
  ) ${tableOptions}`,
  'create index webhooks_turn on webhooks (id)',

  // No foreign key to the request: a test event belongs to none.
  `create table events (
    event_id ${text} not null,
    client_id ${text} not null,
    request_id ${text} not null,
    status ${text} not null check (status in ('incomplete', 'verified', 'canceled')),
    created_at ${integer} not null,
    body ${text} not null,
    primary key (client_id, event_id)
  ) ${tableOptions}`,
  'create index events_age on events (created_at)',

  `create table deliveries (
    id ${text} not null,
    client_id ${text} not null,
    webhook_id ${text} not null,
    event_id ${text} not null,
    state ${text} not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
    created_at ${integer} not null,
    next_attempt_at ${integer},
    available_at ${integer},
    claim ${text},
    attempts_made ${integer} not null default 0,
    redelivery_of ${text},
    primary key (client_id, id),
    check ((next_attempt_at is null) = (state <> 'pending')),
    check ((available_at is null) = (state <> 'pending')),
    check (state = 'pending' or claim is null),
    constraint deliveries_of_webhooks foreign key (client_id, webhook_id) references webhooks on delete cascade,
    constraint deliveries_of_events foreign key (client_id, event_id) references events
  ) ${busyTableOptions}`,
  "create index deliveries_next on deliveries (next_attempt_at) where state = 'pending'",
  "create index deliveries_next_of_webhook on deliveries (webhook_id, next_attempt_at) where state = 'pending'",
  'create index deliveries_log on deliveries (webhook_id, created_at, id)',
  'create index deliveries_of_event on deliveries (event_id)',
  "create index deliveries_ended on deliveries (created_at) where state <> 'pending'",

  `create table attempts (
    delivery_id ${text} not null,
    client_id ${text} not null,
    number ${integer} not null,
    started_at ${integer} not null,
    duration ${integer} not null,
    http_status ${integer},
    error ${text},
    primary key (client_id, delivery_id, number),
    constraint attempts_of_deliveries foreign key (client_id, delivery_id) references deliveries on delete cascade
  ) ${tableOptions}`,
];
