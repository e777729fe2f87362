import { beforeEach, describe, expect, test } from 'vitest';
import { type DatabaseUnderTest, useBench } from './database-under-test.ts';
import { aChange, aSubmission, aVerificationRequest, T0, WINDOW } from './samples.ts';

/** What every store guarantees of the operator's report. */
export function describeReport(engine: string, createDatabase: () => Promise<DatabaseUnderTest>): void {
  describe(`the report on ${engine}`, () => {
    const bench = useBench(createDatabase);

    beforeEach(async () => {
      const { store } = bench;
      const chained = { origins: [['Acme', 'Globex']] };
      const submissions = [
        aSubmission(chained),
        aSubmission(chained),
        aSubmission({ ...chained, clientId: 'partner-b' }),
        aSubmission({ origins: [['Globex'], ['Acme', 'Globex']] }),
        aSubmission({ kind: 'right_to_work' }),
      ];
      await store.addSubmissions(submissions, WINDOW);
      const [first, second] = submissions.map(({ requestId }) => requestId);
      const act = (requestId = '', kind: 'open' | 'consent' | 'decline') =>
        store.changeSubmission(requestId, { action: { kind, userId: 'user-1' }, now: T0 + 1, window: WINDOW });
      for (const requestId of [first, second]) await act(requestId, 'open');
      await act(first, 'consent');
      await act(second, 'decline');
      const [open, done] = [aVerificationRequest(), aVerificationRequest({ origins: [['Job board']] })];
      for (const request of [open, done]) await store.addVerificationRequest(request);
      for (const kind of ['open', 'cancel'] as const)
        await store.changeVerification(done, aChange({ kind, userId: 'user-1' }));
    });

    test('counts what came of submissions and requests by partner, kind and origin, also of what was erased', async () => {
      const report = await bench.store.reportPartners();
      const line = (clientId: string, kind: string, origins: string[][], counts: number[]) => {
        const [incomplete, verified, canceled] = counts;
        return { clientId, kind, origins, incomplete, verified, canceled };
      };
      expect(report).toHaveLength(6);
      expect(report).toEqual(
        expect.arrayContaining([
          line('partner-a', 'education', [['Acme', 'Globex']], [0, 1, 1]),
          line('partner-b', 'education', [['Acme', 'Globex']], [1, 0, 0]),
          line('partner-a', 'education', [['Globex'], ['Acme', 'Globex']], [1, 0, 0]),
          line('partner-a', 'right_to_work', [], [1, 0, 0]),
          line('partner-a', 'verification_request', [], [1, 0, 0]),
          line('partner-a', 'verification_request', [['Job board']], [0, 0, 1]),
        ]),
      );
    });
  });
}
