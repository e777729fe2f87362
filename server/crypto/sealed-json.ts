import type { JWK } from 'jose';
import type { components } from '../../generated/types.ts';
import type { Sealed, Sealer } from './sealer.ts';

/** What a sealed value belongs to (it opens in no other context), with the type of the JSON value. */
export type SealContext<T> = string & { readonly holds?: T };

/** The verified identity, as the status endpoint shows it. */
export type VerifiedIdentity = components['schemas']['VerifiedCredential']['digital_identity'];

interface VerificationRequestKey {
  clientId: string;
  requestId: string;
}

const nameOfRequest = ({ clientId, requestId }: VerificationRequestKey) => JSON.stringify([clientId, requestId]);

// Files are sealed as bytes, in a context of `server/files/folder-file-store.ts`.

/** The body of an add, as the partner sent it. */
export const submissionContent = (requestId: string): SealContext<object> => `submission:${requestId}`;

/** The body of a verification request, as the partner sent it. */
export const verificationContent = (
  key: VerificationRequestKey,
): SealContext<components['schemas']['VerificationRequest']> => `verification-request:${nameOfRequest(key)}`;

/** The identity that the user shared. */
export const verifiedIdentity = (key: VerificationRequestKey): SealContext<VerifiedIdentity> =>
  `verification-identity:${nameOfRequest(key)}`;

/** The private part of a key that signs access tokens. */
export const signingKey = (kid: string): SealContext<JWK> => `signing-key:${kid}`;

/** What was derived from another data key. */
export const keptKey = (purpose: string, dataKeyId: string): string => `kept-key:${purpose}:${dataKeyId}`;

/** Throws `TypeError` for a value that JSON cannot hold. */
export function sealJson<T>(sealer: Pick<Sealer, 'seal'>, context: SealContext<T>, value: T): Sealed {
  return sealer.seal(JSON.stringify(value), context);
}

/** Throws the errors of `Sealer.open`, and a `SyntaxError` (which quotes the text) for invalid JSON. */
export function openJson<T>(sealer: Pick<Sealer, 'open'>, context: SealContext<T>, sealed: Sealed): T {
  return JSON.parse(Buffer.from(sealer.open(sealed, context)).toString());
}

/** The secret of a webhook. */
export const webhookSecret = (webhookId: string) => `webhook:${webhookId}`;

/** Seals the secret of a webhook as plain text, not as JSON. */
export function sealWebhookSecret(sealer: Pick<Sealer, 'seal'>, webhookId: string, secret: string): Sealed {
  return sealer.seal(secret, webhookSecret(webhookId));
}

/** Throws the errors of `Sealer.open`. */
export function openWebhookSecret(sealer: Pick<Sealer, 'open'>, webhookId: string, secret: Sealed): string {
  return Buffer.from(sealer.open(secret, webhookSecret(webhookId))).toString();
}
