import { isDeepStrictEqual } from 'node:util';
import { load } from 'js-yaml';
import { type OpenAPIOverlayOptions, type OpenApiDocument, openapiOverlay } from 'openapi-format';
import { type Contract, resolve, type Schema, targetOf, variantsOf } from '../contract/openapi.ts';

/** Returns a copy of the contract in which each union is one object with the properties of all its variants. */
export function mergeVariants(contract: Contract): Contract {
  const copy = structuredClone(contract);
  for (const [name, union] of Object.entries(contract.components.schemas)) {
    if (union.discriminator === undefined) continue;
    copy.components.schemas[name] = { ...mergedVariants(contract, union), description: union['description'] };
  }
  return copy;
}

export function mergedVariants(contract: Contract, union: Schema): Schema {
  const variants = variantsOf(union).map(([, $ref]) => targetOf(contract, $ref) as Schema);
  return variants.reduce((one, other) => merged(contract, one, other));
}

/** Returns a schema that accepts every value of either schema, and requires the properties that both require. */
function merged(contract: Contract, one: Schema, other: Schema): Schema {
  const isSame = one.$ref === other.$ref;
  const first = isSame ? one : resolve(contract, one);
  const second = isSame ? other : resolve(contract, other);
  const schema: Schema = { description: one['description'] ?? first['description'] };
  for (const [keyword, value] of Object.entries(first))
    if (isDeepStrictEqual(value, second[keyword])) schema[keyword] = value;
  const [values, others] = [valuesOf(first), valuesOf(second)];
  if (schema['const'] === undefined && values && others) schema['enum'] = [...new Set([...values, ...others])];
  if (first.required && second.required)
    schema.required = first.required.filter((name) => second.required?.includes(name));
  if (first.properties || second.properties) {
    schema.properties = { ...second.properties, ...first.properties };
    for (const [name, property] of Object.entries(second.properties ?? {}))
      schema.properties[name] = merged(contract, schema.properties[name] ?? property, property);
  }
  return schema;
}

const valuesOf = ({ const: value, enum: some }: Schema) =>
  (some as unknown[] | undefined) ?? (value === undefined ? undefined : [value]);

export async function applyOverlay(contract: Contract, overlay: string): Promise<Contract> {
  const overlaySet = load(overlay) as OpenAPIOverlayOptions['overlaySet'];
  const document = structuredClone(contract) as object as OpenApiDocument;
  const { data, resultData } = await openapiOverlay(document, { overlaySet });
  const unused = resultData['unusedActions'] as unknown[];
  if (unused.length > 0) throw new Error(`Actions of the Overlay change nothing: ${JSON.stringify(unused, null, 2)}`);
  return data as unknown as Contract;
}

/** Returns a document as JSON in ASCII, because some YAML parsers reject unescaped control characters. */
export const asciiJson = (document: unknown, space?: number): string =>
  `${toAscii(JSON.stringify(document, null, space))}\n`;

export const toAscii = (json: string): string =>
  json.replace(/[\x7F-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
