import { operations } from '../../generated/operations.ts';

/** Where what was made can be read, for `Location` (RFC 9110, section 10.2.2). */
export function locationOf(baseUrl: string, reading: 'getWebhook' | 'getVerificationRequest', id: string) {
  return { Location: baseUrl + operations[reading].path.replace('{id}', encodeURIComponent(id)) };
}
