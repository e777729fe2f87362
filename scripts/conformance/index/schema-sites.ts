import { type Json, valuesAt } from '../../contract/json.ts';
import { type Contract, type Parameter, resolve, type Schema, targetOf, variantsOf } from '../../contract/openapi.ts';
import { parametersSchema } from '../../contract/parameters.ts';
import type { OperationId } from '../kit-types.ts';
import { remembered } from '../remembered.ts';
import type { ContractIndex } from './contract-index.ts';
import { type ExpressionContext, filledIn } from './expression.ts';

/** A discriminator property, its value, and the pattern of pointers to the object that has the property. */
export type Variant = Readonly<Record<'place' | 'property' | 'value', string>>;

/** Part of a request. Path and query are treated as objects of parameters, and a form as an object of fields. */
export type Part = 'json' | 'form' | 'path' | 'query';

/** A schema or subschema of a request, and the pattern of pointers to the values that it validates. */
export interface Site {
  operation: OperationId;
  part: Part;
  /** JSON Pointer in which `*` stands for every item of a list. */
  place: string;
  variants: readonly Variant[];
  schema: Schema;
  /** Prefix for keyword names in the coverage report, such as `Text#` or `EducationCredential#/properties/majors`. */
  name: string;
}

/** Annotations, and keywords that contain schemas but have no constraints of their own. */
const NO_RULES = new Set(
  `$comment $ref contentSchema default deprecated description example examples externalDocs readOnly title writeOnly
  x-go-type x-message xml properties allOf anyOf oneOf then else items prefixItems`.split(/\s+/),
);

/** Returns the names of a schema's constraints, such as `maxLength`, and `required/id` for each required property. */
export function keywordsOf(schema: Schema): string[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (NO_RULES.has(keyword) || (keyword === 'additionalProperties' && value !== false)) return [];
    if (keyword === 'required') return (value as string[]).map((name) => `${keyword}/${name}`);
    if (keyword === 'x-unique')
      return (value as string[][]).flatMap((set, i) => set.map((_, j) => `${keyword}/${i}/${j}`));
    const hasRules = ['x-naming-rules', 'x-naming-warnings', 'x-value-warnings'].includes(keyword);
    return hasRules ? Object.keys(value as object).map((rule) => `${keyword}/${rule}`) : [keyword];
  });
}

const nameOf = (reference: string) => `${reference.replace(/^#\/components\/\w+\//, '')}#`;

/** Returns a schema and its subschemas, except those under `if`, `then`, and `else`. Expands recursion only once. */
function sitesIn(contract: Contract, site: Site, open: readonly string[] = []): Site[] {
  const { $ref, discriminator, ...schema } = site.schema;
  const below = (inner: unknown, pointer: string, place: string) =>
    sitesIn(contract, { ...site, place, schema: inner as Schema, name: site.name + pointer }, open);
  const into = (reference: string, variants = site.variants) => {
    if (open.includes(reference)) return [];
    const component = { schema: targetOf(contract, reference) as Schema, name: nameOf(reference), variants };
    return sitesIn(contract, { ...site, ...component }, [...open, reference]);
  };
  const variants = variantsOf(site.schema).map(([value, reference]) =>
    into(reference, [...site.variants, { place: site.place, property: discriminator?.propertyName ?? '', value }]),
  );
  const inside = Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === 'items') return below(value, '/items', `${site.place}/*`);
    const isPart = keyword === 'properties' || keyword === 'prefixItems';
    const isCombined = keyword === 'allOf' || keyword === 'anyOf' || (keyword === 'oneOf' && variants.length === 0);
    return Object.entries(isPart || isCombined ? (value as object) : {}).flatMap(([name, each]) =>
      below(each, `/${keyword}/${name}`, isPart ? `${site.place}/${name}` : site.place),
    );
  });
  return [site, ...($ref === undefined ? [] : into($ref)), ...variants.flat(), ...inside];
}

/** Returns the pointer patterns of all subschemas in which an extension keyword has a string value. */
export const keywordPlacesIn = (contract: Contract, schema: Schema, keyword: string) =>
  sitesIn(contract, { operation: '', part: 'json', place: '', variants: [], name: '', schema }).flatMap(
    ({ place, schema: { [keyword]: value } }) => (typeof value === 'string' ? [{ place, value }] : []),
  );

export type KeywordPlaces = ReturnType<typeof keywordPlacesIn>;

export const keywordPlacesOf = remembered((contract: ContractIndex, id: OperationId, status: number, keyword: string) =>
  keywordPlacesIn(contract.document, contract.answerOf(id, status)?.content?.schema ?? {}, keyword),
);

/** Returns where a value differs from the schema's `x-value`. Omits the value, which can be personal data. */
export const valueMismatches = (stated: KeywordPlaces, value: Json, context: ExpressionContext): string[] =>
  stated.flatMap(({ place, value: template }) => {
    const wanted = filledIn(template, context);
    const isWrong = valuesAt(place, value).some((given) => String(given) !== wanted);
    return isWrong ? [`${place} must be ${template}${template.includes('$server.url') ? `, ${wanted}` : ''}.`] : [];
  });

export const sitesOf = remembered(({ document, operationOf }: ContractIndex, id: OperationId): readonly Site[] => {
  const { operation, body } = operationOf(id);
  const start = { operation: id, place: '', variants: [] };
  const inParameters = (operation.parameters ?? []).flatMap((given) => {
    const { in: part, schema, name: property } = resolve<Parameter>(document, given);
    if (part !== 'path' && part !== 'query') return [];
    const name = '$ref' in given ? nameOf(given.$ref) : `${id}#/parameters/${property}`;
    return sitesIn(document, { ...start, part, schema, name: `${name}/schema`, place: `/${property}` });
  });
  const query = parametersSchema(document, operation, 'query');
  return [
    ...(body === null ? [] : sitesIn(document, { ...start, ...body, name: `${id}#` })),
    ...(query === undefined ? [] : [{ ...start, part: 'query' as const, schema: query, name: `${id}#/query` }]),
    ...inParameters,
  ];
});

export function requestKeywords(contract: ContractIndex, operations: readonly OperationId[]) {
  const sites = operations.flatMap((id) => sitesOf(contract, id));
  return [...new Set(sites.flatMap(({ schema, name }) => keywordsOf(schema).map((keyword) => `${name}/${keyword}`)))];
}
