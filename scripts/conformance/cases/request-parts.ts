import type { Contract, Operation } from '../../generate/contract.ts';
import { type Part, parametersOf } from '../contract/keywords.ts';
import { isObject, type Json } from '../json.ts';
import type { CaseRequest } from '../types.ts';

/** What of a request carries a part of it. */
export type Sent = Pick<CaseRequest, 'path' | 'query' | 'body'>;

const isWellFormed = (text: string) => !/\p{Surrogate}/u.test(text);
const isScalar = (value: Json) => ['string', 'number', 'boolean'].includes(typeof value) || value === null;

/** URL parsers drop or resolve these path segments, also when they are percent-encoded (WHATWG URL). */
const isSegment = (text: string) => !['', '.', '..'].includes(text);

/** The way in which a part of a request with this value is sent; undefined when there is none. */
export function sentAs(part: Part, value: Json): Sent | undefined {
  if (part === 'json') return { body: { json: value } };
  if (!isObject(value)) return undefined;
  const pairs = Object.entries(value).flatMap(([name, given]) =>
    [given].flat().map((one): [string, Json] => [name, one]),
  );
  if (!pairs.every(([, one]) => isScalar(one) && isWellFormed(String(one)))) return undefined;
  const texts = pairs.map(([name, one]): [string, string] => [name, String(one)]);
  if (part === 'form') return { body: { form: texts } };
  if (part === 'query') return { query: texts };
  return texts.every(([, text]) => isSegment(text)) ? { path: Object.fromEntries(texts) } : undefined;
}

/** The value that a reader makes of what was sent, by the types that the contract gives the parameters. */
export function readAs(contract: Contract, operation: Operation, part: Part, sent: Sent): Json {
  if (sent.body !== undefined && 'json' in sent.body) return sent.body.json;
  // RFC 6749 3.2: a parameter without a value counts as omitted.
  if (sent.body !== undefined && 'form' in sent.body)
    return Object.fromEntries(sent.body.form.filter(([, value]) => value !== ''));
  if (part === 'path') return sent.path;
  const read: Record<string, Json> = {};
  for (const { parameter } of parametersOf(contract, operation).filter(({ parameter }) => parameter.in === 'query')) {
    const texts = (sent.query ?? []).filter(([name]) => name === parameter.name).map(([, text]) => text);
    const [text] = texts;
    if (text === undefined) continue;
    const { type } = parameter.schema;
    if (type === 'array') read[parameter.name] = texts;
    else read[parameter.name] = type === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  }
  return read;
}
