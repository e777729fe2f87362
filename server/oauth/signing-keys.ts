import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { service } from '../../generated/operations.ts';
import type { components } from '../../generated/types.ts';
import { decryptJson, encryptJson, signingKey } from '../crypto/encrypted-json.ts';
import type { Encryptor } from '../crypto/encryptor.ts';
import { type Clock, type Micros, seconds } from '../domain/clock.ts';
import type { SigningKey } from '../store/keys/encrypted-value-store.ts';
import type { Store } from '../store/store.ts';

/** Short enough to notice a rotation by another instance. */
const CACHE_LIFETIME: Micros = seconds(30);
/** Minimum time between two reloads for unknown key IDs: anyone can invent IDs, and each must not cause a query. */
const UNKNOWN_KID_PAUSE: Micros = seconds(1);
/** Time for which a superseded key verifies: the lifetime of its last token, and a margin for caches. */
const VERIFIES_AFTER_SUPERSEDED: Micros = seconds(service.access_token_seconds + 300);

/** A public key as RFC 7517 publishes it. */
export type PublicSigningJwk = components['schemas']['Jwk'];

/** Every method rejects with `StoreUnavailable` when the keys are not cached and the store does not respond. */
export interface SigningKeys {
  /** Resolves to the newest key, which signs tokens. Creates the first key if needed. */
  current(): Promise<{ kid: string; privateKey: KeyObject }>;
  /** Returns whether a published key has this ID, according to the cache. */
  holds(kid: string): boolean;
  /** Resolves to null when no published key has this ID. */
  verificationKey(kid: string): Promise<KeyObject | null>;
  /** Resolves to the body of `/.well-known/jwks.json`: every key that can have signed a valid token, newest first. */
  jwks(): Promise<{ keys: PublicSigningJwk[] }>;
  /** Creates a new key, which signs tokens at once here and within 30 s on other instances. Resolves to its ID. */
  rotate(): Promise<string>;
}

type KeyStore = Pick<Store, 'addSigningKey' | 'listSigningKeys' | 'deleteSigningKeysSupersededBefore'>;

interface Snapshot {
  newest: SigningKey;
  published: readonly PublicSigningJwk[];
  verification: ReadonlyMap<string, KeyObject>;
  /** Decrypted at the first use, so that tokens verify and `rotate` works even when this key cannot be decrypted. */
  signing?: KeyObject;
}

/** Creates ES256 keys in the store, with encrypted private parts. `kid` is the thumbprint of the key (RFC 7638). */
export function createSigningKeys(deps: { store: KeyStore; encryptor: Encryptor; clock: Clock }): SigningKeys {
  const { store, encryptor, clock } = deps;
  let cache: { loadedAt: Micros; keys: Promise<Snapshot>; loaded?: Snapshot } | undefined;
  let reloadedForUnknownAt = Number.NEGATIVE_INFINITY;

  async function make(createdAt: Micros): Promise<SigningKey> {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const publicJwk = pair.publicKey.export({ format: 'jwk' });
    const kid = await calculateJwkThumbprint(publicJwk);
    const privateJwk = encryptJson(encryptor, signingKey(kid), pair.privateKey.export({ format: 'jwk' }));
    return { kid, publicJwk: { ...publicJwk }, privateJwk, createdAt };
  }

  async function read(loadedAt: Micros): Promise<Snapshot> {
    let keys = await store.listSigningKeys();
    if (keys.length === 0) {
      // Another instance can create a key at the same time. Both are then published, and the newest signs.
      await store.addSigningKey(await make(loadedAt));
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

  function reload(): Promise<Snapshot> {
    const loadedAt = clock.now();
    const mine: NonNullable<typeof cache> = { loadedAt, keys: read(loadedAt) };
    cache = mine;
    mine.keys.then(
      (loaded) => {
        mine.loaded = loaded;
      },
      () => {
        if (cache === mine) cache = undefined;
      },
    );
    return mine.keys;
  }

  function fresh(): typeof cache {
    const age = cache === undefined ? Number.NaN : clock.now() - cache.loadedAt;
    return age >= 0 && age < CACHE_LIFETIME ? cache : undefined;
  }

  const keys = (): Promise<Snapshot> => fresh()?.keys ?? reload();

  return {
    async current() {
      const loaded = await keys();
      const { kid, privateJwk } = loaded.newest;
      loaded.signing ??= createPrivateKey({ key: decryptJson(encryptor, signingKey(kid), privateJwk), format: 'jwk' });
      return { kid, privateKey: loaded.signing };
    },

    holds: (kid) => fresh()?.loaded?.verification.has(kid) ?? false,

    async verificationKey(kid) {
      const known = (await keys()).verification.get(kid);
      if (known !== undefined) return known;
      const now = clock.now();
      if (Math.abs(now - reloadedForUnknownAt) >= UNKNOWN_KID_PAUSE) {
        reloadedForUnknownAt = now;
        reload();
      }
      return (await keys()).verification.get(kid) ?? null;
    },

    async jwks() {
      return { keys: (await keys()).published.map((jwk) => ({ ...jwk })) };
    },

    async rotate() {
      const [newest] = await store.listSigningKeys();
      // The new key must be the newest, even if the clock of the instance with the last key is ahead.
      const key = await make(Math.max(clock.now(), newest === undefined ? 0 : newest.createdAt + 1));
      await store.addSigningKey(key);
      await store.deleteSigningKeysSupersededBefore(clock.now() - VERIFIES_AFTER_SUPERSEDED);
      await reload();
      return key.kid;
    },
  };
}

/** Copies each property by name, so that no other property of a stored key is ever published. */
function publicPart({ kid, publicJwk }: SigningKey): PublicSigningJwk {
  const { x, y } = publicJwk;
  return { kty: 'EC', crv: 'P-256', x: String(x), y: String(y), kid, use: 'sig', alg: 'ES256' };
}
