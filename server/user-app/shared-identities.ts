import { openJson, verifiedIdentity } from '../crypto/sealed-json.ts';
import type { Services } from '../services.ts';
import type { VerificationRequest } from '../store/verifications/verification-store.ts';
import { partnerName } from './content.ts';
import { isoMinute } from './shown/dates.ts';
import { pathIn, paths } from './views/paths.ts';

/** What a person shared with a partner. */
export interface SharedIdentity {
  partnerName: string;
  fullName: string;
  at: string;
  receiptHref: string;
}

/** Null when nothing was shared. */
export async function sharedIdentity(
  parts: Pick<Services, 'store' | 'sealer' | 'appUrl'>,
  request: VerificationRequest,
): Promise<SharedIdentity | null> {
  const { clientId, requestId, identity, finalizedAt } = request;
  if (identity === null || finalizedAt === null) return null;
  return {
    partnerName: await partnerName(parts, clientId),
    fullName: openJson(parts.sealer, verifiedIdentity(request), identity).full_name,
    at: isoMinute(finalizedAt),
    receiptHref: pathIn(parts.appUrl, `${paths.account}/receipt?${new URLSearchParams({ clientId, requestId })}`),
  };
}
