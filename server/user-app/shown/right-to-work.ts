import type { components } from '../../../generated/types.ts';
import type { RightToWorkShown } from './types.ts';

const countries = new Intl.DisplayNames('en', { type: 'region' });

/** A right to work without its partner chain. */
export function rightToWorkShown(
  credential: components['schemas']['RightToWorkCredential'],
): Omit<RightToWorkShown, 'partnerChain' | 'files' | 'source'> {
  const country = countryName(credential.country);
  return {
    kind: 'right_to_work',
    title: `Right to work: ${country}`,
    fullName: credential.full_name,
    country,
    singaporeWorkRights: credential.singapore_work_rights ?? null,
  };
}

/** The code itself where the runtime has no name for it. */
function countryName(code: string): string {
  try {
    return countries.of(code) ?? code;
  } catch {
    return code;
  }
}
