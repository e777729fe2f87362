import type { VerificationDecision } from '../../domain/verification-lifecycle.ts';
import {
  decryptJson,
  encryptJson,
  type RequestKey,
  type StoredRequest,
  type VerifiedIdentity,
  verificationContent,
  verifiedIdentity,
} from '../encryption/encrypted-json.ts';
import type { DeliveryServices, StorageServices } from '../services.ts';

export async function readRequest(
  { store, encryptor }: StorageServices,
  key: RequestKey,
): Promise<StoredRequest | null> {
  const encrypted = await store.readVerificationContent(key);
  return encrypted && decryptJson(encryptor, verificationContent(key), encrypted);
}

export type UserAction =
  | { kind: 'take' | 'release' | 'refuse'; userId: string }
  | { kind: 'verify'; userId: string; identity: VerifiedIdentity };

export async function changeVerification(
  parts: StorageServices & DeliveryServices,
  key: RequestKey,
  action: UserAction | { kind: 'cancel' },
): Promise<VerificationDecision | null> {
  const { store, encryptor, verificationWindow: window, dispatcher } = parts;
  const decision = await store.changeVerification(key, {
    action,
    ...(action.kind === 'verify' && { identity: encryptJson(encryptor, verifiedIdentity(key), action.identity) }),
    window,
  });
  if (decision?.outcome === 'changed') dispatcher.wake();
  return decision;
}
