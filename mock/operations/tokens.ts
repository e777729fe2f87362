import { unlimited } from '../../server/limits/rate-limit-fields.ts';
import { serverMetadata } from '../../server/oauth/server-metadata.ts';
import { handleTokenRequest } from '../../server/oauth/token-request.ts';
import type { Adaptations } from '../adapt.ts';
import type { MockServices } from '../services.ts';

/** Issues tokens that the mock accepts, and publishes the key that verifies them. */
export function adaptTokens({ baseUrl, partners, tokens, signingKeys }: MockServices) {
  const createToken: NonNullable<Adaptations['createTokenV1']> = async ({ body }, call) => {
    const request = { body, authorization: call.header('Authorization') };
    const answer = await handleTokenRequest(request, { partners, tokens, rateLimit: unlimited });
    return answer.status === 200 ? { adapt: () => answer.body } : { refusal: answer };
  };
  return {
    createTokenV1: createToken,
    createTokenV2: createToken,
    getAuthorizationServerMetadata: () => ({ adapt: () => serverMetadata(baseUrl) }),
    getJwks: () => ({ adapt: () => signingKeys.jwks() }),
  } satisfies Adaptations;
}
