import { verificationUri } from '../../domain/redirect-uri.ts';

/** The address of a verification request's page in the user application. */
export function verificationPath(key: { clientId: string; requestId: string }): string {
  return verificationUri('', key);
}
