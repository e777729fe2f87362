import { isUtf8 } from 'node:buffer';
import type { Credentials } from '../conformance/types.ts';
import { type Json, parsed } from './json.ts';
import { type Contract, type Operation, resolve, type Schema } from './openapi.ts';

export const JSON_TYPE = 'application/json';
export const FORM = 'application/x-www-form-urlencoded';
export const MULTIPART = 'multipart/form-data';
export const BOUNDARY = 'boundary-of-the-conformance-kit';
/** Returns whether a media type is JSON or ends with `+json` (RFC 6839, section 3.1). */
export const isJson = (mediaType: string) => /^application\/([\w.-]+\+)?json$/.test(mediaType);

/** Returns the media type in a Content-Type header, in lower case; empty without a header (RFC 9110, section 8.3.1). */
export const mediaTypeOf = (header: string | null) => (header ?? '').split(';', 1).join().trim().toLowerCase();

/** Parses a JSON body. Returns undefined if the body is not JSON in UTF-8 (RFC 8259, sections 2 and 8.1). */
export const jsonOf = (body: Uint8Array): Json =>
  // The decoder removes a byte order mark, as RFC 8259 permits.
  isUtf8(body) ? parsed(new TextDecoder().decode(body)) : undefined;

/** Returns the schema of the request body, preferably as JSON; null if the body is a file or absent. */
export function bodyOf({ requestBody }: Operation) {
  const contents = Object.entries(requestBody?.content ?? {});
  if (contents.some(([, content]) => content['x-asset-type'] !== undefined)) return null;
  const [mediaType, content] =
    contents.find(([type]) => isJson(type)) ?? contents.find(([type]) => type === FORM) ?? [];
  if (mediaType === undefined || content?.schema === undefined) return null;
  return { part: isJson(mediaType) ? ('json' as const) : ('form' as const), mediaType, schema: content.schema };
}

/** Returns a schema and the schemas in its `allOf`, `oneOf`, and `anyOf`, recursively. */
export function partsOf(contract: Contract, given: Schema | undefined): Schema[] {
  const schema = resolve<Schema>(contract, given ?? {});
  const parts = [schema['allOf'] ?? [], schema['oneOf'] ?? [], schema['anyOf'] ?? []].flat() as Schema[];
  return [schema, ...parts.flatMap((part) => partsOf(contract, part))];
}

/** Returns the form fields that authenticate the partner. */
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
