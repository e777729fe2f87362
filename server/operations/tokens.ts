import type { Handlers } from '../../generated/server.ts';
import type { Call } from '../http/caller.ts';
import { handleTokenRequest } from '../oauth/token-request.ts';
import type { Services } from '../services.ts';

/** The token endpoint; the same in both versions. */
export function tokenHandlers(
  services: Pick<Services, 'partners' | 'tokens' | 'tokenRateLimit' | 'security'> & Partial<Pick<Services, 'erasures'>>,
): Pick<Handlers<Call>, 'createTokenV1' | 'createTokenV2'> {
  const { partners, tokens, tokenRateLimit, security, erasures } = services;
  const createToken: Handlers<Call>['createTokenV1'] = ({ body }, call) =>
    handleTokenRequest(
      { body, authorization: call.header('Authorization') },
      {
        partners,
        tokens,
        ...(erasures && { sharedTime: async () => (await erasures.readClock()).now }),
        rateLimit: tokenRateLimit,
        onRefused(reason, clientId) {
          const whose = clientId !== undefined && { client_id: clientId };
          security({ event: 'client_refused', actor: 'anyone', reason, ...whose }, call);
        },
      },
    );
  return { createTokenV1: createToken, createTokenV2: createToken };
}
