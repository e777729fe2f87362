import { userInfo } from 'node:os';
import { type AuditEntry, follows, NO_ENTRY } from '../domain/audit.ts';
import { toTimestamp } from '../domain/clock.ts';
import type { SecurityLog } from '../security-log.ts';
import type { Services } from '../services.ts';
import { CommandFailed, type Commands, countIn, type Operands, type Options, UsageError } from './command.ts';

const PAGE = 1_000;
const DEFAULT_LIMIT = '100';

export const auditCommands: Commands = {
  'audit list': {
    summary: 'List the newest commands of operators that changed something',
    options: ['limit', 'json'],
    async run({ store }, _operands, { limit = DEFAULT_LIMIT }) {
      const entries = await store.listNewestAudit(countIn('limit', limit, 100_000));
      return entries.map(({ at, ...entry }) => ({ ...entry, at: toTimestamp(at) }));
    },
  },
  'audit verify': {
    summary: 'Check that no entry of the audit log was changed, inserted, or removed before the newest one',
    options: ['head'],
    run: verify,
  },
};

/** Checks the chain of hashes. With `--head`, also checks that the log contains the entry with this hash. */
async function verify({ store }: Services, _operands: Operands, { head }: Options): Promise<string> {
  let last: Pick<AuditEntry, 'sequence' | 'hash'> = NO_ENTRY;
  let hasHead = head === undefined;
  for (;;) {
    const entries = await store.listAudit({ after: last.sequence, limit: PAGE });
    for (const entry of entries) {
      if (!follows(last, entry))
        throw new CommandFailed(
          `Entry ${entry.sequence} does not follow entry ${last.sequence}: one of them was changed, or an entry between them was removed.`,
        );
      hasHead ||= entry.hash === head;
      last = entry;
    }
    if (entries.length < PAGE) break;
  }
  if (!hasHead) throw new CommandFailed(`The log has no entry with the hash ${head}: newer entries were removed.`);
  return `${last.sequence} entries, no change found. Hash of the newest entry: ${last.hash || 'none'}`;
}

/** Returns the services for a command that `operator` runs. Their security log names the operator. */
export function asOperator(services: Services, operator: string): Services & { operator: string } {
  const security: SecurityLog = (event, origin) => services.security({ ...event, operator }, origin);
  return { ...services, operator, security };
}

/** Records a command in the audit log, with its operands and options, and in the security log, with its hash. */
export async function recordCommand(
  { store, security, operator }: Pick<Services, 'store' | 'security'> & { operator: string },
  { name: command, operands, options }: { name: string; operands: Operands; options: Options },
): Promise<void> {
  const { yes: _yes, json: _json, ...given } = options;
  const details = JSON.stringify({ operands: operands.filter((operand) => operand !== ''), options: given });
  const { hash } = await store.appendAudit({ operator, command, details });
  security({ event: 'operator_command', actor: 'operator', command, hash });
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
