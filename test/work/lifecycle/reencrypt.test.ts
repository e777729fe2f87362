import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { CommandFailed } from '../../../server/cli/cli-command.ts';
import { serviceCommands } from '../../../server/cli/commands.ts';
import { hours } from '../../../server/domain/clock.ts';
import { signIn } from '../../../server/storage/accounts.ts';
import { changeVerification } from '../../../server/storage/changes/change-verification.ts';
import { deleteOrphanedFiles } from '../../../server/storage/changes/orphaned-files.ts';
import { decryptJson, submissionContent, webhookSecret } from '../../../server/storage/encryption/encrypted-json.ts';
import { reencrypt } from '../../../server/work/lifecycle/reencrypt.ts';
import { example, identityOf } from '../../support/contract.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { randomKey } from '../../support/production.ts';
import { startService, type TestService, testClock } from '../../support/service.ts';
import { SUBMISSION_WINDOW } from '../../support/windows.ts';
import { damage } from './support.ts';

const [A, B] = [`a:${randomKey('a')}`, `b:${randomKey('b')}`];
const engines = [
  { engine: 'SQLite', create: async () => ({ url: undefined, drop: async () => {} }) },
  { engine: 'PostgreSQL', create: () => createTestDatabase('tables') },
];
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF\n');
const account = { issuer: 'https://id.test', subject: 'ada' };

