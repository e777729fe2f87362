import { escaped } from '../../json.ts';
import type { ExpectedViolation } from '../../types.ts';

export interface BrokenKeyword {
  keyword: string;
  instancePath: string;
  schemaPath: string;
  // biome-ignore lint/suspicious/noExplicitAny: each keyword has parameters of its own.
  params: Record<string, any>;
  schema?: unknown;
}

/** Violation code (`ViolationCode` in the contract) for each keyword. Other keywords have the code `not_allowed`. */
const CODES: Readonly<Record<string, string>> = {
  required: 'required',
  additionalProperties: 'unexpected_member',
  unevaluatedProperties: 'unexpected_member',
  type: 'wrong_type',
  pattern: 'wrong_format',
  format: 'wrong_format',
  anyOf: 'wrong_format',
  'x-well-formed': 'wrong_format',
  contentMediaType: 'wrong_format',
  minLength: 'too_short',
  maxLength: 'too_long',
  'x-max-bytes': 'too_long',
  minItems: 'too_few_items',
  maxItems: 'too_many_items',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  'x-unique': 'duplicate',
  'x-registered-domain': 'unregistered_domain',
  'x-https': 'not_https',
  'x-public-address': 'special_address',
};

/** Keywords that only report that another keyword is violated. */
const FOLLOWS = ['if', 'oneOf', 'discriminator'];
/** Codes of the keywords that check a part of a URL, which are not listed for a malformed URL. */
const OF_URL_PARTS = ['x-registered-domain', 'x-https', 'x-public-address'].map((keyword) => CODES[keyword]);

const codeOf = ({ keyword, schema }: BrokenKeyword) =>
  keyword === 'not' && Object.hasOwn(Object(schema), 'type') ? 'wrong_type' : (CODES[keyword] ?? 'not_allowed');

/** Returns the pointer to a missing or unknown property, or the pointers that the keyword reports. */
function pointersOf({ instancePath, params }: BrokenKeyword): string[] {
  const member: string | undefined =
    params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  if (member !== undefined) return [`${instancePath}/${escaped(member)}`];
  const at: readonly string[] = params['at'] ?? [''];
  return at.map((inner) => instancePath + inner);
}

/** Returns the violations that a response must list for the given errors, without duplicates. */
export function violationsOf(errors: readonly BrokenKeyword[]): ExpectedViolation[] {
  const all = errors
    .filter(({ keyword }) => !FOLLOWS.includes(keyword))
    // Errors inside the alternatives of an `anyOf` are not listed.
    .filter((error) => !errors.some((other) => other.keyword === 'anyOf' && isWithin(error, other)))
    .flatMap((error) => pointersOf(error).map((pointer) => ({ pointer, code: codeOf(error) })));
  const codesAt = new Map<string, Set<string>>();
  for (const { pointer, code } of all) codesAt.set(pointer, (codesAt.get(pointer) ?? new Set()).add(code));
  return [...codesAt].flatMap(([pointer, codes]) => {
    // If a value has the wrong type, its other violations are not listed.
    const listed = codes.has('wrong_type') ? ['wrong_type'] : [...codes];
    return listed
      .filter((code) => !(codes.has('wrong_format') && OF_URL_PARTS.includes(code)))
      .map((code) => ({ pointer, code }));
  });
}

const isWithin = (error: BrokenKeyword, whole: BrokenKeyword) =>
  error.instancePath === whole.instancePath && error.schemaPath.startsWith(`${whole.schemaPath}/`);

/** Returns the violations of query parameters, which are identified by name. */
export function queryViolationsOf(errors: readonly BrokenKeyword[]): ExpectedViolation[] {
  const all = violationsOf(errors).map(({ pointer, code }) => ({ pointer: `?${pointer.split('/')[1]}`, code }));
  return [...new Map(all.map((each) => [`${each.pointer} ${each.code}`, each])).values()];
}
