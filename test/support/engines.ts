import type { Telemetry } from '../../server/platform/telemetry/telemetry.ts';
import { createTestDatabase } from './postgres.ts';
import { startService, type TestService } from './service.ts';
import { sized } from './size.ts';

export interface OpenService {
  service: TestService;
  /** URL of the PostgreSQL database; undefined for SQLite. */
  database?: string;
  drop(): Promise<void>;
}

interface Engine {
  engine: string;
  open(options?: { telemetry?: Telemetry }): Promise<OpenService>;
}

const all: Engine[] = [
  { engine: 'SQLite', open: async (options) => ({ service: await startService(options), drop: async () => {} }) },
  {
    engine: 'PostgreSQL',
    open: async (options) => {
      const { url, drop } = await createTestDatabase('tables');
      return { service: await startService({ ...options, databaseUrl: url }), database: url, drop };
    },
  },
];

/**
 * Database engines for `describe.each`. The service must behave identically on all engines. The short run uses only
 * SQLite, because test/storage/database runs the same tests on both engines, and test/security uses PostgreSQL.
 */
export const engines = sized(all.slice(0, 1), all);
