import { userInfo } from 'node:os';
import { toTimestamp } from '../domain/clock.ts';
import type { SecurityLog } from '../platform/security-log.ts';
import type { Services } from '../start/create-services.ts';
import { type Commands, type Operands, type Options, readLimit, UsageError } from './cli-command.ts';

export const auditCommands: Commands = {
  'audit list': {
    summary: 'List the newest commands of operators that changed something',
    options: ['limit', 'json'],
    async run({ store }, _operands, { limit = '100' }) {
      const entries = await store.listNewestAudit(readLimit(limit));
      return entries.map(({ at, ...entry }) => ({ ...entry, at: toTimestamp(at) }));
    },
  },
};

/** Returns the services for a command that `operator` runs. Their security log names the operator. */
export function asOperator(services: Services, operator: string): Services & { operator: string } {
  const security: SecurityLog = (event, origin) => services.security({ ...event, operator }, origin);
  return { ...services, operator, security };
}

export async function recordCommand(
  { store, security, operator }: Pick<Services, 'store' | 'security'> & { operator: string },
  { name: command, operands, options }: { name: string; operands: Operands; options: Options },
): Promise<void> {
  const { yes: _yes, json: _json, ...given } = options;
  const details = { operands: operands.filter((operand) => operand !== ''), options: given };
  const { sequence } = await store.appendAudit({ operator, command, details: JSON.stringify(details) });
  security({ event: 'operator_command', actor: 'operator', command, ...details, sequence });
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
