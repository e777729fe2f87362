import { isObject, memberOf } from './json.ts';
import { type Contract, resolve, type Schema, targetOf, variantsOf } from './openapi.ts';
import { propertiesOf } from './parameters.ts';

/** References that stay as they are: to a component, or to a part of a schema. */
const TO_COMPONENT = /^#\/components\/(schemas\/[^%]+|[^/%]+\/[^/%]+)$/;

/** Copies the targets of all other references, for example below `paths`, into the components. */
export function withComponents(document: Contract): Contract {
  const copies: Record<string, unknown> = {};
  const pointed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(pointed);
    if (!isObject(value)) return value;
    const { $ref } = value;
    if (typeof $ref !== 'string' || !$ref.startsWith('#/') || TO_COMPONENT.test($ref))
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, pointed(each)]));
    const name = $ref.replace(/\W+/g, '.').slice(1);
    if (!Object.hasOwn(copies, name)) {
      // Prevents infinite recursion: the target can contain a reference to itself.
      copies[name] = undefined;
      copies[name] = pointed(targetOf(document, decodeURIComponent($ref)));
    }
    return { ...value, $ref: `#/components/schemas/${name}` };
  };
  const { components, ...rest } = pointed(document) as Contract;
  const schemas = { ...components?.schemas, ...copies } as Record<string, Schema>;
  return { ...rest, components: { ...components, schemas } };
}

/** Restricts the discriminator property of each variant to the values that select the variant. */
export function withDiscriminatorValues(document: Contract): Contract {
  const { schemas } = document.components;
  const referencesIn = (list: unknown) => (Array.isArray(list) ? list.map((each) => memberOf(each, '$ref')) : []);
  const extended = new Set(Object.values(schemas).flatMap((schema) => referencesIn(memberOf(schema, 'allOf'))));
  const named = { ...schemas };
  for (const { discriminator, oneOf, anyOf } of objectsIn(document) as Iterable<Schema>) {
    const property = discriminator?.propertyName;
    if (typeof property !== 'string') continue;
    const variants = variantsOf({ discriminator, oneOf: oneOf ?? anyOf } as Schema);
    for (const $ref of new Set(variants.map(([, target]) => target))) {
      const name = $ref.replace('#/components/schemas/', '');
      const { [name]: variant } = named;
      const values = variants.filter(([, target]) => target === $ref).map(([value]) => value);
      // A schema that extends the variant has other values.
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
  // Some contracts state other values than the names of the schemas.
  if (!values.some((value) => allowed.includes(value))) return variant;
  return {
    ...variant,
    required: [...new Set([...required, property])],
    properties: {
      ...properties,
      [property]: { ...(properties[property] && { allOf: [properties[property]] }), enum: values },
    },
  };
}

function* objectsIn(value: unknown): Iterable<object> {
  if (typeof value !== 'object' || value === null) return;
  if (isObject(value)) yield value;
  for (const each of Object.values(value)) yield* objectsIn(each);
}
