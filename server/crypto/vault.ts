import { createSecretKey } from 'node:crypto';
import { reasonOf, StartupError } from '../startup-error.ts';
import type { DataKey, WrappedKey } from './data-keys.ts';

/** The transit engine that decrypts data keys, and the token that permits it. */
export interface Vault {
  /** Base URL, such as `https://vault.example:8200`. */
  address: string;
  token: string;
  /** Name of the transit key. */
  key: string;
}

const TIMEOUT_MS = 5_000;

const isWrapped = (key: DataKey | WrappedKey): key is WrappedKey => 'ciphertext' in key;

/**
 * Decrypts data keys that are wrapped by the transit secrets engine of HashiCorp Vault or OpenBao. Rejects with
 * `StartupError`, which is temporary while Vault is away or sealed. Errors contain neither keys nor ciphertexts.
 * Source: Vault's HTTP API, "Decrypt data" of the transit engine.
 */
export function unwrapKeys(keys: readonly (DataKey | WrappedKey)[], vault: Vault | null): Promise<DataKey[]> {
  return Promise.all(
    keys.map(async (key) => {
      if (!isWrapped(key)) return key;
      if (vault === null) throw new StartupError('DATA_KEYS has a key of Vault. Set VAULT_ADDR and VAULT_TOKEN.');
      const bytes = Buffer.from(await decrypt(key, vault), 'base64');
      if (bytes.length !== 32) throw problem(key, 'Vault returned a key that does not have 32 bytes');
      return { id: key.id, secret: createSecretKey(bytes) };
    }),
  );
}

const problem = ({ position }: WrappedKey, reason: string, isTemporary = false) =>
  new StartupError(`${position} of DATA_KEYS could not be decrypted: ${reason}`, { isTemporary });

async function decrypt(wrapped: WrappedKey, { address, token, key }: Vault): Promise<string> {
  const response = await fetch(`${address.replace(/\/$/, '')}/v1/transit/decrypt/${encodeURIComponent(key)}`, {
    method: 'POST',
    headers: { 'X-Vault-Token': token },
    body: JSON.stringify({ ciphertext: wrapped.ciphertext }),
    // A redirect would send the token to another host.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: Error) => {
    throw problem(wrapped, `VAULT_ADDR does not respond (${reasonOf(error.cause ?? error)})`, true);
  });
  const { data } = (await response.json().catch(() => ({}))) as { data?: { plaintext?: string } };
  if (response.ok && typeof data?.plaintext === 'string') return data.plaintext;
  if (response.status === 403) throw problem(wrapped, `VAULT_TOKEN may not decrypt with the transit key ${key}`);
  // 429 and 472 to 503: Vault is busy, a standby, or sealed (Vault's HTTP API, "HTTP status codes").
  const isTemporary = response.status === 429 || response.status >= 472;
  throw problem(wrapped, `Vault returned ${response.status} for the transit key ${key}`, isTemporary);
}
