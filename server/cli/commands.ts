import { adoptFilesOf } from '../start/files.ts';
import { migrateDatabase } from '../start/prepare-database.ts';
import { loadConfig } from '../start/settings.ts';
import { auditCommands } from './audit-commands.ts';
import type { AllCommands } from './cli-command.ts';
import { erasureCommands } from './erasure-commands.ts';
import { partnerCommands } from './partner-commands.ts';
import { serviceCommands } from './service-commands.ts';

export const COMMANDS: AllCommands = {
  ...partnerCommands,
  ...erasureCommands,
  ...serviceCommands,
  ...auditCommands,
  'files adopt': {
    summary: 'Assign the files in DATA_DIR or FILES_URL to the database, after files were moved or lost',
    async runOffline(env) {
      await adoptFilesOf(loadConfig(env));
      return 'the files belong to the database now';
    },
  },
  migrate: {
    summary: 'Migrate the schema; required for PostgreSQL before a new version starts',
    async runOffline(env) {
      await migrateDatabase(loadConfig(env));
      return 'the schema is up to date';
    },
  },
  'config check': {
    summary: 'Check the settings',
    async runOffline(env) {
      loadConfig(env);
      return 'the settings are valid';
    },
  },
};
