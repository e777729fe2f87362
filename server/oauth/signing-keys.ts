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
/** Between two reloads for unknown key ids, because anyone can make up ids, and each must not cost a query. */
const UNKNOWN_KID_PAUSE: Micros = seconds(1);
/** How long a superseded key verifies: the life of its last token, and a margin for caches and differing clocks. */
const VERIFIES_AFTER_SUPERSEDED: Micros = seconds(service.access_token_seconds + 300);

/** A public key as RFC 7517 publishes it. */
export type PublicSigningJwk = components['schemas']['Jwk'];

/** Every method rejects with `StoreUnavailable` when the keys are not in the cache and the store does not answer. */
export interface SigningKeys {
  /** The newest key, which signs. Creates the first key ever if needed. */
  current(): Promise<{ kid: string; privateKey: KeyObject }>;
  /** Whether a published key has this id, as far as is known without asking the store. */
  holds(kid: string): boolean;
  /** Null when no published key has this id. */
  verificationKey(kid: string): Promise<KeyObject | null>;
  /** The body of `/.well-known/jwks.json`: every key that a valid token may be signed with, the newest first. */
  jwks(): Promise<{ keys: PublicSigningJwk[] }>;
  /** Creates a new key, which signs from now on here and within 30 s on other instances. Resolves to its id. */
  rotate(): Promise<string>;
}

type KeyStore = Pick<Store, 'addSigningKey' | 'listSigningKeys' | 'deleteSigningKeysSupersededBefore'>;

interface Snapshot {
  newest: SigningKey;
  published: readonly PublicSigningJwk[];
  verification: ReadonlyMap<string, KeyObject>;
  /** Decrypted at the first need, so that tokens verify and `rotate` works even when this key cannot be decrypted. */
  signing?: KeyObject;
}

/** ES256 keys in the store, with encrypted private parts. `kid` is the key's thumbprint (RFC 7638). */
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
      // Another instance may do the same now. Then both keys are published, and both instances agree on the newest.
      await store.addSigningKey(await make(loadedAt));
      keys = await store.listSigningKeys();
    }
    const [newest] = keys;
    if (newest === undefined) throw new Error('The store does not list the signing key it was given');
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
      // The new key must be the newest, even if this clock is behind that of the instance which made the last key.
      const key = await make(Math.max(clock.now(), newest === undefined ? 0 : newest.createdAt + 1));
      await store.addSigningKey(key);
      await store.deleteSigningKeysSupersededBefore(clock.now() - VERIFIES_AFTER_SUPERSEDED);
      await reload();
      return key.kid;
    },
  };
}

/** Copies member by member, so that no other member of a stored key is ever published. */
function publicPart({ kid, publicJwk }: SigningKey): PublicSigningJwk {
  const { x, y } = publicJwk;
  return { kty: 'EC', crv: 'P-256', x: String(x), y: String(y), kid, use: 'sig', alg: 'ES256' };
}
