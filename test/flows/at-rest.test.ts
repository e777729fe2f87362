import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { changeVerification, type UserAction } from '../../server/storage/changes/change-verification.ts';
import { example, identityOf } from '../support/contract.ts';
import { startService } from '../support/service.ts';

const MARK = 'Quixotic Zanzibar';

test('personal data, files, and webhook secrets are not readable in the database or in the file store', async () => {
  const service = await startService();
  onTestFinished(() => service.stop());
  const token = await service.token();
  const send = async (method: string, target: string, body?: unknown) =>
    (await service.call(method, target, { token, ...(body !== undefined && { body }) })).body;

  const batch = JSON.parse(JSON.stringify(example('CredentialBatchOfEveryKind')).replaceAll('Alex Example', MARK));
  const { asset_uploads } = await send('POST', operations.addCredentialBatch.path, batch);
  const upload = await service.call('PUT', asset_uploads[1].url, {
    body: Buffer.from(JSON.stringify({ name: MARK })),
    headers: { 'Content-Type': 'application/json' },
  });
  expect(upload.status).toBe(200);

  const requestId = 'zq-request-99';
  await send('POST', operations.createVerificationRequest.path, {
    request_id: requestId,
    callback_url: 'https://hiring.acme.example/verified?case=zq-case-1204',
    display_options: {
      partner_name: `${MARK} Hiring`,
      partner_logo_url: 'https://hiring.acme.example/zq-logo-4711.png',
    },
    request_source: [{ name: 'Zephyr Recruiters' }],
  });
  const act = (action: UserAction) =>
    changeVerification(service.services, { clientId: 'sandbox-partner', requestId }, action);
  await act({ kind: 'take', userId: 'user-1' });
  await act({ kind: 'verify', userId: 'user-1', identity: identityOf(`${MARK} Verified`) });

  const { id, secret: first } = await send('POST', operations.createWebhook.path, { url: 'http://127.0.0.1:9/' });
  const { secret: second } = await send('POST', operations.rotateWebhookSecret.path.replace('{id}', id));
  const secrets = [first, second].flatMap((secret) => [
    secret,
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret, 'hex').toString('base64'),
    Buffer.from(secret, 'hex'),
  ]);

  const entries = await readdir(service.dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const bytes = await Promise.all(files.map((entry) => readFile(path.join(entry.parentPath, entry.name))));
  const stored = Buffer.concat(bytes);
  // IDs are stored in plain text, so finding the IDs proves that `stored` contains the rows.
  for (const text of [requestId, id]) expect(stored.includes(text), text).toBe(true);
  for (const text of [MARK, 'Zephyr Recruiters', 'zq-case-1204', 'zq-logo-4711', ...secrets])
    expect(stored.includes(text), String(text)).toBe(false);
});
