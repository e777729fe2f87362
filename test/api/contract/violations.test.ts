import { expect, test } from 'vitest';
import { type OperationId, operations } from '../../../generated/operations.ts';
import { requestBodies } from '../../../generated/validators.js';
import { withValue } from '../../../scripts/contract/json.ts';
import { contractRules } from '../../../server/api/contract/extension-keywords.ts';
import { notFound, Refusal } from '../../../server/api/contract/problem.ts';
import { violationsFrom } from '../../../server/api/contract/violations.ts';
import { readQuery } from '../../../server/api/read-request.ts';
import { contract, example } from '../../support/contract.ts';

const rules = contractRules({ domains: ['documents.example.edu'], scopes: [], allowLoopback: false });

function violations(operation: string, body: unknown) {
  const validate = requestBodies[operation];
  if (validate === undefined || validate.call(rules, body)) return [];
  return violationsFrom(validate.errors ?? []);
}

test('for each violation of a request body, the server reports a JSON Pointer and a code', () => {
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
])('for the request body %j, which is not an object, the server reports one violation with an empty pointer', (body, detail) => {
  expect(violations('addCredentialBatch', body)).toEqual([{ pointer: '', code: 'wrong_type', detail }]);
});

const batch = example('MicrocredentialBatchOfThree');
const bodies: Partial<Record<OperationId, object>> = {
  addEducation: example('EducationWithTranscript'),
  addMicrocredential: example('MicrocredentialPdf'),
  addMicrocredentialBatch: batch,
  addRightToWork: example('RightToWorkSingapore'),
  createVerificationRequest: example('VerificationMinimal'),
  createWebhook: { url: 'https://acme.example/' },
};
const NAME = '/data/credential/full_name';
const COURSE = '/data/credential/course_name';
const YEAR = '/data/credential/conferral_year';
const line = 'must be one line of text that is not blank, without control characters or unpaired surrogates';
const pending = 'must be a year of four digits, unless awaiting_graduation is true';
const types = 'must be one of pdf, png, jpg, open_cert, none';
const repeated = 'appears more than once in the batch and must be unique';
const noHost = 'must have a valid host name or IP address';
const noPort = 'must have a port from 1 to 65535, or none';
const noForm = 'must be an absolute https URL in ASCII (percent-encoded), without user info or a fragment';
const ports = 'must have one of the ports 443, 8443; other ports are for loopback hosts outside production';

test.each<[OperationId, string, unknown, string, string]>([
  ['addEducation', NAME, undefined, 'required', 'is required'],
  ['addEducation', NAME, 5, 'wrong_type', 'must be string'],
  ['addEducation', NAME, 'x'.repeat(501), 'too_long', 'must have at most 500 characters'],
  ['addEducation', NAME, '', 'too_short', 'must have at least 1 character'],
  ['addEducation', NAME, 'a\u0000b', 'wrong_format', line],
  ['addEducation', COURSE, 'Bachelor of Finance', 'not_allowed', 'must not contain an entry of majors'],
  ['addEducation', YEAR, '20', 'wrong_format', 'must be a year of four digits, for example 2024'],
  ['addEducation', YEAR, null, 'wrong_type', pending],
  ['addEducation', '/data/credential/majors', Array(21).fill('A'), 'too_many_items', 'must have at most 20 items'],
  ['addRightToWork', '/credential_type', 'education', 'not_allowed', 'must be right_to_work'],
  ['addMicrocredential', '/document_type', 'gif', 'not_allowed', types],
  ['addMicrocredentialBatch', '/credentials', [], 'too_few_items', 'must have at least 1 item'],
  ['addMicrocredentialBatch', '/credentials/1/id', batch.credentials[0].id, 'duplicate', repeated],
  ['createVerificationRequest', '/callback_url', 'https://999.1.1.1/', 'wrong_format', noHost],
  ['createVerificationRequest', '/callback_url', 'https://documents.example.edu:0/', 'wrong_format', noPort],
  ['createVerificationRequest', '/callback_url', 'http://user@10.0.0.1/', 'wrong_format', noForm],
  ['createWebhook', '/url', 'https://acme.example:8080/', 'port_not_allowed', ports],
  // For a value of the wrong type, the server reports no other violation.
  ['createWebhook', '/url', null, 'wrong_type', 'must be string'],
])('in the body of %s, replacing %s with %j causes the violation %s with the detail "%s"', (...row) => {
  const [operation, pointer, value, code, detail] = row;
  expect(violations(operation, withValue(bodies[operation], pointer, value))).toEqual([{ pointer, code, detail }]);
});

