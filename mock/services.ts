import { createSecretKey, hash, randomBytes } from 'node:crypto';
import { assetMediaTypes, service } from '../generated/operations.ts';
import type { ContractServices } from '../server/api/handle-operation.ts';
import { createInFlightBodies } from '../server/api/in-flight-bodies.ts';
import { createFailureLimit, unlimited } from '../server/api/limits/rate-limit.ts';
import { createAccessTokens } from '../server/api/oauth/access-token.ts';
import { hashClientSecret } from '../server/api/oauth/client-secret.ts';
import { createSigningKeys } from '../server/api/oauth/signing-keys.ts';
import type { ApiServices } from '../server/api/services.ts';
import { type Clock, seconds } from '../server/domain/clock.ts';
import { lookalikeOf } from '../server/domain/confusable.ts';
import type { AssetType } from '../server/domain/file-type.ts';
import type { Logger } from '../server/platform/log.ts';
import { keyedSemaphore } from '../server/platform/semaphore.ts';
import { noTelemetry } from '../server/platform/telemetry/telemetry.ts';
import type { Asset, AssetKey } from '../server/storage/database/documents/asset-store.ts';
import type { SigningKey } from '../server/storage/database/keys/encrypted-value-store.ts';
import type { Partner } from '../server/storage/database/partners/partner-store.ts';
import { createEncryptor } from '../server/storage/encryption/encryptor.ts';
import type { MockPartner } from './running-mock.ts';

export type MockServices = ContractServices &
  Pick<ApiServices, 'signingKeys' | 'submissionWindow' | 'tokens'> & {
    /** Callback URLs of verification requests. `callbackKey` returns the key of a request. */
    callbacks: Map<string, string>;
  };

/** Creates the server's services without a database or rate limits. The keys exist only in memory. */
export function createMockServices(
  baseUrl: string,
  clock: Clock,
  log: Logger,
  mockPartners: readonly MockPartner[],
): MockServices {
  const encryptor = createEncryptor([{ id: 'mock', secret: createSecretKey(randomBytes(32)) }]);
  const signingKeys = createSigningKeys({ store: keysInMemory(), encryptor, clock });
  const partners = new Map(
    mockPartners.map(({ secret, ...known }): [string, Partner] => {
      const rights = { mayVouch: true, linkSecret: false, disabledAt: null, tokensSince: 0 };
      return [known.clientId, { ...known, ...rights, secretHash: hashClientSecret(secret), createdAt: clock.now() }];
    }),
  );
  const isLookalike = lookalikeOf(mockPartners.map(({ name }) => name));
  return {
    baseUrl,
    allowLoopback: true,
    callbacks: new Map(),
    clock,
    log,
    telemetry: noTelemetry,
    store: { findAsset: async (key) => assetNamed(key, clock) },
    partners: {
      findActive: async (clientId) => partners.get(clientId) ?? null,
      isLookalike: async (name, partner) => isLookalike(name, partner.name),
    },
    signingKeys,
    tokens: createAccessTokens({ keys: signingKeys, clock, baseUrl }),
    uploadLinkKeys: encryptor.deriveAll('upload-link'),
    submissionWindow: seconds(service.submission_window_seconds),
    sourceOf: () => undefined,
    bodies: createInFlightBodies(),
    limits: {
      partner: unlimited,
      wrongCredentials: createFailureLimit({ isOff: true }),
      jsonKib: unlimited,
      fileKib: unlimited,
      acquireUploadSlot: keyedSemaphore(1),
    },
  };
}

function keysInMemory(): Parameters<typeof createSigningKeys>[0]['store'] {
  const keys: SigningKey[] = [];
  return {
    addSigningKey: async (key) => void keys.unshift(key),
    listSigningKeys: async () => keys,
    deleteSigningKeysSupersededBefore: async () => 0,
  };
}

const assetTypes = Object.keys(assetMediaTypes) as AssetType[];

/** Returns the key of a verification request in `callbacks`. */
export const callbackKey = (clientId: string, requestId: string) => `${clientId} ${requestId}`;

/** Returns an asset key that encodes the asset type, so that an upload can be checked without state. */
export function assetKeyOf(assetType: AssetType, ...parts: readonly string[]): string {
  const digest = hash('sha256', JSON.stringify(parts), 'buffer');
  // The key has 16 bytes, which is the length that the contract requires.
  return Buffer.of(assetTypes.indexOf(assetType), ...digest.subarray(0, 15)).toString('base64url');
}

/** Returns the asset that an upload link encodes. The link has no space for the asset's ID. */
function assetNamed({ clientId, assetKey }: AssetKey, clock: Clock): Asset | null {
  const assetType = assetTypes[Buffer.from(assetKey, 'base64url')[0] ?? assetTypes.length];
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
