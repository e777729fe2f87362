import { isUtf8 } from 'node:buffer';
import { type Json, parsed } from '../../contract/json.ts';
import type { Credentials } from '../kit-types.ts';

export const BOUNDARY = 'boundary-of-the-conformance-kit';

/** Parses a JSON body. Returns undefined if the body is not JSON in UTF-8 (RFC 8259, sections 2 and 8.1). */
export const jsonOf = (body: Uint8Array): Json =>
  // The decoder removes a byte order mark, as RFC 8259 permits.
  isUtf8(body) ? parsed(new TextDecoder().decode(body)) : undefined;

export const credentialFields = ({ clientId, clientSecret }: Credentials) => ({
  client_id: clientId,
  client_secret: clientSecret,
});

export const tokenForm = (credentials: Credentials): [string, string][] =>
  Object.entries({ grant_type: 'client_credentials', ...credentialFields(credentials) });

/** Returns the `Authorization` header with client credentials (RFC 6749, section 2.3.1). */
export function basicHeader(clientId: string, clientSecret: string): string {
  const encoded = [clientId, clientSecret].map(encodeURIComponent).join(':');
  return `Basic ${Buffer.from(encoded).toString('base64')}`;
}
