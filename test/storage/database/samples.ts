import { createHash, randomUUID } from 'node:crypto';
import { hours, type Micros } from '../../../server/domain/clock.ts';
import type { DeclaredAsset } from '../../../server/domain/documents.ts';
import type { VerificationAction } from '../../../server/domain/verification-lifecycle.ts';
import type { WebhookEvent } from '../../../server/domain/webhook-event.ts';
import type { SigningKey } from '../../../server/storage/database/keys/encrypted-value-store.ts';
import type { Partner } from '../../../server/storage/database/partners/partner-store.ts';
import type { NewSubmission } from '../../../server/storage/database/submissions/submission.ts';
import type {
  NewVerificationRequest,
  VerificationChange,
} from '../../../server/storage/database/verifications/verification-store.ts';
import type { Attempt } from '../../../server/storage/database/webhooks/delivery-store.ts';
import type { NewWebhook } from '../../../server/storage/database/webhooks/webhook-store.ts';
import { sized } from '../../support/size.ts';

export const WINDOW = hours(48);

export const ROOM = { window: WINDOW, quota: 2 ** 40 };

/** Number of rows that keeps several concurrent instances busy. */
export const MANY = sized(320, 1000);

/** Creation time of the samples, in microseconds. For a store with the real clock, the samples have expired. */
export const T0 = 1_767_225_600_123_457;

export function contentOf(requestId: string): Uint8Array {
  return new Uint8Array(Buffer.alloc(1024, createHash('sha256').update(requestId).digest()));
}

export type DatedSubmission = NewSubmission & { createdAt: Micros };

export function aSubmission(change: Partial<DatedSubmission> = {}): DatedSubmission {
  const requestId = change.requestId ?? randomUUID();
  return {
    requestId,
    clientId: 'partner-a',
    partnerRef: `REF-${randomUUID()}`,
    kind: 'education',
    documentType: 'pdf',
    content: contentOf(requestId),
    assets: [],
    createdAt: T0,
    ...change,
  };
}

export const submissionAt = (requestId: string) => ({ clientId: 'partner-a', requestId });
export const assetAt = (assetKey = '') => ({ clientId: 'partner-a', assetKey });

export function aBatch(change: Partial<DatedSubmission> = {}): DatedSubmission {
  const assets = ['m', 'z', 'a'].map((id) => anAsset({ assetId: `asset-${id}` }));
  return aSubmission({ kind: 'credential_batch', documentType: null, assets, ...change });
}

export const anAsset = (change: Partial<DeclaredAsset> = {}): DeclaredAsset => ({
  assetKey: randomUUID(),
  assetId: 'asset-1',
  assetType: 'pdf',
  ...change,
});

export const aPartner = (change: Partial<Partner> = {}): Partner => ({
  clientId: `client-${randomUUID()}`,
  name: `Ünïversity of “Ŧest” 😀 ${randomUUID()}`,
  secretHash: 'scrypt$abc',
  scopes: ['write.education', 'read.digital_identity'],
  domains: ['example.com', '*.example.org'],
  homePage: 'https://example.com/',
  mayVouch: true,
  linkSecret: false,
  createdAt: T0,
  disabledAt: null,
  tokensSince: 0,
  ...change,
});

export const aSigningKey = (change: Partial<SigningKey> = {}): SigningKey => ({
  kid: randomUUID(),
  publicJwk: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', nested: { list: [1, null, 'two'] } },
  privateJwk: Uint8Array.of(0, 1, 127, 128, 255),
  createdAt: T0,
  ...change,
});

export type DatedRequest = NewVerificationRequest & { createdAt: Micros };

export function aVerificationRequest(change: Partial<DatedRequest> = {}): DatedRequest {
  const requestId = change.requestId ?? `request-${randomUUID()}`;
  const content = contentOf(requestId);
  return { clientId: 'partner-a', requestId, content, createdAt: T0, ...change };
}

type DatedChange = VerificationChange & { now: Micros };

export const aChange = (action: VerificationAction, change: Partial<DatedChange> = {}): DatedChange => ({
  action,
  now: T0 + 1,
  window: WINDOW,
  ...change,
});

export const aWebhook = (change: Partial<NewWebhook> = {}): NewWebhook => ({
  id: randomUUID(),
  clientId: 'partner-a',
  name: 'Ünïversity 😀',
  description: null,
  url: 'https://hooks.example.com/a?b=c',
  eventTypes: ['verification'],
  createdAt: T0,
  version: 1,
  secret: Uint8Array.of(0, 127, 128, 255),
  ...change,
});

export const anEvent = (change: Partial<WebhookEvent> = {}): WebhookEvent => ({
  eventId: randomUUID(),
  clientId: 'partner-a',
  type: 'verification',
  resourceId: `test-${randomUUID()}`,
  status: 'verified',
  createdAt: T0,
  ...change,
});

export const anAttempt = (change: Partial<Attempt> = {}): Attempt => ({
  startedAt: T0 + 10,
  durationMicros: 12_345,
  httpStatus: 200,
  error: null,
  ...change,
});
