import type { DistributionRefusal } from '../store/engine/distribution.ts';
import { type Commands, UsageError } from './command.ts';

const WHY: Readonly<Record<DistributionRefusal, string>> = {
  'not postgresql': 'The embedded database is one file: only PostgreSQL with the extension citus can be distributed',
  'no citus':
    'The database has not the extension citus: run "create extension citus" on every node, and add the workers',
  'no logical wal': 'Rows are moved while the service runs only with wal_level = logical, which every node needs',
};

/** The operator's commands for where the rows are. */
export const databaseCommands: Commands = {
  'database distribute': {
    operands: 0,
    options: [],
    async run({ store, log }) {
      const refusal = await store.distribute((table) => log.info({ table }, 'distributed'));
      if (refusal !== null) throw new UsageError(WHY[refusal]);
      return 'the rows are distributed by their partner';
    },
  },
};
