import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { createLogger } from '../../server/platform/log.ts';
import { clientAddressBehind, createSecurityLog } from '../../server/platform/security-log.ts';
import { openLink, signedIn } from '../pages/person.ts';
import { example } from '../support/contract.ts';
import { sharedService } from '../support/shared-service.ts';

// The store tests run a cancellation and a decision concurrently. The conformance kit checks repeated cancellations,
// conflicts, and events. test/flows/link-pages.test.ts checks the page that a canceled link opens.

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
    event: 'submission_canceled',
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
    event: 'verification_canceled',
  },
};

const at = (path: string, id: string) => path.replace('{id}', encodeURIComponent(id));

const withScopes = (...scopes: string[]) => service.token({ scope: scopes.join(' ') });

describe.each(Object.entries(kinds))('Canceling a %s', (_, kind) => {
  const create = async (id: string) =>
    service.call('POST', kind.create, { token: await service.token(), body: kind.body(id) });
  const cancel = async (id: string) => service.call('POST', at(kind.cancel, id), { token: await service.token() });
  const read = async (id: string) => service.call('GET', at(kind.read, id), { token: await service.token() });

  test('after the partner cancels, a user with the link can no longer decide, and a repeated POST request returns the original link', async () => {
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
});

test('a token can cancel a submission only with the scope that is required to add a submission of the same type', async () => {
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
