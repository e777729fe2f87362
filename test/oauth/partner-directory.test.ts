import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../server/domain/unavailable.ts';
import { createPartnerDirectory, isClientId } from '../../server/oauth/partner-directory.ts';
import { fakeStore, partner, testClock } from './fakes.ts';

function setUp() {
  const [store, clock] = [fakeStore([partner()]), testClock()];
  return { store, clock, directory: createPartnerDirectory({ store, clock }) };
}

test('finds a partner, and none where there is none', async () => {
  const { directory } = setUp();
  expect(await directory.findActive('acme')).toMatchObject({ clientId: 'acme', name: 'Acme' });
  expect(await directory.findActive('nobody')).toBeNull();
});

describe('a change counts', () => {
  test('within a second when a partner is disabled', async () => {
    const { store, clock, directory } = setUp();
    await directory.findActive('acme');
    store.partners.set('acme', partner({ disabledAt: clock.now() }));
    clock.pass(1);
    expect(await directory.findActive('acme')).toBeNull();
  });

  test('within a second when it is enabled again', async () => {
    const { store, clock, directory } = setUp();
    store.partners.set('acme', partner({ disabledAt: clock.now() }));
    expect(await directory.findActive('acme')).toBeNull();
    store.partners.set('acme', partner());
    clock.pass(1);
    expect(await directory.findActive('acme')).not.toBeNull();
  });

  test('within a second when a partner is new', async () => {
    const { store, clock, directory } = setUp();
    expect(await directory.findActive('new')).toBeNull();
    store.partners.set('new', partner({ clientId: 'new' }));
    clock.pass(1);
    expect(await directory.findActive('new')).not.toBeNull();
  });

  test('from the moment of the question, not of the answer', async () => {
    const { store, clock, directory } = setUp();
    const slow = directory.findActive('acme');
    clock.pass(0.9);
    await slow;
    clock.pass(0.1);
    await directory.findActive('acme');
    expect(store.queries.findPartner).toBe(2);
  });

  test('when the clock was set back', async () => {
    const { store, clock, directory } = setUp();
    await directory.findActive('acme');
    clock.pass(-86_400);
    await directory.findActive('acme');
    expect(store.queries.findPartner).toBe(2);
  });
});

describe('queries', () => {
  test.each(['acme', 'nobody'])('about %s are made once in a second', async (clientId) => {
    const { store, clock, directory } = setUp();
    await directory.findActive(clientId);
    clock.pass(0.999999);
    await directory.findActive(clientId);
    expect(store.queries.findPartner).toBe(1);
    clock.pass(0.000001);
    await directory.findActive(clientId);
    expect(store.queries.findPartner).toBe(2);
  });

  test('for one partner at the same time are one', async () => {
    const { store, directory } = setUp();
    const found = await Promise.all(Array.from({ length: 50 }, () => directory.findActive('acme')));
    expect(found.every((each) => each?.clientId === 'acme')).toBe(true);
    expect(store.queries.findPartner).toBe(1);
  });

  test('for made-up ids do not push out a partner', async () => {
    const { store, directory } = setUp();
    await directory.findActive('acme');
    await Promise.all(Array.from({ length: 20_000 }, (_, i) => directory.findActive(`made-up-${i}`)));
    const before = store.queries.findPartner;
    await directory.findActive('acme');
    expect(store.queries.findPartner).toBe(before);
    // The cache has an end.
    await directory.findActive('made-up-19999');
    expect(store.queries.findPartner).toBe(before + 1);
  });
});

describe('what cannot be the id of a client', () => {
  const bad = ['', 'a\0b', '\ud800', 'x\udfff', 'x'.repeat(256), 'é', 'a\nb', '\u007f', 'x'.repeat(1_000_000)];
  test.each(bad)('never reaches the database: %.20j', async (clientId) => {
    const { store, directory } = setUp();
    expect(isClientId(clientId)).toBe(false);
    expect(await directory.findActive(clientId)).toBeNull();
    expect(store.queries.findPartner).toBe(0);
  });
  test.each(['a', 'x'.repeat(255), 'a:b', ' ', '__proto__'])('is not %.20j', (clientId) => {
    expect(isClientId(clientId)).toBe(true);
  });
});

test('a store that does not answer is reported to all who wait, and asked again', async () => {
  const { store, directory } = setUp();
  store.down = true;
  const waiting = [directory.findActive('acme'), directory.findActive('acme')];
  for (const each of waiting) await expect(each).rejects.toThrow(StoreUnavailable);
  store.down = false;
  expect(await directory.findActive('acme')).not.toBeNull();
});
