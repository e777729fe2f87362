import { scopes } from '../../generated/operations.ts';
import type { Clock } from '../domain/clock.ts';
import { hashClientSecret, verifyClientSecret } from '../oauth/client-secret.ts';
import type { PartnerDirectory } from '../oauth/partner-directory.ts';
import type { Partner } from '../store/partners/partner-store.ts';
import type { Store } from '../store/store.ts';

/** The sandbox's ready partners: every scope, any domain, and a public secret. */
export const sandboxPartners = [
  { clientId: 'sandbox-partner', secret: 'sandbox-secret', name: 'Sandbox Partner' },
  { clientId: 'sandbox-partner-2', secret: 'sandbox-secret-2', name: 'Second Sandbox Partner' },
].map((partner) => ({ ...partner, scopes, domains: ['*'] }));

/** Adds the sandbox's partners unless they exist. Never call it in production. */
export async function addSandboxPartners(store: Pick<Store, 'addPartner'>, clock: Clock): Promise<void> {
  for (const { secret, ...partner } of sandboxPartners) {
    await store.addPartner({
      ...partner,
      secretHash: hashClientSecret(secret),
      createdAt: clock.now(),
      disabledAt: null,
    });
  }
}

const hasPublicSecret = ({ secretHash }: Partner): boolean =>
  sandboxPartners.some(({ secret }) => verifyClientSecret(secret, secretHash));

/** Whether it is one that `addSandboxPartners` added. */
export const isSandboxPartner = (partner: Partner): boolean =>
  sandboxPartners.some(({ clientId }) => clientId === partner.clientId) && hasPublicSecret(partner);

/** For production: a partner with a secret that everybody knows is as good as disabled, however it came there. */
export function withoutPublicSecrets({ findActive }: PartnerDirectory): PartnerDirectory {
  // A hash for each partner that the directory has at hand, and not for each request.
  const known = new WeakMap<Partner, boolean>();
  return {
    async findActive(clientId) {
      const partner = await findActive(clientId);
      if (partner === null) return null;
      const isPublic = known.get(partner) ?? hasPublicSecret(partner);
      known.set(partner, isPublic);
      return isPublic ? null : partner;
    },
  };
}
