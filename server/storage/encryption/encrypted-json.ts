import type { JWK } from 'jose';
import type { components } from '../../../generated/types.ts';
import type { Encrypted, Encryptor } from './encryptor.ts';

/** Encryption context, which binds an encrypted value to its owner. `T` is the type of the JSON value. */
type EncryptionContext<T> = string & { readonly holds?: T };

/** The verified identity, in the format of the status endpoint. */
export type VerifiedIdentity = components['schemas']['VerifiedCredential']['digital_identity'];

/** Key of a submission or a verification request. */
export interface RequestKey {
  clientId: string;
  requestId: string;
}

const nameOfRequest = ({ clientId, requestId }: RequestKey) => JSON.stringify([clientId, requestId]);

export const fileContent = (fileKey: string, submission: RequestKey): string =>
  `file:${fileKey}:${nameOfRequest(submission)}`;

export const submissionContent = (key: RequestKey): EncryptionContext<object> => `submission:${nameOfRequest(key)}`;

/** The stored request body of a verification request, with the secret of its link if the link has one. */
export type StoredRequest = components['schemas']['VerificationRequest'] & { link_key?: string };

export const verificationContent = (key: RequestKey): EncryptionContext<StoredRequest> =>
  `verification-request:${nameOfRequest(key)}`;

export const verifiedIdentity = (key: RequestKey): EncryptionContext<VerifiedIdentity> =>
  `verification-identity:${nameOfRequest(key)}`;

export const signingKey = (kid: string): EncryptionContext<JWK> => `signing-key:${kid}`;

export const retainedSecret = (purpose: string, dataKeyId: string): string => `kept-key:${purpose}:${dataKeyId}`;

/** Encrypts a value as JSON. Throws a `TypeError` for a value that cannot be represented in JSON. */
export function encryptJson<T>(
  encryptor: Pick<Encryptor, 'encrypt'>,
  context: EncryptionContext<T>,
  value: T,
): Encrypted {
  return encryptor.encrypt(JSON.stringify(value), context);
}

/** Decrypts JSON. Throws the errors of `Encryptor.decrypt`, or a `SyntaxError` that quotes invalid JSON. */
export function decryptJson<T>(
  encryptor: Pick<Encryptor, 'decrypt'>,
  context: EncryptionContext<T>,
  encrypted: Encrypted,
): T {
  return JSON.parse(Buffer.from(encryptor.decrypt(encrypted, context)).toString());
}

interface WebhookKey {
  clientId: string;
  id: string;
}

export const webhookSecret = ({ clientId, id }: WebhookKey) => `webhook:${JSON.stringify([clientId, id])}`;

/** Encrypts the secret of a webhook, as a string instead of JSON. */
export function encryptWebhookSecret(
  encryptor: Pick<Encryptor, 'encrypt'>,
  webhook: WebhookKey,
  secret: string,
): Encrypted {
  return encryptor.encrypt(secret, webhookSecret(webhook));
}

export function decryptWebhookSecret(
  encryptor: Pick<Encryptor, 'decrypt'>,
  webhook: WebhookKey,
  secret: Encrypted,
): string {
  return Buffer.from(encryptor.decrypt(secret, webhookSecret(webhook))).toString();
}
