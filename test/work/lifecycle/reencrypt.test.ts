import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { operations, scopes } from '../../../generated/operations.ts';
import { addSandboxPartners } from '../../../server/api/oauth/sandbox-partners.ts';
import { CommandFailed } from '../../../server/cli/cli-command.ts';
import { serviceCommands } from '../../../server/cli/service-commands.ts';
import { hours } from '../../../server/domain/clock.ts';
import { createLogger } from '../../../server/platform/log.ts';
import { createServices, type Services } from '../../../server/start/create-services.ts';
import { migrateDatabase } from '../../../server/start/prepare-database.ts';
import { loadConfig } from '../../../server/start/settings.ts';
import { signIn } from '../../../server/storage/accounts.ts';
import { changeVerification } from '../../../server/storage/changes/change-verification.ts';
import { deleteOrphanedFiles } from '../../../server/storage/changes/orphaned-files.ts';
import { decryptJson, submissionContent, webhookSecret } from '../../../server/storage/encryption/encrypted-json.ts';
import { reencrypt } from '../../../server/work/lifecycle/reencrypt.ts';
import { createApp } from '../../support/app.ts';
import { example, identityOf } from '../../support/contract.ts';
import { openOnClock } from '../../support/open-on-clock.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { testClock } from '../../support/service.ts';
import { SUBMISSION_WINDOW } from '../../support/windows.ts';
import { damage } from './support.ts';

const [A, B] = ['a', 'b'].map((id) => `${id}:${randomBytes(32).toString('base64')}`) as [string, string];
const engines = [
  { engine: 'SQLite', create: async () => ({ url: undefined, drop: async () => {} }) },
  { engine: 'PostgreSQL', create: createTestDatabase },
];
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF\n');
/** Properties of the response bodies that this test reads. */
interface ResponseBody {
  asset_uploads: { url: string }[];
  id: string;
  secret: string;
  request_id: string;
}

const account = { issuer: 'https://id.test', subject: 'ada' };

