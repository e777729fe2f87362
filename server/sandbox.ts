import { scopes } from '../generated/operations.ts';
import type { Clock } from './domain/clock.ts';
import { hashClientSecret } from './oauth/client-secret.ts';
import type { Store } from './store/store.ts';

/** The ready partners of the sandbox: every scope, any domain, and a secret that everybody knows. */
const partners = [
  { clientId: 'sandbox-partner', secret: 'sandbox-secret', name: 'Sandbox Partner' },
  { clientId: 'sandbox-partner-2', secret: 'sandbox-secret-2', name: 'Second Sandbox Partner' },
];

/** Adds the sandbox's partners where they are not there yet. Never call it in production. */
export async function addSandboxPartners(store: Store, clock: Clock): Promise<void> {
  for (const { clientId, secret, name } of partners) {
    await store.addPartner({
      clientId,
      name,
      secretHash: hashClientSecret(secret),
      scopes,
      domains: ['*'],
      createdAt: clock.now(),
      disabledAt: null,
    });
  }
}
