import type { Credentials } from '../types.ts';

/** The fields of a form with which the partner proves itself. */
export const credentialFields = ({ clientId, clientSecret }: Credentials) => ({
  client_id: clientId,
  client_secret: clientSecret,
});

/** The fields of a token request of the partner. */
export const tokenForm = (credentials: Credentials): [string, string][] =>
  Object.entries({ grant_type: 'client_credentials', ...credentialFields(credentials) });

/** RFC 6749, section 2.3.1. */
export function basicHeader(clientId: string, clientSecret: string): string {
  const encoded = [clientId, clientSecret].map(encodeURIComponent).join(':');
  return `Basic ${Buffer.from(encoded).toString('base64')}`;
}
