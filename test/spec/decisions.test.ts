import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { type OperationId, scopes } from '../../generated/operations.ts';
import { requestBodies, responses } from '../../generated/validators.js';
import { matchingRules, type NamingRules } from '../../scripts/conformance/validators/value-rules.ts';
import { contractRules, isGuessable, type WarningCheck } from '../../server/api/contract/extension-keywords.ts';
import { violationsFrom } from '../../server/api/contract/violations.ts';
import { systemClock } from '../../server/domain/clock.ts';
import { contract, example } from '../support/contract.ts';

// Hand-written expectations for request bodies, which detect a wrong bound, word, or pattern in the contract. The
// conformance kit derives its cases from the contract, so the kit cannot detect such an error.

// biome-ignore lint/suspicious/noExplicitAny: the values of a body can have any type
type Json = any;

/**
 * New values by JSON Pointer into the example. A pointer without a leading slash starts at `/data/credential`. A value
 * can be a function that maps the old value. `undefined` removes the property.
 */
type Change = Readonly<Record<string, Json>>;

interface Decision {
  operation: keyof typeof EXAMPLES;
  accepted: readonly Change[];
  /** Rejected changes, keyed by the violations that they cause, such as `required /id, wrong_type /data`. */
  refused: Readonly<Record<string, readonly Change[]>>;
}

const EXAMPLES = {
  addEducation: 'EducationWithTranscript',
  addEnglishProficiency: 'EnglishProficiencyWithSubskills',
  addMicrocredential: 'MicrocredentialPdf',
  addRightToWork: 'RightToWorkSingapore',
  addMicrocredentialBatch: 'MicrocredentialBatchOfThree',
  addCredentialBatch: 'CredentialBatchOfEveryKind',
  listSubmissionStatusesV2: 'StatusQueryOfThree',
  createVerificationRequest: 'VerificationOfAcme',
  createWebhook: 'WebhookOfAcme',
} as const;

const of = (operation: Decision['operation'], accepted: Decision['accepted'], refused: Decision['refused']) => ({
  operation,
  accepted,
  refused,
});

const absolute = (pointer: string) => (pointer.startsWith('/') ? pointer : `/data/credential/${pointer}`);
const each = (pointer: string, values: readonly Json[]): Change[] => values.map((value) => ({ [pointer]: value }));

/** Expects that a property accepts the values in `accepted`, and that the values in `refused` cause violations. */
const at = (
  operation: Decision['operation'],
  pointer: string,
  accepted: readonly Json[],
  refused: Readonly<Record<string, readonly Json[]>>,
): Decision =>
  of(
    operation,
    each(pointer, accepted),
    Object.fromEntries(
      Object.entries(refused).map(([codes, values]) => [
        codes.replaceAll(/\w+/g, (code) => `${code} ${absolute(pointer)}`),
        each(pointer, values),
      ]),
    ),
  );

const items = (count: number) => (list: Json[]) =>
  Array.from({ length: count }, (_, index) => {
    if (typeof list[0] === 'string') return `I-${index}`;
    const copy = structuredClone(list[0]);
    for (const name of ['id', 'credential_id', 'asset_id']) if (copy[name] !== undefined) copy[name] = `I-${index}`;
    for (const [n, asset] of (copy.assets ?? []).entries()) asset.asset_id = `A-${index}-${n}`;
    return copy;
  });

const atMost = (operation: Decision['operation'], pointer: string, count: number) =>
  at(operation, pointer, [items(count)], { too_many_items: [items(count + 1)] });

/** Expects a maximum length of `count` characters, where an emoji counts as one character. */
const longest = (operation: Decision['operation'], pointer: string, count: number) =>
  at(operation, pointer, ['😀'.repeat(count)], { too_long: ['😀'.repeat(count + 1)] });

