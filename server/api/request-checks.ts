import { createSecretKey, randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { service } from '../../generated/operations.ts';
import type { Handlers } from '../../generated/server.ts';
import { type Clock, seconds } from '../domain/clock.ts';
import type { DeclaredAsset } from '../domain/documents.ts';
import type { AssetType } from '../domain/file-type.ts';
import { lookalikeOf } from '../domain/lookalike.ts';
import { uploadOf } from '../domain/upload-link.ts';
import type { Logger } from '../platform/log.ts';
import { noTelemetry } from '../platform/telemetry/telemetry.ts';
import type { Asset, AssetKey } from '../storage/database/documents/asset-store.ts';
import type { SigningKey } from '../storage/database/keys/encrypted-value-store.ts';
import type { Partner } from '../storage/database/partners/partner-store.ts';
import { Encryptor } from '../storage/encryption/encryptor.ts';
import type { PartnerDirectory } from '../storage/partner-directory.ts';
import { type App, bindOperations } from './bind-operations.ts';
import type { Call } from './call.ts';
import { notFound } from './contract/problem.ts';
import { createInFlightBodies } from './in-flight-bodies.ts';
import { createRequestLimits } from './limits/request-limits.ts';
import { AccessTokens } from './oauth/access-token.ts';
import { hashClientSecret } from './oauth/client-secret.ts';
import { type KeyStore, SigningKeys } from './oauth/signing-keys.ts';
import { serverMetadata, tokenHandlers } from './operations/tokens.ts';
import { type ReferenceFiles, serveReference } from './reference-files.ts';
import { type RequestEnv, requestLog } from './request-log.ts';
import { refusalResponse, setCommonHeaders } from './responses.ts';

// Exports for the mock, which imports only this file from server/api/.
export type { App } from './bind-operations.ts';
export { assetOf, type Call, type HandlerResponse, locationOf, partnerOf } from './call.ts';
export { isGuessable } from './contract/extension-keywords.ts';
export { lookalikeName, Refusal } from './contract/problem.ts';
export { sandboxPartners } from './oauth/sandbox-partners.ts';
export { refusalOfFile } from './operations/assets.ts';
export { type ReferenceFiles, referenceFilesIn } from './reference-files.ts';
export { serve } from './serve.ts';

type KnownPartner = Pick<Partner, 'clientId' | 'name' | 'scopes' | 'domains'> & { secret: string };

interface Options {
  baseUrl: string;
  clock: Clock;
  log: Logger;
  partners: readonly KnownPartner[];
  assetTypeOf(assetKey: string): AssetType | undefined;
}

export type RequestChecks = ReturnType<typeof createRequestChecks>;

/** Checks requests as the server does, but without a database and rate limits. */
export function createRequestChecks({ baseUrl, clock, log, partners: known, assetTypeOf }: Options) {
  const encryptor = new Encryptor([{ id: 'memory', secret: createSecretKey(randomBytes(32)) }]);
  const signingKeys = new SigningKeys({ store: keysInMemory(), encryptor, clock });
  const partners = directoryOf(known, clock);
  const services = {
    baseUrl,
    allowLoopback: true,
    recentRequests: null,
    clock,
    log,
    security: () => {},
    telemetry: noTelemetry,
    sourceOf: () => undefined,
    store: { findAsset: async (key: AssetKey) => assetAt(key, assetTypeOf(key.assetKey), clock) },
    tokens: new AccessTokens({ keys: signingKeys, clock, baseUrl }),
    partners,
    signingKeys,
    serverMetadata: serverMetadata(baseUrl),
    uploadLinkKeys: encryptor.deriveAll('upload-link'),
    submissionWindow: seconds(service.submission_window_seconds),
    bodies: createInFlightBodies(),
    limits: createRequestLimits(null),
  };
  return {
    tokenHandlers: tokenHandlers(services),
    isLookalike: partners.isLookalike,
    uploadOf: (clientId: string, asset: DeclaredAsset) =>
      uploadOf(services, { clientId, createdAt: clock.now() }, asset),
    createApp(handlers: Handlers<Call>, files: ReferenceFiles, pages: Hono): App {
      const rest = new Hono<RequestEnv>();
      rest.use(requestLog(services), setCommonHeaders(baseUrl));
      const app = bindOperations(rest, handlers, services);
      serveReference(rest, baseUrl, files);
      rest.route('/', pages);
      rest.notFound((c) => refusalResponse(c, notFound(c.req.path), baseUrl));
      // Sets `Cache-Control` on responses to unknown paths, as the server does.
      rest.all('*', async (c) => {
        const response = await c.notFound();
        response.headers.set('Cache-Control', 'no-store');
        return response;
      });
      return app;
    },
  };
}

function keysInMemory(): KeyStore {
  const keys: SigningKey[] = [];
  return {
    addSigningKey: async (key) => void keys.unshift(key),
    listSigningKeys: async () => keys,
    deleteSigningKeysSupersededBefore: async () => 0,
  };
}

function directoryOf(known: readonly KnownPartner[], clock: Clock): PartnerDirectory {
  const rights = { mayVouch: true, linkSecret: false, disabledAt: null, tokensSince: 0 };
  const partners = known.map(
    ({ secret, ...partner }): Partner => ({
      ...partner,
      ...rights,
      secretHash: hashClientSecret(secret),
      createdAt: clock.now(),
    }),
  );
  const isLookalike = lookalikeOf(known.map(({ name }) => name));
  return {
    findActive: async (clientId) => partners.find((partner) => partner.clientId === clientId) ?? null,
    isLookalike: async (name, partner) => isLookalike(name, partner.name),
  };
}

/** Returns the asset of an upload link. Unknown properties have placeholder values. */
function assetAt({ clientId, assetKey }: AssetKey, assetType: AssetType | undefined, clock: Clock): Asset | null {
  if (assetType === undefined) return null;
  const submission: Asset['submission'] = {
    requestId: '',
    clientId,
    partnerRef: '',
    kind: 'credential_batch',
    documentType: null,
    state: 'pending',
    createdAt: clock.now(),
    finalizedAt: null,
  };
  return { assetKey, assetId: '', assetType, file: null, submission };
}
