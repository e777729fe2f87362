import type { JWK } from 'jose';
import type { components } from '../../generated/types.ts';
import type { Encrypted, Encryptor } from './encryptor.ts';

/** What an encrypted value belongs to (it opens in no other context), with the type of the JSON value. */
export type EncryptionContext<T> = string & { readonly holds?: T };

/** The verified identity, as the status endpoint shows it. */
export type VerifiedIdentity = components['schemas']['VerifiedCredential']['digital_identity'];

interface VerificationRequestKey {
  clientId: string;
  requestId: string;
}

const nameOfRequest = ({ clientId, requestId }: VerificationRequestKey) => JSON.stringify([clientId, requestId]);

// Files are encrypted as bytes, in a context of `server/files/folder-file-store.ts`.

/** The body of an add, as the partner sent it. */
export const submissionContent = (requestId: string): EncryptionContext<object> => `submission:${requestId}`;

/** The body of a verification request, as the partner sent it. */
export const verificationContent = (
  key: VerificationRequestKey,
): EncryptionContext<components['schemas']['VerificationRequest']> => `verification-request:${nameOfRequest(key)}`;

/** The identity that the user shared. */
export const verifiedIdentity = (key: VerificationRequestKey): EncryptionContext<VerifiedIdentity> =>
  `verification-identity:${nameOfRequest(key)}`;

/** The private part of a key that signs access tokens. */
export const signingKey = (kid: string): EncryptionContext<JWK> => `signing-key:${kid}`;

/** What was derived from another data key. */
export const keptKey = (purpose: string, dataKeyId: string): string => `kept-key:${purpose}:${dataKeyId}`;

/** Throws `TypeError` for a value that JSON cannot hold. */
export function encryptJson<T>(
  encryptor: Pick<Encryptor, 'encrypt'>,
  context: EncryptionContext<T>,
  value: T,
): Encrypted {
  return encryptor.encrypt(JSON.stringify(value), context);
}

/** Throws the errors of `Encryptor.decrypt`, and a `SyntaxError` (which quotes the text) for invalid JSON. */
export function decryptJson<T>(
  encryptor: Pick<Encryptor, 'decrypt'>,
  context: EncryptionContext<T>,
  encrypted: Encrypted,
): T {
  return JSON.parse(Buffer.from(encryptor.decrypt(encrypted, context)).toString());
}

/** The secret of a webhook. */
export const webhookSecret = (webhookId: string) => `webhook:${webhookId}`;

/** Encrypts the secret of a webhook as plain text, not as JSON. */
export function encryptWebhookSecret(
  encryptor: Pick<Encryptor, 'encrypt'>,
  webhookId: string,
  secret: string,
): Encrypted {
  return encryptor.encrypt(secret, webhookSecret(webhookId));
}

/** Throws the errors of `Encryptor.decrypt`. */
export function decryptWebhookSecret(
  encryptor: Pick<Encryptor, 'decrypt'>,
  webhookId: string,
  secret: Encrypted,
): string {
  return Buffer.from(encryptor.decrypt(secret, webhookSecret(webhookId))).toString();
}
