import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { escaped, isObject, type Json, pointersIn, valueAt, withValue } from '../../contract/json.ts';
import { type Contract, isDistinctive, type Schema } from '../../contract/openapi.ts';
import { remembered } from '../remembered.ts';
import { addKitKeywords, type RuleSubject } from './kit-keywords.ts';

export type ContractError = ErrorObject;

export type Validate = (value: unknown, partner: RuleSubject) => ContractError[];

/** Returns the validator for a schema, compiled on first use. Equal schemas share a validator. */
export const validatorFor = (contract: Contract, schema: Schema) => validatorOf(contract, JSON.stringify(schema));

const validatorOf = remembered((contract: Contract, schema: string): Validate => {
  let compiled: ValidateFunction | undefined;
  return (value, partner) => {
    compiled ??= ajvFor(contract).compile(forAjv(contract, JSON.parse(schema)) as Schema);
    if (compiled.call(partner, value)) return [];
    const errors = compiled.errors ?? [];
    return [...errors, ...errors.flatMap((error) => errorsOfEveryVariant(contract, error, partner))];
  };
});

/**
 * Returns the errors of an object whose discriminator selects no variant: those that every variant reports. A variant
 * that rejects a property as unknown does not have to report the errors inside the property.
 */
function errorsOfEveryVariant(contract: Contract, error: ContractError, partner: RuleSubject): ContractError[] {
  const { keyword, params, instancePath, data, parentSchema = {} } = error;
  if (keyword !== 'discriminator') return [];
  const { oneOf } = parentSchema as { oneOf: Schema[] };
  const keyOf = (one: ContractError) => JSON.stringify([one.keyword, one.instancePath, one.params]);
  const ofVariants = oneOf.map((variant) => {
    const errors = validatorFor(contract, variant)(data, partner);
    const unknown = errors.flatMap(({ instancePath: at, params: { additionalProperty: name } }) =>
      name === undefined ? [] : [`${at}/${escaped(name)}/`],
    );
    return { errors, keys: new Set(errors.map(keyOf)), unknown };
  });
  const isShared = (one: ContractError) =>
    ofVariants.every(
      ({ keys, unknown }) => keys.has(keyOf(one)) || unknown.some((at) => `${one.instancePath}/`.startsWith(at)),
    );
  const shared = ofVariants
    .flatMap(({ errors }) => errors.filter(isShared))
    .map((one) => ({ ...one, instancePath: instancePath + one.instancePath }));
  if (params['tagValue'] === undefined) return shared;
  const isText = typeof params['tagValue'] === 'string';
  const at = `${instancePath}/${escaped(params['tag'])}`;
  return [...shared, { ...error, keyword: isText ? 'enum' : 'type', instancePath: at, params: { type: 'string' } }];
}

const ajvFor = remembered((contract: Contract): Ajv2020 => {
  const ajv = new Ajv2020({
    allErrors: true,
    code: { process: bounded, regExp: Object.assign(expressionOf, { code: '' }) },
    discriminator: true,
    inlineRefs: false,
    logger: false,
    passContext: true,
    strict: false,
    // The schemas are not validated, because compiling the meta-schema is slow and the contract is linted elsewhere.
    validateSchema: false,
    verbose: true,
  });
  addFormats.default(ajv);
  // The formats are strict, because servers can reject integers that JavaScript rounds and base64 with line breaks.
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
  ajv.addFormat('byte', /^[A-Za-z0-9+/]*={0,2}$/);
  addKitKeywords(ajv);
  return ajv.addSchema({ $id: 'contract', ...(forAjv(contract, contract) as Schema) });
});

/** Number of errors after which a validator skips the remaining items and properties. */
const MAX_ERRORS = 2000;

/** Patches Ajv's generated code, which would check every item and copy the list of all errors for each invalid item. */
const bounded = (code: string) =>
  code
    .replace(/vErrors\.concat\(([\w.]+)\)/g, '$1.reduce((all, error) => (all.push(error), all), vErrors)')
    .replace(/(\bfor\(let (i\d+)=0; \2<len\d+); /g, `$1 && errors<${MAX_ERRORS}; `)
    .replace(/(\bfor\(const key\d+ in data\d*\)\{)/g, `$1if(errors>=${MAX_ERRORS})break;`);

/** Returns a schema whose references point into the contract. Removes `mapping`, which Ajv rejects. */
function forAjv(contract: Contract, given: unknown): unknown {
  if (Array.isArray(given)) return given.map((item) => forAjv(contract, item));
  if (!isObject(given)) return given;
  const { discriminator, ...schema } = given as Schema;
  const entries = Object.entries(typeof discriminator?.propertyName === 'string' ? schema : given).map(
    ([name, value]) => [name, name === '$ref' ? String(value).replace(/^#/, 'contract#') : forAjv(contract, value)],
  );
  const copy = Object.fromEntries(entries);
  // Removes `nullable` from a schema without `type`, because Ajv rejects this combination.
  if (given['type'] === undefined && given['nullable'] === true) delete copy['nullable'];
  if (!isDistinctive(contract, given)) return copy;
  return { type: 'object', ...copy, discriminator: { propertyName: discriminator?.propertyName } };
}

/** Compiles a pattern with the Unicode flag, as JSON Schema requires, unless this flag makes the pattern invalid. */
export function expressionOf(source: string, flags = 'u'): RegExp {
  try {
    return new RegExp(source, flags);
  } catch {
    return new RegExp(source);
  }
}

/** Pattern that matches the JSON Pointer of a schema completely, and only a part of a pointer inside the schema. */
const SCHEMA = /^.*?(\/schema|\/components\/schemas\/[^/]+)(?=\/|$)/;

/** Returns the contract without the keywords that no validator can use. `x-ignored` lists these keywords. */
export function withoutDefects(contract: Contract): Contract {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, validateFormats: false });
  const ignored = new Set(contract['x-ignored']);
  let corrected: Json = contract;
  for (const at of pointersIn(contract).filter((each) => SCHEMA.exec(each)?.[0] === each)) {
    const schema = valueAt(contract, at);
    if (!isObject(schema)) continue;
    ajv.validateSchema(schema);
    const reasons = new Map(ajv.errors?.map(({ instancePath, message }) => [instancePath, message]));
    for (const pointer of pointersIn(schema).filter((each) => each.endsWith('/pattern'))) {
      const pattern = valueAt(schema, pointer);
      try {
        if (typeof pattern === 'string') expressionOf(pattern);
      } catch (error) {
        // The pattern can be written for another regular-expression engine.
        reasons.set(pointer, (error as Error).message);
      }
    }
    for (const [pointer, reason] of reasons) ignored.add(`#${at}${pointer} (${reason})`.replace('#/x-response/', '#/'));
    for (const pointer of [...reasons.keys()].reverse()) corrected = withValue(corrected, at + pointer, undefined);
  }
  return { ...(corrected as Contract), 'x-ignored': [...ignored] };
}
