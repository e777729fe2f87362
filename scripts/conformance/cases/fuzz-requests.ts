import fc from 'fast-check';
import {
  escaped,
  isObject,
  type Json,
  type JsonObject,
  locate,
  pointersIn,
  valueAt,
  withValue,
} from '../../contract/json.ts';
import type { ContractIndex } from '../index/contract-index.ts';
import { isOwnIdentifier, keywordsOf, type Part, type Site } from '../index/schema-sites.ts';
import type { CaseRequest, OperationId } from '../kit-types.ts';
import { remembered } from '../remembered.ts';
import type { Session } from '../target/target-session.ts';
import { credentialFields } from '../target/valid-bodies.ts';
import { basesOf, sentAs } from './valid-requests.ts';
import { spread, testValues } from './values/by-keyword.ts';

const VALUES_OF_A_KEYWORD = 12;
/** Edits that make a value invalid (about half) are discarded. */
const MAX_EDITS = 8;
const MAX_LENGTH = 2000;
const MAX_LENGTH_IN_URL = 1000;
// Up to three of these values can be nested. Parsers can limit the depth, often to 64 (RFC 8259, section 9).
const nested = fc.nat(18).map((depth) => JSON.parse(`${'['.repeat(depth)}null${']'.repeat(depth)}`));
const anything = fc.oneof(fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' }), nested);

/** Property names that servers often mishandle: inherited by JavaScript objects, or escaped in a JSON Pointer. */
const ODD_NAMES = ['__proto__', 'constructor', 'toString', '', ' ', 'a/b~c', '\u0000', '😀', 'length', '0'];

/** Arbitrary for functions that add, replace, or remove one value anywhere in a JSON value. */
const mutation = fc
  .tuple(fc.nat(), fc.option(fc.constantFrom(...ODD_NAMES)), fc.option(anything, { nil: undefined }))
  .map(([index, added, value]) => (whole: Json): Json => {
    const pointers = pointersIn(whole);
    const pointer = pointers[index % pointers.length] ?? '';
    const isAdded = added !== null && isObject(valueAt(whole, pointer));
    return withValue(whole, isAdded ? `${pointer}/${escaped(added)}` : pointer, value) ?? null;
  });

function createEdit(contract: ContractIndex, id: OperationId, part: Part, domains: readonly string[]) {
  const bases = basesOf(contract, id, domains);
  const sites = bases.sites.filter((site) => site.part === part);
  const valuesOf = remembered((site: Site): readonly Json[] => {
    const whole = bases.at(site);
    const pointer = whole === undefined ? undefined : locate(site.place, whole);
    if (pointer === undefined || pointer === '' || isOwnIdentifier(site)) return [];
    const values = keywordsOf(site.schema).flatMap((keyword) =>
      spread(testValues(contract, site, keyword, valueAt(whole, pointer), domains), VALUES_OF_A_KEYWORD),
    );
    // Requests with long values would take most of the run time.
    return values.filter((value) => (JSON.stringify(value) ?? '').length < MAX_LENGTH);
  });
  return (whole: Json, [index, number]: [number, number]): Json => {
    const site = sites[index % sites.length];
    const pointer = site && locate(site.place, whole);
    const values = site === undefined ? [] : valuesOf(site);
    if (pointer === undefined || values.length === 0) return whole;
    return withValue(whole, pointer, values[number % values.length]);
  };
}

/** Returns an arbitrary for requests to an operation. About half are valid. They shrink to the first example. */
export function fuzzRequests({ contract, credentials, target }: Session, id: OperationId): fc.Arbitrary<CaseRequest> {
  const { registeredDomains } = target;
  const formFields = contract.givesTokens(id) ? credentialFields(credentials) : {};
  const bases = basesOf(contract, id, registeredDomains);
  const has = (part: Part) => bases.sites.some((site) => site.part === part);
  const body = (['json', 'form'] as const).find(has);
  const inUrl: Part[] = has('path') ? ['path', 'query'] : ['query'];
  const identifier = `/${contract.identifierOf(id)}`;
  const requests = (body === undefined ? inUrl : [body]).map((part) => {
    const edit = createEdit(contract, id, part, registeredDomains);
    const examples = [...bases.of(part), ...bases.sites.filter((site) => site.part === part).map(bases.at)];
    const example = fc.constantFrom(...new Set(examples.filter((whole) => whole !== undefined)));
    const change = fc.tuple(fc.nat(), fc.nat()).map((each) => (whole: Json) => edit(whole, each));
    const edits = fc.array(change, { maxLength: MAX_EDITS });
    const mutations = fc.oneof(
      { arbitrary: fc.constant([]), weight: 3 },
      { arbitrary: fc.array(fc.oneof(change, mutation), { minLength: 1, maxLength: 3 }), weight: 2 },
    );
    const fresh = fc.noBias(fc.noShrink(fc.uuid()));
    return fc.tuple(example, edits, fresh, mutations).map(([whole, some, unused, others]): CaseRequest => {
      const edited = some.reduce<Json>((value, apply) => {
        const changed = apply(value);
        return bases.isValid(part, changed) ? changed : value;
      }, whole);
      const isNamed = valueAt(edited, identifier) !== undefined;
      const named = isNamed ? withValue(edited, identifier, unused) : edited;
      const valid = part === 'form' ? { ...(named as JsonObject), ...formFields } : named;
      const value = others.reduce<Json>((mutated, apply) => apply(mutated), valid);
      // Some values cannot be sent in a form or a URL, and servers can reject long URLs. A default value replaces them.
      const isLong = body === undefined && JSON.stringify(value).length > MAX_LENGTH_IN_URL;
      return isLong ? {} : (sentAs(contract, id, part, value)?.request ?? {});
    });
  });
  return fc.oneof(...requests);
}
