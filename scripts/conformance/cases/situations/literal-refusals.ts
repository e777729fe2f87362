import type { OperationId } from '../../../../generated/operations.ts';
import type { ContractIndex } from '../../contract/contract-index.ts';
import { type Json, memberOf, withValue } from '../../json.ts';
import { soundJson } from '../../target/sound-bodies.ts';
import type { CaseRequest, ExpectedViolation } from '../../types.ts';
import { type Bare, status } from './situation.ts';

// Everywhere else the judge reads a request as the server does, with the server's own code (see README.md). What is expected here
// was typed by hand, or stands in an example of the contract, so that a fault in that reading is found as well.

interface Refused {
  /** What is put into the body of the first example, by pointer; undefined takes it away. */
  body?: Readonly<Record<string, Json>>;
  query?: CaseRequest['query'];
  /** All of them, word for word; or the name of the example of the 422 that lists them. */
  violations:
    | string
    | readonly (readonly [pointer: string, code: ExpectedViolation['code'], detail: string])[];
  /** Needs a partner whose domains are listed. */
  needsDomains?: true;
}

const credential = '/data/credential';
const text =
  'must be text on one line, without control characters or unpaired surrogates, that is not only white space';
const url = 'must be an absolute https URL in ASCII (percent-encoded), without user info and fragment';

/** For each code of a violation at least one request, and for each keyword that words it. */
export const refusedRequests: Readonly<Partial<Record<OperationId, readonly Refused[]>>> = {
  addEducation: [
    { body: { [`${credential}/full_name`]: undefined }, violations: 'MemberMissing' },
    {
      body: {
        [`${credential}/course_name`]: 'Bachelor of Commerce (Honours)',
        [`${credential}/conferral_year`]: '24',
        [`${credential}/honors`]: 'First',
      },
      violations: 'SeveralViolations',
    },
    {
      body: { [`${credential}/full_name`]: 5, [`${credential}/a~1b~0c`]: null },
      violations: [
        [`${credential}/full_name`, 'wrong_type', 'must be string'],
        [`${credential}/a~1b~0c`, 'unexpected_member', 'is not part of the contract'],
      ],
    },
    {
      body: { [`${credential}/full_name`]: '', [`${credential}/education_provider`]: 'x'.repeat(501) },
      violations: [
        [`${credential}/full_name`, 'too_short', 'must have at least 1 character'],
        [`${credential}/education_provider`, 'too_long', 'must have at most 500 characters'],
      ],
    },
    {
      body: { [`${credential}/full_name`]: 'one\ntwo', [`${credential}/conferral_year`]: null },
      violations: [
        [`${credential}/full_name`, 'wrong_format', text],
        [
          `${credential}/conferral_year`,
          'wrong_type',
          'must be a year of four digits, unless awaiting_graduation is true',
        ],
      ],
    },
    {
      body: { [`${credential}/majors`]: Array(21).fill('A') },
      violations: [[`${credential}/majors`, 'too_many_items', 'must have at most 20 items']],
    },
    {
      body: { [`${credential}/course_name`]: 'Bachelor of Finance' },
      violations: [[`${credential}/course_name`, 'not_allowed', 'must not contain an entry of majors']],
    },
    {
      body: { [`${credential}/transcript/subjects/1/completion_date`]: '2023-02-29' },
      violations: [
        [
          `${credential}/transcript/subjects/1/completion_date`,
          'wrong_format',
          'must be a day that the calendar has, written YYYY-MM-DD, or a year alone, written YYYY',
        ],
      ],
    },
    {
      body: { '/data/document': 'https://documents.nobody.example/degree.pdf' },
      violations: [
        [
          '/data/document',
          'unregistered_domain',
          'must be a URL whose host is one of the domains registered for the partner',
        ],
      ],
      needsDomains: true,
    },
  ],
  addMicrocredential: [
    {
      body: { '/document_type': 'gif' },
      violations: [['/document_type', 'not_allowed', 'must be one of pdf, png, jpg, open_cert, none']],
    },
    {
      body: { '/document_type': 'open_cert', '/data/document': '[]' },
      violations: [['/data/document', 'wrong_format', 'must hold a JSON object']],
    },
    {
      body: { '/document_type': 'open_cert', '/data/document': `{"data":"${'é'.repeat(262_144)}"}` },
      violations: [['/data/document', 'too_long', 'must have at most 524288 bytes in UTF-8']],
    },
  ],
  addMicrocredentialBatch: [
    {
      body: { '/credentials/0/id': 'THE-SAME', '/credentials/1/id': 'THE-SAME' },
      violations: [
        ['/credentials/1/id', 'duplicate', 'stands more than once in the batch and must be unique'],
      ],
    },
    {
      body: { '/credentials': [] },
      violations: [['/credentials', 'too_few_items', 'must have at least 1 item']],
    },
  ],
  addCredentialBatch: [
    { body: { '': null }, violations: [['', 'wrong_type', 'must be object']] },
    {
      body: { '/education_items': undefined },
      violations: [['/education_items', 'required', 'is required']],
    },
  ],
  addRightToWork: [
    {
      body: { '/credential_type': 'education', [`${credential}/singapore_work_rights`]: undefined },
      violations: [
        ['/credential_type', 'not_allowed', 'must be right_to_work'],
        [`${credential}/singapore_work_rights`, 'required', 'is required'],
      ],
    },
  ],
  createWebhook: [
    {
      body: { '/url': 'http://10.0.0.1/' },
      violations: [
        ['/url', 'not_https', 'must be an https URL; http is for loopback hosts outside production'],
        [
          '/url',
          'special_address',
          'must be a URL whose host is not a private, loopback or otherwise special address',
        ],
      ],
    },
    { body: { '/url': 'http://user@10.0.0.1/' }, violations: [['/url', 'wrong_format', url]] },
  ],
  listSubmissionStatusesV1: [
    {
      body: { '/ids': Array(31).fill('A') },
      violations: [['/ids', 'too_many_items', 'must have at most 30 items']],
    },
  ],
  listVerificationRequests: [{ query: [], violations: [['?request_id[]', 'required', 'is required']] }],
  listWebhookDeliveries: [
    { query: [['limit', '0']], violations: [['?limit', 'out_of_range', 'must be at least 1']] },
    { query: [['limit', '101']], violations: [['?limit', 'out_of_range', 'must be at most 100']] },
    { query: [['limit', 'few']], violations: [['?limit', 'wrong_type', 'must be integer']] },
  ],
};

/** Requests whose violations are known word for word. */
export function refusalCases({ answerExamples }: ContractIndex, operation: OperationId): Bare[] {
  return (refusedRequests[operation] ?? []).map(({ body, query, violations, needsDomains }, index) =>
    status(
      `violations known word for word, ${index + 1}`,
      async (session) =>
        body === undefined
          ? { query: query ?? [] }
          : {
              body: {
                json: Object.entries(body).reduce<Json>(
                  (whole, [pointer, value]) => withValue(whole, pointer, value),
                  soundJson(session, operation),
                ),
              },
            },
      {
        expects: {
          status: 422,
          code: 'validation_failed',
          violations:
            typeof violations === 'string'
              ? exampleViolations(violations)
              : violations.map(([pointer, code, detail]) => ({ pointer, code, detail })),
        },
        ...(needsDomains && { needsDomains }),
      },
    ),
  );

  function exampleViolations(name: string): readonly ExpectedViolation[] {
    const example = new Map(answerExamples(operation, '422')).get(name);
    if (example === undefined) throw new TypeError(`${operation} has no example ${name} of a 422`);
    return memberOf(example, 'errors') as ExpectedViolation[];
  }
}
