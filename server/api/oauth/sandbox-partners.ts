import { scopes } from '../../../generated/operations.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Partner } from '../../storage/database/partners/partner-store.ts';
import type { Store } from '../../storage/database/store.ts';
import type { PartnerDirectory } from '../../storage/partner-directory.ts';
import { generateClientSecret, hashClientSecret, verifyClientSecret } from './client-secret.ts';

/** Partners that exist in every sandbox, with public secrets. */
export const sandboxPartners = [
  { clientId: 'sandbox-partner', secret: 'sandbox-secret', name: 'Sandbox Partner' },
  { clientId: 'sandbox-partner-2', secret: 'sandbox-secret-2', name: 'Second Sandbox Partner' },
].map((partner) => ({ ...partner, scopes, domains: ['*'], mayVouch: true, linkSecret: false }));

/** With `ownSecrets`, replaces public secrets, revokes tokens issued for them, and resolves to the new secrets. */
export async function addSandboxPartners(
  store: Pick<Store, 'addPartner' | 'findPartner' | 'updatePartner'>,
  clock: Clock,
  ownSecrets = false,
): Promise<{ clientId: string; secret: string }[]> {
  const generated = [];
  for (const { secret: publicSecret, ...partner } of sandboxPartners) {
    const { clientId } = partner;
    const secret = ownSecrets ? generateClientSecret() : publicSecret;
    const secretHash = hashClientSecret(secret);
    const isNew = await store.addPartner({ ...partner, secretHash, createdAt: clock.now(), disabledAt: null });
    if (!ownSecrets) continue;
    const before = isNew ? null : await store.findPartner(clientId);
    if (before !== null && !hasPublicSecret(before)) continue;
    if (before !== null)
      await store.updatePartner(clientId, { secretHash, previousSecret: null, tokensSince: clock.now() });
    generated.push({ clientId, secret });
  }
  return generated;
}

const hasPublicSecret = ({ secretHash, previousSecret }: Partner): boolean =>
  sandboxPartners.some(({ secret }) =>
    [secretHash, previousSecret?.hash ?? ''].some((hash) => verifyClientSecret(secret, hash)),
  );

/** Treats partners with a public secret as disabled. */
export function withoutPublicSecrets({ findActive, ...directory }: PartnerDirectory): PartnerDirectory {
  // Caches whether a partner has a public secret, so that not every request computes hashes.
  const known = new WeakMap<Partner, boolean>();
  return {
    ...directory,
    async findActive(clientId) {
      const partner = await findActive(clientId);
      if (partner === null) return null;
      const isPublic = known.get(partner) ?? hasPublicSecret(partner);
      known.set(partner, isPublic);
      return isPublic ? null : partner;
    },
  };
}
