import { createRequire } from 'node:module';
import type { OpenAPI3 } from 'openapi-typescript';
import { type Contract, type Response, resolve, type Schema, targetOf } from '../contract/openapi.ts';

// Uses `require`, because with `import`, Node would scan megabytes of compiler code for CommonJS exports.
const require = createRequire(import.meta.url);
const ts: typeof import('typescript') = require('typescript');
const { default: openapiTypescript, astToString }: typeof import('openapi-typescript') = require('openapi-typescript');

const typeNamed = (name: string) => ts.factory.createTypeReferenceNode(name);

const PROBLEM = 'application/problem+json';

/** Limits the problem codes of each response to the codes in its examples, so that types distinguish the problems. */
function withCodes(contract: Contract): Contract {
  const copy = structuredClone(contract);
  for (const response of Object.values(copy.components['responses'] as Record<string, Response>)) {
    const { [PROBLEM]: media } = response.content ?? {};
    if (media?.schema === undefined) continue;
    const shown = Object.values(media.examples ?? {}).map((each) => resolve<{ value: unknown }>(contract, each).value);
    const only = (name: string) => ({ enum: [...new Set(shown.map((problem) => (problem as Schema)[name]))] });
    const properties = { code: only('code'), status: only('status') };
    media.schema = { allOf: [media.schema, { type: 'object', required: Object.keys(properties), properties }] };
  }
  return copy;
}

interface Condition {
  required?: [name: string];
  properties: Record<string, { const?: unknown }>;
}

/** Replaces each schema that has `if` with two variants, so that types require the properties of each variant. */
function withVariants(contract: Contract): Contract {
  const copy = structuredClone(contract);
  for (const [component, schema] of Object.entries(copy.components.schemas)) {
    const { if: condition, then: met, else: otherwise, ...base } = schema;
    const { required: [name] = [], properties: constants } = (condition ?? {}) as Condition;
    if (name === undefined) continue;
    const { const: value } = constants[name] ?? {};
    const { type, $ref = '' } = base.properties?.[name] ?? {};
    const variant = (branch: Schema, discriminator: Schema, required: string[]): Schema => {
      const properties = { ...base.properties };
      for (const [key, rule] of Object.entries({ ...branch.properties, [name]: discriminator }))
        properties[key] = { description: properties[key]?.['description'], ...rule };
      return { ...base, properties, required: [...(base.required ?? []), ...(branch.required ?? []), ...required] };
    };
    const all = `components["schemas"]["${$ref.slice($ref.lastIndexOf('/') + 1)}"]`;
    const others: Schema = type === 'boolean' ? { const: !value } : { 'x-type': `Exclude<${all}, "${value}">` };
    copy.components.schemas[component] = {
      description: base['description'],
      oneOf: [variant(met as Schema, { const: value }, [name]), variant(otherwise as Schema, others, [])],
    };
  }
  return copy;
}

/** Copies the description of a referenced schema to properties without a description, so that editors show it. */
function withReferencedDescriptions(contract: Contract): Contract {
  return JSON.parse(JSON.stringify(contract), (key, value: unknown) => {
    if (key !== 'properties') return value;
    const members = Object.entries(value as Record<string, Schema>).map(([name, member]) => {
      const description = member.$ref && (targetOf(contract, member.$ref) as Schema)['description'];
      return [name, description === undefined ? member : { description: description, ...member }];
    });
    return Object.fromEntries(members);
  });
}

function namedTypes({ components: { schemas } }: Contract): string {
  const types = Object.entries(schemas).map(([name, schema]) => {
    const comment = `/** ${String(schema['description']).trim().replaceAll('\n', '\n * ')} */\n`;
    const type = `Schema<'${name}'>`;
    // Uses interfaces for objects, because editors show the name of an interface, but the properties of an alias.
    if (schema.properties || schema['allOf']) return `${comment}export interface ${name} extends ${type} {}\n`;
    if (schema['oneOf'] || schema['enum']) return `${comment}export type ${name} = ${type};\n`;
    return '';
  });
  return `type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];\n${types.join('')}`;
}

export async function renderTypes(contract: Contract): Promise<string> {
  // Treats extensible enums as enums, so that a type lists the values that this version of the contract defines.
  const closed = JSON.parse(JSON.stringify(contract).replaceAll('"x-extensible-enum":', '"enum":'));
  const complete = withVariants(withReferencedDescriptions(withCodes(closed)));
  const nodes = await openapiTypescript(complete as unknown as OpenAPI3, {
    // Properties with a default stay optional, because a client can omit them.
    defaultNonNullable: false,
    transform: (schema) => {
      const { format, not, 'x-type': type } = schema as Schema & { 'x-type'?: string };
      if (format === 'binary') return typeNamed('Blob | Uint8Array');
      if (type !== undefined) return typeNamed(type);
      // The contract writes null as a nullable string that is not a string, because many generators lack a null type.
      return (not as Schema | undefined)?.type === 'string' ? typeNamed('null') : undefined;
    },
  });
  // Removes the comments of operations in `paths`, because the methods of the client have the same comments.
  const text = astToString(nodes).replaceAll(/ {8}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n( {8}\w+: operations\[)/g, '$1');
  return text + namedTypes(complete);
}