test.each([
  ['MBA', 'must be written out in full (found "MBA"; write "Master of Business Administration")'],
  ['M. Sc. Physics', 'must be written out in full (found "MSc"; write "Master of Science")'],
  ['Cert III in Commerce', 'must be written out in full (found "CertIII"; write "Certificate III")'],
  ['BM (Jazz)', 'must be written out in full (found "BM")'],
  ['Bach. of Science', 'must be written out in full (found "Bach of")'],
  ['MIT', 'must be written out in full'],
  ['Diploma (Hons)', 'must not contain honours words; set with_honours instead (found "Hons")'],
  ['Masters  of Laws', 'must use the standard form, such as "Master of ..." or "Bachelor of ..." (found "Masters of")'],
])('the server rejects the course name "%s" with a detail that names the wrong words: %s', (course_name, detail) => {
  const body = withValue(example('EducationOpenCertificate'), COURSE, course_name);
  expect(violations('addEducation', body).map((violation) => violation.detail)).toEqual([detail]);
});

test.each([
  ['`contry`', 'contry', 'is not part of the contract; did you mean `country`?'],
  ['`fullName`', 'fullName', 'is not part of the contract; did you mean `full_name`?'],
  ['`date_of_birth`', 'date_of_birth', 'is not part of the contract'],
  ['of 1,000,000 characters', 'x'.repeat(1_000_000), 'is not part of the contract'],
])('the server suggests a known name for the unknown property %s only if the names are similar', (_, name, detail) => {
  const body = withValue(example('RightToWorkAustralia'), `/data/credential/${name}`, 'Alex Example');
  expect(violations('addRightToWork', body).map((violation) => violation.detail)).toEqual([detail]);
});

test.each([
  ['/api/partner/v2/add/education.json', ' Did you mean /api/partner/v1/add/education.json?'],
  ['/api/partner/v2/webhook', ' Did you mean /api/partner/v2/webhooks?'],
  ['/api/partner/v1/submissions/A-1/statuss.json', ' Did you mean /api/partner/v1/submissions/{id}/status.json?'],
  ['/api/partner/v2/verify/request/a-long-id-of-the-partner', ' Did you mean /api/partner/v2/verify/requests/{id}?'],
  [`/api/partner/v2/webhook/${'a'.repeat(100)}`, ''],
  ['/api/partner/v2/people', ''],
  ['', ''],
])('for the unknown path "%s", the server returns a problem with the hint "%s"', (path, hint) => {
  expect(notFound(path).statement.detail).toBe(`No resource exists at this URL.${hint}`);
});

test('the server reports two violations for an open certificate that is too long and not JSON', () => {
  const body = example('MicrocredentialOpenCertificate');
  body.data.document = 'é'.repeat(524_289);
  expect(violations('addMicrocredential', body).map(({ detail }) => detail)).toEqual([
    'must contain a JSON object',
    'must have at most 1048576 bytes in UTF-8',
  ]);
});

