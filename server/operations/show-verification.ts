import type { components } from '../../generated/types.ts';
import { openJson, verifiedIdentity } from '../crypto/sealed-json.ts';
import { toTimestamp } from '../domain/clock.ts';
import { verificationStatus } from '../domain/verification.ts';
import type { Services } from '../services.ts';
import type { VerificationRequest } from '../store/verifications/verification-store.ts';

/** What a partner sees of its request at this moment (service description 2.11). */
export function verificationResult(
  { clock, sealer, verificationWindow }: Pick<Services, 'clock' | 'sealer' | 'verificationWindow'>,
  request: VerificationRequest,
): components['schemas']['VerificationResult'] {
  return {
    request_id: request.requestId,
    created_at: toTimestamp(request.createdAt),
    results: [credentialResult()],
  };

  function credentialResult(): components['schemas']['CredentialResult'] {
    const credential_type = 'digital_identity';
    const { identity, finalizedAt } = request;
    const status = verificationStatus(request, clock.now(), verificationWindow);
    if (status !== 'verified') return { credential_type, status };
    if (identity === null || finalizedAt === null) throw new TypeError('A verified request has no identity');
    const verified_at = toTimestamp(finalizedAt);
    return {
      credential_type,
      status,
      verified_at,
      digital_identity: openJson(sealer, verifiedIdentity(request), identity),
    };
  }
}
