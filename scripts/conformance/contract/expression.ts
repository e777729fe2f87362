import { type Json, memberOf, valueAt } from '../json.ts';
import type { Answer, SentRequest } from '../types.ts';

/** Values for runtime expressions: a request, its response, and the client that sent the request. */
export interface Exchange {
  clientId?: string;
  sent: Pick<SentRequest, 'path' | 'url' | 'body'>;
  answer: Pick<Answer, 'json'>;
}

/** Pattern for runtime expressions in links and relations (OpenAPI 3.1, "Runtime Expressions"; Arazzo 1.0). */
const EXPRESSION = /^\$(?:(client)\.id|request\.(path|query)\.(.+)|(request|response)\.body#(\/.*)?)$/;

/** Returns the value of an expression; undefined if there is none. In a pointer, `**` matches any depth. */
export function evaluate(expression: string, { clientId, sent, answer }: Exchange): Json {
  const [, client, parameter, name = '', body, pointer = ''] = EXPRESSION.exec(expression) ?? [];
  if (client !== undefined) return clientId;
  if (parameter === 'path') return sent.path[name];
  const query = sent.url.searchParams;
  if (parameter === 'query') return name.endsWith('[]') ? query.getAll(name) : (query.get(name) ?? undefined);
  if (body === undefined) throw new TypeError(`The expression ${expression} is not supported`);
  const value: Json = body === 'request' ? JSON.parse(Buffer.from(sent.body).toString()) : answer.json;
  const [, before, last] = /^(.*)\/\*\*\/([^/]+)$/.exec(pointer) ?? [];
  return before === undefined || last === undefined ? valueAt(value, pointer) : allBelow(valueAt(value, before), last);
}

export const isExpression = (value: unknown): value is string => typeof value === 'string' && EXPRESSION.test(value);

/** Returns the values of all properties with a given name, at any depth. */
function allBelow(value: Json, name: string): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  const here = memberOf(value, name);
  return [...(here === undefined ? [] : [here]), ...Object.values(value).flatMap((member) => allBelow(member, name))];
}
