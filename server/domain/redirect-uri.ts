import { addOperations, type SubmissionKind } from './credential-types.ts';
import type { VerificationStatus } from './verification-lifecycle.ts';

const segmentOf = (kind: SubmissionKind): string =>
  kind.endsWith('_batch') ? 'batch' : kind.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Returns two kinds for the segment `batch`: v1 and v2 batches. */
export function kindsOfSegment(segment: string): SubmissionKind[] {
  const kinds = Object.keys(addOperations) as SubmissionKind[];
  return kinds.filter((kind) => segmentOf(kind) === segment);
}

/** Puts the request ID into the fragment of the URI, because browsers do not send fragments to servers. */
export function redirectUri(
  appUrl: string,
  submission: { kind: SubmissionKind; clientId: string; documentType: string | null; requestId: string },
): string {
  const { kind, clientId, documentType, requestId } = submission;
  const type = documentType === null ? '' : `&documentType=${encodeURIComponent(documentType)}`;
  const fragment = `clientId=${encodeURIComponent(clientId)}${type}&content=${encodeURIComponent(requestId)}`;
  return `${appUrl}/partner/add/${segmentOf(kind)}#${fragment}`;
}

export function verificationUri(
  appUrl: string,
  { clientId, requestId, key }: { clientId: string; requestId: string; key?: string | undefined },
): string {
  const query = `clientId=${encodeURIComponent(clientId)}&requestId=${encodeURIComponent(requestId)}`;
  return `${appUrl}/partner/verify/digitalIdentity?${query}${key === undefined ? '' : `&key=${encodeURIComponent(key)}`}`;
}

export function returnUri(callbackUrl: string, requestId: string, status: VerificationStatus): string {
  const url = new URL(callbackUrl);
  for (const [name, value] of Object.entries({ request_id: requestId, status })) {
    url.searchParams.delete(name);
    url.searchParams.append(name, value);
  }
  return url.href;
}
