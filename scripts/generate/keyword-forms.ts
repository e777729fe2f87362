import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Contract } from './contract.ts';
import type { JourneyFile } from './journeys.ts';

/** Words as they are found in a name: without blanks and signs, which no word of a name has. */
const words = { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', pattern: '^\\p{L}+$' } };
const names = {
  ...words,
  items: { type: 'string', pattern: '^([\\p{L}\\p{N}]+( [\\p{L}\\p{N}]+)*|[^\\p{L}\\p{N}\\s]+)$' },
};

const closed = (required: readonly string[], properties: object) => ({
  type: 'object',
  required,
  additionalProperties: false,
  properties,
});

/** Of `x-naming-rules`: a misspelt member or a word that no name has would refuse nothing. */
const namingRules = {
  type: 'object',
  minProperties: 1,
  additionalProperties: {
    type: 'object',
    required: ['message'],
    minProperties: 2,
    additionalProperties: false,
    properties: {
      message: { type: 'string' },
      words,
      sequences: { type: 'array', minItems: 1, items: { type: 'array', minItems: 1, items: words } },
      abbreviations: words,
      only: words,
      whole: names,
      apart: closed(['after', 'fields', 'beside'], { after: words, fields: words, beside: words }),
    },
  },
};

const yes = { const: true };
const text = { type: 'string', minLength: 1 };
const atLeastOne = { type: 'integer', minimum: 1 };
/** Figures by their names: seconds and bytes are whole, also in a list. */
const figures = {
  $id: 'figures',
  type: 'object',
  minProperties: 1,
  patternProperties: {
    '_(seconds|bytes)$': {
      type: ['integer', 'array', 'string'],
      minimum: 0,
      items: { type: 'integer', minimum: 0 },
    },
  },
  additionalProperties: {
    anyOf: [
      { type: ['number', 'string', 'array'], minimum: 0, items: { type: ['number', 'string'] } },
      { $ref: 'figures' },
    ],
  },
};

const expression = { type: 'string', pattern: '^\\$(client\\.id$|(request|response)\\.(path\\.|query\\.|body#/))' };
const acts = ['creates', 'reads', 'lists', 'replaces', 'changes', 'ends'];
const places = Object.fromEntries(['id', 'of', 'from', 'items', 'requestedIds'].map((member) => [member, expression]));

/** What the value of each keyword must be; `{}` where another program or a lint rule looks into it. */
const FORMS: Readonly<Record<string, object>> = {
  'x-json-content': { enum: ['object'] },
  'x-fraction-digits': atLeastOne,
  'x-well-formed': yes,
  'x-max-bytes': atLeastOne,
  'x-https': yes,
  'x-public-address': yes,
  'x-registered-domain': yes,
  'x-required-scope': { type: 'string', pattern: '^(read|write)\\.[a-z_]+$' },
  'x-disjoint': closed(['items', 'text'], { items: text, text }),
  'x-naming-rules': namingRules,
  'x-unique': {
    type: 'array',
    minItems: 1,
    items: { type: 'array', minItems: 1, items: { type: 'string', pattern: '^(/[^/]+)+$' } },
  },
  'x-message': text,
  'x-value': { type: 'string', pattern: '\\{(base64 )?\\$[^{}]+\\}' },
  'x-serves': text,
  'x-conventions': closed([], {
    accept: { const: 'ignored' },
    unknown_query_parameters: { const: 'ignored' },
    values_in_problems: { const: 'never' },
  }),
  'x-problems': {
    type: 'object',
    additionalProperties: closed(['status', 'title'], {
      status: { type: 'integer', minimum: 400, maximum: 599 },
      title: text,
    }),
  },
  'x-body-limit': atLeastOne,
  'x-idempotent': { ...closed(['member'], { member: text }), type: ['boolean', 'object'] },
  'x-under-development': yes,
  'x-sandbox-only': yes,
  'x-resource': {
    ...closed([], {
      ...places,
      ...Object.fromEntries(acts.map((act) => [act, text])),
      order: { enum: ['as asked', 'oldest first', 'newest first'] },
      page: closed(['size', 'cursor', 'next'], { size: expression, cursor: expression, next: expression }),
      assigns: { type: 'object' },
      repeatConflictCode: text,
    }),
    anyOf: acts.map((act) => ({ required: [act] })),
  },
  'x-resources': {
    type: 'object',
    additionalProperties: closed(['identifier'], {
      identifier: text,
      of: text,
      initial: { type: 'object' },
      conflictCode: text,
      at_most: closed(['number', 'code'], { number: { type: 'string', pattern: '^x-' }, code: text }),
    }),
  },
  'x-asset-type': { type: 'string', pattern: '^[a-z_]+$' },
  'x-delivery': figures,
  'x-service': figures,
  'x-environment': {},
  'x-app-url': {},
  'x-link-url': { type: 'string', pattern: '^\\$response\\.body#/' },
  'x-stateful': yes,
  'x-operation-id': text,
  'x-displayName': text,
  'x-tagGroups': { type: 'array' },
  'x-security': {},
  'x-operation': {},
};

const ajv = new Ajv2020({ strict: false });
const isOfForm = new Map(Object.entries(FORMS).map(([keyword, form]) => [keyword, ajv.compile(form)]));

/**
 * A line for each keyword of our own that means nothing, or has a value which none of those that read it expects.
 * `index`: the text of spec/openapi.yaml.
 */
export function wrongKeywords(contract: Contract, journeys: readonly JourneyFile[], index: string): string[] {
  return [
    ...wrongIn(contract).map((found) => placed(found, index)),
    ...journeys.flatMap(({ file, ...journey }) => wrongIn(journey).map((found) => told(`workflows/${file}`, found))),
  ];
}

interface Wrong {
  at: readonly string[];
  why: string;
}

function wrongIn(value: unknown, at: readonly string[] = []): Wrong[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const here = [...at, key];
    if (key === 'examples' || key === 'example') return [];
    if (!key.startsWith('x-')) return wrongIn(member, here);
    const validate = isOfForm.get(key);
    if (validate === undefined) return [{ at: here, why: 'is no keyword of the contract' }];
    if (validate(member)) return [];
    return [tell(here, (validate.errors as [ErrorObject])[0])];
  });
}

/** One error is enough: the others of a value often follow from it. */
function tell(at: readonly string[], { keyword, instancePath, params, message = '' }: ErrorObject): Wrong {
  const names = instancePath.split('/').slice(1);
  const inside = [...at, ...names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))];
  if (keyword === 'additionalProperties')
    return { at: [...inside, params['additionalProperty']], why: 'is not expected here' };
  const allowed = params['allowedValue'] ?? params['allowedValues'] ?? params['type'];
  return { at: inside, why: allowed === undefined ? message : `must be ${[allowed].flat().join(' or ')}` };
}

/** Under the file that the index names for the place, from where its pointer runs. */
function placed({ at: [kind = '', name = '', ...rest], why }: Wrong, index: string): string {
  const key = `\n  ${name}:\n    $ref: `;
  const start = index.indexOf(key) + key.length;
  if (kind === 'components') return told(`components/${name}/${rest[0]}.yaml`, { at: rest.slice(1), why });
  if (kind === 'paths' || kind === 'webhooks')
    return told(index.slice(start, index.indexOf('\n', start)), { at: rest, why });
  return told('openapi.yaml', { at: [kind, name, ...rest].filter(Boolean), why });
}

const told = (file: string, { at, why }: Wrong) =>
  `spec/${file}#${at.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')} ${why}`;
