import { createSecretKey, randomBytes } from 'node:crypto';
import { hashClientSecret } from '../../../server/api/oauth/client-secret.ts';
import type { Micros } from '../../../server/domain/clock.ts';
import { StoreUnavailable } from '../../../server/domain/unavailable.ts';
import type { SigningKey } from '../../../server/storage/database/keys/encrypted-value-store.ts';
import type { Partner } from '../../../server/storage/database/partners/partner-store.ts';
import { Encryptor } from '../../../server/storage/encryption/encryptor.ts';

export function testEncryptor(id = 'test') {
  return new Encryptor([{ id, secret: createSecretKey(randomBytes(32)) }]);
}

export const PARTNER_SECRET = 'a secret: with % + & and more';

export function partner(change: Partial<Partner> = {}): Partner {
  return {
    clientId: 'acme',
    name: 'Acme',
    secretHash: hashClientSecret(PARTNER_SECRET),
    scopes: ['write.education', 'write.microcredential', 'read.webhooks'],
    domains: ['acme.example'],
    mayVouch: true,
    linkSecret: false,
    createdAt: 0,
    disabledAt: null,
    tokensSince: 0,
    ...change,
  };
}

export function fakeStore(partners: Partner[] = []) {
  const signingKeys: SigningKey[] = [];
  const store = {
    down: false,
    queries: { findPartner: 0, listSigningKeys: 0 },
    partners: new Map(partners.map((each) => [each.clientId, each])),
    signingKeys,

    async findPartner(clientId: string): Promise<Partner | null> {
      store.queries.findPartner += 1;
      await respond();
      return store.partners.get(clientId) ?? null;
    },
    listPartners: async (): Promise<Partner[]> => [...store.partners.values()],
    async addSigningKey(key: SigningKey): Promise<void> {
      await respond();
      signingKeys.push(key);
    },
    async listSigningKeys(): Promise<SigningKey[]> {
      store.queries.listSigningKeys += 1;
      await respond();
      return signingKeys.toSorted((a, b) => b.createdAt - a.createdAt || (a.kid < b.kid ? -1 : 1));
    },
    async deleteSigningKeysSupersededBefore(before: Micros): Promise<number> {
      await respond();
      const superseded = signingKeys.filter((key) =>
        signingKeys.some((newer) => newer.createdAt > key.createdAt && newer.createdAt < before),
      );
      for (const key of superseded) signingKeys.splice(signingKeys.indexOf(key), 1);
      return superseded.length;
    },
  };
  async function respond() {
    await new Promise((resolve) => setImmediate(resolve));
    if (store.down) throw new StoreUnavailable('The database does not respond');
  }
  return store;
}
