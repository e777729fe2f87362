import { describe, expect, test } from 'vitest';
import { requestBodies } from '../../generated/validators.js';
import { violationsFrom } from '../../server/contract/violations.ts';
import { contractRules } from '../../server/domain/contract-rules.ts';
import { contract, example } from '../support/contract.ts';

const rules = contractRules({ domains: ['documents.example.edu'], scopes: [], allowLoopback: false });

function violations(operation: string, body: unknown) {
  const validate = requestBodies[operation];
  if (validate === undefined || validate.call(rules, body)) return [];
  return violationsFrom(validate.errors ?? []);
}

test('all violations are said at once, each with the member to mend', () => {
  const body = example('EducationWithTranscript');
  delete body.id;
  body.document_type = 'zip';
  body.surprise = 1;
  body.data.document = 5;
  Object.assign(body.data.credential, {
    full_name: ' ',
    course_name: 'BSc (Hons)',
    conferral_year: null,
    'a/b~c': 1,
  });
  body.data.credential.transcript.overall.issuance_date = '2023-02-29';
  body.data.credential.transcript.subjects[1].grade = '';
  const found = violations('addEducation', body);
  expect(found.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
    '/data/credential/a~1b~0c unexpected_member',
    '/data/credential/conferral_year wrong_type',
    '/data/credential/course_name not_allowed',
    '/data/credential/course_name not_allowed',
    '/data/credential/full_name wrong_format',
    '/data/credential/transcript/overall/issuance_date wrong_format',
    '/data/credential/transcript/subjects/1/grade too_short',
    '/data/document wrong_type',
    '/document_type not_allowed',
    '/id required',
    '/surprise unexpected_member',
  ]);
});

test.each([
  [null, 'must be object'],
  [[], 'must be object'],
  ['text', 'must be object'],
  [-0.5, 'must be object'],
])('a body that is %j has one violation, of the body itself', (body, detail) => {
  expect(violations('addCredentialBatch', body)).toEqual([{ pointer: '', code: 'wrong_type', detail }]);
});

describe('the words of a violation', () => {
  test.each([
    ['full_name', undefined, 'is required'],
    ['full_name', 5, 'must be string'],
    ['full_name', 'x'.repeat(501), 'must have at most 500 characters'],
    ['full_name', '', 'must have at least 1 character'],
    [
      'full_name',
      'a\u0000b',
      'must be text on one line, without control characters or unpaired surrogates, that is not only white space',
    ],
    ['conferral_year', '20', 'must be a year of four digits, for example 2024'],
    ['conferral_year', null, 'must be a year of four digits, unless awaiting_graduation is true'],
    ['majors', Array(21).fill('A'), 'must have at most 20 items'],
    ['course_name', 'Bachelor of Finance', 'must not contain an entry of majors'],
  ])('%s as %.30j: %s', (member, value, detail) => {
    const body = example('EducationWithTranscript');
    body.data.credential[member] = value;
    const json = JSON.parse(JSON.stringify(body));
    expect(violations('addEducation', json).map((violation) => violation.detail)).toEqual([detail]);
  });

  test('name the allowed values', () => {
    const body = { ...example('MicrocredentialPdf'), document_type: 'gif' };
    expect(violations('addMicrocredential', body)).toEqual([
      {
        pointer: '/document_type',
        code: 'not_allowed',
        detail: 'must be one of pdf, png, jpg, open_cert, none',
      },
    ]);
  });
});

test('no more are listed than the contract says', () => {
  const { maxItems } = contract.components.schemas.ValidationProblem.properties.errors;
  const body = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`m${i}`, 1]));
  expect(violations('addEducation', body)).toHaveLength(maxItems);
});

test('every keyword of the contract has its words', () => {
  const annotations = [
    'title',
    'description',
    'example',
    'examples',
    'discriminator',
    'contentMediaType',
    'deprecated',
  ];
  const containers = [
    '$ref',
    'properties',
    'items',
    'allOf',
    'oneOf',
    'if',
    'then',
    'else',
    'x-message',
    'x-required-scope',
  ];
  const used = new Set<string>();
  const walk = (schema: Record<string, unknown>) => {
    for (const [keyword, value] of Object.entries(schema)) {
      used.add(keyword);
      if (keyword === 'properties') Object.values(value as object).forEach(walk);
      if (['items', 'if', 'then', 'else', 'not'].includes(keyword)) walk(value as Record<string, unknown>);
      if (['allOf', 'oneOf', 'anyOf'].includes(keyword)) (value as Record<string, unknown>[]).forEach(walk);
      if (keyword === '$ref') visit(String(value).split('/').at(-1) ?? '');
    }
  };
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    walk(contract.components.schemas[name]);
  };
  for (const item of Object.values<
    Record<string, { requestBody?: { content: Record<string, { schema: object }> } }>
  >(contract.paths)) {
    for (const operation of Object.values(item)) {
      const schema = operation.requestBody?.content['application/json']?.schema;
      if (schema !== undefined) walk(schema as Record<string, unknown>);
    }
  }
  const plain = [...used].filter(
    (keyword) => !annotations.includes(keyword) && !containers.includes(keyword),
  );
  expect(plain.length).toBeGreaterThan(10);
  for (const keyword of plain) {
    const error = {
      keyword,
      instancePath: '',
      schemaPath: '',
      params: { allowedValues: [], missingProperty: 'm' },
      schema: {},
    };
    expect(() => violationsFrom([error]), keyword).not.toThrow();
  }
});
