import type { Telemetry } from '../../server/platform/telemetry/telemetry.ts';
import { createTestDatabase } from './postgres.ts';
import { startService, type TestService } from './service.ts';

export interface OpenService {
  service: TestService;
  /** URL of the PostgreSQL database. Not set for SQLite. */
  database?: string;
  drop(): Promise<void>;
}

/** Both database engines, for `describe.each`. The service must behave identically on both. */
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
