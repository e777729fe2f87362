import { maxViolations } from '../../../generated/operations.ts';
import type { ContractError, NamingRules } from '../../../generated/validators.js';
import { explainRule } from '../../domain/naming.ts';
import { nearestName } from '../../platform/nearest-name.ts';
import { pointerTo, type Violation } from './problem.ts';

/** Keywords whose errors are ignored, because Ajv also reports a more specific error for each of them. */
const DERIVED_KEYWORDS = new Set(['if', 'oneOf', 'discriminator']);

const isTypeRule = (not: unknown) => (not as { type?: unknown } | undefined)?.type !== undefined;

type Explanation = (error: ContractError) => [code: Violation['code'], detail: string];

const limit =
  (code: Violation['code'], end: 'least' | 'most', unit: string): Explanation =>
  ({ params }) => [code, `must have at ${end} ${params['limit']} ${unit}${params['limit'] === 1 ? '' : 's'}`];

const explanations: Record<string, Explanation> = {
  required: () => ['required', 'is required'],
  additionalProperties: () => ['unexpected_member', 'is not part of the contract'],
  type: ({ params }) => ['wrong_type', `must be ${[params['type']].flat().join(' or ')}`],
  const: ({ params }) => ['not_allowed', `must be ${params['allowedValue']}`],
  enum: ({ params }) => ['not_allowed', `must be one of ${params['allowedValues'].join(', ')}`],
  // The contract uses `not: { type: string }` only to require null.
  not: ({ schema }) =>
    isTypeRule(schema) ? ['wrong_type', 'must be null'] : ['not_allowed', 'has a value that is not allowed'],
  pattern: () => ['wrong_format', 'does not have the expected form'],
  format: ({ params }) => ['wrong_format', `must have the format ${params['format']}`],
  anyOf: () => ['wrong_format', 'does not have one of the expected forms'],
  minLength: limit('too_short', 'least', 'character'),
  maxLength: limit('too_long', 'most', 'character'),
  minItems: limit('too_few_items', 'least', 'item'),
  maxItems: limit('too_many_items', 'most', 'item'),
  uniqueItems: () => ['duplicate', 'must not contain an item more than once'],
  minimum: ({ params }) => ['out_of_range', `must be at least ${params['limit']}`],
  maximum: ({ params }) => ['out_of_range', `must be at most ${params['limit']}`],
  'x-valid-authority': ({ params }) => [
    'wrong_format',
    params['part'] === 'port'
      ? 'must have a port from 1 to 65535, or none'
      : 'must have a valid host name or IP address',
  ],
  'x-https': () => ['not_https', 'must be an https URL; http is for loopback hosts outside production'],
  'x-public-address': () => [
    'special_address',
    'must be a URL whose host is not a private, loopback or otherwise special address',
  ],
  'x-ports': ({ schema }) => [
    'port_not_allowed',
    `must have one of the ports ${[schema].flat().join(', ')}; other ports are for loopback hosts outside production`,
  ],
  'x-well-formed': () => ['wrong_format', 'must not contain unpaired surrogates'],
  contentMediaType: () => ['wrong_format', 'must contain a JSON object'],
  'x-max-bytes': ({ schema }) => ['too_long', `must have at most ${schema} bytes in UTF-8`],
  'x-registered-domain': () => [
    'unregistered_domain',
    'must be a URL whose host is one of the domains registered for the partner',
  ],
  'x-disjoint': ({ schema }) => ['not_allowed', `must not contain an entry of ${(schema as { items: string }).items}`],
  'x-naming-rules': ({ schema, params }) => [
    'not_allowed',
    explainRule(String(params['text']), schema as NamingRules, params['rule']),
  ],
  'x-unique': () => ['duplicate', 'appears more than once in the batch and must be unique'],
};

const URL_PART_CODES = new Set<Violation['code']>([
  'unregistered_domain',
  'not_https',
  'special_address',
  'port_not_allowed',
]);

/** `x-message` replaces the message of these keywords, or the message of `type` if a schema has none of them. */
const FORM_KEYWORDS = ['pattern', 'format', 'not', 'anyOf', 'enum', 'x-well-formed'];

function messageOf({ keyword, parentSchema }: ContractError): string | undefined {
  const isOfType = isTypeRule(parentSchema?.['not']);
  const hasForm = !isOfType && FORM_KEYWORDS.some((name) => parentSchema?.[name] !== undefined);
  const isMeant = hasForm ? FORM_KEYWORDS.includes(keyword) : keyword === 'type' || (isOfType && keyword === 'not');
  return isMeant ? parentSchema?.['x-message'] : undefined;
}

function pointersOf(error: ContractError): string[] {
  const member = error.params['missingProperty'] ?? error.params['additionalProperty'];
  if (member !== undefined) return [pointerTo(error.instancePath, member)];
  const at: string[] | undefined = error.params['at'];
  return at === undefined ? [error.instancePath] : at.map((pointer) => error.instancePath + pointer);
}

/** Returns one violation for each broken rule and property. Quotes only values that the contract lists. */
export function violationsFrom(errors: readonly ContractError[]): Violation[] {
  // Collects the branches of `anyOf`, because Ajv also reports the errors in each branch, which are not violations.
  const branches = new Map<string, string[]>();
  for (const { keyword, instancePath, schemaPath } of errors) {
    if (keyword !== 'anyOf') continue;
    const prefixes = branches.get(instancePath);
    if (prefixes === undefined) branches.set(instancePath, [`${schemaPath}/`]);
    else prefixes.push(`${schemaPath}/`);
  }
  const isBranch = ({ instancePath, schemaPath }: ContractError) =>
    branches.get(instancePath)?.some((prefix) => schemaPath.startsWith(prefix));

  const found = new Map<string, Violation>();
  const known = new Map<string, string[]>();
  const wrongType = new Set<string>();
  for (const error of errors) {
    if (DERIVED_KEYWORDS.has(error.keyword) || isBranch(error)) continue;
    const explain = explanations[error.keyword];
    if (explain === undefined) throw new Error(`The keyword ${error.keyword} of the contract has no explanation`);
    const message = messageOf(error);
    for (const pointer of pointersOf(error)) {
      const [code, detail] = explain(error);
      if (code === 'wrong_type') wrongType.add(pointer);
      if (code === 'unexpected_member') known.set(pointer, Object.keys(error.parentSchema?.['properties'] ?? {}));
      const key = `${code} ${pointer} ${code === 'not_allowed' ? (message ?? detail) : ''}`;
      if (!found.has(key)) found.set(key, { pointer, code, detail: message ?? detail });
    }
  }
  // A malformed URL gets no violations about its scheme, host, or port.
  const malformed = new Set([...found.values()].flatMap((v) => (v.code === 'wrong_format' ? [v.pointer] : [])));
  return [...found.values()]
    .filter(({ pointer, code }) => code === 'wrong_type' || !wrongType.has(pointer))
    .filter(({ pointer, code }) => !URL_PART_CODES.has(code) || !malformed.has(pointer))
    .slice(0, maxViolations)
    .map((violation) => withNearestName(violation, known.get(violation.pointer)));
}

function withNearestName(violation: Violation, known: readonly string[] = []): Violation {
  const name = violation.pointer.slice(violation.pointer.lastIndexOf('/') + 1);
  const nearest = nearestName(name, known);
  if (nearest === undefined) return violation;
  return { ...violation, detail: `${violation.detail}; did you mean \`${nearest}\`?` };
}
