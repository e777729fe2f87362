import type { Json } from '../../contract/json.ts';
import { type Contract, resolve, type Schema } from '../../contract/openapi.ts';
import { expressionOf } from '../validators/schema-validator.ts';
import { textsAround } from './regular-expression.ts';

const BY_FORMAT: Readonly<Record<string, string>> = {
  date: '2023-10-29',
  'date-time': '2023-10-29T09:00:00Z',
  time: '09:00:00Z',
  duration: 'P1D',
  email: 'someone@example.com',
  hostname: 'www.example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://www.example.com/',
  uuid: '3be6453c-03eb-4357-ae5a-984a0e574a54',
};

export function sampleOf(contract: Contract, given?: Schema, usesExamples = true, open: readonly Schema[] = []): Json {
  const schema = resolve<Schema>(contract, given ?? {});
  if (open.includes(schema)) return null;
  const inside = (one: Schema | undefined) => sampleOf(contract, one, usesExamples, [...open, schema]);
  const [listed] = (schema['examples'] as Json[] | undefined) ?? [];
  const examples = usesExamples ? [schema['example'], listed, schema['default']] : [];
  const known = [...examples, schema['const'], (schema['enum'] as Json[])?.[0]];
  const preset = known.find((value) => value !== undefined);
  if (preset !== undefined) return preset;
  const [choice] = ((schema['oneOf'] ?? schema['anyOf']) as Schema[] | undefined) ?? [];
  const parts = (schema['allOf'] as Schema[] | undefined) ?? [];
  const { properties = {}, required = [] } = schema;
  const type = [schema.type].flat()[0] ?? (schema.properties === undefined ? undefined : 'object');
  if (choice !== undefined || parts.length > 0 || type === 'object') {
    const own = Object.fromEntries(required.map((name) => [name, inside(properties[name])]));
    const values = [...(choice === undefined ? [] : [choice]), ...parts].map(inside);
    const [scalar] = values.filter((value) => typeof value !== 'object' || value === null);
    return scalar ?? Object.assign({}, ...values, own);
  }
  if (type === 'array')
    return Array.from({ length: Math.max(1, Number(schema['minItems'] ?? 1)) }, () =>
      inside(schema['items'] as Schema),
    );
  if (type === 'integer' || type === 'number') {
    const most = Number(schema['maximum'] ?? Number(schema['exclusiveMaximum'] ?? Number.POSITIVE_INFINITY) - 1);
    const number = Number(schema['minimum'] ?? Math.min(Number(schema['exclusiveMinimum'] ?? 0) + 1, most));
    const step = Number(schema['multipleOf'] ?? 0);
    return step > 0 ? Math.ceil(number / step) * step : number;
  }
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  const { pattern } = schema;
  const [least, most] = [Number(schema['minLength'] ?? 0), Number(schema['maxLength'] ?? Number.POSITIVE_INFINITY)];
  const isFitting = (one: string) =>
    expressionOf(String(pattern)).test(one) && one.length >= least && one.length <= most;
  const matching = typeof pattern === 'string' ? textsAround(pattern).find(isFitting) : undefined;
  if (matching !== undefined) return matching;
  const text = BY_FORMAT[String(schema['format'])] ?? 'text';
  return text.padEnd(least, 'x').slice(0, most);
}
