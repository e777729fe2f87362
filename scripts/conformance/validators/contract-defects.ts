import { Ajv2020 } from 'ajv/dist/2020.js';
import { escaped, isObject, pointersIn, valueAt, withValue } from '../../contract/json.ts';
import type { Contract, Schema } from '../../contract/openapi.ts';
import { expressionOf } from './schema-validator.ts';

/** Returns the contract without the keywords that no validator can use. `x-ignored` lists them with the reasons. */
export function withoutDefects(contract: Contract): Contract {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, validateFormats: false });
  const ignored = new Set(contract['x-ignored']);

  function corrected(schema: Schema, at: string): Schema {
    ajv.validateSchema(schema);
    const reasons = new Map(ajv.errors?.map(({ instancePath, message }) => [instancePath, message]));
    for (const pointer of pointersIn(schema).filter((each) => each.endsWith('/pattern'))) {
      const reason = reasonAgainst(valueAt(schema, pointer));
      if (reason !== undefined) reasons.set(pointer, reason);
    }
    // Removes the suffix `.answer` of schemas for responses, which are copies of the schemas in the document.
    for (const [pointer, reason] of reasons) ignored.add(`${at}${pointer} (${reason})`.replace('.answer/', '/'));
    return [...reasons.keys()]
      .reverse()
      .reduce<unknown>((one, each) => withValue(one, each, undefined), schema) as Schema;
  }

  function visit(value: unknown, at: string): unknown {
    if (Array.isArray(value)) return value.map((each, i) => visit(each, `${at}/${i}`));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([name, each]) => {
      const place = `${at}/${escaped(name)}`;
      const isSchema = isObject(each) && (name === 'schema' || at === '#/components/schemas');
      return [name, isSchema ? corrected(each, place) : visit(each, place)];
    });
    return Object.fromEntries(entries);
  }

  const paths = visit(contract.paths, '#/paths') as Contract['paths'];
  const components = visit(contract.components, '#/components') as Contract['components'];
  return { ...contract, paths, components, 'x-ignored': [...ignored] };
}

/** Returns why a pattern is invalid, for example because it is written for another regular-expression engine. */
function reasonAgainst(pattern: unknown): string | undefined {
  try {
    if (typeof pattern === 'string') expressionOf(pattern);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