test('if a URL is too long, the server also reports all other violations of the URL', () => {
  const callback_url = 'http://10.0.0.1/'.padEnd(2049, 'x');
  const found = violations('createVerificationRequest', { ...bodies.createVerificationRequest, callback_url });
  expect(found.map(({ code, detail }) => `${code}: ${detail}`).sort()).toEqual([
    'not_https: must be an https URL; http is for loopback hosts outside production',
    'special_address: must be a URL whose host is not a private, loopback or otherwise special address',
    'too_long: must have at most 2048 characters',
    'unregistered_domain: must be a URL whose host is one of the domains registered for the partner',
  ]);
});

function queryViolations(operation: OperationId, query: string) {
  const { parameters } = operations[operation];
  try {
    readQuery({ id: operation, parameters }, `http://api.test/?${query}`, rules);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.statement.errors;
  }
}

test.each([
  ['limit=0', '?limit', 'out_of_range', 'must be at least 1'],
  ['limit=101', '?limit', 'out_of_range', 'must be at most 100'],
  ['limit=1.5', '?limit', 'wrong_type', 'must be integer'],
  ['cursor=x', '?cursor', 'wrong_format', 'must be the unchanged next_cursor of a response'],
])('for the query %s, the server reports a violation with the pointer %s and the code %s', (query, pointer, code, detail) => {
  expect(queryViolations('listWebhookDeliveries', query)).toEqual([{ pointer, code, detail }]);
});

test('the server reads a question mark inside a query as part of the parameter value', () => {
  const found = queryViolations('listWebhookDeliveries', 'limit=5?x');
  expect(found).toMatchObject([{ pointer: '?limit', code: 'wrong_type' }]);
});

test('the server reports the violations of all query parameters in one response', () => {
  const found = queryViolations('listWebhookDeliveries', 'limit=0&cursor=&limit=5');
  expect(found?.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
    '?limit out_of_range',
    '?cursor wrong_format',
  ]);
});

const name = 'request_id[]';
const long = 'x'.repeat(256);
const format = 'must not contain control characters or unpaired surrogates, and must not be "." or ".."';
test.each([
  [['other=A'], [['required', 'is required']]],
  [Array(31).fill(`${name}=A`), [['too_many_items', 'must have at most 30 items']]],
  [[`${name}=A`, `${name}=%0A`, `${name}=..`], [['wrong_format', format]]],
  [
    [`${name}=`, `${name}=`, `${name}=${long}`, `${name}=${long}`],
    [
      ['too_short', 'must have at least 1 character'],
      ['too_long', 'must have at most 255 characters'],
    ],
  ],
])('for the query parameters %j, the server reports each violated rule once', (query, expected) => {
  expect(queryViolations('listVerificationRequests', query.join('&'))).toEqual(
    expected.map(([code, detail]) => ({ pointer: '?request_id[]', code, detail })),
  );
});

test.each([
  'request_id=',
  'request_id=A&request_id=B',
  'request_id[0]=A&request_id[1]=B',
  'request_id%5bx%5D=A',
  'request_id[',
  'request_id[]=A&request_id=B',
  'request_id[0][]=A&request_id[]=B&other=C',
])('for the query %s, the server reports that the parameter must be sent as request_id[]', (query) => {
  const detail = 'must be sent as request_id[], once for each identifier';
  expect(queryViolations('listVerificationRequests', query)).toEqual([
    { pointer: '?request_id[]', code: 'wrong_type', detail },
  ]);
});

test.each([
  ['listVerificationRequests', 'request_id[]=A&REQUEST_ID=B&request_ids=C&request=D&xrequest_id[]=E'],
  ['listWebhookDeliveries', 'limit[]=0&cursor[0]=x'],
] as const)('the operation %s ignores unknown query parameters that do not resemble its list parameters: %s', (operation, query) => {
  expect(queryViolations(operation, query)).toEqual([]);
});

test('the server reports at most as many violations as the contract allows', () => {
  const { maxItems } = contract.components.schemas.ValidationProblem.allOf[1].properties.errors;
  const body = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`m${i}`, 1]));
  expect(violations('addEducation', body)).toHaveLength(maxItems);
});