/** Returns JSON with a size of `bytes` bytes, most of which belong to two-byte characters. */
function certificate(bytes: number): string {
  const available = bytes - '{"name":""}'.length;
  return `{"name":"${'é'.repeat(Math.floor(available / 2))}"}${' '.repeat(available % 2)}`;
}

const DOCUMENT = '/data/document';
const AWAITING = { awaiting_graduation: true, conferral_year: null };
const FILE = 'https://documents.example.edu/degree.pdf';
const NO_DAYS = '2023-02-29 1900-02-29 2024-02-30 2024-04-31 2024-13-01 2024-1-1 2024-01 20240101'.split(' ');
const IDENTITY = '/digital_identity/credential_id';
const ofKind = (kind: string) => `/${kind}_items/0/credential_id`;
const ASSET = '/education_items/0/assets/0/asset_id';
const same = (...pointers: readonly string[]): Change =>
  Object.fromEntries(pointers.map((pointer) => [pointer, 'SAME']));
const titled = (course_name: string, ...majors: string[]): Change => ({ course_name, majors });
const typed = (type: string, ...documents: readonly Json[]): Change[] =>
  documents.map((document) => ({ '/document_type': type, [DOCUMENT]: document }));

const DECISIONS: Readonly<Record<string, readonly Decision[]>> = {
  'an unknown property is reported, regardless of its name': [
    of('addEducation', [{}], {
      'unexpected_member /data/credential/Full_Name': [{ Full_Name: 'Alex' }],
      'unexpected_member /__proto__': [{ '/__proto__': null }],
      'unexpected_member /first, unexpected_member /second': [{ '/first': {}, '/second': [] }],
    }),
  ],
  'the document of an English proficiency result is a URL, null, or absent': [
    at('addEnglishProficiency', DOCUMENT, [FILE, null, undefined], {
      wrong_format: ['report.pdf'],
      wrong_type: [{}],
    }),
  ],
  'the document of an education matches its document_type': [
    of(
      'addEducation',
      [
        ...each(DOCUMENT, [FILE, null, undefined]),
        ...typed('open_cert', ' {"a":[1]}\n', null),
        ...typed('none', null, undefined),
      ],
      {
        [`wrong_format ${DOCUMENT}`]: [
          { [DOCUMENT]: '{}' },
          ...typed('open_cert', '[]', 'null', '"{}"', '{', '{}}', "{'a':1}", '\ufeff{}', FILE),
        ],
        [`wrong_type ${DOCUMENT}`]: typed('none', '', FILE, '{}'),
        'not_allowed /document_type': each('/document_type', ['PDF', 'png', 'openCert', 'constructor', '']),
      },
    ),
  ],
  'the document of a microcredential can also be an image': [
    at('addMicrocredential', '/document_type', ['pdf', 'png', 'jpg'], {
      not_allowed: ['jpeg', 'PNG', 'image/png', 'english_assessment', ''],
    }),
  ],
  'an item in a microcredential batch cannot have an image': [
    at('addMicrocredentialBatch', '/credentials/0/document_type', [], { not_allowed: ['png', 'jpg', 'NONE', ''] }),
  ],
  'a right to work has no document': [
    at('addRightToWork', DOCUMENT, [null, undefined], { wrong_type: ['', FILE] }),
    at('addRightToWork', '/document_type', [], { not_allowed: ['None', 'pdf'] }),
  ],
  'a document has an https URL on a registered domain': [
    // test/api/contract/urls.test.ts tests URLs in more detail.
    at('addEducation', DOCUMENT, ['HTTPS://DOCUMENTS.example.edu:8443/a?b=c#d', 'https://documents.example.edu./a'], {
      wrong_format: ['', 'javascript:alert(1)', 'https://a@documents.example.edu/', 'ftp://documents.example.edu/'],
      not_https: ['http://documents.example.edu/a'],
      unregistered_domain: ['https://example.com/a', 'https://documents.example.edu.a.test/a'],
    }),
  ],
  'the issuance date of a transcript and the completion date of a subject are days or years': [
    at('addEducation', 'transcript/overall/issuance_date', ['2024-02-29', '2024', '1969'], {
      wrong_format: [...NO_DAYS, '24', '20244', '2O24', '-2024', '2024 ', '٢٠٢٤', ''],
    }),
    at('addEducation', 'transcript/subjects/0/completion_date', ['2024-02-29', '2024'], { wrong_format: NO_DAYS }),
  ],
  'any other date is an existing calendar day': [
    at('addEnglishProficiency', 'completion_date', ['2000-02-29', '2024-12-31'], {
      wrong_format: [...NO_DAYS, '2024', '2024-01-01T00:00:00Z', ' 2024-01-01', '2024-01-01\n', ''],
    }),
  ],
  'the conferral year has four digits, and is null or absent before graduation': [
    at('addEducation', 'conferral_year', ['1969'], {
      wrong_format: ['24', '2024-12-05', 'pending', ''],
      wrong_type: [null],
      required: [undefined],
    }),
    of('addEducation', [AWAITING, { ...AWAITING, conferral_year: undefined }, { awaiting_graduation: undefined }], {
      'wrong_type /data/credential/conferral_year': [
        { conferral_year: null, awaiting_graduation: undefined },
        { ...AWAITING, conferral_year: '2024' },
      ],
    }),
  ],
  'partner_chain is null or an array in data, in the credential, or in test_scores': [
    ...['partner_chain', '/data/partner_chain', 'test_scores/partner_chain'].map((pointer) =>
      at('addEnglishProficiency', pointer, [[{ name: 'Example Careers' }], [], null], {}),
    ),
    of('addEnglishProficiency', [], { 'required /data/partner_chain/0/name': [{ '/data/partner_chain': [{}] }] }),
  ],
  'a batch item can contain partner_chain in fields, but not outside fields': [
    at('addCredentialBatch', '/education_items/0/fields/partner_chain', [[{ name: 'Example Careers' }]], {}),
    at('addCredentialBatch', '/education_items/0/partner_chain', [], { unexpected_member: [null] }),
  ],
  'a country is an officially assigned code in upper case': [
    at('addRightToWork', 'country', ['AX', 'ZW', 'SG'], {
      not_allowed: ['sg', 'UK', 'EU', 'XK', 'AN', 'AUS', 'SG ', 'АU', ''],
    }),
  ],
  'a right to work in Singapore needs singapore_work_rights': [
    at('addRightToWork', 'singapore_work_rights', ['S'], { required: [undefined], wrong_type: [null] }),
    of('addRightToWork', [{ country: 'AU', singapore_work_rights: undefined }], {}),
  ],
  'the lists in a batch are required and can be empty, except the optional right_to_work_items': [
    ...['education_items', 'microcredential_items', 'english_proficiency_items'].map((list) =>
      at('addCredentialBatch', `/${list}`, [[]], { required: [undefined] }),
    ),
    at('addCredentialBatch', '/digital_identity', [], { required: [undefined] }),
    at('addCredentialBatch', '/right_to_work_items', [[], undefined], {}),
  ],
  'each credential_id and each asset_id is unique within a batch': [
    of(
      'addCredentialBatch',
      [
        same(IDENTITY, ASSET),
        { [IDENTITY]: 'same', [ofKind('education')]: 'Same' },
        { [IDENTITY]: 'é', [ofKind('education')]: 'e\u0301' },
      ],
      {
        [`duplicate ${ofKind('education')}`]: [same(IDENTITY, ofKind('education'))],
        [`duplicate ${ofKind('english_proficiency')}`]: [
          same(ofKind('microcredential'), ofKind('english_proficiency')),
        ],
        [`duplicate ${ofKind('right_to_work')}`]: [same(IDENTITY, ofKind('right_to_work'))],
        'duplicate /education_items/0/assets/1/asset_id': [same(ASSET, '/education_items/0/assets/1/asset_id')],
        'duplicate /microcredential_items/0/assets/0/asset_id, duplicate /english_proficiency_items/0/assets/0/asset_id':
          [same(ASSET, '/microcredential_items/0/assets/0/asset_id', '/english_proficiency_items/0/assets/0/asset_id')],
      },
    ),
  ],
  'an id is unique within a microcredential batch, but can equal the id of the batch': [
    of('addMicrocredentialBatch', [{ '/id': 'SAME', '/credentials/0/id': 'SAME' }], {
      'duplicate /credentials/1/id, duplicate /credentials/2/id': ['SAME', '__proto__'].map((id) => ({
        '/credentials/0/id': id,
        '/credentials/1/id': id,
        '/credentials/2/id': id,
      })),
    }),
  ],
  // test/api/contract/extension-keywords.test.ts tests this rule in more detail.
  'a course name does not contain a major': [
    of('addEducation', [titled('Bachelor of Commerce', 'Finance')], {
      'not_allowed /data/credential/course_name': [titled('bachelor of finance', 'FINANCE')],
    }),
  ],
  'a CEFR level is one of seven values': [
    at(
      'addEnglishProficiency',
      'test_scores/cefr_scores/combined',
      ['BELOW_A1', 'A1', 'A2', 'B1', 'B2', 'C1', 'C2', undefined],
      { not_allowed: ['a1', 'A0', 'B2+', 'BELOW A1', ''] },
    ),
  ],
  'a name contains no control characters and is not blank': [
    at('addRightToWork', 'full_name', ['陳大文', "Zoë O'Connor", '<b>&"\\'], {
      wrong_format: [' ', '\u00a0', 'A\tB', 'A\nB', 'A\u0000', '\u0085', '\ud800'],
      too_short: [''],
    }),
  ],
  'an identifier is usable in a path': [
    at('addRightToWork', '/id', [' ', '../{id}?a=b#c', '...', '%00', '編號-1'], {
      wrong_format: ['.', '..', 'A\nB', 'A\u0000'],
    }),
  ],
  'strings and identifiers have a maximum length': [
    longest('addRightToWork', '/id', 255),
    longest('addCredentialBatch', '/credential_id', 255),
    longest('addCredentialBatch', ASSET, 255),
    longest('createVerificationRequest', '/request_id', 255),
    longest('addRightToWork', 'full_name', 500),
    longest('addMicrocredential', 'assessment_result', 500),
    of('addEducation', typed('open_cert', certificate(1_048_576)), {
      [`too_long ${DOCUMENT}`]: typed('open_cert', certificate(1_048_577)),
    }),
  ],
  'lists have a maximum number of items': [
    atMost('addEducation', 'majors', 20),
    atMost('addEducation', 'transcript/subjects', 500),
    atMost('addEnglishProficiency', 'test_scores/subskills', 20),
    atMost('addEnglishProficiency', 'test_scores/partner_chain', 20),
    atMost('addMicrocredentialBatch', '/credentials', 100),
    ...['education', 'microcredential', 'english_proficiency', 'right_to_work'].map((kind) =>
      atMost('addCredentialBatch', `/${kind}_items`, 50),
    ),
    atMost('addCredentialBatch', '/education_items/0/assets', 10),
    atMost('createVerificationRequest', '/request_source', 20),
    atMost('listSubmissionStatusesV2', '/ids', 30),
    at('listSubmissionStatusesV2', '/ids', [], { too_few_items: [[]] }),
    at('addMicrocredentialBatch', '/credentials', [], { too_few_items: [[]] }),
  ],
};

