import { expect, test } from 'vitest';
import { LongWork } from '../../server/work/long-work.ts';

/** Work of 10 ms a step, on a clock that only work and pauses move. */
function timeline() {
  const seen: string[] = [];
  let now = 0;
  const work = new LongWork({
    now: () => now,
    async sleep(ms) {
      seen.push(`pause ${ms}`);
      await new Promise(setImmediate);
      now += ms;
    },
  });
  const step = (name: string) => {
    seen.push(name);
    now += 10;
  };
  return { work, seen, step };
}

test('others get as much time after each step as it took, before the next one and before the next work', async () => {
  const { work, seen, step } = timeline();
  const runs = ['a', 'b'].map((name) =>
    work.run(async (inStep) => {
      await inStep(() => step(`${name} first`));
      return inStep(() => step(`${name} second`));
    }),
  );
  await Promise.all(runs);
  const ofOne = (name: string) => [`${name} first`, 'pause 10', `${name} second`, 'pause 10', 'pause 10'];
  expect(seen).toEqual([...ofOne('a'), ...ofOne('b')]);
});

test('work that throws makes room for the next', async () => {
  const { work } = timeline();
  const broken = work.run((step) =>
    step(() => {
      throw new SyntaxError('broken');
    }),
  );
  await expect(broken).rejects.toThrow('broken');
  await expect(work.run((step) => step(() => 21))).resolves.toBe(21);
});
