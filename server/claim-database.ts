import { CannotStart } from './cannot-start.ts';
import type { Environment } from './domain/environment.ts';
import type { Store } from './store/store.ts';

/**
 * Rejects with `CannotStart` where the database belongs to the other kind of service, before anything is written to it:
 * the partners of a sandbox, whose secrets everybody knows, must never come into production.
 */
export async function refuseOtherEnvironment(
  store: Pick<Store, 'findEnvironment'>,
  environment: Environment,
): Promise<void> {
  const found = await store.findEnvironment();
  if (found !== null) refuseUnless(found, environment);
}

/** Marks a database that is new. Rejects with `CannotStart` where the other kind of service was quicker. */
export async function claimDatabase(store: Pick<Store, 'claimEnvironment'>, environment: Environment): Promise<void> {
  refuseUnless(await store.claimEnvironment(environment), environment);
}

function refuseUnless(found: Environment, environment: Environment): void {
  if (found === environment) return;
  throw new CannotStart(
    environment === 'sandbox'
      ? "This database belongs to a service in production, and NODE_ENV says that this is a sandbox. With NODE_ENV=production it is production's; a sandbox needs another DATABASE_URL."
      : 'This database belongs to a sandbox, and NODE_ENV says that this is production. Production needs another DATABASE_URL.',
  );
}
