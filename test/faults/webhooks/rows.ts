import { queryPostgres } from '../../support/postgres.ts';

// The tables as they are, read past the store: what it gets wrong it would also read wrong.

export interface RequestRow {
  client_id: string;
  request_id: string;
  status: string;
  owner_id: string | null;
  created_at: number;
  finalized_at: number | null;
  last_event_at: number | null;
  has_identity: boolean;
}

export interface EventRow {
  event_id: string;
  client_id: string;
  request_id: string;
  status: string;
  created_at: number;
  body: string;
}

export interface DeliveryRow {
  id: string;
  webhook_id: string;
  event_id: string;
  state: string;
  next_attempt_at: number | null;
  attempts_made: number;
}

export interface AttemptRow {
  delivery_id: string;
  number: number;
  started_at: number;
  duration: number;
  http_status: number | null;
  error: string | null;
}

export interface Rows {
  requests: RequestRow[];
  events: EventRow[];
  deliveries: DeliveryRow[];
  attempts: AttemptRow[];
}

export async function readRows(databaseUrl: string): Promise<Rows> {
  const read = async <T>(statement: string) => (await queryPostgres(databaseUrl, statement)) as T[];
  return {
    requests: await read<RequestRow>(
      `select client_id, request_id, status, owner_id, created_at, finalized_at, last_event_at,
              identity is not null as has_identity
       from verification_requests`,
    ),
    events: await read<EventRow>('select event_id, client_id, request_id, status, created_at, body from events'),
    deliveries: await read<DeliveryRow>(
      'select id, webhook_id, event_id, state, next_attempt_at, attempts_made from deliveries',
    ),
    attempts: await read<AttemptRow>(
      `select delivery_id, number, started_at, duration, http_status, error
       from attempts order by delivery_id, number`,
    ),
  };
}

/** What is still to be done while the run goes on; `expiring` are the requests that nobody but the clock ends. */
export async function countOpen(
  databaseUrl: string,
  expiring: readonly string[],
): Promise<{ deliveries: number; expiring: number }> {
  const [row] = await queryPostgres(
    databaseUrl,
    `select (select count(*) from deliveries where state = 'pending') as deliveries,
            (select count(*) from verification_requests
             where status = 'incomplete' and request_id = any($1)) as expiring`,
    [expiring],
  );
  return { deliveries: Number(row?.['deliveries']), expiring: Number(row?.['expiring']) };
}
