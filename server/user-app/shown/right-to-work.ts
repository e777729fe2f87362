import type { components } from '../../../generated/types.ts';
import type { RightToWorkShown } from './types.ts';

/** A right to work without its partner chain. */
export function rightToWorkShown(
  credential: components['schemas']['RightToWorkCredential'],
): Omit<RightToWorkShown, 'partnerChain' | 'files' | 'source'> {
  return {
    kind: 'right_to_work',
    fullName: credential.full_name,
    country: credential.country,
    singaporeWorkRights: credential.singapore_work_rights ?? null,
  };
}
