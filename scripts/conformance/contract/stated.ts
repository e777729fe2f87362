import { type Contract, type MediaType, type Response, resolve, type Schema } from '../../generate/contract.ts';
import { type Json, valuesAt } from '../json.ts';
import type { OperationId } from '../types.ts';
import type { ContractIndex } from './contract-index.ts';
import { type Exchange, evaluate } from './expression.ts';

/** A keyword of our own at a member of an answer. */
export interface Stated {
  /** As `valuesAt` takes it. */
  place: string;
  value: string;
}

/** Where a keyword stands in the JSON that a status of an operation has. */
export function statedOf(contract: ContractIndex, id: OperationId, status: number, keyword: string): Stated[] {
  const answers = known.get(contract) ?? new Map<string, Stated[]>();
  known.set(contract, answers);
  const documented = contract.answerOf(id, status)?.status ?? '';
  const key = `${id} ${documented} ${keyword}`;
  const found = answers.get(key) ?? statedIn(contract.document, schemaOf(contract, id, documented), keyword);
  answers.set(key, found);
  return found;
}

const known = new WeakMap<ContractIndex, Map<string, Stated[]>>();

/** What an answer has as its body, in the first media type that it may have. */
export function schemaOf({ document, operationOf }: ContractIndex, id: OperationId, status: string): Schema {
  const { content = {} } = resolve<Response>(document, operationOf(id).operation.responses[status] ?? {});
  const [first] = Object.values(content as Record<string, MediaType>);
  return first?.schema ?? {};
}

/** Every place at which a keyword stands in a schema. */
export function statedIn(contract: Contract, given: Schema, keyword: string, open: readonly Schema[] = []): Stated[] {
  const schema = resolve<Schema>(contract, given);
  if (open.includes(schema)) return [];
  const below = (inner: unknown, step: string) =>
    statedIn(contract, inner as Schema, keyword, [...open, schema]).map(({ place, value }) => ({
      place: step + place,
      value,
    }));
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((name) => (schema[name] as Schema[] | undefined) ?? []);
  const value = schema[keyword];
  return [
    ...(typeof value === 'string' ? [{ place: '', value }] : []),
    ...parts.flatMap((part) => below(part, '')),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => below(member, `/${name}`)),
    ...((schema['prefixItems'] as Schema[] | undefined) ?? []).flatMap((item, i) => below(item, `/${i}`)),
    ...(schema['items'] === undefined ? [] : below(schema['items'], '/*')),
  ];
}

/** What the expressions of `x-value` are about. */
interface Context extends Exchange {
  serverUrl: string;
}

/** Where `value` is not what `x-value` says of it. Values are left out: they may be personal. */
export function statedDepartures(stated: readonly Stated[], value: Json, context: Context): string[] {
  return stated.flatMap(({ place, value: template }) => {
    const wanted = filled(template, context);
    const isWrong = valuesAt(place, value).some((given) => String(given) !== wanted);
    return isWrong ? [`${place} must be ${template}${template.includes('$server.url') ? `, ${wanted}` : ''}.`] : [];
  });
}

/** A text with the values of its expressions (OpenAPI 3.1, "Runtime Expressions"), behind `base64 ` encoded. */
function filled(template: string, { serverUrl, ...exchange }: Context): string {
  const valueFor = (expression: string) => {
    if (expression === '$server.url') return serverUrl;
    if (expression === '$request.header.content-length') return String(exchange.sent.body.length);
    return String(evaluate(expression, exchange));
  };
  return template.replace(/\{(base64 )?(\$[^{}]+)\}/g, (_, isEncoded: string | undefined, expression: string) =>
    isEncoded === undefined ? valueFor(expression) : Buffer.from(valueFor(expression)).toString('base64'),
  );
}
