import { scopes } from '../../generated/operations.ts';
import { CannotStart } from '../cannot-start.ts';
import type { Clock } from '../domain/clock.ts';
import { hashClientSecret, verifyClientSecret } from '../oauth/client-secret.ts';
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

/** For production: rejects with `CannotStart` when a sandbox partner could get a token with its public secret. */
export async function refuseSandboxPartners(store: Pick<Store, 'findPartner'>): Promise<void> {
  for (const { clientId, secret } of sandboxPartners) {
    const stored = await store.findPartner(clientId);
    if (stored === null || stored.disabledAt !== null || !verifyClientSecret(secret, stored.secretHash)) continue;
    const mend = `npm run cli -- partners disable ${clientId}`;
    throw new CannotStart(`This database was a sandbox: ${clientId} has a secret that everybody knows. Run ${mend}.`);
  }
}
