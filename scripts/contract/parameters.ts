import { partsOf } from './bodies.ts';
import { isObject, type Json, type JsonObject, parsed } from './json.ts';
import {
  type Contract,
  type Header,
  type Operation,
  type Parameter,
  type Response,
  resolve,
  type Schema,
} from './openapi.ts';

type SerializedField = Pick<Parameter, 'name' | 'schema' | 'style' | 'content'> & { in?: string; explode?: boolean };

const SEPARATORS: Readonly<Record<string, string>> = { pipeDelimited: '|', spaceDelimited: ' ' };

/** Returns the separator between list items; undefined if each item is a separate parameter. */
function separatorOf({ in: place, style = 'form', explode = style === 'form' }: Omit<SerializedField, 'schema'>) {
  if (place === 'path') return ',';
  return explode ? undefined : (SEPARATORS[style] ?? ',');
}

export const propertiesOf = (contract: Contract, schema: Schema): Record<string, Schema> =>
  Object.assign({}, ...partsOf(contract, schema).map(({ properties }) => properties));

/** Returns functions that serialize and parse parameters or form fields (OpenAPI 3.1, "Style Values"). */
export function fieldsOf(contract: Contract, fields: readonly SerializedField[]) {
  const isListOnly = contract['x-conventions']?.['other_list_notations'] !== undefined;
  const typesOf = (schema?: Schema) => partsOf(contract, schema).flatMap(({ type = [] }) => type);
  const known = fields.map(({ schema, ...field }) => ({
    name: field.name,
    types: typesOf(schema),
    separator: separatorOf(field),
    isJson: field.content !== undefined,
    /** True if each property of an object is a parameter of its own: `?R=100&G=200`. */
    isExploded: field.in === 'query' && (field.style ?? 'form') === 'form' && field.explode !== false,
    itemTypes: typesOf(partsOf(contract, schema).find(({ items }) => items !== undefined)?.['items'] as Schema),
    deep: Object.entries(propertiesOf(contract, schema)).map(([name, each]) => ({ name, types: typesOf(each) })),
  }));

  return {
    write: (values: JsonObject): [string, Json][] =>
      Object.entries(values).flatMap(([name, value]): [string, Json][] => {
        const { separator, isJson, isExploded } = known.find((one) => one.name === name) ?? {};
        if (isJson) return [[name, JSON.stringify(value)]];
        if (isObject(value) && isExploded) return Object.entries(value);
        if (isObject(value)) return Object.entries(value).map(([property, each]) => [`${name}[${property}]`, each]);
        if (!Array.isArray(value)) return [[name, value]];
        const isJoined = value.length > 0 && !value.some((each) => isObject(each) || Array.isArray(each));
        return separator === undefined || !isJoined
          ? value.map((each) => [name, each])
          : [[name, value.join(separator)]];
      }),
    /** Parses the documented parameters. Uses the first value of a repeated parameter that is not a list. */
    read(given: readonly (readonly [name: string, text: string])[]): JsonObject {
      const values: JsonObject = {};
      for (const { name, types, itemTypes, separator, deep, isJson, isExploded } of known) {
        const texts = given.filter(([key]) => key === name).map(([, text]) => text);
        const inner = deep.flatMap((property) => {
          const key = isExploded ? property.name : `${name}[${property.name}]`;
          return given.filter(([one]) => one === key).map(([, text]) => [property.name, typed(text, property.types)]);
        });
        const [first] = texts;
        const isInOtherNotation = given.some(([key]) => key !== name && key.split('[')[0] === name.split('[')[0]);
        if (isJson) {
          if (first !== undefined) values[name] = parsed(first) ?? first;
        } else if (isInOtherNotation && isListOnly && types.includes('array')) values[name] = 'not a list';
        else if (inner.length > 0) values[name] = Object.fromEntries(inner);
        else if (first !== undefined && types.includes('array')) {
          const items = separator === undefined ? texts : first.split(separator);
          values[name] = items.map((text) => typed(text, itemTypes));
        } else if (first !== undefined) values[name] = typed(first, types);
      }
      return values;
    },
  };
}

/** Parses a parameter value. Invalid text remains a string, which then fails validation. */
function typed(text: string, types: readonly string[]): Json {
  if (types.includes('integer') && /^-?\d+$/.test(text)) return Number(text);
  if (types.includes('number') && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return Number(text);
  return types.includes('boolean') && /^(true|false)$/.test(text) ? text === 'true' : text;
}

export function parametersSchema(contract: Contract, operation: Operation, part: 'path' | 'query'): Schema | undefined {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve<Parameter>(contract, parameter));
  const here = parameters.filter((parameter) => parameter.in === part);
  if (here.length === 0) return undefined;
  return { ...objectOf(here.map((each) => [each.name, each])), ...(part === 'query' && operation['x-query']) };
}

export const headersSchema = (contract: Contract, { headers = {} }: Response): Schema =>
  objectOf(Object.entries(headers).map(([name, header]) => [name.toLowerCase(), resolve<Header>(contract, header)]));

export function objectOf(members: (readonly [string, Parameter | Header])[]): Schema {
  return {
    type: 'object',
    required: members.filter(([, member]) => member.required).map(([name]) => name),
    properties: Object.fromEntries(members.map(([name, member]) => [name, member.schema])),
  };
}
