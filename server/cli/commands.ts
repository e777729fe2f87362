import { userInfo } from 'node:os';
import type { SecurityLog } from '../platform/security-log.ts';
import type { Services } from '../start/create-services.ts';
import { adoptFilesOf } from '../start/files.ts';
import { migrateDatabase } from '../start/prepare-database.ts';
import { loadConfig } from '../start/settings.ts';
import { type AllCommands, type Operands, type Options, type Output, UsageError } from './cli-command.ts';
import { erasureCommands } from './erasure-commands.ts';
import { partnerCommands } from './partner-commands.ts';
import { serviceCommands } from './service-commands.ts';

export const COMMANDS: AllCommands = {
  ...partnerCommands,
  ...erasureCommands,
  ...serviceCommands,
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
};

/** Returns services whose security log names the operator who runs the command. */
export function asOperator(services: Services, operator: string): Services & { operator: string } {
  const security: SecurityLog = (event, origin) => services.security({ ...event, operator }, origin);
  return { ...services, operator, security };
}

/** Runs a command. Records it in the audit log, before it starts and again with its outcome. */
export async function recorded(
  { store, security, operator }: Pick<Services, 'store' | 'security'> & { operator: string },
  { name: command, operands, options }: { name: string; operands: Operands; options: Options },
  run: () => Promise<Output>,
): Promise<Output> {
  const { yes: _yes, json: _json, ...given } = options;
  const details = { operands: operands.filter((operand) => operand !== ''), options: given };
  const { sequence } = await store.appendAudit({ operator, command, details: JSON.stringify(details) });
  security({ event: 'operator_command', actor: 'operator', command, ...details, sequence });
  let outcome = 'failed';
  try {
    const output = await run();
    outcome = 'succeeded';
    return output;
  } finally {
    await store.appendAudit({ operator, command, details: JSON.stringify({ outcome, of: sequence }) });
  }
}

/** Returns the name for the audit log: OPERATOR, or the login name. Throws `UsageError` if there is none. */
export function operatorName(setting: string | null): string {
  if (setting !== null) return setting;
  try {
    return userInfo().username;
  } catch {
    throw new UsageError('The system has no name for this user. Set OPERATOR to the name for the audit log');
  }
}
