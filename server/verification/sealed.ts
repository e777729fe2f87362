import type { components } from '../../generated/types.ts';
import type { Sealed, Sealer } from '../crypto/sealer.ts';
import type { VerificationKey } from '../store/verifications/verification-store.ts';

/** What was verified, as the status endpoint shows it. */
export type VerifiedIdentity = components['schemas']['VerifiedCredential']['digital_identity'];

/** The parts of a request that are stored encrypted. Their contexts differ, so that neither opens in the other's place. */
const contextOf = (part: 'request' | 'identity', { clientId, requestId }: VerificationKey) =>
  `verification-${part}:${JSON.stringify([clientId, requestId])}`;

/** Seals what the partner sent. */
export function sealRequest(
  sealer: Sealer,
  key: VerificationKey,
  request: components['schemas']['VerificationRequest'],
): Sealed {
  return sealer.seal(Buffer.from(JSON.stringify(request)), contextOf('request', key));
}

/** Throws as `Sealer.open` does. */
export function openRequest(
  sealer: Sealer,
  key: VerificationKey,
  request: Sealed,
): components['schemas']['VerificationRequest'] {
  return JSON.parse(Buffer.from(sealer.open(request, contextOf('request', key))).toString());
}

export function sealIdentity(sealer: Sealer, key: VerificationKey, identity: VerifiedIdentity): Sealed {
  return sealer.seal(Buffer.from(JSON.stringify(identity)), contextOf('identity', key));
}

/** Throws as `Sealer.open` does. */
export function openIdentity(sealer: Sealer, key: VerificationKey, identity: Sealed): VerifiedIdentity {
  return JSON.parse(Buffer.from(sealer.open(identity, contextOf('identity', key))).toString());
}
