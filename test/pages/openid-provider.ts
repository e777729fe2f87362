import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import type { OidcSettings } from '../../server/pages/identity/identity-provider.ts';
import { cert, key } from '../support/tls.ts';
import { APP_URL } from './sign-in-support.ts';

/** Key pair that all test providers share, because key generation is slow. */
const keys = generateKeyPair('RS256', { extractable: true });

type AuthMethod = 'client_secret_basic' | 'client_secret_post';

export interface TestProvider {
  settings: OidcSettings;
  /** Key that signs the tokens, with the key ID `test`. */
  signingKey: CryptoKey;
  /** Subject of the next sign-in; null if the user declines. */
  account: string | null;
  claims: Record<string, unknown>;
  /** Paths of the requests so far. */
  requests: string[];
  /** Returns true after responding in place of the provider, or false to let the provider respond. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean;
  stop(): Promise<void>;
}

/** Starts an OpenID provider that asks for neither a password nor consent. `tls` selects HTTPS. */
export async function startProvider(
  authMethod: AuthMethod = 'client_secret_basic',
  { endsSessions = true, appUrl = APP_URL, tls = false } = {},
): Promise<TestProvider> {
  const { privateKey } = await keys;
  const server = tls ? createTlsServer({ cert, key }) : createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { issuer, clientId: 'service', clientSecret: 'a secret: with + signs', allowLoopback: true };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        redirect_uris: [`${appUrl}/sign-in/callback`],
        post_logout_redirect_uris: [`${appUrl}/signed-out`],
        token_endpoint_auth_method: authMethod,
      },
    ],
    clientAuthMethods: [authMethod],
    cookies: { keys: ['not a secret'] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: endsSessions } },
    findAccount: (_context, accountId) => ({ accountId, claims: async () => ({ sub: accountId, ...state.claims }) }),
    claims: { openid: ['sub'], email: ['email'] },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'test', alg: 'RS256', use: 'sig' }] },
    async loadExistingGrant(context) {
      const { accountId } = context.oidc.session ?? {};
      // Concurrent sign-ins in a session share one grant: a new grant would invalidate the sign-ins in progress.
      const present = context.oidc.session?.grantIdFor(settings.clientId);
      if (present !== undefined) return context.oidc.provider.Grant.find(present);
      const grant = new context.oidc.provider.Grant({
        clientId: settings.clientId,
        ...(accountId !== undefined && { accountId }),
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Grant: 600, Interaction: 600, Session: 600 },
  });
  const answer = provider.callback();
  const state: TestProvider = {
    settings,
    signingKey: privateKey,
    account: 'ada',
    claims: { email: 'ada@example.com' },
    requests: [],
    intercept: () => false,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on('request', (request, response) => {
    const { url = '/' } = request;
    state.requests.push(url.replace(/\?.*/, ''));
    if (state.intercept(request, response)) return;
    if (!url.startsWith('/interaction/')) return answer(request, response);
    const result =
      state.account === null
        ? { error: 'access_denied', error_description: 'The user declined' }
        : { login: { accountId: state.account } };
    return provider.interactionFinished(request, response, result);
  });
  return state;
}
