import type { JWK } from 'jose';
import type { components } from '../../generated/types.ts';
import type { Encrypted, Encryptor } from './encryptor.ts';

/** Identifies the owner of an encrypted value, which has no other context. `T` is the type of the JSON value. */
export type EncryptionContext<T> = string & { readonly holds?: T };

/** The verified identity, in the form of the status endpoint. */
export type VerifiedIdentity = components['schemas']['VerifiedCredential']['digital_identity'];

interface VerificationRequestKey {
  clientId: string;
  requestId: string;
}

const nameOfRequest = ({ clientId, requestId }: VerificationRequestKey) => JSON.stringify([clientId, requestId]);

// Files are encrypted as bytes, in a context of `server/files/folder-file-store.ts`.

/** Context of the body of an add. */
export const submissionContent = (requestId: string): EncryptionContext<object> => `submission:${requestId}`;

/** Context of the body of a verification request. */
export const verificationContent = (
  key: VerificationRequestKey,
): EncryptionContext<components['schemas']['VerificationRequest']> => `verification-request:${nameOfRequest(key)}`;

/** Context of the identity that the user shared. */
export const verifiedIdentity = (key: VerificationRequestKey): EncryptionContext<VerifiedIdentity> =>
  `verification-identity:${nameOfRequest(key)}`;

/** Context of the private part of a key that signs access tokens. */
export const signingKey = (kid: string): EncryptionContext<JWK> => `signing-key:${kid}`;

/** Context of a secret that was derived from another data key. */
export const retainedSecret = (purpose: string, dataKeyId: string): string => `kept-key:${purpose}:${dataKeyId}`;

/** Encrypts a value as JSON. Throws `TypeError` for a value without a JSON form. */
export function encryptJson<T>(
  encryptor: Pick<Encryptor, 'encrypt'>,
  context: EncryptionContext<T>,
  value: T,
): Encrypted {
  return encryptor.encrypt(JSON.stringify(value), context);
}

/** Decrypts JSON. Throws as `Encryptor.decrypt` does, and a `SyntaxError` that quotes the text for invalid JSON. */
export function decryptJson<T>(
  encryptor: Pick<Encryptor, 'decrypt'>,
  context: EncryptionContext<T>,
  encrypted: Encrypted,
): T {
  return JSON.parse(Buffer.from(encryptor.decrypt(encrypted, context)).toString());
}

/** Context of the secret of a webhook. */
export const webhookSecret = (webhookId: string) => `webhook:${webhookId}`;

/** Encrypts the secret of a webhook as plain text. */
export function encryptWebhookSecret(
  encryptor: Pick<Encryptor, 'encrypt'>,
  webhookId: string,
  secret: string,
): Encrypted {
  return encryptor.encrypt(secret, webhookSecret(webhookId));
}

/** Decrypts the secret of a webhook. Throws the errors of `Encryptor.decrypt`. */
export function decryptWebhookSecret(
  encryptor: Pick<Encryptor, 'decrypt'>,
  webhookId: string,
  secret: Encrypted,
): string {
  return Buffer.from(encryptor.decrypt(secret, webhookSecret(webhookId))).toString();
}
