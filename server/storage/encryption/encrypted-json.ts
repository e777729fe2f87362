import type { JWK } from 'jose';
import type { components } from '../../../generated/types.ts';
import type { Clock, Micros } from '../../domain/clock.ts';
import { DecryptionError, type Encrypted, type Encryptor, UnknownDataKey } from './encryptor.ts';

/** Context that binds an encrypted value to one row. `T` is the type of the decrypted JSON value. */
type EncryptionContext<T> = string & { readonly holds?: T };

export type VerifiedIdentity = components['schemas']['VerifiedCredential']['digital_identity'];

/** `link_key` is the secret in the partner's link to the verification request. */
export type StoredRequest = components['schemas']['VerificationRequest'] & { link_key?: string };

export interface RequestKey {
  clientId: string;
  requestId: string;
}

/** `key` is the primary key of the row that contains the encrypted value. */
export const contextOf = (kind: string, ...key: readonly string[]): string => `${kind}:${JSON.stringify(key)}`;

export const fileContent = (fileKey: string, { clientId, requestId }: RequestKey): string =>
  contextOf('file', fileKey, clientId, requestId);

const contextOfRequest =
  <T>(kind: string) =>
  ({ clientId, requestId }: RequestKey): EncryptionContext<T> =>
    contextOf(kind, clientId, requestId);

export const submissionContent = contextOfRequest<object>('submission');
export const verificationContent = contextOfRequest<StoredRequest>('verification-request');
export const verifiedIdentity = contextOfRequest<VerifiedIdentity>('verification-identity');

export const webhookSecret = ({ clientId, id }: { clientId: string; id: string }): EncryptionContext<string> =>
  contextOf('webhook', clientId, id);

export const signingKey = (kid: string): EncryptionContext<JWK> => contextOf('signing-key', kid);

export const retainedSecret = (purpose: string, dataKeyId: string): string => contextOf('kept-key', purpose, dataKeyId);

export function encryptJson<T>(encryptor: Encryptor, context: EncryptionContext<T>, value: T): Encrypted {
  return encryptor.encrypt(JSON.stringify(value), context);
}

export function decryptJson<T>(encryptor: Encryptor, context: EncryptionContext<T>, encrypted: Encrypted): T {
  const text = Buffer.from(encryptor.decrypt(encrypted, context)).toString();
  try {
    return JSON.parse(text);
  } catch {
    throw new DecryptionError('The decrypted data is not JSON');
  }
}

export interface EncryptedContent {
  id: string;
  expiresAt: Micros;
}

/** Creates functions for content that the browser stores and returns, but can neither read nor change. */
export function createEncryptedText<T extends EncryptedContent>(
  purpose: string,
  { encryptor, clock }: { encryptor: Encryptor; clock: Clock },
) {
  const context: EncryptionContext<T> = `text:${purpose}`;
  return {
    encrypt: (content: T): string => Buffer.from(encryptJson(encryptor, context, content)).toString('base64url'),

    /** Returns null if the text was changed, has expired, or was encrypted for a different purpose. */
    decrypt(text: string): T | null {
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.toString('base64url') !== text) return null;
      try {
        const content = decryptJson(encryptor, context, bytes);
        return content.expiresAt > clock.now() ? content : null;
      } catch (error) {
        if (error instanceof DecryptionError || error instanceof UnknownDataKey) return null;
        throw error;
      }
    },
  };
}
