import type { components } from '../../../generated/types.ts';
import { validityShown } from './dates.ts';
import type { MicrocredentialShown } from './types.ts';

/** A microcredential without its partner chain and files. */
export function microcredentialShown(
  credential: components['schemas']['MicrocredentialCredential'],
  today: string,
): Omit<MicrocredentialShown, 'partnerChain' | 'files' | 'source'> {
  return {
    kind: 'microcredential',
    title: credential.microcredential_name,
    fullName: credential.full_name,
    issuer: credential.issuer_name,
    issued: credential.issue_date,
    validity: validityShown(credential.expiry_date, today),
    result: credential.assessment_result || null,
  };
}
