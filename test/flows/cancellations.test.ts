import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { createLogger } from '../../server/platform/log.ts';
import { clientAddressBehind, createSecurityLog, subjectOf } from '../../server/platform/security-log.ts';
import { openLink, signedIn } from '../pages/person.ts';
import { example } from '../support/contract.ts';
import { sharedService } from '../support/shared-service.ts';
import { SUBMISSION_WINDOW, VERIFICATION_WINDOW } from '../support/windows.ts';

// The store tests run a cancellation and a decision concurrently. The conformance kit checks repeated cancellations,
// conflicts, and events. test/flows/link-pages.test.ts checks the page behind the link.

const lines: string[] = [];
const log = createLogger('info', { write: (line) => void lines.push(line) });
const service = sharedService({ change: () => ({ security: createSecurityLog(log, clientAddressBehind([])) }) });

const kinds = {
  submission: {
    create: operations.addEducation.path,
    body: (id: string) => ({ ...example('EducationAwaitingGraduation'), id }),
    cancel: operations.cancelSubmission.path,
    canceled: (id: string) => ({ id, status: 'canceled', documents: [] }),
    read: operations.getSubmissionStatusV2.path,
    accept: 'accept',
    decline: 'decline_confirmed',
    declined: 'You declined',
    event: 'submission_canceled',
    window: SUBMISSION_WINDOW,
  },
  'verification request': {
    create: operations.createVerificationRequest.path,
    body: (id: string) => ({ ...example('VerificationMinimal'), request_id: id }),
    cancel: operations.cancelVerificationRequest.path,
    canceled: (id: string) => ({
      request_id: id,
      results: [{ credential_type: 'digital_identity', status: 'canceled' }],
    }),
    read: operations.getVerificationRequest.path,
    accept: 'verify',
    decline: 'refuse_confirmed',
    declined: 'You did not share your identity',
    event: 'verification_canceled',
    window: VERIFICATION_WINDOW,
  },
};

const at = (path: string, id: string) => path.replace('{id}', encodeURIComponent(id));

const withScopes = (...scopes: string[]) => service.token({ scope: scopes.join(' ') });

describe.each(Object.entries(kinds))('Canceling a %s', (_, kind) => {
  const create = async (id: string) =>
    service.call('POST', kind.create, { token: await service.token(), body: kind.body(id) });
  const cancel = async (id: string) => service.call('POST', at(kind.cancel, id), { token: await service.token() });
  const read = async (id: string) => service.call('GET', at(kind.read, id), { token: await service.token() });

  test('after the cancellation, a user who saved the link for later cannot decide, and the id still has the same link', async () => {
    const id = `a/b?ü ${randomUUID()}`;
    const { redirect_uri } = (await create(id)).body;
    const ada = await signedIn(service.services);
    await ada.submit(await openLink(ada, redirect_uri), { decision: 'later' });
    const page = await openLink(ada, redirect_uri);
    lines.length = 0;
    const canceled = await cancel(id);
    expect([canceled.status, canceled.body]).toMatchObject([200, kind.canceled(id)]);
    expect(await cancel(id)).toMatchObject({ status: 200, body: canceled.body });
    expect((await read(id)).body).toEqual(canceled.body);
    const [event, ...others] = lines.map((line) => JSON.parse(line)).filter((line) => line.event === kind.event);
    expect([event.actor, others]).toEqual(['partner:sandbox-partner', []]);
    await ada.submit(page, { decision: kind.accept });
    expect((await openLink(ada, redirect_uri)).html).toContain('The partner canceled this');
    expect((await ada.visit('/credentials')).html).not.toContain('Waiting for your answer');
    expect((await create(id)).body.redirect_uri).toBe(redirect_uri);
    expect((await read(id)).body).toEqual(canceled.body);
  });

  test('a cancellation after the user declined, or after the expiry, changes nothing, and the page still shows the earlier reason', async () => {
    const declined = randomUUID();
    const expired = randomUUID();
    const { redirect_uri } = (await create(declined)).body;
    const ada = await signedIn(service.services);
    await ada.submit(await openLink(ada, redirect_uri), { decision: kind.decline });
    expect((await cancel(declined)).body).toEqual((await read(declined)).body);
    expect((await openLink(ada, redirect_uri)).html).toContain(kind.declined);
    const late = (await create(expired)).body.redirect_uri;
    service.clock.advance(kind.window);
    expect((await cancel(expired)).body).toEqual((await read(expired)).body);
    expect((await openLink(await signedIn(service.services), late)).html).toContain('has expired');
  });
});

test('canceling a submission requires the scope that is needed to add it, and no other scope is sufficient', async () => {
  const { cancel, create, body } = kinds.submission;
  const id = randomUUID();
  await service.call('POST', create, { token: await service.token(), body: body(id) });
  const { status, headers } = await service.call('POST', at(cancel, id), {
    token: await withScopes('write.microcredential', 'write.digital_identity', 'read.webhooks'),
  });
  expect(status).toBe(403);
  expect(headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="write.education"');
  expect((await service.call('POST', at(cancel, id), { token: await withScopes('write.education') })).status).toBe(200);
});

test('canceling a batch erases its content, and its upload links stop working', async () => {
  const id = randomUUID();
  const token = await service.token();
  const sent = { ...example('CredentialBatchOfEveryKind'), credential_id: id };
  const { body } = await service.call('POST', operations.addCredentialBatch.path, { token, body: sent });
  await service.call('POST', at(operations.cancelSubmission.path, id), { token });
  const { pathname, search } = new URL(body.asset_uploads[0].url);
  const headers = { 'Content-Type': 'application/pdf' };
  expect(await service.call('PUT', pathname + search, { body: '%PDF-1.7', headers })).toMatchObject({ status: 403 });
  const [found] = await service.services.store.findSubmissions([{ clientId: 'sandbox-partner', partnerRef: id }]);
  expect(found && (await service.services.store.readContent(found))).toBeNull();
  expect(lines.join('')).toContain(subjectOf(found?.requestId ?? ''));
});