describe.each(engines)('Re-encryption on $engine', ({ create }) => {
  const clock = testClock();
  const closing: (() => Promise<unknown>)[] = [];
  let dataDir: string;
  let databaseUrl: string | undefined;

  beforeEach(async () => {
    dataDir = await temporaryFolder();
    const { url, drop } = await create();
    databaseUrl = url;
    closing.push(drop);
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  /** Starts a service with the data keys. The first key encrypts new values. */
  async function open(...keys: string[]): Promise<TestService> {
    const env = { DATA_DIR: dataDir, DATA_KEYS: keys.join() };
    const service = await startService({ clock, env, ...(databaseUrl !== undefined && { databaseUrl }) });
    closing.push(() => service.stop());
    return service;
  }

  const put = ({ call }: TestService, url: string) =>
    call('PUT', url, { body: PDF, headers: { 'Content-Type': 'application/pdf' } });
  const pathOf = (fileKey: string) => path.join(dataDir, 'files', fileKey.slice(0, 2), fileKey);

  async function firstFile({ services }: TestService) {
    const [file] = await services.store.listFiles({ limit: 1 });
    if (file === undefined) throw new Error('The database has no file');
    return file;
  }

  /** Creates resources of every type that has encrypted values. The service encrypts the values with key A. */
  async function fill() {
    const service = await open(A);
    const token = await service.token();
    const post = async (target: string, body: object) => (await service.call('POST', target, { token, body })).body;
    const batch = { ...example('CredentialBatchOfEveryKind'), credential_id: 'B' };
    const { asset_uploads } = await post(operations.addCredentialBatch.path, batch);
    // The first asset of the example is a PDF.
    const upload: string = asset_uploads[0].url;
    for (let i = 0; i < 5; i++)
      await post(operations.addEducation.path, { ...example('EducationAwaitingGraduation'), id: `E-${i}` });
    expect((await put(service, upload)).status).toBe(200);
    const webhook = await post(operations.createWebhook.path, { url: 'https://acme.example/events' });
    const rotated = await service.call('POST', `/api/partner/v2/webhooks/${webhook.id}/secret`, { token });
    const { path: verify } = operations.createVerificationRequest;
    const { request_id } = await post(verify, { display_options: { partner_name: 'Acme' } });
    const user = await signIn(service.services, account);
    const key = { clientId: 'sandbox-partner', requestId: request_id };
    const identity = identityOf('Ada Lovelace');
    await changeVerification(service.services, key, { kind: 'take', userId: user.id });
    await changeVerification(service.services, key, { kind: 'verify', userId: user.id, identity });
    const secrets: string[] = [rotated.body.secret, webhook.secret];
    return { service, token, upload, webhookId: webhook.id as string, secrets, request_id, user };
  }

  test('after a re-encryption with a new data key, the service no longer needs the old key', async () => {
    const { token, upload, webhookId, secrets, request_id, user } = await fill();
    const both = await open(B, A);
    const log = vi.spyOn(both.services.log, 'info');
    const file = await firstFile(both);
    expect((await reencrypt(both.services)).done).toBeGreaterThanOrEqual(12);
    const kinds = log.mock.calls.map(([about]) => (about as { kind?: string }).kind);
    expect(kinds.toSorted()).toEqual([
      'files',
      'identities',
      'previous_webhook_secrets',
      'signing_keys',
      'submissions',
      'verification_requests',
      'webhook_secrets',
    ]);
    expect(await reencrypt(both.services)).toEqual({ done: 0, undecryptable: 0 });

    const after = await open(B);
    const { store, encryptor, files } = after.services;
    expect(await files.get(file.fileKey, file)).toEqual(PDF);
    expect((await readFile(pathOf(file.fileKey))).subarray(1, 2).toString()).toBe('b');
    const answer = await after.call('GET', `/api/partner/v2/verify/requests/${request_id}`, { token });
    expect(answer.body).toMatchObject({ results: [{ digital_identity: { full_name: 'Ada Lovelace' } }] });
    const webhook = { clientId: 'sandbox-partner', id: webhookId };
    const target = await store.findWebhook(webhook);
    const opened = [target?.secret, target?.previousSecret].map((encrypted) =>
      encrypted == null ? null : decryptJson(encryptor, webhookSecret(webhook), encrypted),
    );
    expect(opened).toEqual(secrets);
    // A sign-in still finds the same user, and an upload link stays valid until its submission expires.
    expect((await signIn(after.services, account)).id).toBe(user.id);
    expect((await put(after, upload)).status).toBe(200);
    clock.advance(SUBMISSION_WINDOW + hours(1));
    const late = await open(B);
    expect(late.services.uploadLinkKeys).toHaveLength(1);
    expect((await signIn(late.services, account)).id).toBe(user.id);
  });

  test('the re-encryption command names the data that it cannot decrypt, re-encrypts all other data, and then fails', async () => {
    const { service, request_id } = await fill();
    await damage(service.services, 'identities', request_id);
    const { fileKey } = await firstFile(service);
    await writeFile(pathOf(fileKey), '');

    const { services } = await open(B, A);
    const log = vi.spyOn(services.log, 'error');
    const run = async () => serviceCommands['keys reencrypt']?.run(services, ['', ''], {});
    await expect(run()).rejects.toThrow(CommandFailed);
    const about = [
      { kind: 'identities', key: ['sandbox-partner', request_id], reason: 'DecryptionError' },
      { kind: 'files', key: fileKey, reason: 'DecryptionError' },
    ];
    expect(log.mock.calls).toEqual(about.map((one) => [one, 'stored data cannot be decrypted']));
    await expect(run()).rejects.toThrow('re-encrypted: 0\n2 values or files cannot be decrypted');
  });

  test('the re-encryption runs in batches and, after an interruption, finishes when the command runs again', async () => {
    await fill();
    const { services, call, token } = await open(B, A);
    const { store, encryptor } = services;
    const contexts: string[] = [];
    let batches = 0;
    let after: readonly string[] | null = null;
    do {
      const { last }: Awaited<ReturnType<typeof store.reencryptNext>> = await store.reencryptNext('submissions', {
        prefix: encryptor.prefix,
        after,
        limit: 2,
        async reencrypt(encrypted, context) {
          contexts.push(context);
          return encryptor.encrypt(encryptor.decrypt(encrypted, context), context);
        },
      });
      after = last;
      batches++;
    } while (after !== null);
    expect(batches).toBe(4);
    expect(new Set(contexts).size).toBe(6);
    const [clientId, requestId] = JSON.parse(contexts[0]?.replace('submission:', '') ?? '');
    const content = await store.readContent({ clientId, requestId });
    expect(content && decryptJson(encryptor, submissionContent({ clientId, requestId }), content)).toBeTruthy();

    let calls = 0;
    const breaking = new Proxy(store, {
      get(target, name) {
        if (name === 'reencryptNext' && ++calls > 2) throw new Error('the command was interrupted');
        return Reflect.get(target, name);
      },
    });
    await expect(reencrypt({ ...services, store: breaking })).rejects.toThrow('interrupted');
    const body = { ...example('EducationAwaitingGraduation'), id: randomUUID() };
    const added = await call('POST', operations.addEducation.path, { token: await token(), body });
    expect(added.status).toBe(201);
    expect((await reencrypt(services)).done).toBeGreaterThan(0);
    expect((await reencrypt(services)).done).toBe(0);
  });

  test('a file that is erased during its re-encryption does not reappear', async () => {
    await fill();
    const both = await open(B, A);
    const { store, files, submissionWindow: window } = both.services;
    const file = await firstFile(both);
    const { fileKey } = file;
    const racing = {
      ...files,
      async reencrypt() {
        const bytes = await files.get(fileKey, file);
        await store.eraseSubmission(file, { window });
        await deleteOrphanedFiles(both.services, [fileKey]);
        await files.put(fileKey, file, bytes ?? Buffer.of());
        return true;
      },
    };
    await reencrypt({ ...both.services, files: racing });
    expect(await files.get(fileKey, file)).toBeNull();
  });
});
