import { expect, test } from 'vitest';
import { hours, seconds } from '../../../server/domain/clock.ts';
import { createDatabaseClock } from '../../../server/storage/database/engine/database-clock.ts';
import { testClock } from '../../support/service.ts';

const limited = () => {
  const machine = testClock();
  const clock = createDatabaseClock(machine);
  clock.limitOffset(seconds(60));
  return { machine, clock };
};

test('after the store reads the time of a database server, changes of the system clock do not affect the store', async () => {
  const { machine, clock } = limited();
  const at = machine.now() + seconds(30);
  clock.record(at);
  machine.advance(hours(72));
  expect(clock.now() - at).toBeGreaterThanOrEqual(0);
  expect(clock.now() - at).toBeLessThan(seconds(30));
});

test('with an embedded database, the store uses the system clock, and throws an error after the system clock is set back', () => {
  const { machine, clock } = limited();
  clock.requireRight();
  machine.advance(hours(72));
  clock.requireRight();
  expect(clock.record(null)).toBe(machine.now());
  machine.advance(-hours(72));
  expect(() => clock.requireRight()).toThrow('259200 s behind');
});
