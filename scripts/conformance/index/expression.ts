import { type Json, pointersIn, valueAt } from '../../contract/json.ts';
import type { Answer, SentRequest } from '../kit-types.ts';

export interface ExpressionContext {
  sent: Pick<SentRequest, 'path' | 'url' | 'body' | 'json'>;
  answer: Pick<Answer, 'json'> & Partial<Pick<Answer, 'headers'>>;
  /** Values of expressions that do not refer to the request or response, such as `$client.id`, keyed by expression. */
  variables?: Readonly<Record<string, Json>>;
}

/** Pattern for runtime expressions in links and relations (OpenAPI 3.1, "Runtime Expressions"; Arazzo 1.0). */
const EXPRESSION = /^\$(?:(request\.path|request\.query|response\.header)\.(.+)|(request|response)\.body#(\/.*)?)$/;

/** Returns the value of a runtime expression. Throws if its form is unknown. `**` in a pointer matches any path. */
export function evaluate(expression: string, { variables = {}, sent, answer }: ExpressionContext): Json {
  if (Object.hasOwn(variables, expression)) return variables[expression];
  if (expression === '$request.header.content-length') return sent.body.length;
  const [, parameter, name = '', body, pointer = ''] = EXPRESSION.exec(expression) ?? [];
  if (parameter === 'request.path') return sent.path[name];
  if (parameter === 'response.header') return answer.headers?.get(name) ?? undefined;
  const query = sent.url.searchParams;
  if (parameter !== undefined) return name.endsWith('[]') ? query.getAll(name) : (query.get(name) ?? undefined);
  if (body === undefined) throw new TypeError(`The expression ${expression} is not supported`);
  const { json } = body === 'request' ? sent : answer;
  const [before = '', last] = pointer.split('/**');
  if (last === undefined) return valueAt(json, pointer);
  const within = valueAt(json, before);
  return pointersIn(within).flatMap((at) => (at.endsWith(last) ? [valueAt(within, at)] : []));
}

/** Replaces the expressions in a template with their values. The prefix `base64` or `uri` encodes the value. */
export const filledIn = (template: string, context: ExpressionContext): string =>
  template.replace(/\{(?:(\w+) )?(\$[^{}]+)\}/g, (_, encoding: string | undefined, expression: string) => {
    const text = String(evaluate(expression, context));
    if (encoding === 'base64') return Buffer.from(text).toString('base64');
    return encoding === 'uri' ? encodeURIComponent(text) : text;
  });
