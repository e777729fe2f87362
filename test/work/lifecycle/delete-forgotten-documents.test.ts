import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hours, toTimestamp } from '../../../server/domain/clock.ts';
import { withoutDocuments } from '../../../server/domain/documents.ts';
import { DOCUMENTS_KEPT } from '../../../server/domain/submission-lifecycle.ts';
import { StoreUnavailable } from '../../../server/domain/unavailable.ts';
import type { Logger } from '../../../server/platform/log.ts';
import type { Services } from '../../../server/start/create-services.ts';
import type { SubmissionId } from '../../../server/storage/database/submissions/submission.ts';
import { encryptJson, submissionContent } from '../../../server/storage/encryption/encrypted-json.ts';
import { Encryptor } from '../../../server/storage/encryption/encryptor.ts';
import { deleteForgottenDocuments, sweep } from '../../../server/work/lifecycle/sweep.ts';
import { example } from '../../support/contract.ts';
import { engines, type OpenService } from '../../support/engines.ts';
import type { TestService } from '../../support/service.ts';
import { sized } from '../../support/size.ts';
import { SUBMISSION_WINDOW } from '../../support/windows.ts';
import { act, contentOf, countFiles, type Submitted, submit, submitBatch } from './support.ts';

describe.each(engines)('Documents of completed submissions, on $engine', ({ open }) => {
  let opened: OpenService;
  let service: TestService;
  let token: string;
  let userId: string;

  beforeEach(async () => {
    opened = await open();
    service = opened.service;
    token = await service.token();
    userId = await aUser();
  });
  afterEach(async () => {
    await service.stop();
    await opened.drop();
  });

  async function aUser(): Promise<string> {
    const id = randomUUID();
    await service.services.store.ensureUser({ id, accountHash: id });
    return id;
  }

  const consentTo = async <T extends SubmissionId>(submission: T, owner = userId): Promise<T> => {
    await act(service, submission, 'take', owner);
    await act(service, submission, 'consent', owner);
    return submission;
  };
  async function consentedInOrder(count: number, add: () => Promise<Submitted>): Promise<Submitted[]> {
    const submissions: Submitted[] = [];
    while (submissions.length < count) {
      submissions.push(await consentTo(await add()));
      service.clock.advance(1);
    }
    return submissions;
  }
  const signInOnMobile = (owner = userId) => service.services.store.noteMobileSignIn(owner);
  const held = (submission: Submitted) => service.services.store.findLinkedSubmission(submission);
  const run = (change: Partial<Services> = {}) => deleteForgottenDocuments({ ...service.services, ...change });

  test('the service deletes documents when their retention period ends, and keeps the credential data and the status', async () => {
    const education = await consentTo(await submit(service, token, 'EducationWithTranscript'));
    const openCert = await consentTo(await submit(service, token, 'EducationOpenCertificate'));
    const batch = await consentTo(await submit(service, token, 'MicrocredentialBatchOfThree', 'batch'));
    const withFiles = await consentTo(await submitBatch(service, token, 3));
    const completedAt = service.clock.now();
    service.clock.advance(DOCUMENTS_KEPT - 1);
    expect(await run()).toBe(0);
    expect(await contentOf(service, education)).toEqual(education.body);
    expect(await countFiles(service)).toBe(3);
    service.clock.advance(1);
    expect(await sweep(service.services)).toEqual({ canceled: 0, stripped: 4 });
    expect(await contentOf(service, education)).toEqual(withoutDocuments('education', education.body));
    expect(await contentOf(service, openCert)).toMatchObject({
      data: { credential: { full_name: 'Alex Example' }, document: null },
    });
    expect(await contentOf(service, batch)).toEqual(withoutDocuments('microcredential_batch', batch.body));
    expect(await contentOf(service, withFiles)).toEqual(withFiles.body);
    expect(await countFiles(service)).toBe(0);
    const assets = await service.services.store.listAssets(withFiles);
    expect(assets.filter(({ file }) => file !== null)).toEqual([]);
    for (const submission of [education, openCert, batch, withFiles]) {
      expect(await held(submission)).toMatchObject({
        state: 'completed',
        finalizedAt: completedAt,
        documentsDeletedAt: completedAt + DOCUMENTS_KEPT,
      });
      const options = { token: await service.token() };
      const { body } = await service.call('GET', `/api/partner/v2/submissions/${submission.id}/status.json`, options);
      expect(body).toMatchObject({ status: 'verified', finalized_at: toTimestamp(completedAt) });
    }
    expect(await run()).toBe(0);
  });

  test('a mobile sign-in before the end of the retention period prevents the deletion of the documents', async () => {
    const [before, inTime, late] = [await aUser(), await aUser(), await aUser()];
    await signInOnMobile(before);
    service.clock.advance(hours(1));
    token = await service.token();
    const submissions: Submitted[] = [];
    for (const user of [before, inTime, late])
      submissions.push(await consentTo(await submit(service, token, 'EducationWithTranscript'), user));
    await consentTo(await submitBatch(service, token, 1), before);
    service.clock.advance(DOCUMENTS_KEPT - 1);
    await signInOnMobile(inTime);
    service.clock.advance(1);
    await signInOnMobile(late);
    service.clock.advance(hours(1));
    expect(await run()).toBe(1);
    // After the run, no submission is due again, not even a submission that kept its documents.
    const completedBy = service.clock.now();
    expect(await service.services.store.listDueDocuments({ completedBy, limit: 10 })).toEqual([]);
    service.clock.advance(hours(1000));
    expect(await run()).toBe(0);
    const contents = await Promise.all(submissions.map((submission) => contentOf(service, submission)));
    const [first, second, third] = submissions.map(({ body }) => body);
    expect(contents).toEqual([first, second, withoutDocuments('education', third ?? {})]);
    expect(await countFiles(service)).toBe(1);
  });

  test('when the service deletes forgotten documents in bulk, it keeps the documents of users who signed in on the mobile application', async () => {
    const mobileUser = await aUser();
    await signInOnMobile(mobileUser);
    // Two thirds of the submissions lose their documents: a full page of 100 submissions, and part of a second page.
    const count = sized(156, 600);
    const { store, encryptor } = service.services;
    const body = example('EducationWithTranscript');
    const about = { clientId: 'sandbox-partner', kind: 'education', documentType: 'pdf', assets: [] } as const;
    const submissions = Array.from({ length: count }, (_, n) => {
      const id = { ...about, requestId: `many-${n}` };
      return { ...id, partnerRef: `MANY-${n}`, content: encryptJson(encryptor, submissionContent(id), body) };
    });
    await store.addSubmissions(submissions, SUBMISSION_WINDOW);
    await Promise.all(submissions.map((submission, n) => consentTo(submission, n % 3 === 0 ? mobileUser : userId)));
    service.clock.advance(DOCUMENTS_KEPT);
    const counts = await Promise.all([run(), run()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe((count * 2) / 3);
    const stripped = withoutDocuments('education', body);
    for (const [n, submission] of submissions.entries())
      expect(await contentOf(service, submission)).toEqual(n % 3 === 0 ? body : stripped);
  });

  test('unreadable submissions do not block the deletion of documents of readable submissions, and the log contains no credential data', async () => {
    const submissions = await consentedInOrder(5, () => submit(service, token, 'EducationWithTranscript'));
    const [cut, foreign, unknownKey, noJson, intact] = submissions.map(({ requestId }) => requestId);
    const { store, encryptor } = service.services;
    const lost = new Encryptor([{ id: 'lost', secret: createSecretKey(randomBytes(32)) }]);
    const readContent: typeof store.readContent = async (id) => {
      const { requestId } = id;
      const encrypted = await store.readContent(id);
      if (encrypted === null) return null;
      if (requestId === cut) return encrypted.slice(0, -1);
      if (requestId === foreign) return store.readContent({ ...id, requestId: intact ?? '' });
      if (requestId === unknownKey) return lost.encrypt('{}', submissionContent(id));
      if (requestId === noJson) return encryptor.encrypt(Buffer.from('Alex Example'), submissionContent(id));
      return encrypted;
    };
    service.clock.advance(DOCUMENTS_KEPT);
    const error = vi.fn();
    const log = { ...service.services.log, error } as unknown as Logger;
    expect(await run({ store: { ...store, readContent }, log })).toBe(1);
    const reasons = ['DecryptionError', 'DecryptionError', 'UnknownDataKey', 'DecryptionError'];
    const some = reasons.map((reason, n) => ({ requestId: submissions[n]?.requestId, reason }));
    expect(error.mock.calls).toEqual([[{ count: 4, some }, expect.any(String)]]);
    expect(JSON.stringify(error.mock.calls)).not.toContain('Alex');
    // The submissions are readable again, so the next run deletes their documents.
    expect(await run()).toBe(4);
    for (const submission of submissions) {
      expect(await contentOf(service, submission)).toEqual(withoutDocuments('education', submission.body));
    }
  });

  test('after a database failure during a deletion run, the next run deletes the remaining documents', async () => {
    await consentedInOrder(3, () => submitBatch(service, token, 1));
    service.clock.advance(DOCUMENTS_KEPT);
    const { store } = service.services;
    let calls = 0;
    const deleteDocuments: typeof store.deleteDocuments = async (...args) => {
      if (++calls === 2) throw new StoreUnavailable('down');
      return store.deleteDocuments(...args);
    };
    await expect(run({ store: { ...store, deleteDocuments } })).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await countFiles(service)).toBe(2);
    expect(await run()).toBe(2);
    expect(await countFiles(service)).toBe(0);
  });
});
