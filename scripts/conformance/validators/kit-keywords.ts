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

/** Returns whether the data is valid, or the parameters of each validation error. */
type Rule<Data> = (data: Data, value: Json, partner: RuleSubject, schema: object) => boolean | object[];

const FOR_STRINGS: Readonly<Record<string, Rule<string>>> = {
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
  'x-naming-rules': (name, rules) => matchingRules(rules as NamingRules, name).map((rule) => ({ rule })),
};

function repeatedIn(value: Json, places: readonly string[]): string[] {
  const pointers = places.flatMap((place) => pointersAt(place, value));
  const texts = pointers.map((pointer) => valueAt(value, pointer));
  const firstIndexes = new Map(texts.map((text, i) => [text, i] as const).reverse());
  return pointers.filter((_, i) => typeof texts[i] === 'string' && firstIndexes.get(texts[i]) !== i);
}

/** Adds the extension keywords in spec/README.md. Callers of a validator must pass a `RuleSubject` as `this`. */
export function addKitKeywords(ajv: Ajv2020): void {
  function add<T>(keyword: string, type: 'string' | 'array' | 'object', rule: Rule<T>) {
    const validate: SchemaValidateFunction = function (this: RuleSubject, value: Json, data: T, schema = {}) {
      const found = rule(data, value, this, schema);
      if (typeof found === 'boolean') return found;
      validate.errors = found.map((params) => ({ keyword, params }));
      return found.length === 0;
    };
    ajv.addKeyword({ keyword, type, validate });
  }

  ajv.removeKeyword('contentMediaType');
  for (const [keyword, rule] of Object.entries(FOR_STRINGS)) add(keyword, 'string', rule);
  const isGranted: Rule<Json[]> = (list, scope, { scopes }) => list.length === 0 || scopes.includes(String(scope));
  add('x-required-scope', 'array', isGranted);
  add<object>('x-unique', 'object', (data, sets) =>
    (sets as string[][]).flatMap((places) => repeatedIn(data, places)).map((at) => ({ at })),
  );
  add<object>('x-disjoint', 'object', (data, value) => {
    const { items, text } = value as Record<'items' | 'text', string>;
    return isInside(itemsOf(memberOf(data, items)), memberOf(data, text)) ? [{ at: `/${text}` }] : [];
  });
  ajv.addKeyword({ keyword: 'x-extensible-enum', macro: (values) => ({ enum: values }) });
}
