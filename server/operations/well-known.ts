import { service } from '../../generated/operations.ts';
import type { Handlers } from '../../generated/server.ts';
import type { Call } from '../http/caller.ts';
import type { Services } from '../services.ts';

/** Clients may cache these documents; tokens of a new signing key need the new document. */
const CACHE = { 'Cache-Control': `public, max-age=${service.well_known_cache_seconds}` };

/** The documents at well-known paths. */
export function wellKnownHandlers(
  services: Pick<Services, 'serverMetadata' | 'signingKeys' | 'webhookSourceAddresses'>,
): Pick<Handlers<Call>, 'getAuthorizationServerMetadata' | 'getJwks' | 'getWebhookSourceAddresses'> {
  return {
    getAuthorizationServerMetadata: async () => ({
      status: 200,
      body: { ...services.serverMetadata },
      headers: CACHE,
    }),
    getJwks: async () => ({ status: 200, body: await services.signingKeys.jwks(), headers: CACHE }),
    getWebhookSourceAddresses: async () => ({
      status: 200,
      body: { addresses: [...services.webhookSourceAddresses] },
      headers: CACHE,
    }),
  };
}
