import { operations } from '../../generated/operations.ts';

/** Returns the URL of a created resource, for the `Location` header (RFC 9110, section 10.2.2). */
export function locationOf(
  baseUrl: string,
  reading: 'getWebhook' | 'getVerificationRequest' | 'getSubmissionStatusV1' | 'getSubmissionStatusV2',
  id: string,
) {
  return { Location: baseUrl + operations[reading].path.replace('{id}', encodeURIComponent(id)) };
}
