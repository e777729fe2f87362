import type { Telemetry } from '../../server/telemetry/telemetry.ts';
import { createTestDatabase } from './postgres.ts';
import { startService, type TestService } from './service.ts';

export interface OpenService {
  service: TestService;
  /** URL of the database, for PostgreSQL. */
  database?: string;
  /** Deletes the database, after the service has stopped. */
  drop(): Promise<void>;
}

/** Both databases, for `describe.each`: partners see no difference. */
export const engines: { engine: string; open(options?: { telemetry?: Telemetry }): Promise<OpenService> }[] = [
  { engine: 'SQLite', open: async (options) => ({ service: await startService(options), drop: async () => {} }) },
  {
    engine: 'PostgreSQL',
    open: async (options) => {
      const { url, drop } = await createTestDatabase('tables');
      return { service: await startService({ ...options, databaseUrl: url }), database: url, drop };
    },
  },
];
