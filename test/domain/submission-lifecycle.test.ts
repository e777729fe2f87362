import { describe, expect, test } from 'vitest';
import { hours } from '../../server/domain/clock.ts';
import { redirectUri } from '../../server/domain/redirect-uri.ts';
import {
  acceptsFiles,
  decideSubmission,
  mustDeleteDocuments,
  type SubmissionAction,
  type SubmissionState,
  submissionProgress,
} from '../../server/domain/submission-lifecycle.ts';

const createdAt = 1_700_000_000_000_000;
const window = hours(48);
const end = createdAt + window;

describe('The progress of a submission', () => {
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
  ] as const)('a submission in state %s with the end time %s has, at %s, the status %s and the end time %s', (state, finalizedAt, now, status, final) => {
    expect(submissionProgress({ state, createdAt, finalizedAt }, now, window)).toEqual({
      status,
      finalizedAt: final,
    });
  });

  test.each([
    ['pending', true],
    ['associated', true],
    ['completed', false],
    ['canceled', false],
  ] as const)('a %s submission accepts files: %s', (state, accepts) => expect(acceptsFiles(state)).toBe(accepts));
});

describe('An action on a submission', () => {
  const OWNER = 'owner';
  const finalAt = createdAt + 5;
  const states: SubmissionState[] = ['pending', 'associated', 'completed'];
  const actions: Record<string, SubmissionAction> = {
    ...Object.fromEntries(
      (['take', 'release', 'consent', 'decline'] as const).flatMap((kind) =>
        [OWNER, 'other'].map((userId) => [`${kind} by ${userId}`, { kind, userId }]),
      ),
    ),
    expire: { kind: 'expire' },
  };
  const moments = { '-1': end - 1, end, '+1': end + 1 };

  // Each row shows the outcomes of an action in a state: 1 µs before, exactly at, and 1 µs after the window's end.
  const expected = `
    pending    | take by owner   | associated of owner      | refused                   | refused
    pending    | take by other   | associated of other      | refused                   | refused
    pending    | release by owner | unchanged                | refused                   | refused
    pending    | release by other | unchanged                | refused                   | refused
    pending    | consent by owner | completed of owner at -1 | refused                   | refused
    pending    | consent by other | completed of other at -1 | refused                   | refused
    pending    | decline by owner | canceled of nobody at -1 | refused                   | refused
    pending    | decline by other | canceled of nobody at -1 | refused                   | refused
    pending    | expire           | refused                  | canceled of nobody at end | canceled of nobody at end
    associated | take by owner   | unchanged                | refused                   | refused
    associated | take by other   | refused                  | refused                   | refused
    associated | release by owner | pending of nobody        | refused                   | refused
    associated | release by other | refused                  | refused                   | refused
    associated | consent by owner | completed of owner at -1 | refused                   | refused
    associated | consent by other | refused                  | refused                   | refused
    associated | decline by owner | canceled of owner at -1  | refused                   | refused
    associated | decline by other | refused                  | refused                   | refused
    associated | expire           | refused                  | canceled of owner at end  | canceled of owner at end
    completed  | take by owner   | refused                  | refused                   | refused
    completed  | take by other   | refused                  | refused                   | refused
    completed  | release by owner | refused                  | refused                   | refused
    completed  | release by other | refused                  | refused                   | refused
    completed  | consent by owner | refused                  | refused                   | refused
    completed  | consent by other | refused                  | refused                   | refused
    completed  | decline by owner | refused                  | refused                   | refused
    completed  | decline by other | refused                  | refused                   | refused
    completed  | expire           | refused                  | refused                   | refused`;

  /** Returns a short description of the decision, and checks that the submission has no other changes. */
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

  test('every action in every state has the outcome in the table, around the end of the window', () => {
    const actual = states.flatMap((state) =>
      Object.entries(actions).map(([name, action]) =>
        [state, name, ...Object.values(moments).map((now) => outcomeOf(state, action, now))].join(' | '),
      ),
    );
    const table = expected.trim().split('\n');
    expect(actual).toEqual(table.map((line) => line.trim().replace(/ *\| */g, ' | ')));
  });

  test.each([null, OWNER])('a canceled submission that was claimed by %s stays canceled', (ownerId) => {
    const submission = { state: 'canceled', ownerId, createdAt, finalizedAt: end } as const;
    for (const now of Object.values(moments))
      for (const action of Object.values(actions))
        expect(decideSubmission(submission, action, now, window)).toEqual({ outcome: 'refused' });
  });
});

describe('The documents of a completed submission', () => {
  const finalizedAt = createdAt + 5;
  const documentsEndAt = finalizedAt + hours(48);
  const minute = 60_000_000;

  test.each([
    // If the user never signs in to the mobile application, the documents are deleted at the end of the window.
    [null, documentsEndAt - 1, false],
    [null, documentsEndAt, true],
    [null, documentsEndAt + minute, true],
    // After a sign-in before the end of the window, the documents stay.
    [createdAt - 1, documentsEndAt + minute, false],
    [finalizedAt + 1, documentsEndAt + minute, false],
    [documentsEndAt - 1, documentsEndAt - 1, false],
    [documentsEndAt - 1, documentsEndAt, false],
    [documentsEndAt - 1, documentsEndAt + minute, false],
    // After a sign-in at the end of the window or later, the documents are deleted.
    [documentsEndAt, documentsEndAt - 1, false],
    [documentsEndAt, documentsEndAt, true],
    [documentsEndAt, documentsEndAt + minute, true],
    [documentsEndAt + 1, documentsEndAt + minute, true],
  ])('with a mobile sign-in at %s, the server deletes the documents by %s: %s', (mobileSignedInAt, now, isDeleted) => {
    expect(mustDeleteDocuments({ state: 'completed', finalizedAt }, mobileSignedInAt, now)).toBe(isDeleted);
  });

  test.each([
    ['pending', null],
    ['associated', null],
    ['canceled', finalizedAt],
    ['completed', null],
  ] as const)('the server never deletes documents of a submission in state %s with the end time %s', (state, final) => {
    expect(mustDeleteDocuments({ state, finalizedAt: final }, null, documentsEndAt + minute)).toBe(false);
  });
});

describe('The consent link of a submission', () => {
  const submission = { kind: 'education', clientId: 'acme', documentType: 'pdf', requestId: 'r-1' } as const;

  test.each([
    ['education', 'education'],
    ['english_proficiency', 'englishProficiency'],
    ['microcredential', 'microcredential'],
    ['right_to_work', 'rightToWork'],
    ['microcredential_batch', 'batch'],
    ['credential_batch', 'batch'],
  ] as const)('the link of a submission of kind %s contains the document type %s', (kind, segment) => {
    expect(redirectUri('https://app.test', { ...submission, kind })).toBe(
      `https://app.test/partner/add/${segment}#clientId=acme&documentType=pdf&content=r-1`,
    );
  });

  test('every value in the link is percent-encoded', () => {
    expect(redirectUri('https://app.test', { ...submission, clientId: 'a&b=c#d é/"' })).toBe(
      'https://app.test/partner/add/education#clientId=a%26b%3Dc%23d%20%C3%A9%2F%22&documentType=pdf&content=r-1',
    );
  });

  test('the link of a batch has no document type', () => {
    expect(redirectUri('https://app.test', { ...submission, kind: 'credential_batch', documentType: null })).toBe(
      'https://app.test/partner/add/batch#clientId=acme&content=r-1',
    );
  });
});
