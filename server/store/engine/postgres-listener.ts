import pg from 'pg';

/** Until a connection is tried again that was lost. */
const RECONNECT_MS = 1_000;

/**
 * Listens to a channel of PostgreSQL on a connection of its own, which comes back by itself. `heard` is called with
 * what each notification says; with null when the connection is there, since what was said before is not known. A
 * pooler that lends out connections for a transaction passes nothing on. The returned function ends it.
 */
export function listen(
  connectionString: string,
  channel: string,
  heard: (said: string | null) => void,
): () => Promise<void> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function connect(): Promise<void> {
    const mine = new pg.Client({
      connectionString,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      // Nothing is said for days: what is between must not forget the connection, and a dead one must be noticed.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      fallback_application_name: 'partner-credential-service',
    });
    client = mine;
    let isLost = false;
    const lose = () => {
      if (isLost) return;
      isLost = true;
      mine.end().catch(() => {});
      if (!isStopped) timer = setTimeout(connect, RECONNECT_MS).unref();
    };
    mine.on('error', lose).on('end', lose);
    mine.on('notification', ({ payload = '' }) => heard(payload));
    try {
      await mine.connect();
      await mine.query(`listen ${pg.escapeIdentifier(channel)}`);
      heard(null);
    } catch {
      lose();
    }
  }

  void connect();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => {});
  };
}
