import type { Handlers } from '../../generated/server.ts';
import type { Call } from '../http/caller.ts';
import type { Services } from '../services.ts';

/** Clients may keep a well-known document for five minutes; a new signing key signs only for clients that look again. */
const CACHE = { 'Cache-Control': 'public, max-age=300' };

/** The documents at fixed places. */
export function wellKnownHandlers(
  services: Pick<Services, 'signingKeys' | 'webhookSourceAddresses'>,
): Pick<Handlers<Call>, 'getJwks' | 'getWebhookSourceAddresses'> {
  return {
    getJwks: async () => ({ status: 200, body: await services.signingKeys.jwks(), headers: CACHE }),
    getWebhookSourceAddresses: async () => ({
      status: 200,
      body: { addresses: [...services.webhookSourceAddresses] },
      headers: CACHE,
    }),
  };
}
