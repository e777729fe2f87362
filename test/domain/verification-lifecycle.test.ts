import { expect, test } from 'vitest';
import { hours, type Micros } from '../../server/domain/clock.ts';
import {
  decideVerification,
  type VerificationAction,
  type VerificationDecision,
  type VerificationProgress,
  verificationStatus,
} from '../../server/domain/verification-lifecycle.ts';

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
const claimed = { ...fresh, ownerId: 'owner', lastEventAt: createdAt + 10 };

const states: Record<string, VerificationProgress> = {
  'not claimed': fresh,
  claimed,
  released: { ...claimed, ownerId: null },
};

const final: Record<string, VerificationProgress> = {
  verified: { ...claimed, status: 'verified', finalizedAt: createdAt + 20, lastEventAt: createdAt + 20 },
  canceled: { ...claimed, status: 'canceled', finalizedAt: createdAt + 20, lastEventAt: createdAt + 20 },
  'canceled unclaimed': { ...fresh, status: 'canceled', finalizedAt: end, lastEventAt: end },
};

const times: Record<string, Micros> = {
  '47:59:59.999999': end - 1,
  '48:00:00': end,
  '48:01:00': end + 60_000_000,
};

const actions: VerificationAction[] = [
  ...(['take', 'release', 'verify', 'refuse'] as const).flatMap((kind) =>
    ['owner', 'other'].map((userId) => ({ kind, userId })),
  ),
  { kind: 'expire' },
  { kind: 'cancel' },
];

/** Returns the outcome or, if the decision changes the request, the new status, owner, and event statuses. */
function outcomeOf(decision: VerificationDecision): string {
  if (decision.outcome !== 'changed') return decision.outcome;
  const { status, ownerId } = decision.next;
  return [status, ownerId ?? 'nobody', ...decision.events.map((event) => event.status[0])].join(' ');
}

// The columns after `time` are in the same order as `actions`.
const table = `
state       | time            | claim owner        | claim other        | release owner     | release other | verify owner       | verify other       | refuse owner        | refuse other        | expire            | cancel
not claimed | 47:59:59.999999 | incomplete owner i | incomplete other i | unchanged         | unchanged     | verified owner i v | verified other i v | canceled nobody i c | canceled nobody i c | refused           | canceled nobody c
not claimed | 48:00:00        | refused            | refused            | refused           | refused       | refused            | refused            | refused             | refused             | canceled nobody c | unchanged
not claimed | 48:01:00        | refused            | refused            | refused           | refused       | refused            | refused            | refused             | refused             | canceled nobody c | unchanged
claimed     | 47:59:59.999999 | unchanged          | refused            | incomplete nobody | refused       | verified owner v   | refused            | canceled nobody c   | refused             | refused           | canceled nobody c
claimed     | 48:00:00        | refused            | refused            | refused           | refused       | refused            | refused            | refused             | refused             | canceled nobody c | unchanged
claimed     | 48:01:00        | refused            | refused            | refused           | refused       | refused            | refused            | refused             | refused             | canceled nobody c | unchanged
released    | 47:59:59.999999 | incomplete owner   | incomplete other   | unchanged         | unchanged     | verified owner v   | verified other v   | canceled nobody c   | canceled nobody c   | refused           | canceled nobody c
released    | 48:00:00        | refused            | refused            | refused           | refused       | refused            | refused            | refused             | refused             | canceled nobody c | unchanged
released    | 48:01:00        | refused            | refused            | refused           | refused       | refused            | refused            | refused             | refused             | canceled nobody c | unchanged
`;

test('only the owner or the partner can change a claimed verification request, and nobody can change an expired request', () => {
  const [, ...expected] = table.trim().split('\n');
  const rows = Object.entries(states).flatMap(([state, request]) =>
    Object.entries(times).map(([time, now]) => {
      const before = structuredClone(request);
      const outcomes = actions.map((action) => outcomeOf(decideVerification(request, action, now, window)));
      expect(request).toEqual(before);
      return [state, time, ...outcomes];
    }),
  );
  expect(rows).toEqual(expected.map((line) => line.split('|').map((cell) => cell.trim())));
});

test.each(Object.entries(final))('no action changes a verification request that is %s', (_, request) => {
  for (const now of Object.values(times))
    for (const action of actions) {
      const isRepeated = request.status === 'canceled' && action.kind === 'cancel';
      const outcome = outcomeOf(decideVerification(request, action, now, window));
      expect(outcome).toBe(isRepeated ? 'unchanged' : 'refused');
    }
});

const next = (request: VerificationProgress, action: VerificationAction, now: Micros) => {
  const decision = decideVerification(request, action, now, window);
  if (decision.outcome !== 'changed') throw new Error(outcomeOf(decision));
  return decision.next;
};

test('the end time of a verification request equals the time of the event that reports the final decision', () => {
  const at = createdAt + 99;
  const final = { ...claimed, finalizedAt: at, lastEventAt: at };
  expect(next(claimed, { kind: 'verify', userId: 'owner' }, at)).toEqual({ ...final, status: 'verified' });
  expect(next(claimed, { kind: 'refuse', userId: 'owner' }, at)).toEqual({
    ...final,
    ownerId: null,
    status: 'canceled',
  });
});

test('a decision on an unclaimed verification request causes two events, first for the claim and then for the decision', () => {
  const decision = decideVerification(fresh, { kind: 'verify', userId: 'u' }, createdAt + 5, window);
  expect(decision).toMatchObject({
    next: { ownerId: 'u', finalizedAt: createdAt + 6, lastEventAt: createdAt + 6 },
    events: [
      { status: 'incomplete', createdAt: createdAt + 5 },
      { status: 'verified', createdAt: createdAt + 6 },
    ],
  });
});

test('the end time of an expired verification request is its expiry time, however late the server processes the expiry', () => {
  const final = { status: 'canceled', finalizedAt: end, lastEventAt: end };
  expect(next(fresh, { kind: 'expire' }, end + hours(1000))).toEqual({ ...fresh, ...final });
  expect(next(claimed, { kind: 'expire' }, end)).toEqual({ ...claimed, ...final, ownerId: null });
});

test.each([
  ['stands still', claimed.lastEventAt],
  ['goes back', claimed.lastEventAt - 1],
  ['goes back to before the request', createdAt - hours(1)],
])('each event of a verification request is later than the previous event, even when the clock %s', (_, now) => {
  for (const kind of ['verify', 'refuse'] as const) {
    const changed = next(claimed, { kind, userId: 'owner' }, now);
    expect(changed.lastEventAt).toBe(claimed.lastEventAt + 1);
    expect(changed.finalizedAt).toBe(changed.lastEventAt);
  }
});

test('if the latest event of a verification request is dated after the expiry time, the expiry event gets an even later time', () => {
  const ahead = next({ ...claimed, lastEventAt: end + 7 }, { kind: 'expire' }, end);
  expect(ahead).toMatchObject({ finalizedAt: end + 8, lastEventAt: end + 8 });
});

test.each([
  ['incomplete', end - 1, 'incomplete'],
  ['incomplete', end, 'canceled'],
  ['incomplete', end + 1, 'canceled'],
  ['verified', end - 1, 'verified'],
  ['verified', end + 1, 'verified'],
  ['canceled', createdAt, 'canceled'],
  ['canceled', end + 1, 'canceled'],
] as const)('a verification request that is stored as %s has, at the time %i, the status %s', (status, now, expected) => {
  expect(verificationStatus({ status, createdAt }, now, window)).toBe(expected);
});