function changed(operation: Decision['operation'], change: Change): Json {
  const body = example(EXAMPLES[operation]);
  for (const [pointer, given] of Object.entries(change)) {
    const names = absolute(pointer).split('/').slice(1);
    const last = names.pop() ?? '';
    const parent = names.reduce((at, name) => at[name], body);
    const value = typeof given === 'function' ? given(parent[last]) : given;
    if (value === undefined) delete parent[last];
    // An assignment to `__proto__` would set the prototype instead of a property.
    else Object.defineProperty(parent, last, { value, configurable: true, enumerable: true, writable: true });
  }
  return body;
}

const domains = ['documents.example.edu', 'hiring.acme.example'];

/** Returns the violations in a body under the rules for production, joined to a string. */
function violationsOf(operation: OperationId, body: Json): string {
  const validate = requestBodies[operation];
  const rules = contractRules({ domains, scopes, allowLoopback: false });
  const errors = validate?.call(rules, body) ? [] : (validate?.errors ?? []);
  const found = violationsFrom(errors).map(({ code, pointer }) => `${code} ${pointer}`);
  return [...new Set(found)].sort().join(', ');
}

describe.each(Object.entries(DECISIONS))('The rule "%s"', (_, decisions) => {
  test.each(
    decisions,
  )('the $operation validator accepts the valid request bodies and reports the expected violations in the invalid bodies', (decision) => {
    const { operation } = decision;
    const all = { '': decision.accepted, ...decision.refused };
    for (const [expected, changes] of Object.entries(all))
      for (const change of changes)
        expect([change, violationsOf(operation, changed(operation, change))]).toEqual([
          change,
          expected.split(', ').sort().join(', '),
        ]);
  });
});

