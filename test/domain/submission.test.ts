import { describe, expect, test } from 'vitest';
import { hours } from '../../server/domain/clock.ts';
import { redirectUri } from '../../server/domain/redirect-uri.ts';
import { submissionProgress, takesFiles } from '../../server/domain/submission.ts';

const createdAt = 1_700_000_000_000_000;
const window = hours(48);
const end = createdAt + window;

describe('the progress of a submission', () => {
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
  ] as const)('%s (final %s) at %s: %s, %s', (state, finalizedAt, now, status, final) => {
    expect(submissionProgress({ state, createdAt, finalizedAt }, now, window)).toEqual({
      status,
      finalizedAt: final,
    });
  });

  test('files are taken until the end', () => {
    expect((['pending', 'associated', 'completed', 'canceled'] as const).map(takesFiles)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('the link of a submission', () => {
  const submission = { kind: 'education', clientId: 'acme', documentType: 'pdf', requestId: 'r-1' } as const;

  test.each([
    ['education', 'education'],
    ['english_proficiency', 'englishProficiency'],
    ['microcredential', 'microcredential'],
    ['right_to_work', 'rightToWork'],
    ['microcredential_batch', 'batch'],
    ['credential_batch', 'batch'],
  ] as const)('of %s leads to %s', (kind, segment) => {
    expect(redirectUri('https://app.test', { ...submission, kind })).toBe(
      `https://app.test/partner/add/${segment}#clientId=acme&documentType=pdf&content=r-1`,
    );
  });

  test('has every value percent-encoded', () => {
    expect(redirectUri('https://app.test', { ...submission, clientId: 'a&b=c#d é/"' })).toBe(
      'https://app.test/partner/add/education#clientId=a%26b%3Dc%23d%20%C3%A9%2F%22&documentType=pdf&content=r-1',
    );
  });

  test('of a batch has no document type', () => {
    expect(
      redirectUri('https://app.test', { ...submission, kind: 'credential_batch', documentType: null }),
    ).toBe('https://app.test/partner/add/batch#clientId=acme&content=r-1');
  });
});
