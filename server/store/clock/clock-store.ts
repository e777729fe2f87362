import type { Micros } from '../../domain/clock.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';

/** What an embedded database knows of the time: what was noted there. */
export interface ClockStore {
  /** The time that was noted last; 0 before the first. */
  findNotedTime(): Promise<Micros>;
  noteTime(at: Micros): Promise<void>;
}

export const clockStore = ({ read, write }: DatabaseAccess): ClockStore => ({
  async findNotedTime() {
    const row = await read((db) => db.selectFrom('clock').select('newest').executeTakeFirst());
    return row?.newest ?? 0;
  },

  noteTime: (newest) =>
    write(async ({ trx }) => {
      await trx
        .insertInto('clock')
        .values({ id: 1, newest })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ newest }))
        .execute();
    }),
});
