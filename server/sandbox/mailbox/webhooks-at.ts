import { openWebhookSecret } from '../../crypto/sealed-json.ts';
import type { Services } from '../../services.ts';
import { pathIn } from '../../user-app/views/paths.ts';
import { sandboxPartners } from '../partners.ts';

/** What the webhooks at an address are found with. */
export type WebhookLookup = Pick<Services, 'store' | 'sealer' | 'clock' | 'appUrl'>;

export interface WebhookAt {
  id: string;
  clientId: string;
  /** The current one, and the one before while it lasts. */
  secrets: readonly string[];
}

/**
 * The webhooks whose deliveries arrive at an address, whatever its query, with their secrets: of the ready partners alone. What they
 * may do everybody knows how to do, so that no secret is used here which could not be had by rotating it.
 */
export async function webhooksAt(
  { store, sealer, clock, appUrl }: WebhookLookup,
  address: URL,
): Promise<WebhookAt[]> {
  const path = pathIn(appUrl, address.pathname);
  // Without the scheme, which a proxy in front of the sandbox may have changed.
  const leadsThere = (url: URL) => url.host === address.host && url.pathname === path;
  const lists = await Promise.all(sandboxPartners.map(({ clientId }) => store.listWebhooks(clientId)));
  return lists
    .flat()
    .filter(({ url }) => leadsThere(new URL(url)))
    .map(({ id, clientId, secret, previous }) => {
      const lasting = previous !== null && clock.now() < previous.endsAt ? [previous.secret] : [];
      return {
        id,
        clientId,
        secrets: [secret, ...lasting].map((each) => openWebhookSecret(sealer, id, each)),
      };
    });
}
