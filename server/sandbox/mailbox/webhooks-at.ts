import { openWebhookSecret } from '../../crypto/sealed-json.ts';
import type { Services } from '../../services.ts';
import { pathIn } from '../../user-app/views/paths.ts';
import { sandboxPartners } from '../partners.ts';

/** What is needed to find the webhooks of an address. */
export type WebhookLookup = Pick<Services, 'store' | 'sealer' | 'clock' | 'appUrl'>;

export interface WebhookAt {
  id: string;
  clientId: string;
  /** The current one, then the previous one while it is valid. */
  secrets: readonly string[];
}

/**
 * The ready partners' webhooks with this address, whatever its query, and their secrets. Everybody can act as these
 * partners and rotate their secrets, so using these secrets here reveals nothing.
 */
export async function webhooksAt({ store, sealer, clock, appUrl }: WebhookLookup, address: URL): Promise<WebhookAt[]> {
  const path = pathIn(appUrl, address.pathname);
  // Without the scheme, which a proxy in front of the sandbox may change.
  const hasAddress = (url: URL) => url.host === address.host && url.pathname === path;
  const lists = await Promise.all(sandboxPartners.map(({ clientId }) => store.listWebhooks(clientId)));
  return lists
    .flat()
    .filter(({ url }) => hasAddress(new URL(url)))
    .map(({ id, clientId, secret, previous }) => {
      const lasting = previous !== null && clock.now() < previous.endsAt ? [previous.secret] : [];
      return {
        id,
        clientId,
        secrets: [secret, ...lasting].map((each) => openWebhookSecret(sealer, id, each)),
      };
    });
}
