import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { service } from '../../../generated/operations.ts';
import type { components } from '../../../generated/types.ts';
import { type Clock, type Micros, seconds } from '../../domain/clock.ts';
import type { SigningKey } from '../../storage/database/keys/encrypted-value-store.ts';
import type { Store } from '../../storage/database/store.ts';
import { decryptJson, encryptJson, signingKey } from '../../storage/encryption/encrypted-json.ts';
import type { Encryptor } from '../../storage/encryption/encryptor.ts';

/** Maximum time until a rotation by another instance takes effect. */
const CACHE_LIFETIME: Micros = seconds(30);
/** Minimum time between reloads for unknown key IDs, so that requests with invented IDs do not each cause a query. */
const UNKNOWN_KID_PAUSE: Micros = seconds(1);
/** Time for which a superseded key verifies tokens: the lifetime of a token, plus a margin for caches. */
const VERIFIES_AFTER_SUPERSEDED: Micros = seconds(service.access_token_seconds + 300);

type PublicSigningJwk = components['schemas']['Jwk'];

export type KeyStore = Pick<Store, 'addSigningKey' | 'listSigningKeys' | 'deleteSigningKeysSupersededBefore'>;

interface Dependencies {
  store: KeyStore;
  encryptor: Encryptor;
  clock: Clock;
}

interface Snapshot {
  newest: SigningKey;
  published: readonly PublicSigningJwk[];
  verification: ReadonlyMap<string, KeyObject>;
  /** Private key of `newest`. Decrypted on first use, so that tokens can be verified even if decryption fails. */
  signing?: KeyObject;
}

/** Manages the ES256 keys. Methods reject with `StoreUnavailable` if the keys cannot be read and are not cached. */
export class SigningKeys {
  readonly #deps: Dependencies;
  #cache: { loadedAt: Micros; keys: Promise<Snapshot> } | undefined;
  #reloadedForUnknownAt = Number.NEGATIVE_INFINITY;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async current(): Promise<{ kid: string; privateKey: KeyObject }> {
    const { encryptor } = this.#deps;
    const loaded = await this.#keys();
    const { kid, privateJwk } = loaded.newest;
    loaded.signing ??= createPrivateKey({ key: decryptJson(encryptor, signingKey(kid), privateJwk), format: 'jwk' });
    return { kid, privateKey: loaded.signing };
  }

  async verificationKey(kid: string): Promise<KeyObject | null> {
    const known = (await this.#keys()).verification.get(kid);
    if (known !== undefined) return known;
    const now = this.#deps.clock.now();
    if (Math.abs(now - this.#reloadedForUnknownAt) >= UNKNOWN_KID_PAUSE) {
      this.#reloadedForUnknownAt = now;
      this.#reload();
    }
    return (await this.#keys()).verification.get(kid) ?? null;
  }

  async jwks(): Promise<{ keys: PublicSigningJwk[] }> {
    return { keys: (await this.#keys()).published.map((jwk) => ({ ...jwk })) };
  }

  /** Adds a key, which signs tokens immediately on this instance, and within 30 seconds on other instances. */
  async rotate(): Promise<string> {
    const { store, encryptor, clock } = this.#deps;
    const [newest] = await store.listSigningKeys();
    // The new key must be the newest, even if the previous key was created by an instance whose clock is ahead.
    const key = await createKey(encryptor, Math.max(clock.now(), newest === undefined ? 0 : newest.createdAt + 1));
    await store.addSigningKey(key);
    await store.deleteSigningKeysSupersededBefore(clock.now() - VERIFIES_AFTER_SUPERSEDED);
    await this.#reload();
    return key.kid;
  }

  async #keys(): Promise<Snapshot> {
    if (this.#cache === undefined) return this.#reload();
    const age = this.#deps.clock.now() - this.#cache.loadedAt;
    return age >= 0 && age < CACHE_LIFETIME ? this.#cache.keys : this.#reload();
  }

  #reload(): Promise<Snapshot> {
    const loadedAt = this.#deps.clock.now();
    const mine = { loadedAt, keys: this.#read(loadedAt) };
    this.#cache = mine;
    mine.keys.catch(() => {
      if (this.#cache === mine) this.#cache = undefined;
    });
    return mine.keys;
  }

  async #read(loadedAt: Micros): Promise<Snapshot> {
    const { store, encryptor } = this.#deps;
    let keys = await store.listSigningKeys();
    if (keys.length === 0) {
      // If several instances create a key at the same time, all keys are published, and the newest signs.
      await store.addSigningKey(await createKey(encryptor, loadedAt));
      keys = await store.listSigningKeys();
    }
    const [newest] = keys;
    if (newest === undefined) throw new Error('The store does not return the signing key that was just stored');
    const valid = keys.filter((_, index) => {
      const successor = keys[index - 1];
      return successor === undefined || successor.createdAt > loadedAt - VERIFIES_AFTER_SUPERSEDED;
    });
    const published = valid.map(publicPart);
    const verification = published.map(
      (jwk) => [jwk.kid, createPublicKey({ key: { ...jwk }, format: 'jwk' })] as const,
    );
    return { newest, published, verification: new Map(verification) };
  }
}

async function createKey(encryptor: Encryptor, createdAt: Micros): Promise<SigningKey> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicJwk = pair.publicKey.export({ format: 'jwk' });
  const kid = await calculateJwkThumbprint(publicJwk);
  const privateJwk = encryptJson(encryptor, signingKey(kid), pair.privateKey.export({ format: 'jwk' }));
  return { kid, publicJwk: { ...publicJwk }, privateJwk, createdAt };
}

/** Copies only the public properties, so that a new property of stored keys is not published by accident. */
function publicPart({ kid, publicJwk }: SigningKey): PublicSigningJwk {
  const { x, y } = publicJwk;
  return { kty: 'EC', crv: 'P-256', x: String(x), y: String(y), kid, use: 'sig', alg: 'ES256' };
}
