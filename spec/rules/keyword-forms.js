// The rule `contract/keyword-forms`: extension keywords are known, and their values have the expected form.
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Words and numbers of a name, which contain no spaces or signs. */
const words = {
  type: 'array',
  minItems: 1,
  uniqueItems: true,
  items: { type: 'string', pattern: '^(\\p{L}+|\\p{N}+)$' },
};
const names = { ...words, items: { type: 'string', pattern: '^([\\p{L}\\p{N}]+( [\\p{L}\\p{N}]+)*)?$' } };

const closed = (required, properties) => ({
  type: 'object',
  required,
  additionalProperties: false,
  properties,
});

/** Form of `x-naming-rules` and `x-naming-warnings`: a misspelled property or impossible word would match nothing. */
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
      fullForms: { type: 'object', minProperties: 1, additionalProperties: { type: 'string', minLength: 1 } },
      only: words,
      whole: names,
      apart: words,
      pattern: { type: 'string' },
      notPattern: { type: 'string' },
    },
  },
};

const yes = { const: true };
const text = { type: 'string', minLength: 1 };
const texts = { type: 'array', minItems: 1, items: text };
const time = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$' };
const atLeastOne = { type: 'integer', minimum: 1 };
const files = {
  type: 'object',
  additionalProperties: {
    type: 'array',
    items: { anyOf: [{ type: 'string' }, closed(['repeat', 'times'], { repeat: text, times: atLeastOne })] },
  },
};
/** Figures by name: seconds and bytes are whole numbers, also in a list. */
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
export const acts = ['creates', 'reads', 'lists', 'replaces', 'changes', 'ends'];
const places = Object.fromEntries(['id', 'of', 'from', 'items', 'requestedIds'].map((member) => [member, expression]));

/** Form of each keyword's value; `{}` if another program or lint rule checks it. */
const FORMS = {
  'x-well-formed': yes,
  'x-max-bytes': atLeastOne,
  'x-extensible-enum': { type: 'array', minItems: 1, uniqueItems: true },
  'x-valid-authority': yes,
  'x-https': yes,
  'x-public-address': yes,
  'x-registered-domain': yes,
  'x-ports': { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'integer', minimum: 1, maximum: 65535 } },
  'x-required-scope': { type: 'string', pattern: '^(read|write)\\.[a-z_]+$' },
  'x-disjoint': closed(['items', 'text'], { items: text, text }),
  'x-naming-rules': namingRules,
  'x-naming-warnings': namingRules,
  'x-value-warnings': {
    type: 'array',
    minItems: 1,
    items: {
      ...closed(['property', 'code', 'message'], {
        property: text,
        code: text,
        message: text,
        falseWith: text,
        before: text,
        yearsAhead: atLeastOne,
      }),
      minProperties: 4,
      maxProperties: 4,
    },
  },
  'x-unique': {
    type: 'array',
    minItems: 1,
    items: { type: 'array', minItems: 1, items: { type: 'string', pattern: '^(/[^/]+)+$' } },
  },
  'x-message': text,
  'x-value': { type: 'string', pattern: '\\{(base64 |uri )?\\$[^{}]+\\}' },
  'x-paired-with': text,
  'x-thumbprint': { const: 'sha256' },
  'x-challenge': { const: 'bearer' },
  'x-serves': text,
  'x-file-cases': closed(['accepted', 'wrong_type'], { accepted: files, wrong_type: files, too_large: files }),
  'x-ended-by': texts,
  'x-conventions': closed([], {
    accept: { const: 'ignored' },
    unknown_query_parameters: { const: 'ignored' },
    other_list_notations: { const: 'wrong_type' },
    undecodable_paths: { const: 'not_found' },
    repeated_properties: { const: 'malformed_json' },
    byte_order_mark: { const: 'ignored' },
    values_in_problems: { const: 'never' },
    response_headers: { type: 'object', minProperties: 1, additionalProperties: text },
  }),
  'x-problems': {
    type: 'object',
    additionalProperties: closed(['status', 'title', 'explanation', 'examples'], {
      status: { type: 'integer', minimum: 400, maximum: 599 },
      title: text,
      explanation: text,
      operations: texts,
      schema: {},
      headers: {},
      examples: {
        type: 'object',
        additionalProperties: closed(['detail'], {
          summary: text,
          detail: text,
          operations: texts,
          errors: { type: 'array', minItems: 1 },
        }),
      },
    }),
  },
  'x-body-limit': atLeastOne,
  'x-rate-limit': texts,
  // A JSON Schema, which the validators compile.
  'x-query': { type: 'object', minProperties: 1 },
  'x-idempotent': { ...closed(['member'], { member: text, differenceCode: text }), type: ['boolean', 'object'] },
  'x-under-development': yes,
  'x-deprecation': closed(['since', 'sunset'], { since: time, sunset: time }),
  'x-sandbox-only': yes,
  'x-resource': {
    ...closed([], {
      ...places,
      ...Object.fromEntries(acts.map((act) => [act, text])),
      order: { enum: ['as asked', 'oldest first', 'newest first'] },
      page: closed(['size', 'cursor', 'next'], { size: expression, cursor: expression, next: expression }),
      assigns: { type: 'object' },
      emits: {
        type: 'array',
        minItems: 1,
        items: closed(['creates'], {
          creates: text,
          id: expression,
          where: { type: 'object', minProperties: 1 },
          assigns: { type: 'object' },
        }),
      },
      where: { type: 'object', minProperties: 1 },
      conflict: closed(['where', 'code'], { where: { type: 'object', minProperties: 1 }, code: text }),
      scopes: { const: 'as created' },
      none: text,
    }),
    anyOf: [...acts, 'none'].map((act) => ({ required: [act] })),
  },
  'x-resources': {
    type: 'object',
    additionalProperties: closed(['identifier'], {
      identifier: text,
      of: text,
      initial: { type: 'object' },
      emptied: { type: 'object', additionalProperties: { type: 'object', minProperties: 1 } },
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
  'x-operation-id': text,
  'x-go-type': text,
  'x-displayName': text,
  'x-tagGroups': { type: 'array' },
  'x-security': {},
  'x-operation': {},
};

const ajv = new Ajv2020({ strict: false });
const validators = new Map(Object.entries(FORMS).map(([keyword, form]) => [keyword, ajv.compile(form)]));

export function keywordForms() {
  const check = (node, { report, location, resolve }) => {
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    // A list of words can be in a separate file.
    const whole = (value) =>
      JSON.parse(JSON.stringify(value), (_, member) => (member?.$ref === undefined ? member : resolve(member).node));
    for (const keyword of Object.keys(node).filter((name) => name.startsWith('x-'))) {
      const validate = validators.get(keyword);
      const here = location.child(keyword).key();
      if (validate === undefined) report({ message: `${keyword} is no keyword of the contract.`, location: here });
      else if (!validate(whole(node[keyword])))
        report({ message: `${keyword}${inWords(validate.errors[0])}.`, location: here });
    }
  };
  // Keywords can also be beside a reference.
  return { any: check, ref: check };
}

/** Describes the first error: its position in the value, and the expected form. Other errors often follow from it. */
function inWords({ keyword, instancePath, params, message }) {
  if (keyword === 'additionalProperties') return `${instancePath}/${params.additionalProperty} is not expected here`;
  const allowed = params.allowedValue ?? params.allowedValues ?? params.type;
  return `${instancePath} ${allowed === undefined ? message : `must be ${[allowed].flat().join(' or ')}`}`;
}
