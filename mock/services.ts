import { createSecretKey, randomBytes } from 'node:crypto';
import { service } from '../generated/operations.ts';
import { createSealer } from '../server/crypto/sealer.ts';
import { type Clock, seconds } from '../server/domain/clock.ts';
import type { ContractServices } from '../server/http/answer-operation.ts';
import { BodiesUnderWay } from '../server/http/bodies-under-way.ts';
import { unlimited } from '../server/limits/rate-limit-fields.ts';
import type { Logger } from '../server/log.ts';
import { createAccessTokens } from '../server/oauth/access-token.ts';
import { hashClientSecret } from '../server/oauth/client-secret.ts';
import { createSigningKeys } from '../server/oauth/signing-keys.ts';
import type { Services } from '../server/services.ts';
import type { Asset } from '../server/store/documents/asset-store.ts';
import type { Partner } from '../server/store/partners/partner-store.ts';
import type { SigningKey } from '../server/store/partners/signing-key-store.ts';
import { noTelemetry } from '../server/telemetry/telemetry.ts';
import { placesByKey } from '../server/work/places.ts';
import { assetTypeOf } from './ids.ts';
import type { MockPartner } from './running-mock.ts';

/** The parts of the server that the mock answers with. */
export type MockServices = ContractServices & Pick<Services, 'signingKeys' | 'submissionWindow' | 'tokens'>;

/** The server's own services without a database: given partners, keys that end with the process, no rate limits. */
export function createMockServices(options: {
  baseUrl: string;
  partners: readonly MockPartner[];
  clock: Clock;
  log: Logger;
}): MockServices {
  const { baseUrl, clock, log } = options;
  const sealer = createSealer([{ id: 'mock', secret: createSecretKey(randomBytes(32)) }]);
  const signingKeys = createSigningKeys({ store: keysInMemory(), sealer, clock });
  const partners = new Map(
    options.partners.map(({ secret, ...known }): [string, Partner] => {
      const secretHash = hashClientSecret(secret);
      return [known.clientId, { ...known, secretHash, createdAt: clock.now(), disabledAt: null, tokensSince: 0 }];
    }),
  );
  return {
    baseUrl,
    allowLoopback: true,
    clock,
    log,
    telemetry: noTelemetry,
    store: { findAsset: async ({ assetKey }) => assetNamed(assetKey, clock) },
    partners: { findActive: async (clientId) => partners.get(clientId) ?? null },
    signingKeys,
    tokens: createAccessTokens({ keys: signingKeys, clock, baseUrl }),
    uploadLinkKeys: sealer.deriveAll('upload-link'),
    submissionWindow: seconds(service.submission_window_seconds),
    partnerRateLimit: unlimited,
    bodies: new BodiesUnderWay(),
    jsonRateLimit: unlimited,
    fileRateLimit: unlimited,
    takeUploadPlace: placesByKey(1),
  };
}

function keysInMemory(): Parameters<typeof createSigningKeys>[0]['store'] {
  let keys: SigningKey[] = [];
  return {
    addSigningKey: async (key) => {
      keys = [key, ...keys];
    },
    listSigningKeys: async () => keys,
    deleteSigningKeysSupersededBefore: async () => 0,
  };
}

/** The asset that an upload link encodes. The link has no room for the asset's id and owner. */
function assetNamed(assetKey: string, clock: Clock): Asset | null {
  const assetType = assetTypeOf(assetKey);
  if (assetType === null) return null;
  return {
    assetKey,
    assetId: '',
    assetType,
    file: null,
    submission: {
      requestId: '',
      clientId: '',
      partnerRef: '',
      kind: 'credential_batch',
      documentType: null,
      state: 'pending',
      createdAt: clock.now(),
      finalizedAt: null,
    },
  };
}
