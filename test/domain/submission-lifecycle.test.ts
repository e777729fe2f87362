import { expect, test } from 'vitest';
import { hours } from '../../server/domain/clock.ts';
import { redirectUri } from '../../server/domain/redirect-uri.ts';
import {
  decideSubmission,
  mustDeleteDocuments,
  type SubmissionAction,
  type SubmissionState,
  submissionProgress,
} from '../../server/domain/submission-lifecycle.ts';

const createdAt = 1_700_000_000_000_000;
const window = hours(48);
const end = createdAt + window;

test.each([
  ['pending', null, createdAt, 'incomplete', null],
  ['pending', null, end - 1, 'incomplete', null],
  ['pending', null, end, 'canceled', end],
  ['associated', null, end - 1, 'incomplete', null],
  ['associated', null, end + 1, 'canceled', end],
  ['completed', createdAt + 5, createdAt + 6, 'verified', createdAt + 5],
  ['completed', createdAt + 5, end + 6, 'verified', createdAt + 5],
  ['canceled', createdAt + 7, createdAt + 8, 'canceled', createdAt + 7],
  ['canceled', end, end + 8, 'canceled', end],
] as const)('a submission that is stored as %s with the end time %s has, at the time %s, the status %s and the end time %s', (state, finalizedAt, now, status, final) => {
  expect(submissionProgress({ state, createdAt, finalizedAt }, now, window)).toEqual({
    status,
    finalizedAt: final,
  });
});

const OWNER = 'owner';
const finalAt = createdAt + 5;
const states: SubmissionState[] = ['pending', 'associated', 'completed'];
const byUsers = (['take', 'release', 'consent', 'decline'] as const).flatMap((kind) =>
  [OWNER, 'other'].map((userId) => ({ kind, userId })),
);
const actions: SubmissionAction[] = [...byUsers, { kind: 'expire' }, { kind: 'cancel' }];
const moments = { '-1': end - 1, end, '+1': end + 1 };

// Each row has an action 1 µs before the expiry, and its outcomes in the states pending, associated, and completed.
const beforeEnd = `
  take owner    | associated of owner      | unchanged                | refused
  take other    | associated of other      | refused                  | refused
  release owner | unchanged                | pending of nobody        | refused
  release other | unchanged                | refused                  | refused
  consent owner | completed of owner at -1 | completed of owner at -1 | refused
  consent other | completed of other at -1 | refused                  | refused
  decline owner | canceled of nobody at -1 | canceled of owner at -1  | refused
  decline other | canceled of nobody at -1 | refused                  | refused
  expire        | refused                  | refused                  | refused
  cancel        | canceled of nobody at -1 | canceled of owner at -1  | refused`;
const afterEnd = ['canceled of nobody at end', 'canceled of owner at end', 'refused'];

/** Returns the new state, the owner, and the end time. Also checks that the action changes nothing else. */
function outcomeOf(state: SubmissionState, action: SubmissionAction, now: number): string {
  const submission = {
    state,
    ownerId: state === 'pending' ? null : OWNER,
    createdAt,
    finalizedAt: state === 'completed' ? finalAt : null,
  };
  const decision = decideSubmission(submission, action, now, window);
  if (decision.outcome !== 'changed') return decision.outcome;
  const { next } = decision;
  const { state: after, ownerId, finalizedAt } = next;
  expect(next).toEqual({ ...submission, state: after, ownerId, finalizedAt });
  const at = Object.entries(moments).find(([, moment]) => moment === finalizedAt)?.[0];
  return `${after} of ${ownerId ?? 'nobody'}${at === undefined ? '' : ` at ${at}`}`;
}

test('before the expiry, only the owner or the partner can change a claimed submission, and nobody can change a completed submission', () => {
  const rows = actions.map((action) => [
    Object.values(action).join(' '),
    ...states.map((state) => outcomeOf(state, action, moments['-1'])),
  ]);
  const table = beforeEnd.trim().split('\n');
  expect(rows).toEqual(table.map((line) => line.split('|').map((cell) => cell.trim())));
});

test.each([
  moments.end,
  moments['+1'],
])('after a submission has expired, only the expiry itself can change the submission (at %d)', (now) => {
  expect(states.map((state) => outcomeOf(state, { kind: 'expire' }, now))).toEqual(afterEnd);
  for (const action of byUsers)
    for (const state of states)
      expect([action, state, outcomeOf(state, action, now)]).toEqual([action, state, 'refused']);
  const canceled = states.map((state) => outcomeOf(state, { kind: 'cancel' }, now));
  expect(canceled).toEqual(['unchanged', 'unchanged', 'refused']);
});

test.each([null, OWNER])('every action leaves a canceled submission canceled (owner: %s)', (ownerId) => {
  const submission = { state: 'canceled', ownerId, createdAt, finalizedAt: end } as const;
  for (const now of Object.values(moments))
    for (const action of actions) {
      const outcome = action.kind === 'cancel' ? 'unchanged' : 'refused';
      expect(decideSubmission(submission, action, now, window)).toEqual({ outcome });
    }
});

const finalizedAt = createdAt + 5;
const documentsEndAt = finalizedAt + hours(48);
const minute = 60_000_000;

test.each([
  // If the user never signs in to the mobile application, the documents are deleted at `documentsEndAt`.
  [null, documentsEndAt - 1, false],
  [null, documentsEndAt, true],
  [null, documentsEndAt + minute, true],
  // A sign-in before `documentsEndAt` prevents the deletion.
  [createdAt - 1, documentsEndAt + minute, false],
  [documentsEndAt - 1, documentsEndAt, false],
  [documentsEndAt - 1, documentsEndAt + minute, false],
  // A sign-in at `documentsEndAt` or later does not prevent the deletion.
  [documentsEndAt, documentsEndAt, true],
  [documentsEndAt + 1, documentsEndAt + minute, true],
])('if the user signed in to the mobile application at %s, the server must delete the documents at %s: %s', (mobileSignedInAt, now, isDeleted) => {
  expect(mustDeleteDocuments({ state: 'completed', finalizedAt }, mobileSignedInAt, now)).toBe(isDeleted);
});

test.each([
  ['pending', null],
  ['associated', null],
  ['canceled', finalizedAt],
  ['completed', null],
] as const)('the server does not delete documents of a submission in state %s with the end time %s', (state, final) => {
  expect(mustDeleteDocuments({ state, finalizedAt: final }, null, documentsEndAt + minute)).toBe(false);
});

test.each([
  ['education', 'acme', 'pdf', 'education#clientId=acme&documentType=pdf'],
  ['education', 'a&b=c#d é/"', 'pdf', 'education#clientId=a%26b%3Dc%23d%20%C3%A9%2F%22&documentType=pdf'],
  ['english_proficiency', 'acme', 'none', 'englishProficiency#clientId=acme&documentType=none'],
  ['microcredential', 'acme', 'png', 'microcredential#clientId=acme&documentType=png'],
  ['right_to_work', 'acme', 'none', 'rightToWork#clientId=acme&documentType=none'],
  ['microcredential_batch', 'acme', null, 'batch#clientId=acme'],
  ['credential_batch', 'acme', null, 'batch#clientId=acme'],
] as const)('the link of a submission (%s, partner %s, document type %s) starts with /partner/add/%s', (kind, clientId, documentType, link) => {
  expect(redirectUri('https://app.test', { kind, clientId, documentType, requestId: 'r-1' })).toBe(
    `https://app.test/partner/add/${link}&content=r-1`,
  );
});