describe.each(engines)('Re-encryption on $engine', ({ create }) => {
  const clock = testClock();
  const closing: (() => Promise<unknown>)[] = [];
  let dataDir: string;
  let databaseUrl: string | undefined;

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'reencrypt-'));
    const { url, drop } = await create();
    databaseUrl = url;
    closing.push(() => rm(dataDir, { recursive: true, force: true }), drop);
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function open(...keys: string[]): Promise<Services> {
    const env = { DATA_DIR: dataDir, DATA_KEYS: keys.join(), RATE_LIMIT_PER_SECOND: '0', PORT: '0' };
    const database = databaseUrl !== undefined && { DATABASE_URL: databaseUrl };
    const config = loadConfig({ ...env, ...database, BASE_URL: 'http://api.test', APP_URL: 'http://app.test' });
    if (config.databaseUrl !== null) await migrateDatabase(config);
    const services = await createServices(config, clock, createLogger('silent'), openOnClock);
    closing.push(() => close(services));
    return services;
  }
  async function close({ dispatcher, downloader, store }: Services): Promise<void> {
    await dispatcher.stop(0);
    await downloader.stop(0);
    await store.close();
  }

  const call = async (services: Services, method: string, url: string, init: RequestInit = {}, token?: string) => {
    const headers = { ...init.headers, ...(token !== undefined && { Authorization: `Bearer ${token}` }) };
    return createApp(services).request(new URL(url, 'http://api.test').href, { ...init, method, headers });
  };
  const json = (body: object) => ({ body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });
  const put = (services: Services, url: string) =>
    call(services, 'PUT', url, { body: PDF, headers: { 'Content-Type': 'application/pdf' } });

  /** Creates a resource of each type that has encrypted values, and several submissions. */
  async function fill(services: Services) {
    const { store } = services;
    await addSandboxPartners(store, clock);
    const token = await services.tokens.issue('sandbox-partner', scopes);
    const post = async (target: string, body: object): Promise<ResponseBody> =>
      (await (await call(services, 'POST', target, json(body), token)).json()) as ResponseBody;
    const batch = example('CredentialBatchOfEveryKind');
    const { asset_uploads } = await post(operations.addCredentialBatch.path, { ...batch, credential_id: 'B' });
    // The first asset of the example is a PDF.
    const first = asset_uploads[0]?.url ?? '';
    for (let i = 0; i < 5; i++)
      await post(operations.addEducation.path, { ...example('EducationAwaitingGraduation'), id: `E-${i}` });
    expect((await put(services, first)).status).toBe(200);
    const webhook = await post(operations.createWebhook.path, { url: 'https://acme.example/events' });
    const rotated = await call(services, 'PUT', `/api/partner/v2/webhooks/${webhook.id}/secret`, {}, token);
    const { secret } = (await rotated.json()) as ResponseBody;
    const display_options = { partner_name: 'Acme' };
    const { request_id } = await post(operations.createVerificationRequest.path, { display_options });
    const user = await signIn(services, account);
    const key = { clientId: 'sandbox-partner', requestId: request_id };
    const identity = identityOf('Ada Lovelace');
    await changeVerification(services, key, { kind: 'take', userId: user.id });
    await changeVerification(services, key, { kind: 'verify', userId: user.id, identity });
    return { token, upload: first, webhookId: webhook.id, secrets: [secret, webhook.secret], request_id, user };
  }

  test('every value is re-encrypted with the new key, and the old key can be removed', async () => {
    const before = await open(A);
    const { token, upload, webhookId, secrets, request_id, user } = await fill(before);
    await close(before);

    const both = await open(B, A);
    const log = vi.spyOn(both.log, 'info');
    const [file = { fileKey: '', clientId: '', requestId: '' }] = await both.store.listFiles({ limit: 10 });
    const { fileKey } = file;
    expect((await reencrypt(both)).done).toBeGreaterThanOrEqual(12);
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
    // A second run changes nothing.
    expect(await reencrypt(both)).toEqual({ done: 0, undecryptable: 0 });
    await close(both);

    const after = await open(B);
    expect(await after.files.get(fileKey, file)).toEqual(PDF);
    expect((await readFile(path.join(dataDir, 'files', fileKey.slice(0, 2), fileKey))).subarray(1, 2).toString()).toBe(
      'b',
    );
    const answer = await call(after, 'GET', `/api/partner/v2/verify/requests/${request_id}`, {}, token);
    expect(await answer.json()).toMatchObject({ results: [{ digital_identity: { full_name: 'Ada Lovelace' } }] });
    const webhook = { clientId: 'sandbox-partner', id: webhookId };
    const target = await after.store.findWebhook(webhook);
    const opened = [target?.secret, target?.previousSecret].map((encrypted) =>
      encrypted == null ? null : decryptJson(after.encryptor, webhookSecret(webhook), encrypted),
    );
    expect(opened).toEqual(secrets);
    // Existing sessions stay valid, and an upload link works until its submission ends.
    expect((await signIn(after, account)).id).toBe(user.id);
    expect((await put(after, upload)).status).toBe(200);
    await close(after);
    clock.advance(SUBMISSION_WINDOW + hours(1));
    const late = await open(B);
    expect(late.uploadLinkKeys).toHaveLength(1);
    expect((await signIn(late, account)).id).toBe(user.id);
  });

  test('the command re-encrypts all other data if some cannot be decrypted, names that data, and fails at the end', async () => {
    const before = await open(A);
    const { request_id } = await fill(before);
    await damage(before, 'identities', request_id);
    const [{ fileKey } = { fileKey: '' }] = await before.store.listFiles({ limit: 1 });
    await writeFile(path.join(dataDir, 'files', fileKey.slice(0, 2), fileKey), '');
    await close(before);

    const both = await open(B, A);
    const log = vi.spyOn(both.log, 'error');
    const run = async () => serviceCommands['keys reencrypt']?.run(both, ['', ''], {});
    await expect(run()).rejects.toThrow(CommandFailed);
    const about = [
      { kind: 'identities', key: ['sandbox-partner', request_id], reason: 'DecryptionError' },
      { kind: 'files', key: fileKey, reason: 'DecryptionError' },
    ];
    expect(log.mock.calls).toEqual(about.map((one) => [one, 'stored data cannot be decrypted']));
    await expect(run()).rejects.toThrow('re-encrypted: 0\n2 values or files cannot be decrypted');
  });

  test('an interrupted re-encryption continues while other requests add and read values', async () => {
    const before = await open(A);
    await fill(before);
    await close(before);
    const both = await open(B, A);
    const { store } = both;
    let calls = 0;
    const breaking = new Proxy(store, {
      get(target, name) {
        if (name === 'reencryptNext' && ++calls > 2) throw new Error('the command was interrupted');
        return Reflect.get(target, name);
      },
    });
    await expect(reencrypt({ ...both, store: breaking })).rejects.toThrow('interrupted');
    const token = await both.tokens.issue('sandbox-partner', scopes);
    const body = { ...example('EducationAwaitingGraduation'), id: randomUUID() };
    expect((await call(both, 'POST', operations.addEducation.path, json(body), token)).status).toBe(201);
    expect((await reencrypt(both)).done).toBeGreaterThan(0);
    expect((await reencrypt(both)).done).toBe(0);
  });

  test('a file that is erased during its re-encryption does not reappear', async () => {
    const before = await open(A);
    await fill(before);
    await close(before);
    const both = await open(B, A);
    const { store, files, submissionWindow: window } = both;
    const [file = { fileKey: '', clientId: '', requestId: '' }] = await store.listFiles({ limit: 1 });
    const { fileKey } = file;
    const racing = {
      ...files,
      async reencrypt() {
        const bytes = await files.get(fileKey, file);
        await store.eraseSubmission(file, { window });
        await deleteOrphanedFiles(both, [fileKey]);
        await files.put(fileKey, file, bytes ?? Buffer.of());
        return true;
      },
    };
    await reencrypt({ ...both, files: racing });
    expect(await files.get(fileKey, file)).toBeNull();
  });

  test('each batch continues after the previous batch, and decrypts the values that it re-encrypts', async () => {
    const before = await open(A);
    await fill(before);
    await close(before);
    const { store, encryptor } = await open(B, A);
    const contexts: string[] = [];
    let [after, batches]: [readonly string[] | null, number] = [null, 0];
    do {
      const { last } = await store.reencryptNext('submissions', {
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
  });
});
