import type { Json } from '../../contract/json.ts';
import type { Exchange, WireRequest } from '../kit-types.ts';

/** The exchange in which a value occurs first. */
export interface Origin {
  exchange: Exchange;
  /** Response property that contains the value. Undefined if the value is in the request body. */
  property?: string;
}

/** Maximum number of values. The first values are kept, because they include tokens and shared resources. */
const MAX_VALUES = 20_000;
/** Matches the identifiers that `Session.fresh` generates (UUID version 8). The first group contains 24 characters. */
export const FRESH = /\b([0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-)[0-9a-f]{12}/g;
/** Returns the tokens, generated identifiers, and cursors in a text. */
const generatedIn = (text: string) => (text.match(/[\w.~-]{16,}/g) ?? []).filter((word) => /\d/.test(word));

/** Creates an index of the exchanges that later requests depend on, keyed by generated values. */
export function createSources() {
  const origins = new Map<string, Origin | undefined>();
  const add = (value: string, origin?: Origin) => origins.has(value) || origins.set(value, origin);
  return {
    originOf: (value: string) => origins.get(value),
    remember(exchange: Exchange): void {
      for (const [id] of bodyText(exchange.wire).matchAll(FRESH)) add(id, { exchange });
      const sent = `${exchange.wire.target} ${bodyText(exchange.wire)}`;
      // The client chose these values, so no later response is their origin.
      for (const value of generatedIn(sent)) add(value);
      for (const [property, value] of stringsIn(exchange.answer?.json).filter((each) => !sent.includes(each[1]))) {
        const key = URL.canParse(value) ? targetOf(new URL(value)) : value;
        if (key === value ? generatedIn(value)[0] === value : key.length > 15) add(key, { exchange, property });
      }
      if (origins.size > MAX_VALUES) for (const key of [...origins.keys()].slice(2000, 6000)) origins.delete(key);
    },
  };
}

/** Returns the values in a request that an earlier response can contain: the target and all generated values. */
export const valuesIn = (wire: WireRequest): string[] =>
  [wire.target].concat(generatedIn([wire.target, ...Object.values(wire.headers), bodyText(wire)].join('\n')));

const targetOf = ({ pathname, search }: URL) => pathname + search;
const bodyText = ({ body }: WireRequest) => (body === undefined ? '' : Buffer.from(body).toString());

/** Returns the strings in a JSON value, with the names of their properties. */
function stringsIn(value: Json, property = ''): [property: string, value: string][] {
  if (typeof value === 'string') return property === '' ? [] : [[property, value]];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each) => stringsIn(each));
  return Object.entries(value).flatMap(([name, each]) => stringsIn(each, name));
}
