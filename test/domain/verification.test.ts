import { describe, expect, test } from 'vitest';
import { hours, type Micros } from '../../server/domain/clock.ts';
import {
  decideVerification,
  type VerificationAction,
  type VerificationDecision,
  type VerificationProgress,
  verificationOutcome,
  verificationStatus,
} from '../../server/domain/verification.ts';

const createdAt = 1_700_000_000_000_123;
const window = hours(48);
const end = createdAt + window;

const fresh: VerificationProgress = {
  status: 'incomplete',
  ownerId: null,
  createdAt,
  finalizedAt: null,
  lastEventAt: null,
};
const opened = { ...fresh, ownerId: 'owner', lastEventAt: createdAt + 10 };

const states: Record<string, VerificationProgress> = { 'not opened': fresh, opened };

const final: Record<string, VerificationProgress> = {
  verified: { ...opened, status: 'verified', finalizedAt: createdAt + 20, lastEventAt: createdAt + 20 },
  canceled: { ...opened, status: 'canceled', finalizedAt: createdAt + 20, lastEventAt: createdAt + 20 },
  'canceled unopened': { ...fresh, status: 'canceled', finalizedAt: end, lastEventAt: end },
};

const times: Record<string, Micros> = {
  '47:59:59.999999': end - 1,
  '48:00:00': end,
  '48:01:00': end + 60_000_000,
};

const actions: VerificationAction[] = [
  { kind: 'open', userId: 'owner' },
  { kind: 'open', userId: 'other' },
  { kind: 'verify', userId: 'owner' },
  { kind: 'verify', userId: 'other' },
  { kind: 'cancel', userId: 'owner' },
  { kind: 'cancel', userId: 'other' },
  { kind: 'expire' },
];

/** Returns the outcome as text: the reason for a rejection, or the new status and the new owner. */
function outcomeOf(decision: VerificationDecision): string {
  if (decision.outcome === 'refused') return decision.reason;
  if (decision.outcome === 'unchanged') return 'unchanged';
  return `${decision.next.status} ${decision.next.ownerId ?? 'nobody'}`;
}

// The columns after the time are the outcomes of the actions in `actions`, in the same order.
const table = `
state             | time            | open owner       | open other       | verify owner   | verify other | cancel owner    | cancel other | expire
not opened        | 47:59:59.999999 | incomplete owner | incomplete other | not_opened     | not_opened   | not_opened      | not_opened   | not_expired
not opened        | 48:00:00        | expired          | expired          | expired        | expired      | expired         | expired      | canceled nobody
not opened        | 48:01:00        | expired          | expired          | expired        | expired      | expired         | expired      | canceled nobody
opened            | 47:59:59.999999 | unchanged        | other_user       | verified owner | other_user   | canceled nobody | other_user   | not_expired
opened            | 48:00:00        | expired          | expired          | expired        | expired      | expired         | expired      | canceled nobody
opened            | 48:01:00        | expired          | expired          | expired        | expired      | expired         | expired      | canceled nobody
`;

describe('An action on a verification request', () => {
  const [, ...expected] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));

  const cases = Object.entries(states).flatMap(([state, request]) =>
    Object.entries(times).map(([time, now]) => ({ state, time, request, now })),
  );

  test('the table has a row for every combination of state and time', () => {
    expect(expected.map(([state, time]) => [state, time])).toEqual(cases.map(({ state, time }) => [state, time]));
  });

  test.each(cases)('the actions match the table for $state at $time', ({ state, time, request, now }) => {
    const before = structuredClone(request);
    const outcomes = actions.map((action) => outcomeOf(decideVerification(request, action, now, window)));
    expect([state, time, ...outcomes]).toEqual(
      expected.find(([rowState, rowTime]) => rowState === state && rowTime === time),
    );
    expect(request).toEqual(before);
  });
});

test.each(Object.entries(final))('no action changes a verification request that is %s', (_, request) => {
  for (const now of Object.values(times))
    for (const action of actions) expect(outcomeOf(decideVerification(request, action, now, window))).toBe('final');
});

describe('The change that an action stores', () => {
  const next = (request: VerificationProgress, action: VerificationAction, now: Micros) => {
    const decision = decideVerification(request, action, now, window);
    if (decision.outcome !== 'changed') throw new Error(outcomeOf(decision));
    return decision.next;
  };

  test('opening a request sets its owner and adds an event, and the request stays incomplete', () => {
    expect(next(fresh, { kind: 'open', userId: 'u' }, createdAt + 5)).toEqual({
      ...fresh,
      ownerId: 'u',
      lastEventAt: createdAt + 5,
    });
  });

  test('a final change stores the time of its event as the end time', () => {
    const at = createdAt + 99;
    const final = { finalizedAt: at, lastEventAt: at };
    expect(next(opened, { kind: 'verify', userId: 'owner' }, at)).toEqual({
      ...opened,
      ...final,
      status: 'verified',
    });
    expect(next(opened, { kind: 'cancel', userId: 'owner' }, at)).toEqual({
      ...opened,
      ...final,
      ownerId: null,
      status: 'canceled',
    });
  });

  test('an expired request ends at the end of its window, however late the server processes the expiry', () => {
    const final = { status: 'canceled', finalizedAt: end, lastEventAt: end };
    expect(next(fresh, { kind: 'expire' }, end + hours(1000))).toEqual({ ...fresh, ...final });
    expect(next(opened, { kind: 'expire' }, end)).toEqual({ ...opened, ...final, ownerId: null });
  });

  test.each([
    ['stands still', opened.lastEventAt],
    ['goes back', opened.lastEventAt - 1],
    ['goes back to before the request', createdAt - hours(1)],
  ])('the event times of a request increase when the clock %s', (_, now) => {
    for (const kind of ['verify', 'cancel'] as const) {
      const changed = next(opened, { kind, userId: 'owner' }, now);
      expect(changed.lastEventAt).toBe(opened.lastEventAt + 1);
      expect(changed.finalizedAt).toBe(changed.lastEventAt);
    }
  });

  test('the event times also increase when an earlier event is dated after the end of the window', () => {
    const ahead = { ...opened, lastEventAt: end + 7 };
    expect(next(ahead, { kind: 'expire' }, end)).toMatchObject({
      finalizedAt: end + 8,
      lastEventAt: end + 8,
    });
  });
});

test.each([
  ['incomplete', end - 1, 'incomplete'],
  ['incomplete', end, 'canceled'],
  ['incomplete', end + 1, 'canceled'],
  ['verified', end - 1, 'verified'],
  ['verified', end + 1, 'verified'],
  ['canceled', createdAt, 'canceled'],
  ['canceled', end + 1, 'canceled'],
] as const)('a request stored as %s has, at %i, the status %s', (status, now, expected) => {
  expect(verificationStatus({ status, createdAt }, now, window)).toBe(expected);
});

test.each([
  ['incomplete', null, end - 1, 'incomplete'],
  ['incomplete', null, end, 'expired'],
  ['verified', end - 1, end + 1, 'verified'],
  ['canceled', end - 1, end + 1, 'canceled'],
  ['canceled', end, end + 1, 'expired'],
  ['canceled', end + 8, end + 8, 'expired'],
] as const)('a request stored as %s with the end time %s has, at %i, the status %s for a user', (status, finalizedAt, now, expected) => {
  expect(verificationOutcome({ status, createdAt, finalizedAt }, now, window)).toBe(expected);
});
