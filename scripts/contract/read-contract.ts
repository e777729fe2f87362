import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { escaped, isObject, memberOf, pointersIn, valueAt, withValue } from './json.ts';
import {
  type Contract,
  type Operation,
  type Parameter,
  type Reference,
  resolve,
  type Schema,
  targetOf,
  variantsOf,
} from './openapi.ts';
import { propertiesOf } from './parameters.ts';
import { runRedocly } from './redocly.ts';

/** Reads an OpenAPI 3 document (YAML or JSON) and bundles its external references. Rejects with a one-line error. */
export async function readContract(file: string): Promise<Contract> {
  const folder = await mkdtemp(path.join(tmpdir(), 'contract-'));
  try {
    const output = path.join(folder, 'openapi.json');
    // Redocly runs in an empty folder, so that a configuration file next to the document is not executed.
    const options = { env: { PATH: process.env['PATH'] }, cwd: folder };
    await runRedocly(['bundle', path.resolve(file), `--output=${output}`], options);
    const document = JSON.parse(await readFile(output, 'utf8'), withoutCharsets);
    if (document.swagger !== undefined)
      throw new Error('it is a Swagger 2.0 document. Convert it to OpenAPI 3 with `npx swagger2openapi`.');
    if (!/^3\.\d/.test(String(document.openapi)))
      throw new Error('`openapi` must be "3.1.0" or another version of OpenAPI 3.');
    if (Object.keys(document.paths ?? {}).length === 0) throw new Error('`paths` has no operation to check.');
    const contract = String(document.openapi).startsWith('3.0') ? (upgraded(document) as Contract) : document;
    return complete(byDirection(withDiscriminatorValues(contract)));
  } catch (error) {
    const { message } = error as Error;
    const [, place, at, problem] = /^\[1\] \S*?:(\d+:\d+) at (\S+)\s+(.+)$/m.exec(message) ?? [];
    const reason = / - (.+)/.exec(message)?.[1] ?? message.trim().split('\n').at(-1);
    const where = place === undefined ? '' : `:${place}`;
    const what = problem === undefined ? reason : `${problem} (at ${at})`;
    throw new Error(`${file}${where} cannot be read as a contract: ${what}`, { cause: error });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Removes charsets from the media types in a `content` map, because the kit compares media types without them. */
const withoutCharsets = (name: string, value: unknown) =>
  name === 'content' && isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([type, each]) => [type.replace(/;\s*charset=.*/i, ''), each]))
    : value;

/** `DATA`: keywords whose value is data. `MAPS`: keywords whose value is a map with arbitrary keys. */
const DATA = new Set(['default', 'enum', 'example', 'examples', 'value']);
const MAPS = new Set(['properties', 'schemas', 'responses', 'parameters', 'headers', 'content', 'paths', 'mapping']);

/** Converts the OpenAPI 3.0 keywords `nullable`, `exclusiveMinimum`, and `exclusiveMaximum` to JSON Schema. */
function upgraded(given: unknown, isMap = false): unknown {
  if (Array.isArray(given)) return given.map((each) => upgraded(each));
  if (!isObject(given)) return given;
  // Removes the siblings of a reference, which OpenAPI 3.0 ignores.
  if (!isMap && typeof given['$ref'] === 'string') return { $ref: given['$ref'] };
  const entries = Object.entries(given).map(([name, value]) => [
    name,
    DATA.has(name) && !isMap ? value : upgraded(value, MAPS.has(name) && !isMap),
  ]);
  const { nullable, ...schema } = Object.fromEntries(entries);
  if (isMap) return Object.fromEntries(entries);
  for (const [limit, exclusive] of Object.entries({ minimum: 'exclusiveMinimum', maximum: 'exclusiveMaximum' })) {
    if (schema[exclusive] === true) {
      schema[exclusive] = schema[limit];
      delete schema[limit];
    } else if (schema[exclusive] === false) delete schema[exclusive];
  }
  if (nullable !== true) return schema;
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [schema.type, 'null'], ...(schema.enum && { enum: [...new Set([...schema.enum, null])] }) };
}

/** Restricts the discriminator property of each variant to the values that select the variant. */
function withDiscriminatorValues(document: Contract): Contract {
  const { schemas = {} } = document.components ?? {};
  const referencesIn = (list: unknown) => (Array.isArray(list) ? list.map((each) => memberOf(each, '$ref')) : []);
  const extended = new Set(Object.values(schemas).flatMap((schema) => referencesIn(memberOf(schema, 'allOf'))));
  const named = { ...schemas };
  for (const pointer of pointersIn(document)) {
    const { discriminator, oneOf, anyOf } = Object(valueAt(document, pointer)) as Schema;
    const property = discriminator?.propertyName;
    if (typeof property !== 'string') continue;
    const variants = variantsOf({ discriminator, oneOf: oneOf ?? anyOf } as Schema);
    for (const $ref of new Set(variants.map(([, target]) => target))) {
      const name = $ref.replace('#/components/schemas/', '');
      const { [name]: variant } = named;
      const values = variants.filter(([, target]) => target === $ref).map(([value]) => value);
      // Does not restrict a variant that other schemas extend, because those schemas have their own values.
      if (variant !== undefined && !extended.has($ref))
        named[name] = withPropertyValues(document, variant, property, values);
    }
  }
  return { ...document, components: { ...document.components, schemas: named } };
}

