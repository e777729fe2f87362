import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../contract/json.ts';

/** Returns whether a keyword can change from `before` to `after`. An absent keyword is undefined. */
type MayChange = (before: unknown, after: unknown) => boolean;

const words = (text: string) => text.split(/\s+/);
const ANNOTATIONS = words(`$comment $defs deprecated description example examples externalDocs links message readOnly
  summary tags title writeOnly x-codeSamples x-displayName x-go-type x-message x-tagGroups`);

// Excludes runtime expressions, which start with `$`, because their values matter even in a `description`.
const isText = (name: string, value: unknown) =>
  ANNOTATIONS.includes(name) && typeof value === 'string' && !value.startsWith('$');

/** Normalizes a value: removes descriptions, and gives equivalent schemas the same form. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([key, each]): [string, unknown][] => {
    if (each === undefined || isText(key, each)) return [];
    if (key === 'const') return [['enum', [each]]];
    if (key === 'type') return [[key, Array.isArray(each) && each.length === 1 ? each[0] : each]];
    return [[key, canonical(['enum', 'required'].includes(key) && Array.isArray(each) ? each.toSorted() : each)]];
  });
  return Object.fromEntries(members);
}

export const isEqual: MayChange = (before, after) =>
  isDeepStrictEqual(before, after) || isDeepStrictEqual(canonical(before), canonical(after));

const mayOnlyBeRemoved: MayChange = (before, after) => after === undefined || isEqual(before, after);
const mayOnlyRise: MayChange = (before, after) =>
  after === undefined || (before !== undefined && Number(after) >= Number(before));
/** Rule for guaranteed numbers: they can only rise, except for durations (`_within_seconds`), which can only fall. */
function mayOnlyImprove(before: unknown, after: unknown, name = ''): boolean {
  if (isObject(before))
    return isObject(after) && Object.keys(before).every((key) => mayOnlyImprove(before[key], after[key], key));
  if (isEqual(before, after)) return true;
  return name.endsWith('_within_seconds') ? Number(after) < Number(before) : Number(after) > Number(before);
}
function mayOnlyBeExtended(before: unknown, after: unknown, name = ''): boolean {
  if (before === undefined) return true;
  if (!isObject(before) || !isObject(after)) return isEqual(before, after);
  // Allows changes to the values: clients depend only on the names of scopes and variants.
  if (['mapping', 'scopes'].includes(name)) return Object.keys(before).every((key) => key in after);
  return Object.entries(before).every(
    ([key, value]) => isText(key, value) || mayOnlyBeExtended(value, after[key], key),
  );
}
/** Permits new entries in three properties of `x-resource`, because such entries document existing behavior. */
const mayOnlyAssignMore: MayChange = (before, after) => {
  const [was, is] = [before, after].map((value) => (isObject(value) && 'none' in value ? undefined : value));
  if (!isObject(was) || !isObject(is)) return was === is;
  return Object.keys({ ...was, ...is }).every((key) =>
    ['assigns', 'initial', 'emptied'].includes(key)
      ? mayOnlyBeExtended(was[key], is[key])
      : isDeepStrictEqual(was[key], is[key]),
  );
};
/** Rule for security requirements: credentials that sufficed before must suffice after. `[]` means no credentials. */
const mayBeSecuredBy: MayChange = (before, after) => {
  const [were, are] = [before, after].map((list) => (Array.isArray(list) && list.length > 0 ? list : [{}]));
  const isGranted = (scopes: string[], granted?: string[]) => granted && scopes.every((each) => granted.includes(each));
  const isSufficient = (granted: Record<string, string[]>, needed: Record<string, string[]>) =>
    Object.entries(needed).every(([scheme, scopes]) => isGranted(scopes, granted[scheme]));
  return were?.every((granted) => are?.some((needed) => isSufficient(granted, needed))) ?? false;
};

const rulesOf = (keywords: string, rule: MayChange) => words(keywords).map((keyword) => [keyword, rule] as const);

const RULES: ReadonlyMap<string, MayChange> = new Map([
  ...rulesOf(`${ANNOTATIONS.join(' ')} x-naming-warnings x-value-warnings`, () => true),
  ...rulesOf('encoding explode in name operationId', isEqual),
  ...rulesOf('x-sandbox-only x-under-development', mayOnlyBeRemoved),
  ...rulesOf('components default discriminator x-asset-type x-challenge x-conventions x-delivery', mayOnlyBeExtended),
  ...rulesOf('x-ended-by x-file-cases x-paired-with x-problems x-serves x-thumbprint x-value', mayOnlyBeExtended),
  ...rulesOf('x-resource x-resources', mayOnlyAssignMore),
  ['security', mayBeSecuredBy],
  [
    'servers',
    (before, after) => [before].flat().every((was) => [after].flat().some((is) => mayOnlyBeExtended(was, is))),
  ],
  // An absent style is the default of the parameter location, so adding or removing `style` changes nothing.
  ['style', (before, after) => isEqual(before, after) || before === undefined || after === undefined],
  ['x-extensible-enum', (before, after) => [before ?? []].flat().every((value) => [after].flat().includes(value))],
  // The announced time of removal can only be postponed, because clients rely on this time.
  [
    'x-deprecation',
    (before, after) => !isObject(before) || !isObject(after) || String(after['sunset']) >= String(before['sunset']),
  ],
  ['x-body-limit', mayOnlyRise],
  // A new policy could reject more requests, so it is allowed only if `before` lists none, as in the first release.
  [
    'x-rate-limit',
    (before, after) => before === undefined || [after ?? []].flat().every((name) => [before].flat().includes(name)),
  ],
  ['x-idempotent', (before, after) => before === false || mayOnlyBeExtended(before, after)],
  ['x-service', mayOnlyImprove],
]);

/** Extension keywords that restrict values, as the keywords of JSON Schema do. */
const RESTRICTIONS = words(`x-disjoint x-https x-max-bytes x-naming-rules x-ports x-public-address x-registered-domain
  x-required-scope x-unique x-valid-authority x-well-formed`);

/** Returns the rule for a key such as `x-resources/Webhook`, or undefined for a keyword that restricts values. */
export function ruleOf(keyword: string): MayChange | undefined {
  const [kind = ''] = keyword.split('/');
  return RULES.get(kind) ?? (kind.startsWith('x-') && !RESTRICTIONS.includes(kind) ? isEqual : undefined);
}
