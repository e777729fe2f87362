import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { type OperationId, scopes } from '../../generated/operations.ts';
import { requestBodies, responses } from '../../generated/validators.js';
import { matchingRules, type NamingRules } from '../../scripts/conformance/validators/naming-rules.ts';
import {
  contractRules,
  isGuessable,
  type NameToCheck,
  warningsAbout,
} from '../../server/api/contract/extension-keywords.ts';
import { violationsFrom } from '../../server/api/contract/violations.ts';
import { contract, example } from '../support/contract.ts';

// Hand-written expectations for request bodies, which detect a wrong bound, word, or pattern in the contract. The
// conformance kit derives its cases from the contract, so it cannot detect such an error.

// biome-ignore lint/suspicious/noExplicitAny: the values of a body can have any type
type Json = any;

/** New values by JSON Pointer into the example. A function maps the old value. `undefined` removes the property. */
type Change = Readonly<Record<string, Json>>;

interface Decision {
  operation: OperationId;
  example: string;
  accepted: readonly Change[];
  /** Rejected changes by the violations that they cause: `code pointer`, separated by `, `. */
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

/** Returns one change for each value of a property. */
const each = (pointer: string, ...values: readonly Json[]): Change[] => values.map((value) => ({ [pointer]: value }));

const of = (
  operation: keyof typeof EXAMPLES,
  accepted: readonly Change[],
  refused: Readonly<Record<string, readonly Change[]>>,
): Decision => ({ operation, example: EXAMPLES[operation], accepted, refused });

/** Returns a function that creates `count` copies of the first item in a list, with unique identifiers. */
const items = (count: number) => (list: Json[]) =>
  Array.from({ length: count }, (_, index) => {
    const copy = structuredClone(list[0]);
    if (copy.id !== undefined) copy.id = `I-${index}`;
    if (copy.credential_id !== undefined) copy.credential_id = `I-${index}`;
    for (const [n, asset] of (copy.assets ?? []).entries()) asset.asset_id = `A-${index}-${n}`;
    return copy;
  });

/** Returns the expectations for a list that can have at most `count` items. */
const atMost = (operation: keyof typeof EXAMPLES, pointer: string, count: number) =>
  of(operation, each(pointer, items(count)), { [`too_many_items ${pointer}`]: each(pointer, items(count + 1)) });

/** Returns the expectations for a string that can have at most `count` characters, with any number of code units. */
const longest = (operation: keyof typeof EXAMPLES, pointer: string, count: number, character = '😀') =>
  of(operation, each(pointer, character.repeat(count)), {
    [`too_long ${pointer}`]: each(pointer, character.repeat(count + 1)),
  });

/** Returns JSON with a size of `bytes` bytes, most of which belong to two-byte characters. */
function certificate(bytes: number): string {
  const available = bytes - '{"name":""}'.length;
  return `{"name":"${'é'.repeat(Math.floor(available / 2))}"}${' '.repeat(available % 2)}`;
}

const CREDENTIAL = '/data/credential';
const DOCUMENT = '/data/document';
const YEAR = `${CREDENTIAL}/conferral_year`;
const AWAITING = { [`${CREDENTIAL}/awaiting_graduation`]: true, [YEAR]: null };
const FILE = 'https://documents.example.edu/degree.pdf';
const NO_DAYS = [
  '2023-02-29',
  '1900-02-29',
  '2024-02-30',
  '2024-04-31',
  '2024-13-01',
  '2024-1-1',
  '2024-01',
  '20240101',
];
const IDENTITY = '/digital_identity/credential_id';
const [EDUCATION, MICROCREDENTIAL, ENGLISH, RIGHT] = [
  'education',
  'microcredential',
  'english_proficiency',
  'right_to_work',
].map((kind) => `/${kind}_items/0/credential_id`) as [string, string, string, string];
const same = (...pointers: readonly string[]): Change =>
  Object.fromEntries(pointers.map((pointer) => [pointer, 'SAME']));
const ASSET = '/education_items/0/assets/0/asset_id';
const titled = (course_name: string, ...majors: string[]): Change => ({
  [`${CREDENTIAL}/course_name`]: course_name,
  [`${CREDENTIAL}/majors`]: majors,
});

/** Strings that every URL property rejects. */
const notWebUrls = [
  ...[
    '',
    ' ',
    'null',
    '/verified',
    '//acme.example/',
    'hiring.acme.example/verified',
    'https:',
    'https://',
    'https:///a',
  ],
  ...[
    'https:/hiring.acme.example/',
    'https:hiring.acme.example/',
    'https:\\\\hiring.acme.example\\',
    ' https://acme.example/',
  ],
  ...[
    'ftp://hiring.acme.example/',
    'javascript:alert(1)',
    'data:text/html,a',
    'file:///etc/passwd',
    'mailto:a@acme.example',
  ],
  ...[
    'https://user@hiring.acme.example/',
    'https://user:password@hiring.acme.example/',
    'https://@hiring.acme.example/',
  ],
  ...[
    'https://hiring.acme.example/a b',
    'https://hiring.acme.example/é',
    'https://hiring.acme.example/%zz',
    'https://[::1',
  ],
];
const withFragment = [
  'https://hiring.acme.example#',
  'https://hiring.acme.example/#a',
  'https://hiring.acme.example#@a.test/',
];
const specialHosts = [
  '127.0.0.1',
  '2130706433',
  'localhost',
  '[::1]',
  '10.0.0.1',
  '169.254.169.254',
  '[fd00::1]',
  '0.0.0.0',
];
const urls = (...hosts: readonly string[]) => hosts.map((host) => `https://${host}/a`);
const urlOf = (length: number) => 'https://hiring.acme.example/'.padEnd(length, 'x');

const DECISIONS: Readonly<Record<string, Decision | readonly Decision[]>> = {
  'an unknown property is reported, regardless of its name': of('addEducation', [{}], {
    'unexpected_member /data/credential/Full_Name': [{ [`${CREDENTIAL}/Full_Name`]: 'Alex' }],
    'unexpected_member /__proto__': [{ '/__proto__': null }],
    'unexpected_member /first, unexpected_member /second': [{ '/first': {}, '/second': [] }],
  }),
  'the document of an English proficiency result is a URL, null, or absent': of(
    'addEnglishProficiency',
    each(DOCUMENT, FILE, null, undefined),
    { [`wrong_format ${DOCUMENT}`]: each(DOCUMENT, 'report.pdf'), [`wrong_type ${DOCUMENT}`]: each(DOCUMENT, {}) },
  ),
  'the document of an education matches its document_type': of(
    'addEducation',
    [
      ...each(DOCUMENT, FILE, null, undefined),
      { '/document_type': 'open_cert', [DOCUMENT]: ' {"a":[1]}\n' },
      { '/document_type': 'open_cert', [DOCUMENT]: null },
      { '/document_type': 'none', [DOCUMENT]: null },
      { '/document_type': 'none', [DOCUMENT]: undefined },
    ],
    {
      [`wrong_format ${DOCUMENT}`]: [
        { [DOCUMENT]: '{}' },
        ...['[]', 'null', '"{}"', '{', '{}}', "{'a':1}", '\ufeff{}', FILE].map((text) => ({
          '/document_type': 'open_cert',
          [DOCUMENT]: text,
        })),
      ],
      [`wrong_type ${DOCUMENT}`]: ['', FILE, '{}'].map((document) => ({
        '/document_type': 'none',
        [DOCUMENT]: document,
      })),
      'not_allowed /document_type': each('/document_type', 'PDF', 'png', 'openCert', 'constructor', ''),
    },
  ),
  'the document of a microcredential can also be an image': of(
    'addMicrocredential',
    each('/document_type', 'pdf', 'png', 'jpg'),
    { 'not_allowed /document_type': each('/document_type', 'jpeg', 'PNG', 'image/png', 'english_assessment', '') },
  ),
  'an item in a microcredential batch cannot have an image': of('addMicrocredentialBatch', [{}], {
    'not_allowed /credentials/0/document_type': each('/credentials/0/document_type', 'png', 'jpg', 'NONE', ''),
  }),
  'a right to work has no document': of('addRightToWork', each(DOCUMENT, null, undefined), {
    [`wrong_type ${DOCUMENT}`]: each(DOCUMENT, '', FILE),
    'not_allowed /document_type': each('/document_type', 'None', 'pdf'),
  }),
  'a document has an https URL on a registered domain': of(
    'addEducation',
    each(DOCUMENT, 'HTTPS://DOCUMENTS.example.edu:8443/a?b=c#d', 'https://documents.example.edu./a'),
    {
      [`wrong_format ${DOCUMENT}`]: each(DOCUMENT, ...notWebUrls),
      [`not_https ${DOCUMENT}`]: each(DOCUMENT, 'http://documents.example.edu/a'),
      [`unregistered_domain ${DOCUMENT}`]: each(
        DOCUMENT,
        ...urls(
          'example.com',
          'evil-documents.example.edu',
          'documents.example.edu.a.test',
          'a.test/documents.example.edu',
        ),
      ),
    },
  ),
  'the issuance date of a transcript is a day or a year': of(
    'addEducation',
    each(`${CREDENTIAL}/transcript/overall/issuance_date`, '2024-02-29', '2024', '1969'),
    {
      [`wrong_format ${CREDENTIAL}/transcript/overall/issuance_date`]: each(
        `${CREDENTIAL}/transcript/overall/issuance_date`,
        ...[...NO_DAYS, '24', '20244', '2O24', '-2024', '2024 ', '٢٠٢٤', ''],
      ),
    },
  ),
  'the completion date of a subject is a day or a year': of(
    'addEducation',
    each(`${CREDENTIAL}/transcript/subjects/0/completion_date`, '2024-02-29', '2024'),
    {
      [`wrong_format ${CREDENTIAL}/transcript/subjects/0/completion_date`]: each(
        `${CREDENTIAL}/transcript/subjects/0/completion_date`,
        ...NO_DAYS,
      ),
    },
  ),
  'any other date is an existing calendar day': of(
    'addEnglishProficiency',
    each(`${CREDENTIAL}/completion_date`, '2000-02-29', '2024-12-31'),
    {
      [`wrong_format ${CREDENTIAL}/completion_date`]: each(
        `${CREDENTIAL}/completion_date`,
        ...[...NO_DAYS, '2024', '2024-01-01T00:00:00Z', ' 2024-01-01', '2024-01-01\n', ''],
      ),
    },
  ),
  'the conferral year has four digits, and is null or absent before graduation': of(
    'addEducation',
    [
      { [YEAR]: '1969' },
      AWAITING,
      { ...AWAITING, [YEAR]: undefined },
      { [`${CREDENTIAL}/awaiting_graduation`]: undefined },
    ],
    {
      [`wrong_format ${YEAR}`]: each(YEAR, '24', '2024-12-05', 'pending', ''),
      [`wrong_type ${YEAR}`]: [
        { [YEAR]: null },
        { [YEAR]: null, [`${CREDENTIAL}/awaiting_graduation`]: undefined },
        { ...AWAITING, [YEAR]: '2024' },
      ],
      [`required ${YEAR}`]: [{ [YEAR]: undefined }],
    },
  ),
  'partner_chain is allowed in the credential, next to it, and in test scores, and can be null': of(
    'addEnglishProficiency',
    [`${CREDENTIAL}/partner_chain`, '/data/partner_chain', `${CREDENTIAL}/test_scores/partner_chain`].flatMap(
      (pointer) => each(pointer, [{ name: 'Example Careers' }], [], null),
    ),
    { 'required /data/partner_chain/0/name': each('/data/partner_chain', [{}]) },
  ),
  'the partner_chain of a batch item is allowed only in its fields': of(
    'addCredentialBatch',
    each('/education_items/0/fields/partner_chain', [{ name: 'Example Careers' }]),
    { 'unexpected_member /education_items/0/partner_chain': each('/education_items/0/partner_chain', null) },
  ),
  'a country is an officially assigned code in upper case': of(
    'addRightToWork',
    each(`${CREDENTIAL}/country`, 'AX', 'ZW', 'SG'),
    {
      [`not_allowed ${CREDENTIAL}/country`]: each(
        `${CREDENTIAL}/country`,
        'sg',
        'UK',
        'EU',
        'XK',
        'AN',
        'AUS',
        'SG ',
        'АU',
        '',
      ),
    },
  ),
  'a right to work in Singapore needs singapore_work_rights': of(
    'addRightToWork',
    [
      { [`${CREDENTIAL}/singapore_work_rights`]: 'S' },
      { [`${CREDENTIAL}/country`]: 'AU', [`${CREDENTIAL}/singapore_work_rights`]: undefined },
    ],
    {
      [`required ${CREDENTIAL}/singapore_work_rights`]: each(`${CREDENTIAL}/singapore_work_rights`, undefined),
      [`wrong_type ${CREDENTIAL}/singapore_work_rights`]: each(`${CREDENTIAL}/singapore_work_rights`, null),
    },
  ),
  'the lists in a batch are required and can be empty, except the optional right_to_work_items': of(
    'addCredentialBatch',
    [
      { '/right_to_work_items': undefined },
      {
        '/education_items': [],
        '/microcredential_items': [],
        '/english_proficiency_items': [],
        '/right_to_work_items': [],
      },
    ],
    Object.fromEntries(
      ['education_items', 'microcredential_items', 'english_proficiency_items', 'digital_identity'].map((list) => [
        `required /${list}`,
        each(`/${list}`, undefined),
      ]),
    ),
  ),
  'each credential_id and each asset_id is unique within a batch': of(
    'addCredentialBatch',
    [same(IDENTITY, ASSET), { [IDENTITY]: 'same', [EDUCATION]: 'Same' }, { [IDENTITY]: 'é', [EDUCATION]: 'e\u0301' }],
    {
      [`duplicate ${EDUCATION}`]: [same(IDENTITY, EDUCATION)],
      [`duplicate ${ENGLISH}`]: [same(MICROCREDENTIAL, ENGLISH)],
      [`duplicate ${EDUCATION}, duplicate ${RIGHT}`]: [same(IDENTITY, EDUCATION, RIGHT)],
      'duplicate /education_items/0/assets/1/asset_id': [same(ASSET, '/education_items/0/assets/1/asset_id')],
      'duplicate /microcredential_items/0/assets/0/asset_id, duplicate /english_proficiency_items/0/assets/0/asset_id':
        [same(ASSET, '/microcredential_items/0/assets/0/asset_id', '/english_proficiency_items/0/assets/0/asset_id')],
    },
  ),
  'an id is unique within a microcredential batch, but can equal the id of the batch': of(
    'addMicrocredentialBatch',
    [{ '/id': 'SAME', '/credentials/0/id': 'SAME' }],
    {
      'duplicate /credentials/1/id, duplicate /credentials/2/id': [
        same('/credentials/0/id', '/credentials/1/id', '/credentials/2/id'),
        { '/credentials/0/id': '__proto__', '/credentials/1/id': '__proto__', '/credentials/2/id': '__proto__' },
      ],
    },
  ),
  'a course name does not contain a major as whole words': of(
    'addEducation',
    [
      titled('Bachelor of Commerce', 'Finance'),
      titled('Bachelor of Hospitality', 'IT'),
      titled('Bachelor of Artistic Practice', 'Art', 'Practices'),
      titled('Master of Data Science', 'Science Data', 'Applied Data Science'),
    ],
    {
      [`not_allowed ${CREDENTIAL}/course_name`]: [
        titled('bachelor of finance', 'FINANCE'),
        titled('Bachelor of Arts in Finance', ' Finance '),
        titled('Master of Data\u00a0Science', 'data-science'),
        titled('Bachelor of ＦＩＮＡＮＣＥ', 'Finance'),
        titled('Bachelor of Études Françaises', 'études françaises'),
      ],
    },
  ),
  'a CEFR level is one of seven values': of(
    'addEnglishProficiency',
    each(`${CREDENTIAL}/test_scores/cefr_scores/combined`, 'BELOW_A1', 'A1', 'A2', 'B1', 'B2', 'C1', 'C2', undefined),
    {
      [`not_allowed ${CREDENTIAL}/test_scores/cefr_scores/combined`]: each(
        `${CREDENTIAL}/test_scores/cefr_scores/combined`,
        ...['a1', 'A0', 'B2+', 'BELOW A1', ''],
      ),
    },
  ),
  'a name contains no control characters and is not blank': of(
    'addRightToWork',
    each(`${CREDENTIAL}/full_name`, '陳大文', "Zoë O'Connor", '<b>&"\\'),
    {
      [`wrong_format ${CREDENTIAL}/full_name`]: each(
        `${CREDENTIAL}/full_name`,
        ' ',
        '\u00a0',
        'A\tB',
        'A\nB',
        'A\u0000',
        '\u0085',
        '\ud800',
      ),
      [`too_short ${CREDENTIAL}/full_name`]: each(`${CREDENTIAL}/full_name`, ''),
    },
  ),
  'an identifier is usable in a path': of('addRightToWork', each('/id', ' ', '../{id}?a=b#c', '...', '%00', '編號-1'), {
    'wrong_format /id': each('/id', '.', '..', 'A\nB', 'A\u0000'),
  }),
  'a callback_url is an https URL on a registered domain, without user info or fragment': of(
    'createVerificationRequest',
    each('/callback_url', 'HTTPS://HIRING.acme.example:8443/@a?b=c', undefined),
    {
      'wrong_format /callback_url': each('/callback_url', ...notWebUrls, ...withFragment),
      'not_https /callback_url': each('/callback_url', 'http://hiring.acme.example/'),
      'unregistered_domain /callback_url': each(
        '/callback_url',
        ...urls('acme.example', 'www.hiring.acme.example', '8.8.8.8'),
      ),
      'special_address /callback_url, unregistered_domain /callback_url': each(
        '/callback_url',
        ...urls(...specialHosts),
      ),
    },
  ),
  'a logo has an https URL on a registered domain': of(
    'createVerificationRequest',
    each('/display_options/partner_logo_url', ...urls('hiring.acme.example')),
    {
      'unregistered_domain /display_options/partner_logo_url': each(
        '/display_options/partner_logo_url',
        ...urls('images.example', 'www.hiring.acme.example', '8.8.8.8', 'intranet'),
      ),
      'wrong_format /display_options/partner_logo_url': each(
        '/display_options/partner_logo_url',
        ...[...notWebUrls, 'http://hiring.acme.example/logo.png'],
      ),
      'special_address /display_options/partner_logo_url, unregistered_domain /display_options/partner_logo_url': each(
        '/display_options/partner_logo_url',
        ...urls(...specialHosts),
      ),
    },
  ),
  'a webhook has an https URL on any public host, without user info or fragment': of(
    'createWebhook',
    each('/url', ...urls('any.example', '8.8.8.8', '8.8.8.8:8443')),
    {
      'wrong_format /url': each('/url', ...notWebUrls, ...withFragment),
      'port_not_allowed /url': each('/url', ...urls('any.example:22', '8.8.8.8:8080')),
      'not_https /url': each('/url', 'http://any.example/'),
      'special_address /url': each('/url', ...urls(...specialHosts)),
      'not_https /url, special_address /url': each('/url', 'http://localhost/hook'),
    },
  ),
  'strings, identifiers, and URLs have a maximum length': [
    longest('addRightToWork', '/id', 255),
    longest('addCredentialBatch', '/credential_id', 255),
    longest('addCredentialBatch', ASSET, 255),
    longest('createVerificationRequest', '/request_id', 255),
    longest('addRightToWork', `${CREDENTIAL}/full_name`, 500),
    longest('addMicrocredential', `${CREDENTIAL}/assessment_result`, 500),
    of('createVerificationRequest', each('/callback_url', urlOf(2048)), {
      'too_long /callback_url': each('/callback_url', urlOf(2049)),
    }),
    of('createWebhook', each('/url', urlOf(2048)), { 'too_long /url': each('/url', urlOf(2049)) }),
    of('addEducation', [{ '/document_type': 'open_cert', [DOCUMENT]: certificate(1_048_576) }], {
      [`too_long ${DOCUMENT}`]: [{ '/document_type': 'open_cert', [DOCUMENT]: certificate(1_048_577) }],
    }),
  ],
  'lists have a maximum number of items': [
    of(
      'addEducation',
      each(
        `${CREDENTIAL}/majors`,
        Array.from({ length: 20 }, (_, i) => `M${i}`),
      ),
      {
        [`too_many_items ${CREDENTIAL}/majors`]: each(
          `${CREDENTIAL}/majors`,
          Array.from({ length: 21 }, (_, i) => `M${i}`),
        ),
      },
    ),
    atMost('addEducation', `${CREDENTIAL}/transcript/subjects`, 500),
    atMost('addEnglishProficiency', `${CREDENTIAL}/test_scores/subskills`, 20),
    atMost('addEnglishProficiency', `${CREDENTIAL}/test_scores/partner_chain`, 20),
    atMost('addMicrocredentialBatch', '/credentials', 100),
    ...['education', 'microcredential', 'english_proficiency', 'right_to_work'].map((kind) =>
      atMost('addCredentialBatch', `/${kind}_items`, 50),
    ),
    atMost('createVerificationRequest', '/request_source', 20),
    of(
      'listSubmissionStatusesV2',
      each(
        '/ids',
        Array.from({ length: 30 }, (_, i) => `A-${i}`),
      ),
      {
        'too_many_items /ids': each(
          '/ids',
          Array.from({ length: 31 }, (_, i) => `A-${i}`),
        ),
        'too_few_items /ids': each('/ids', []),
      },
    ),
    of('addMicrocredentialBatch', [{}], { 'too_few_items /credentials': each('/credentials', []) }),
    of('addCredentialBatch', [{ '/education_items/0/assets': assets(10) }], {
      'too_many_items /education_items/0/assets': [{ '/education_items/0/assets': assets(11) }],
    }),
  ],
};

function assets(count: number) {
  return Array.from({ length: count }, (_, i) => ({ asset_id: `A-${i}`, asset_type: 'pdf' }));
}

/** Returns the example body with a change. */
function changed({ example: name }: Decision, change: Change): Json {
  const body = example(name);
  for (const [pointer, value] of Object.entries(change)) {
    const names = pointer.split('/').slice(1);
    const last = names.pop() ?? '';
    const parent = names.reduce((at, each) => at[each], body);
    if (value === undefined) delete parent[last];
    // An assignment to `__proto__` would set the prototype instead of a property.
    else
      Object.defineProperty(parent, last, {
        value: typeof value === 'function' ? value(parent[last]) : value,
        configurable: true,
        enumerable: true,
        writable: true,
      });
  }
  return body;
}

const domains = ['documents.example.edu', 'hiring.acme.example'];

/** Returns the violations that the validator finds in a body, with the rules for production, as a string. */
function violationsOf(operation: OperationId, body: Json): string {
  const validate = requestBodies[operation];
  const rules = contractRules({ domains, scopes, allowLoopback: false });
  const errors = validate?.call(rules, body) ? [] : (validate?.errors ?? []);
  const found = violationsFrom(errors).map(({ code, pointer }) => `${code} ${pointer}`);
  return [...new Set(found)].sort().join(', ');
}

describe.each(Object.entries(DECISIONS))('The rule "%s"', (_, decisions) => {
  test.each([decisions].flat())('the validator accepts and rejects the listed bodies of $operation', (decision) => {
    const cases = [
      ...decision.accepted.map((change) => ['', change] as const),
      ...Object.entries(decision.refused).flatMap(([found, changes]) =>
        changes.map((change) => [found, change] as const),
      ),
    ];
    for (const [expected, change] of cases)
      expect([change, violationsOf(decision.operation, changed(decision, change))]).toEqual([
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
])('a batch with %s needs the scope %s unless the list is empty', (list, scope) => {
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

test.each(IDS)('the contract, the service, and the kit find %s: %s', (kind, _, id) => {
  const isGood = kind === 'unguessable';
  const rules = contractRules({ domains, scopes, allowLoopback: false });
  const link = `https://app.example/partner/verify/digitalIdentity?clientId=acme&requestId=${encodeURIComponent(id)}`;
  const isValid = (redirect_uri: string) =>
    responses['createVerificationRequest']?.['201']?.body.call(rules, { request_id: id, redirect_uri });
  expect([isValid(link), isValid(`${link}&key=${'A'.repeat(22)}`)]).toEqual([isGood, true]);
  const names: NameToCheck[] = [];
  const body = { ...example('VerificationMinimal'), request_id: id };
  requestBodies['createVerificationRequest']?.call(
    contractRules({ domains, scopes, allowLoopback: false }, names),
    body,
  );
  expect(isGuessable(warningsAbout(names))).toBe(!isGood);
  const { properties } = contract.components.schemas.VerificationRequest;
  const named: NamingRules = properties.request_id['x-naming-warnings'];
  expect(matchingRules(named, id)).toEqual(isGood ? [] : ['guessable']);
});
