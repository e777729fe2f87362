import type { VerificationDecision } from '../../domain/verification-lifecycle.ts';
import type { VerificationKey } from '../database/verifications/verification-store.ts';
import {
  decryptJson,
  encryptJson,
  type StoredRequest,
  type VerifiedIdentity,
  verificationContent,
  verifiedIdentity,
} from '../encryption/encrypted-json.ts';
import type { DeliveryServices, StorageServices } from '../services.ts';

/** Resolves to the content of a verification request; null if the request does not exist. */
export async function readRequest(
  { store, encryptor }: StorageServices,
  key: VerificationKey,
): Promise<StoredRequest | null> {
  const encrypted = await store.readVerificationContent(key);
  return encrypted && decryptJson(encryptor, verificationContent(key), encrypted);
}

/** Action of a user. `verify` includes the identity that the user shares. */
export type UserAction =
  | { kind: 'take' | 'release' | 'cancel'; userId: string }
  | { kind: 'verify'; userId: string; identity: VerifiedIdentity };

/**
 * Applies a user's action and wakes the dispatcher, which delivers the event. Resolves to null if the request does not
 * exist. Rejects with `StoreUnavailable`, in which case nothing has changed.
 */
export async function changeVerification(
  parts: StorageServices & DeliveryServices,
  key: VerificationKey,
  action: UserAction,
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
