import { scopes } from '../generated/operations.ts';
import { CannotStart } from './cannot-start.ts';
import type { Clock } from './domain/clock.ts';
import { hashClientSecret, verifyClientSecret } from './oauth/client-secret.ts';
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

/** Rejects with `CannotStart` when a partner whose secret everybody knows could get a token. For production. */
export async function refuseSandboxPartners(store: Store): Promise<void> {
  for (const { clientId, secret } of partners) {
    const stored = await store.findPartner(clientId);
    if (stored === null || stored.disabledAt !== null || !verifyClientSecret(secret, stored.secretHash))
      continue;
    const mend = `npm run cli -- partners disable ${clientId}`;
    throw new CannotStart(
      `This database was a sandbox: ${clientId} has a secret that everybody knows. Run ${mend}.`,
    );
  }
}
