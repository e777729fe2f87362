import { describe, expect, test } from 'vitest';
import type { SubmissionAction } from '../../../server/domain/submission-lifecycle.ts';
import type { WebhookEvent } from '../../../server/domain/webhook-event.ts';
import type { NewSubmission } from '../../../server/storage/database/submissions/submission.ts';
import type { NewVerificationRequest } from '../../../server/storage/database/verifications/verification-store.ts';
import { type DatabaseUnderTest, useBench } from './database-under-test.ts';
import { aChange, aSubmission, aVerificationRequest, aWebhook, T0, WINDOW } from './samples.ts';

const userId = 'user-1';
const AT = T0 + 5;
const LATE = T0 + WINDOW + 7;

export function describeEvents(engine: string, createDatabase: () => Promise<DatabaseUnderTest>): void {
  describe(`Events on ${engine}`, () => {
    const bench = useBench(createDatabase);
    const change = (submission: NewSubmission, kind: Exclude<SubmissionAction['kind'], 'expire'>, now = AT) =>
      bench.store.changeSubmission(submission, { action: { kind, userId }, now, window: WINDOW });
    const addAgain = ({ partnerRef }: NewSubmission) =>
      bench.store.addSubmissions([aSubmission({ partnerRef, createdAt: LATE })], WINDOW);
    const erase = (submission: NewSubmission) =>
      bench.store.eraseSubmission(submission, { userId, now: AT, window: WINDOW });

    const submission =
      (make: (submission: NewSubmission) => Promise<unknown>, ...earlier: ('take' | 'consent')[]) =>
      async () => {
        const added = aSubmission();
        await bench.store.addSubmissions([added], WINDOW);
        for (const kind of earlier) await change(added, kind, T0 + 1);
        return { resourceId: added.partnerRef, make: () => make(added) };
      };
    const verification = (make: (request: NewVerificationRequest) => Promise<unknown>) => async () => {
      const request = aVerificationRequest();
      await bench.store.addVerificationRequest(request);
      return { resourceId: request.requestId, make: () => make(request) };
    };
    type Add = ReturnType<typeof submission>;
    type Event = Pick<WebhookEvent, 'type' | 'status' | 'createdAt'>;
    const event = (type: Event['type'], status: Event['status'], createdAt = AT): Event => ({
      type,
      status,
      createdAt,
    });
    const expired = event('submission', 'canceled', T0 + WINDOW);
    const expire = () => bench.store.cancelExpiredSubmissions({ now: LATE, window: WINDOW, limit: 9 });
    const consented = submission((added) => change(added, 'consent'), 'take');
    const declined = submission((added) => change(added, 'decline'), 'take');
    const opened = verification((request) =>
      bench.store.changeVerification(request, aChange({ kind: 'take', userId }, { now: AT })),
    );
    const outdated = verification(() => bench.store.expireVerifications({ now: LATE, window: WINDOW, limit: 9 }));

    const changes: [name: string, add: Add, event: Event][] = [
      ['a user opens a verification request', opened, event('verification', 'incomplete')],
      ['the window of a verification request ends', outdated, event('verification', 'canceled', T0 + WINDOW)],
      ['a user consents to a submission', consented, event('submission', 'verified')],
      ['a user declines a submission', declined, event('submission', 'canceled')],
      [
        'a user with an open submission deletes the account',
        submission(erase, 'take'),
        event('submission', 'canceled'),
      ],
      ['the window of a submission ends', submission(expire), expired],
      ['the id of an expired submission is used again', submission(addAgain), expired],
    ];

    const addWebhooks = () =>
      Promise.all(
        [
          aWebhook({ eventTypes: ['verification'] }),
          aWebhook({ eventTypes: ['submission'] }),
          aWebhook({ eventTypes: ['submission', 'verification'] }),
          aWebhook({ eventTypes: ['submission', 'verification'], clientId: 'partner-b' }),
        ].map(async (webhook) => {
          await bench.store.addWebhook(webhook, 10);
          return webhook;
        }),
      );

    test.each(
      changes,
    )('when %s, the change and one event for each subscribed webhook are stored together or not at all', async (_, add, event) => {
      const { resourceId, make } = await add();
      const webhooks = await addWebhooks();
      const tables = ['verification_requests', 'submissions', 'events', 'deliveries'];
      const stored = () =>
        Promise.all(tables.map((table) => bench.database.sql(`select * from ${table} order by created_at`)));
      const before = await stored();
      // Without this table, the transaction fails after it has written the change and the event.
      await bench.database.sql('alter table deliveries rename to moved_deliveries');
      await expect(make()).rejects.toThrow('deliveries');
      await bench.database.sql('alter table moved_deliveries rename to deliveries');
      expect(await stored()).toEqual(before);
      await make();
      expect(await bench.count('events')).toBe(1);
      for (const webhook of webhooks) {
        const deliveries = (await bench.store.listDeliveries(webhook, { limit: 10 })) ?? [];
        const isSubscribed = webhook.clientId === 'partner-a' && webhook.eventTypes.includes(event.type);
        const at = event.createdAt === AT ? AT : LATE;
        const due = { state: 'pending', createdAt: at, nextAttemptAt: at, redeliveryOf: null, attempts: [] };
        const expected = { webhookId: webhook.id, ...due, event: { clientId: 'partner-a', resourceId, ...event } };
        expect(deliveries).toMatchObject(isSubscribed ? [expected] : []);
      }
    });

    test.each(changes)('when %s, no event is stored if no webhook is subscribed', async (_, add, { type }) => {
      const { make } = await add();
      const eventTypes = [type === 'submission' ? 'verification' : 'submission'] as const;
      await bench.store.addWebhook(aWebhook({ eventTypes }), 10);
      await make();
      expect(await bench.count('events')).toBe(0);
    });

    test.each<[string, Add]>([
      ['a user claims a submission', submission((added) => change(added, 'take'))],
      ['a user deletes an accepted credential', submission(erase, 'take', 'consent')],
      ['the id of an accepted submission is used again', submission(addAgain, 'take', 'consent')],
      ['a user declines an accepted submission', submission((added) => change(added, 'decline'), 'take', 'consent')],
    ])('when %s, no event is stored', async (_, add) => {
      const { make } = await add();
      await addWebhooks();
      await make();
      expect(await bench.count('events')).toBe(0);
    });
  });
}
