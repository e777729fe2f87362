import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { withValue } from '../../scripts/contract/json.ts';
import { problemOfFile } from '../../server/domain/file-type.ts';
import { submissionContent } from '../../server/storage/encryption/encrypted-json.ts';
import { example } from '../support/contract.ts';
import { startService, type TestService } from '../support/service.ts';
import { SUBMISSION_WINDOW } from '../support/windows.ts';
import { submissionOf } from '../work/lifecycle/support.ts';

// The store tests and the conformance kit check replays, conflicts, and status lists.

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const send = async (operation: keyof typeof operations, body: unknown, headers?: Record<string, string>) =>
  service.call('POST', operations[operation].path, { token: await service.token(), body, ...(headers && { headers }) });

test.each([
  ['addEducation', 'EducationWithTranscript', 'education#clientId=sandbox-partner&documentType=pdf'],
  [
    'addEnglishProficiency',
    'EnglishProficiencyMinimal',
    'englishProficiency#clientId=sandbox-partner&documentType=english_assessment',
  ],
  ['addMicrocredential', 'MicrocredentialImage', 'microcredential#clientId=sandbox-partner&documentType=png'],
  ['addRightToWork', 'RightToWorkAustralia', 'rightToWork#clientId=sandbox-partner&documentType=none'],
  ['addMicrocredentialBatch', 'MicrocredentialBatchOfThree', 'batch#clientId=sandbox-partner'],
  ['addCredentialBatch', 'CredentialBatchOfEveryKind', 'batch#clientId=sandbox-partner'],
] as const)('%s returns a link for its kind, and stores the first body byte for byte', async (operation, name, link) => {
  const [id, property] = [randomUUID(), operation === 'addCredentialBatch' ? 'credential_id' : 'id'];
  const body = { ...example(name), [property]: id };
  const sent = JSON.stringify(body, null, 2);
  const first = await send(operation, `\ufeff${sent}`, { 'Content-Type': 'application/json' });
  expect([first.status, first.headers.has('idempotent-replayed')]).toEqual([201, false]);
  const start = `http://app.test/partner/add/${link}&content=`;
  expect(first.body.redirect_uri.slice(0, start.length)).toBe(start);
  expect(first.body.redirect_uri.slice(start.length)).toMatch(/^[0-9a-f-]{36}$/);

  const replayed = await send(operation, JSON.parse(sent.replaceAll('Alex Example', 'Somebody Else')));
  expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  expect(replayed.body).toEqual(first.body);
  const submission = submissionOf(first.body.redirect_uri);
  const encrypted = await service.services.store.readContent(submission);
  if (encrypted === null) throw new Error('The content is not stored');
  const content = service.services.encryptor.decrypt(encrypted, submissionContent(submission));
  expect(Buffer.from(content).toString()).toBe(sent);
});

test('an open certificate with an embedded picture of 758 KB is accepted, in a body and as a file', async () => {
  const salted = (value: string) => `${randomUUID()}:string:${value}`;
  const picture = `data:image/png;base64,${randomBytes(558_000).toString('base64')}`;
  const transcript = Array.from({ length: 60 }, (_, i) => ({ name: salted(`Unit ${i}`), grade: salted('A') }));
  const data = {
    name: salted('Diploma'),
    recipient: { name: salted('Zoë') },
    transcript,
    certificate: salted(picture),
  };
  const schema = 'https://schema.openattestation.com/2.0/schema.json';
  const document = JSON.stringify({ version: schema, data, signature: { type: 'SHA3MerkleProof' } }, null, 2);
  const body = { ...example('MicrocredentialOpenCertificate'), id: randomUUID() };
  expect(await send('addMicrocredential', { ...body, data: { ...body.data, document } })).toMatchObject({
    status: 201,
  });
  expect(problemOfFile(Buffer.from(document), 'open_cert')).toBeNull();
});

test('at the end of its window, the submission is canceled and erased, and its id can be reused', async () => {
  const id = randomUUID();
  const add = () => send('addEducation', { ...example('EducationWithTranscript'), id });
  const readStatus = async () => {
    const target = operations.getSubmissionStatusV2.path.replace('{id}', id);
    return (await service.call('GET', target, { token: await service.token() })).body;
  };
  const createdAt = service.clock.now();
  const first = await add();
  service.clock.advance(SUBMISSION_WINDOW - 1);
  expect((await add()).body).toEqual(first.body);
  expect(await readStatus()).toMatchObject({ status: 'incomplete', finalized_at: null });

  service.clock.advance(1);
  const end = new Date((createdAt + SUBMISSION_WINDOW) / 1000).toISOString().replace('Z', '000Z');
  expect(await readStatus()).toEqual({ id, status: 'canceled', finalized_at: end, documents: [] });
  const second = await add();
  expect(second.body.redirect_uri).not.toBe(first.body.redirect_uri);
  expect(second.headers.has('idempotent-replayed')).toBe(false);
  const documents = [{ id, state: 'pending' }];
  expect(await readStatus()).toEqual({ id, status: 'incomplete', finalized_at: null, documents });
  expect(await service.services.store.readContent(submissionOf(first.body.redirect_uri))).toBeNull();
});

test('a batch with names that look wrong is accepted, and the response has warnings until they are corrected', async () => {
  const body = { ...example('CredentialBatchOfEveryKind'), credential_id: randomUUID() };
  const wrong = withValue(body, '/education_items/0/fields/majors', ['Finance', 'N/A', 'Major in Economics (Hons)']);
  const first = await send('addCredentialBatch', wrong);
  expect([first.status, first.body.warnings]).toEqual([
    201,
    [
      [1, 'placeholder'],
      [2, 'honours'],
      [2, 'major'],
    ].map(([at, code]) => expect.objectContaining({ pointer: `/education_items/0/fields/majors/${at}`, code })),
  ]);
  expect((await send('addCredentialBatch', wrong)).body).toEqual(first.body);
  const corrected = await send('addCredentialBatch', body);
  expect(corrected.headers.get('idempotent-replayed')).toBe('true');
  expect(corrected.body).not.toHaveProperty('warnings');
});
