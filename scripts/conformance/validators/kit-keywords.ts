import type { SchemaValidateFunction } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject, itemsOf, type Json, memberOf, parsed, pointersAt, valueAt } from '../../contract/json.ts';
import { hostKindOf, hostOf } from './hosts.ts';
import { isInside, matchingRules, type NamingRules } from './value-rules.ts';

export interface RuleSubject {
  domains: readonly string[];
  scopes: readonly string[];
  /** True if URLs can have loopback hosts, even with http. False in production. */
  allowLoopback: boolean;
}

/** Partner without scopes and domains. Use it for schemas that accept the same values for every partner. */
export const ANYONE: RuleSubject = { domains: [], scopes: [], allowLoopback: false };

const isPermittedLoopback = (url: string, { allowLoopback }: RuleSubject) =>
  allowLoopback && hostKindOf(url) === 'this machine';

type Rule<Data, Result> = (data: Data, value: Json, partner: RuleSubject, schema: object) => Result;

const FOR_STRINGS: Readonly<Record<string, Rule<string, boolean>>> = {
  // Requires that the string contains a JSON object. In JSON Schema, this keyword is only an annotation.
  contentMediaType: (text, value, _, schema) =>
    value !== 'application/json' || valueAt(schema, '/contentSchema/type') !== 'object' || isObject(parsed(text)),
  'x-max-bytes': (text, limit) => Buffer.byteLength(text) <= Number(limit),
  'x-well-formed': (text) => !/\p{Surrogate}/u.test(text),
  'x-valid-authority': (url) => hostOf(url) !== null && new URL(url).port !== '0',
  'x-registered-domain': (url, _, { domains }) => {
    // Removes a trailing dot, which only marks a fully qualified name (RFC 1034, section 3.1).
    const host = hostOf(url)?.replace(/\.$/, '');
    return host !== undefined && domains.some((domain) => domain === '*' || domain.toLowerCase() === host);
  },
  'x-https': (url, _, partner) => url.toLowerCase().startsWith('https://') || isPermittedLoopback(url, partner),
  'x-public-address': (url, _, partner) => hostKindOf(url) === 'public' || isPermittedLoopback(url, partner),
  'x-ports': (url, ports, partner) => {
    const port = URL.canParse(url) ? new URL(url).port : '';
    return port === '' || [ports].flat().includes(Number(port)) || isPermittedLoopback(url, partner);
  },
};

function repeatedIn(value: Json, places: readonly string[]): string[] {
  const before = new Set<Json>();
  const pointers = places.flatMap((place) => pointersAt(place, value));
  return pointers.filter((pointer) => {
    const text = valueAt(value, pointer);
    const isRepeated = typeof text === 'string' && before.has(text);
    before.add(text);
    return isRepeated;
  });
}

/** Adds the extension keywords in spec/README.md. Callers of a validator must pass a `RuleSubject` as `this`. */
export function addKitKeywords(ajv: Ajv2020): void {
  function add<T>(keyword: string, type: 'string' | 'array' | 'object', errorsIn: Rule<T, object[]>) {
    const validate: SchemaValidateFunction = function (this: RuleSubject, value: Json, data: T, schema = {}) {
      const errors = errorsIn(data, value, this, schema);
      validate.errors = errors.map((params) => ({ keyword, params }));
      return errors.length === 0;
    };
    ajv.addKeyword({ keyword, type, validate });
  }

  ajv.removeKeyword('contentMediaType');
  for (const [keyword, isValid] of Object.entries(FOR_STRINGS))
    add<string>(keyword, 'string', (text, ...given) => (isValid(text, ...given) ? [] : [{}]));
  add<string>('x-naming-rules', 'string', (name, value) =>
    matchingRules(value as NamingRules, name).map((rule) => ({ rule })),
  );
  add<Json[]>('x-required-scope', 'array', (list, value, { scopes }) =>
    list.length === 0 || scopes.includes(String(value)) ? [] : [{}],
  );
  const at = (pointers: readonly string[]) => (pointers.length === 0 ? [] : [{ at: pointers }]);
  add<object>('x-unique', 'object', (data, value) =>
    at((value as string[][]).flatMap((places) => repeatedIn(data, places))),
  );
  add<object>('x-disjoint', 'object', (data, value) => {
    const { items, text } = value as Record<'items' | 'text', string>;
    return at(isInside(itemsOf(memberOf(data, items)), memberOf(data, text)) ? [`/${text}`] : []);
  });
  ajv.addKeyword({ keyword: 'x-extensible-enum', macro: (values) => ({ enum: values }) });
}
