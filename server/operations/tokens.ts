import type { Handlers } from '../../generated/server.ts';
import type { Call } from '../http/caller.ts';
import { handleTokenRequest } from '../oauth/token-request.ts';
import type { Services } from '../services.ts';

/** The token endpoint; the same in both versions. */
export function tokenHandlers(
  services: Pick<Services, 'partners' | 'tokens' | 'tokenRateLimit'>,
): Pick<Handlers<Call>, 'createTokenV1' | 'createTokenV2'> {
  const { partners, tokens, tokenRateLimit } = services;
  const createToken: Handlers<Call>['createTokenV1'] = ({ body }, call) =>
    handleTokenRequest(
      { body, authorization: call.header('Authorization') },
      { partners, tokens, rateLimit: tokenRateLimit },
    );
  return { createTokenV1: createToken, createTokenV2: createToken };
}
