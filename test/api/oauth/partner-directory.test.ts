import { expect, test } from 'vitest';
import { seconds } from '../../../server/domain/clock.ts';
import { StoreUnavailable } from '../../../server/domain/unavailable.ts';
import { createPartnerDirectory, isClientId } from '../../../server/storage/partner-directory.ts';
import { testClock } from '../../support/service.ts';
import { fakeStore, partner } from './fakes.ts';

function setUp() {
  const [store, clock] = [fakeStore([partner()]), testClock()];
  return { store, clock, directory: createPartnerDirectory({ store, clock }) };
}

test('the age of a cached partner is measured from the start of the database query, not from the end of the query', async () => {
  const { store, clock, directory } = setUp();
  const slow = directory.findActive('acme');
  clock.advance(seconds(0.9));
  await slow;
  clock.advance(seconds(0.1));
  await directory.findActive('acme');
  expect(store.queries.findPartner).toBe(2);
});

test.each([
  ['acme', 0.999999, 1],
  ['nobody', 0.999999, 1],
  ['acme', 1, 2],
  ['nobody', 1, 2],
  ['acme', -86_400, 2],
])('two lookups of the partner %s that are %d seconds apart cause %d database queries', async (clientId, apart, queries) => {
  const { store, clock, directory } = setUp();
  await directory.findActive(clientId);
  clock.advance(seconds(apart));
  await directory.findActive(clientId);
  expect(store.queries.findPartner).toBe(queries);
});

test('concurrent lookups of one partner share one database query', async () => {
  const { store, directory } = setUp();
  const found = await Promise.all(Array.from({ length: 50 }, () => directory.findActive('acme')));
  expect(found.every((each) => each?.clientId === 'acme')).toBe(true);
  expect(store.queries.findPartner).toBe(1);
});

test('lookups of unknown client IDs do not evict a partner from the cache', async () => {
  const { store, directory } = setUp();
  await directory.findActive('acme');
  await Promise.all(Array.from({ length: 20_000 }, (_, i) => directory.findActive(`made-up-${i}`)));
  const before = store.queries.findPartner;
  await directory.findActive('acme');
  expect(store.queries.findPartner).toBe(before);
  // The full cache did not store the last client ID, so this lookup queries the database.
  await directory.findActive('made-up-19999');
  expect(store.queries.findPartner).toBe(before + 1);
});

test.each([
  ...['', ' ', 'acme burst', 'a\0b', '\ud800', 'x'.repeat(256), 'é', 'a\nb', '\u007f', 'x'.repeat(1_000_000)],
])('an invalid client ID never reaches the database: %.20j', async (clientId) => {
  const { store, directory } = setUp();
  expect(isClientId(clientId)).toBe(false);
  expect(await directory.findActive(clientId)).toBeNull();
  expect(store.queries.findPartner).toBe(0);
});

test.each(['a', 'x'.repeat(255), 'a:b', '__proto__'])('the client ID %.20j is valid', (clientId) => {
  expect(isClientId(clientId)).toBe(true);
});

test('if the database does not respond, all waiting lookups fail, and the next lookup queries the database again', async () => {
  const { store, directory } = setUp();
  store.down = true;
  const waiting = [directory.findActive('acme'), directory.findActive('acme')];
  for (const each of waiting) await expect(each).rejects.toThrow(StoreUnavailable);
  store.down = false;
  expect(await directory.findActive('acme')).not.toBeNull();
});
