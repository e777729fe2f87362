import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type DataKey, parseDataKeys } from '../../server/crypto/data-keys.ts';
import { unwrapKeys } from '../../server/crypto/vault.ts';
import type { StartupError } from '../../server/startup-error.ts';
import { freePort } from '../support/free-port.ts';

const KEY = Buffer.alloc(32, 'a data key');
const CIPHERTEXT = 'vault:v1:c29tZSBlbmNyeXB0ZWQgYnl0ZXM=';
const TOKEN = 'hvs.CAESIJ_token';

/** Starts a server with Vault's API for decryption. `status` replaces its response, as `sealed` or `standby` would. */
async function startVault({ status, plaintext = KEY }: { status?: number; plaintext?: Buffer } = {}) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { ciphertext } = JSON.parse(Buffer.concat(chunks).toString());
    const isPermitted = request.headers['x-vault-token'] === TOKEN && request.url === '/v1/transit/decrypt/partner';
    const code = status ?? (isPermitted ? (ciphertext === CIPHERTEXT ? 200 : 400) : 403);
    const data = { plaintext: plaintext.toString('base64') };
    response.writeHead(code, { 'Content-Type': 'application/json', ...(code === 307 && { Location: '/elsewhere' }) });
    response.end(JSON.stringify(code === 200 ? { data } : { errors: [`the ciphertext ${ciphertext} is wrong`] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const vaultAt = (address: string, settings = {}) => ({ ...{ address, token: TOKEN, key: 'partner' }, ...settings });
const wrapped = () => parseDataKeys(`k2:${CIPHERTEXT}`).keys;

test('a key of Vault becomes the data key, and other keys stay as they are', async () => {
  const plain = `k1:${Buffer.alloc(32, 1).toString('base64')}`;
  const { keys, problems } = parseDataKeys(`k2:${CIPHERTEXT},${plain}`);
  expect(problems).toEqual([]);
  const unwrapped: DataKey[] = await unwrapKeys(keys, vaultAt(await startVault()));
  expect(unwrapped.map(({ id }) => id)).toEqual(['k2', 'k1']);
  expect(unwrapped[0]?.secret.export().equals(KEY)).toBe(true);
});

test.each<[string, Parameters<typeof startVault>[0], object, string, boolean]>([
  ['a wrong token', {}, { token: 'other' }, 'VAULT_TOKEN may not decrypt with the transit key partner', false],
  ['a wrong transit key', {}, { key: 'other' }, 'VAULT_TOKEN may not decrypt with the transit key other', false],
  ['a ciphertext of another key', { status: 400 }, {}, 'Vault returned 400 for the transit key partner', false],
  ['a sealed Vault', { status: 503 }, {}, 'Vault returned 503 for the transit key partner', true],
  ['a standby', { status: 473 }, {}, 'Vault returned 473 for the transit key partner', true],
  ['too many requests', { status: 429 }, {}, 'Vault returned 429 for the transit key partner', true],
  ['a redirect', { status: 307 }, {}, 'VAULT_ADDR does not respond', true],
  ['a key of 16 bytes', { plaintext: Buffer.alloc(16) }, {}, 'Vault returned a key that does not have 32 bytes', false],
])('after %s, the error names the key and the cause, and contains no secret', async (_, answer, settings, reason, later) => {
  const failed = unwrapKeys(wrapped(), vaultAt(await startVault(answer), settings));
  const error: StartupError = await failed.then(
    () => expect.fail('the key was decrypted'),
    (found) => found,
  );
  expect(error.message).toContain(`key 1 of DATA_KEYS could not be decrypted: ${reason}`);
  expect(error.isTemporary).toBe(later);
  for (const secret of [TOKEN, CIPHERTEXT, KEY.toString('base64')]) expect(error.message).not.toContain(secret);
});

test('while nothing listens at VAULT_ADDR, the error is temporary', async () => {
  const failed = unwrapKeys(wrapped(), vaultAt(`http://127.0.0.1:${await freePort()}`));
  await expect(failed).rejects.toMatchObject({ isTemporary: true, message: expect.stringContaining('ECONNREFUSED') });
});

test('a key of Vault without VAULT_ADDR is an error that names both settings', async () => {
  await expect(unwrapKeys(wrapped(), null)).rejects.toThrow('Set VAULT_ADDR and VAULT_TOKEN');
});

test.each([
  'k1:vault:v1:',
  'k1:vault:v1:a b',
  'k1:vault:1:AAAA',
  'k1:aws:v1:AAAA',
  'k1:vault:v1:AAAA:B',
])('%s is not a key', (text) =>
  expect(parseDataKeys(text).problems).toEqual(['key 1 does not have the form id:base64 or id:vault:v1:base64']));
