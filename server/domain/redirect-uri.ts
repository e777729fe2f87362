import type { SubmissionKind } from './submission.ts';
import type { VerificationStatus } from './verification.ts';

/** `<type>` segment in the link of each kind of submission (`spec/guides/links-and-consent.md`). */
const segments: Record<SubmissionKind, string> = {
  education: 'education',
  english_proficiency: 'englishProficiency',
  microcredential: 'microcredential',
  right_to_work: 'rightToWork',
  microcredential_batch: 'batch',
  credential_batch: 'batch',
};

/** Returns the kinds of submission whose link has this segment: two for `batch`, none for an unknown segment. */
export function kindsOfSegment(segment: string): SubmissionKind[] {
  return (Object.keys(segments) as SubmissionKind[]).filter((kind) => segments[kind] === segment);
}

/** Returns the link of a submission. The ID is in the fragment, which browsers do not send to servers. */
export function redirectUri(
  appUrl: string,
  submission: { kind: SubmissionKind; clientId: string; documentType: string | null; requestId: string },
): string {
  const { kind, clientId, documentType, requestId } = submission;
  const type = documentType === null ? '' : `&documentType=${encodeURIComponent(documentType)}`;
  const fragment = `clientId=${encodeURIComponent(clientId)}${type}&content=${encodeURIComponent(requestId)}`;
  return `${appUrl}/partner/add/${segments[kind]}#${fragment}`;
}

/** Returns the link at which a user verifies a digital identity. `key` is its secret. */
export function verificationUri(
  appUrl: string,
  { clientId, requestId, key }: { clientId: string; requestId: string; key?: string | undefined },
): string {
  const query = `clientId=${encodeURIComponent(clientId)}&requestId=${encodeURIComponent(requestId)}`;
  return `${appUrl}/partner/verify/digitalIdentity?${query}${key === undefined ? '' : `&key=${encodeURIComponent(key)}`}`;
}

/**
 * Returns the callback URL with the parameters `request_id` and `status`. If the partner's URL already has a parameter
 * with one of these names, the new value replaces it.
 */
export function returnUri(callbackUrl: string, requestId: string, status: VerificationStatus): string {
  const url = new URL(callbackUrl);
  for (const [name, value] of Object.entries({ request_id: requestId, status })) {
    url.searchParams.delete(name);
    url.searchParams.append(name, value);
  }
  return url.href;
}
