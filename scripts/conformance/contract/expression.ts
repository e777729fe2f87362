import { type Json, pointersIn, valueAt } from '../json.ts';
import type { Answer, SentRequest } from '../types.ts';

/** Values for runtime expressions: a request, its response, and the client that sent the request. */
export interface Exchange {
  clientId?: string;
  sent: Pick<SentRequest, 'path' | 'url' | 'body'>;
  answer: Pick<Answer, 'json'>;
}

/** Pattern for runtime expressions in links and relations (OpenAPI 3.1, "Runtime Expressions"; Arazzo 1.0). */
const EXPRESSION = /^\$(?:(client)\.id|request\.(path|query)\.(.+)|(request|response)\.body#(\/.*)?)$/;

/**
 * Returns the value of an expression, or undefined if there is no value. In a pointer, `**` matches any depth. Throws a
 * `TypeError` for an unsupported expression.
 */
export function evaluate(expression: string, { clientId, sent, answer }: Exchange): Json {
  const [, client, parameter, name = '', body, pointer = ''] = EXPRESSION.exec(expression) ?? [];
  if (client !== undefined) return clientId;
  if (parameter === 'path') return sent.path[name];
  const query = sent.url.searchParams;
  if (parameter === 'query') return name.endsWith('[]') ? query.getAll(name) : (query.get(name) ?? undefined);
  if (body === undefined) throw new TypeError(`The expression ${expression} is not supported`);
  const value: Json = body === 'request' ? JSON.parse(Buffer.from(sent.body).toString()) : answer.json;
  const [before = '', last] = pointer.split('/**');
  if (last === undefined) return valueAt(value, pointer);
  const within = valueAt(value, before);
  return pointersIn(within).flatMap((at) => (at.endsWith(last) ? [valueAt(within, at)] : []));
}

export const isExpression = (value: unknown): value is string => typeof value === 'string' && EXPRESSION.test(value);
