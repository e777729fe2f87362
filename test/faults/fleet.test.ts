import { afterEach, expect, test } from 'vitest';
import { startOwnPostgres } from '../support/postgres-server.ts';
import { cleanUp } from '../support/process.ts';
import { startS3Server } from '../support/s3-server.ts';
import { sized } from '../support/size.ts';
import { hasGo, startVersitygw } from '../support/versitygw.ts';
import { startPgBouncer } from './fleet/pgbouncer.ts';
import { runFleet } from './fleet/run.ts';

afterEach(cleanUp);

// Takes as much of a processor as a tenth of all other tests.
sized(test.skip, test)(
  'three instances of which one is killed and one started anew, the database and the files away for a while: nothing is lost',
  {
    timeout: 900_000,
  },
  async () => {
    const postgres = await startOwnPostgres({});
    const bucket = await (hasGo() ? startVersitygw() : startS3Server());
    const pooler = await startPgBouncer(postgres.url);
    try {
      const ledger = await runFleet({
        postgres,
        databaseUrl: pooler?.url ?? postgres.url,
        bucket,
        betweenMs: 5_000,
        storeDownMs: 10_000,
        clients: 24,
        expiring: 60,
      });
      process.stdout.write(
        `${pooler ? 'behind PgBouncer' : 'without PgBouncer, which is not installed'}: ${JSON.stringify(ledger)}\n`,
      );
      expect(ledger).toMatchObject({ wrong: [], lost: [], orphans: [] });
      expect(ledger.ends).toEqual(['SIGKILL', 0, 0, 0, 0]);
      // Had nothing of this happened, nothing would have been shown.
      for (const happened of ['added', 'uploaded', 'verified', 'delivered', 'refused', 'unanswered', 'files'] as const)
        expect(ledger[happened], happened).toBeGreaterThan(0);
      expect(ledger.received).toBeGreaterThan(ledger.delivered);
    } finally {
      await cleanUp();
      await pooler?.stop();
      await bucket.stop();
      await postgres.stop();
    }
  },
);