test.each([
  ['education_items', 'write.education'],
  ['microcredential_items', 'write.microcredential'],
  ['english_proficiency_items', 'write.english_proficiency'],
  ['right_to_work_items', 'write.right_to_work'],
])('a batch request with %s requires the scope %s unless the list is empty', (list, scope) => {
  const rules = contractRules({ domains, scopes: scopes.filter((each) => each !== scope), allowLoopback: false });
  const body = example('CredentialBatchOfEveryKind');
  const validate = requestBodies['addCredentialBatch'];
  expect(validate?.call(rules, body)).toBe(false);
  expect(validate?.errors?.map(({ keyword, instancePath }) => [keyword, instancePath])).toEqual([
    ['x-required-scope', `/${list}`],
  ]);
  expect(validate?.call(rules, { ...body, [list]: [] })).toBe(true);
});

const idCases = load(readFileSync('spec/components/identifier-cases.yaml', 'utf8')) as Record<
  'unguessable' | 'guessable',
  Record<string, string>
>;
const IDS = Object.entries(idCases).flatMap(([kind, ids]) =>
  Object.entries(ids).map(([name, id]) => [kind, name, id] as const),
);

test.each(IDS)('the contract, the service, and the conformance kit treat an ID as %s: %s', (kind, _, id) => {
  const isGood = kind === 'unguessable';
  const rules = contractRules({ domains, scopes, allowLoopback: false });
  const link = `https://app.example/partner/verify/digitalIdentity?clientId=acme&requestId=${encodeURIComponent(id)}`;
  const isValid = (redirect_uri: string) =>
    responses['createVerificationRequest']?.['201']?.body.call(rules, { request_id: id, redirect_uri });
  expect([isValid(link), isValid(`${link}&key=${'A'.repeat(22)}`)]).toEqual([isGood, true]);
  const names: WarningCheck[] = [];
  const body = { ...example('VerificationMinimal'), request_id: id };
  const warning = contractRules({ domains, scopes, allowLoopback: false }, names);
  requestBodies['createVerificationRequest']?.call(warning, body);
  expect(isGuessable(names.flatMap((check) => check(systemClock.now())))).toBe(!isGood);
  const { properties } = contract.components.schemas.VerificationRequest;
  const named: NamingRules = properties.request_id['x-naming-warnings'];
  expect(matchingRules(named, id)).toEqual(isGood ? [] : ['guessable']);
});
