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
  test('within 60 s when a partner is disabled', async () => {
    const { store, clock, directory } = setUp();
    await directory.findActive('acme');
    store.partners.set('acme', partner({ disabledAt: clock.now() }));
    clock.pass(60);
    expect(await directory.findActive('acme')).toBeNull();
  });

  test('within 60 s when it is enabled again', async () => {
    const { store, clock, directory } = setUp();
    store.partners.set('acme', partner({ disabledAt: clock.now() }));
    expect(await directory.findActive('acme')).toBeNull();
    store.partners.set('acme', partner());
    clock.pass(60);
    expect(await directory.findActive('acme')).not.toBeNull();
  });

  test('within 60 s when a partner is new', async () => {
    const { store, clock, directory } = setUp();
    expect(await directory.findActive('new')).toBeNull();
    store.partners.set('new', partner({ clientId: 'new' }));
    clock.pass(60);
    expect(await directory.findActive('new')).not.toBeNull();
  });

  test('from the moment of the question, not of the answer', async () => {
    const { store, clock, directory } = setUp();
    const slow = directory.findActive('acme');
    clock.pass(29);
    await slow;
    clock.pass(1);
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

describe('one that is said to have changed', () => {
  test('is looked up again, alone or with all others', async () => {
    const { store, directory } = setUp();
    store.partners.set('other', partner({ clientId: 'other' }));
    const ask = async () => {
      for (const id of ['acme', 'other', 'nobody']) await directory.findActive(id);
      return store.queries.findPartner;
    };
    expect(await ask()).toBe(3);
    directory.forget('acme');
    expect(await ask()).toBe(4);
    directory.forget('nobody');
    expect(await ask()).toBe(5);
    directory.forget(null);
    expect(await ask()).toBe(8);
    expect(await ask()).toBe(8);
  });

  test('is not kept as it was when the question was asked before, nor given to who asks after', async () => {
    const { store, directory } = setUp();
    const { findPartner } = store;
    const answers: (() => void)[] = [];
    store.findPartner = async (clientId) => {
      const found = await findPartner(clientId);
      await new Promise<void>((answer) => answers.push(answer));
      return found;
    };
    const before = directory.findActive('acme');
    await expect.poll(() => answers.length).toBe(1);
    store.partners.set('acme', partner({ disabledAt: 1 }));
    directory.forget('acme');
    const after = directory.findActive('acme');
    await expect.poll(() => answers.length).toBe(2);
    for (const answer of answers.toReversed()) answer();
    expect(await before).not.toBeNull();
    expect(await after).toBeNull();
    expect(await directory.findActive('acme')).toBeNull();
    expect(answers).toHaveLength(2);
  });
});

describe('queries', () => {
  test.each(['acme', 'nobody'])('about %s are made once in 30 s', async (clientId) => {
    const { store, clock, directory } = setUp();
    await directory.findActive(clientId);
    clock.pass(29.999999);
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
    // The oldest of them is forgotten: the cache has an end.
    await directory.findActive('made-up-0');
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