function withPropertyValues(document: Contract, variant: Schema, property: string, values: string[]): Schema {
  const { properties = {}, required = [] } = variant;
  const stated = resolve<Schema>(document, propertiesOf(document, variant)[property] ?? {});
  const allowed = [stated['const'] ?? stated['enum'] ?? values].flat();
  // Leaves the variant unchanged if its schema allows none of the discriminator values in the mapping.
  if (!values.some((value) => allowed.includes(value))) return variant;
  const given = properties[property];
  const restricted = { ...(given && { allOf: [given] }), enum: values };
  const schema = withValue(variant, `/properties/${escaped(property)}`, restricted) as Schema;
  return { ...schema, required: [...new Set([...required, property])] };
}

/** Removes `readOnly` properties from requests. Makes `writeOnly` properties optional in responses (`x-response`). */
export function byDirection(document: Contract): Contract {
  return { ...(part(document, false) as Contract), 'x-response': part(document, true) };

  function part(value: unknown, isResponse: boolean): unknown {
    if (Array.isArray(value)) return value.map((each) => part(each, isResponse));
    if (typeof value === 'string' && isResponse) return value.replace(/^#\//, '#/x-response/');
    if (!isObject(value)) return value;
    // Removes keywords that would change how references resolve: the kit resolves each `$ref` against the document.
    const { $id, $schema, $dynamicRef, $dynamicAnchor, ...schema } = value;
    const { properties, required } = schema as Schema;
    const isAbsent = (name: string) =>
      isObject(properties) && isOnly(isResponse ? 'writeOnly' : 'readOnly', properties[name]);
    return Object.fromEntries(
      Object.entries(schema).map(([name, each]) => {
        if (name === 'responses') return [name, part(each, true)];
        if (each === required && Array.isArray(each)) return [name, each.filter((one) => !isAbsent(one))];
        if (each !== properties || !isObject(each)) return [name, part(each, isResponse)];
        const left = Object.entries(each).filter(([one]) => isResponse || !isAbsent(one));
        return [name, Object.fromEntries(left.map(([one, property]) => [one, part(property, isResponse)]))];
      }),
    );
  }

  function isOnly(direction: 'readOnly' | 'writeOnly', schema: Schema | undefined): boolean {
    if (schema?.[direction] === true) return true;
    return schema?.$ref !== undefined && isOnly(direction, targetOf(document, schema.$ref) as Schema);
  }
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);
const OPENAPI_3_2_OPERATIONS = ['query', 'additionalOperations'];

/** Adds to each operation the parameters of its path, and an `operationId` and `security` if they are missing. */
export function complete(given: Partial<Contract>): Contract {
  const document = {
    ...given,
    servers: given.servers ?? [],
    components: { ...given.components, schemas: given.components?.schemas ?? {} },
  } as Contract & Pick<Operation, 'security'>;
  const parametersIn = (list: unknown = []) =>
    (list as (Parameter | Reference)[]).map((one): [string, Parameter | Reference] => {
      const parameter = resolve<Parameter>(document, one);
      const [content] = Object.values(parameter.content ?? {});
      const isComplete = isObject(parameter.schema);
      return [`${parameter.in} ${parameter.name}`, isComplete ? one : { ...parameter, schema: content?.schema ?? {} }];
    });
  const ignored: string[] = [];
  const paths = Object.entries(given.paths ?? {}).map(([path, reference]) => {
    const item: Record<string, unknown> = resolve(document, reference);
    for (const name of OPENAPI_3_2_OPERATIONS.filter((each) => item[each] !== undefined))
      ignored.push(`${name} of ${path} (OpenAPI 3.2)`);
    const operations = Object.entries(item).filter(([method]) => METHODS.has(method));
    const complete = operations.map(([method, each]) => {
      const operation = each as Partial<Operation>;
      const responses = Object.entries(operation.responses ?? {}).filter(([status]) => !status.startsWith('x-'));
      const parameters = new Map([...parametersIn(item['parameters']), ...parametersIn(operation.parameters)]);
      return [
        method,
        {
          ...operation,
          operationId: operation.operationId ?? `${method} ${path}`.replace(/\W+/g, '_'),
          security: operation.security ?? document.security ?? [],
          parameters: [...parameters.values()],
          ...(operation.requestBody && { requestBody: resolve(document, operation.requestBody) }),
          responses: Object.fromEntries(responses),
        },
      ];
    });
    return [path, Object.fromEntries(complete)];
  });
  return { ...document, paths: Object.fromEntries(paths), 'x-ignored': ignored };
}
