import type { ContractError } from '../../generated/validators.js';
import type { Violation } from '../../server/api/contract/problem.ts';
import { violationsFrom } from '../../server/api/contract/violations.ts';
import { type Contract, type Operation, type Parameter, resolve, type Schema } from '../contract/openapi.ts';
import { nodesIn } from './schema-text.ts';

/** Keywords whose violation has the value of the keyword as its only parameter. */
const SIMPLE = [
  'type const enum pattern format not anyOf minLength maxLength minItems maxItems uniqueItems minimum maximum',
  'x-https x-ports x-public-address x-registered-domain x-well-formed x-max-bytes contentMediaType',
].flatMap((names) => names.split(' '));

/** Parameters of the violations of the other keywords. */
const PARAMETERS: Record<string, (value: unknown) => Record<string, unknown>[]> = {
  required: (names) => (names as string[]).map((missingProperty) => ({ missingProperty })),
  additionalProperties: (value) => (value === false ? [{ additionalProperty: '<other>' }] : []),
  'x-valid-authority': () => [{ part: 'host' }, { part: 'port' }],
  'x-naming-rules': (rules) => Object.keys(rules as object).map((rule) => ({ rule })),
  'x-unique': (sets) => (sets as string[][]).map((at) => ({ at })),
  'x-disjoint': (value) => [{ at: [`/${(value as { text: string }).text}`] }],
};

/** Returns every violation of a schema that the service can report, in the words of the service. */
function violationsOf(contract: Contract, schema: Schema, pointer = ''): Violation[] {
  const errors = [...nodesIn(contract, schema, pointer)].flatMap(([instancePath, parentSchema]) =>
    [...SIMPLE, ...Object.keys(PARAMETERS)].flatMap((keyword): ContractError[] => {
      const value = parentSchema[keyword];
      if (value === undefined || value === null) return [];
      const simple = { limit: value, type: value, allowedValue: value, allowedValues: value, format: value };
      const all = PARAMETERS[keyword]?.(value) ?? [simple];
      return all.map((params) => ({ keyword, params, instancePath, schemaPath: '', schema: value, parentSchema }));
    }),
  );
  // A list of errors would omit those that a value with the wrong type cannot have.
  return errors.flatMap((error) => violationsFrom([error]));
}

/** Returns the violations that an operation can report: for each code and detail, the pointers. */
export function violationsByCode(contract: Contract, operation: Operation): Map<string, Map<string, Set<string>>> {
  const bodies = Object.values(operation.requestBody?.content ?? {}).filter((media) => !media['x-file-cases']);
  const parameters = (operation.parameters ?? []).map((each) => resolve<Parameter>(contract, each));
  const found = new Map<string, Map<string, Set<string>>>();
  for (const { pointer, code, detail } of [
    ...bodies.flatMap(({ schema = {} }) => violationsOf(contract, schema)),
    ...parameters.flatMap(({ name, in: at, schema }) =>
      at === 'query' ? violationsOf(contract, schema, `?${name}`) : [],
    ),
  ]) {
    const details = found.get(code) ?? new Map<string, Set<string>>();
    found.set(code, details.set(detail, (details.get(detail) ?? new Set()).add(pointer)));
  }
  return found;
}

/** Returns the explanations in a description such as `` `required`: the property is missing. ``, by code. */
export function explanationsIn(description: string): Map<string, string> {
  const found = description.matchAll(/((?:`\w+`(?:,\s)?)+):\s(.*?\.)(?=\s`|$)/gs);
  return new Map(
    [...found].flatMap(([, codes = '', text = '']) =>
      [...codes.matchAll(/\w+/g)].map(([code]) => [code, text] as const),
    ),
  );
}
