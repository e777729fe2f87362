import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hours, toTimestamp } from '../../../server/domain/clock.ts';
import { withoutDocuments } from '../../../server/domain/documents.ts';
import { DOCUMENTS_KEPT } from '../../../server/domain/submission-lifecycle.ts';
import { StoreUnavailable } from '../../../server/domain/unavailable.ts';
import type { Logger } from '../../../server/platform/log.ts';
import type { Services } from '../../../server/start/create-services.ts';
import { submissionContent } from '../../../server/storage/encryption/encrypted-json.ts';
import { Encryptor } from '../../../server/storage/encryption/encryptor.ts';
import { deleteForgottenDocuments, sweep } from '../../../server/work/lifecycle/sweep.ts';
import { engines, type OpenService } from '../../support/engines.ts';
import type { TestService } from '../../support/service.ts';
import { sized } from '../../support/size.ts';
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

  const consentTo = async (submission: Submitted, owner = userId) => {
    await act(service, submission, 'take', owner);
    await act(service, submission, 'consent', owner);
    return submission;
  };
  const signInOnMobile = (owner = userId) => service.services.store.noteMobileSignIn(owner);
  const held = (submission: Submitted) => service.services.store.findLinkedSubmission(submission);
  const run = (change: Partial<Services> = {}) => deleteForgottenDocuments({ ...service.services, ...change });

  test('the documents are deleted when their retention ends, and the credential data and the status remain', async () => {
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
    for (const submission of [education, withFiles]) {
      const assets = await service.services.store.listAssets(submission);
      expect(assets.filter(({ file }) => file !== null)).toEqual([]);
    }
    for (const submission of [education, openCert, batch, withFiles]) {
      expect(await held(submission)).toMatchObject({
        state: 'completed',
        finalizedAt: completedAt,
        documentsDeletedAt: completedAt + DOCUMENTS_KEPT,
      });
      const { body } = await service.call('GET', `/api/partner/v2/submissions/${submission.id}/status.json`, {
        token: await service.token(),
      });
      expect(body).toMatchObject({ status: 'verified', finalized_at: toTimestamp(completedAt) });
    }
    expect(await run()).toBe(0);
  });

  test.each([
    { signIn: 'before completion', at: -hours(1), isDeleted: false },
    { signIn: 'in the last microsecond', at: DOCUMENTS_KEPT - 1, isDeleted: false },
    { signIn: 'at the end', at: DOCUMENTS_KEPT, isDeleted: true },
  ])('after a mobile sign-in $signIn, documents are deleted: $isDeleted', async ({ at, isDeleted }) => {
    if (at < 0) {
      await signInOnMobile();
      service.clock.advance(-at);
      token = await service.token();
    }
    const submission = await consentTo(await submit(service, token, 'EducationWithTranscript'));
    service.clock.advance(Math.max(at, 0));
    if (at >= 0) await signInOnMobile();
    service.clock.advance(DOCUMENTS_KEPT + hours(1) - Math.max(at, 0));
    expect(await run()).toBe(isDeleted ? 1 : 0);
    const expected = isDeleted ? withoutDocuments('education', submission.body) : submission.body;
    expect(await contentOf(service, submission)).toEqual(expected);
  });

  test('documents that are kept after the retention are never checked again and never deleted', async () => {
    const first = await consentTo(await submitBatch(service, token, 1));
    await signInOnMobile();
    service.clock.advance(DOCUMENTS_KEPT);
    expect(await run()).toBe(0);
    const { store } = service.services;
    expect(await store.listDueDocuments({ completedBy: service.clock.now(), limit: 10 })).toEqual([]);
    service.clock.advance(hours(1000));
    expect(await run()).toBe(0);
    expect(await contentOf(service, first)).toEqual(first.body);
    expect(await countFiles(service)).toBe(1);
  });

  test("each user's sign-ins affect only that user's documents, across several pages", {
    timeout: 60_000,
  }, async () => {
    const mobileUser = await aUser();
    await signInOnMobile(mobileUser);
    // Two thirds of the submissions lose their documents: a full page of 100 submissions, and part of a second page.
    const count = sized(156, 600);
    const submissions: Submitted[] = [];
    for (let n = 0; n < count; n++) {
      const submission = await submit(service, token, 'EducationWithTranscript');
      submissions.push(await consentTo(submission, n % 3 === 0 ? mobileUser : userId));
    }
    service.clock.advance(DOCUMENTS_KEPT);
    const counts = await Promise.all([run(), run()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe((count * 2) / 3);
    for (const [n, submission] of submissions.entries()) {
      const stripped = withoutDocuments('education', submission.body);
      expect(await contentOf(service, submission)).toEqual(n % 3 === 0 ? submission.body : stripped);
    }
  });

  test('unreadable submissions do not block other submissions, and the log line contains no content', async () => {
    const submissions: Submitted[] = [];
    for (let n = 0; n < 5; n++) {
      submissions.push(await consentTo(await submit(service, token, 'EducationWithTranscript')));
      service.clock.advance(1);
    }
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
    const some = [
      { requestId: cut, reason: 'DecryptionError' },
      { requestId: foreign, reason: 'DecryptionError' },
      { requestId: unknownKey, reason: 'UnknownDataKey' },
      { requestId: noJson, reason: 'DecryptionError' },
    ];
    expect(error.mock.calls).toEqual([[{ count: 4, some }, expect.any(String)]]);
    expect(JSON.stringify(error.mock.calls)).not.toContain('Alex');
    // When the submissions are readable again, the next run processes them.
    expect(await run()).toBe(4);
    for (const submission of submissions) {
      expect(await contentOf(service, submission)).toEqual(withoutDocuments('education', submission.body));
    }
  });

  test('after a database failure during a run, the next run processes the remaining submissions', async () => {
    const submissions: Submitted[] = [];
    for (let n = 0; n < 3; n++) {
      submissions.push(await consentTo(await submitBatch(service, token, 1)));
      service.clock.advance(1);
    }
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
