import { type Contract, type Operation, resolve, type Schema } from './openapi.ts';

export const JSON_TYPE = 'application/json';
export const FORM = 'application/x-www-form-urlencoded';
export const MULTIPART = 'multipart/form-data';
export const isJson = (mediaType: string) => /^application\/([\w.-]+\+)?json$/.test(mediaType);

export const mediaTypeOf = (header: string | null) => (header ?? '').split(';', 1).join().trim().toLowerCase();

/** Returns the schema of the JSON body, or else of the form body. Returns null for a file or without a body. */
export function bodyOf({ requestBody }: Operation) {
  const contents = Object.entries(requestBody?.content ?? {});
  if (contents.some(([, content]) => content['x-asset-type'] !== undefined)) return null;
  const [mediaType, content] =
    contents.find(([type]) => isJson(type)) ?? contents.find(([type]) => type === FORM) ?? [];
  if (mediaType === undefined || content?.schema === undefined) return null;
  return { part: isJson(mediaType) ? ('json' as const) : ('form' as const), mediaType, schema: content.schema };
}

/** Returns a schema and the schemas in its `allOf`, `oneOf`, and `anyOf`, recursively. */
export function partsOf(contract: Contract, given: Schema | undefined, open: readonly Schema[] = []): Schema[] {
  const schema = resolve<Schema>(contract, given ?? {});
  if (open.includes(schema)) return [];
  const parts = [schema['allOf'] ?? [], schema['oneOf'] ?? [], schema['anyOf'] ?? []].flat() as Schema[];
  return [schema, ...parts.flatMap((part) => partsOf(contract, part, [...open, schema]))];
}
