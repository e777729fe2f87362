import type { ContractIndex } from '../../contract/contract-index.ts';
import { type Json, memberOf, withValue } from '../../json.ts';
import { soundJson } from '../../target/sound-bodies.ts';
import type { CaseRequest, ExpectedViolation, OperationId } from '../../types.ts';
import { type BareScenario, status } from './scenario.ts';

// Elsewhere the kit derives the expected violations itself (judge/rules/). These expectations are typed by hand or are
// examples of the contract, with the wording of the service.

interface RefusedRequest {
  /** Values for the body of the first example, by pointer; undefined removes a property. */
  body?: Readonly<Record<string, Json>>;
  query?: CaseRequest['query'];
  /** All violations, as pointer, code and detail; or the name of the example of the 422 that lists them. */
  violations: readonly string[] | { example: string };
  /** Needs a partner with a list of domains. */
  needsDomains?: true;
}

const credential = '/data/credential';
const name = `${credential}/full_name`;
const course = `${credential}/course_name`;
const year = `${credential}/conferral_year`;
const majors = `${credential}/majors`;
const completion = `${credential}/transcript/subjects/1/completion_date`;
const rights = `${credential}/singapore_work_rights`;

/** At least one request for each violation code, and for each keyword that has its own wording. */
export const refusedRequests: Readonly<Record<OperationId, readonly RefusedRequest[]>> = {
  addEducation: [
    { body: { [name]: undefined }, violations: { example: 'MemberMissing' } },
    {
      body: { [course]: 'Bachelor (Honours)', [year]: '24', [`${credential}/honors`]: 'First' },
      violations: { example: 'SeveralViolations' },
    },
    {
      body: { [name]: 5, [`${credential}/a~1b~0c`]: null, [year]: null, [completion]: '2023-02-29' },
      violations: [
        `${name} wrong_type must be string`,
        `${credential}/a~1b~0c unexpected_member is not part of the contract`,
        `${year} wrong_type must be a year of four digits, unless awaiting_graduation is true`,
        `${completion} wrong_format must be a day that the calendar has, written YYYY-MM-DD, or a year alone, written YYYY`,
      ],
    },
    {
      body: { [name]: '', [course]: 'x'.repeat(501), [majors]: Array(21).fill('A') },
      violations: [
        `${name} too_short must have at least 1 character`,
        `${course} too_long must have at most 500 characters`,
        `${majors} too_many_items must have at most 20 items`,
      ],
    },
    {
      body: {
        [name]: 'one\ntwo',
        [course]: 'Bachelor of Finance',
        '/data/document': 'https://nobody.example/degree.pdf',
      },
      violations: [
        `${name} wrong_format must be text on one line, without control characters or unpaired surrogates, that is not only white space`,
        `${course} not_allowed must not contain an entry of majors`,
        '/data/document unregistered_domain must be a URL whose host is one of the domains registered for the partner',
      ],
      needsDomains: true,
    },
  ],
  addMicrocredential: [
    {
      body: { '/document_type': 'gif' },
      violations: ['/document_type not_allowed must be one of pdf, png, jpg, open_cert, none'],
    },
    {
      body: { '/document_type': 'open_cert', '/data/document': 'é'.repeat(262_145) },
      violations: [
        '/data/document wrong_format must hold a JSON object',
        '/data/document too_long must have at most 524288 bytes in UTF-8',
      ],
    },
  ],
  addMicrocredentialBatch: [
    {
      body: { '/credentials/0/id': 'THE-SAME', '/credentials/1/id': 'THE-SAME' },
      violations: ['/credentials/1/id duplicate stands more than once in the batch and must be unique'],
    },
    { body: { '/credentials': [] }, violations: ['/credentials too_few_items must have at least 1 item'] },
  ],
  addCredentialBatch: [{ body: { '': null }, violations: [' wrong_type must be object'] }],
  addRightToWork: [
    {
      body: { '/credential_type': 'education', [rights]: undefined },
      violations: ['/credential_type not_allowed must be right_to_work', `${rights} required is required`],
    },
  ],
  createWebhook: [
    {
      body: { '/url': 'http://10.0.0.1/' },
      violations: [
        '/url not_https must be an https URL; http is for loopback hosts outside production',
        '/url special_address must be a URL whose host is not a private, loopback or otherwise special address',
      ],
    },
    {
      body: { '/url': 'http://user@10.0.0.1/' },
      violations: [
        '/url wrong_format must be an absolute https URL in ASCII (percent-encoded), without user info and fragment',
      ],
    },
  ],
  listVerificationRequests: [{ query: [], violations: ['?request_id[] required is required'] }],
  listWebhookDeliveries: [
    { query: [['limit', '0']], violations: ['?limit out_of_range must be at least 1'] },
    { query: [['limit', '101']], violations: ['?limit out_of_range must be at most 100'] },
    { query: [['limit', 'few']], violations: ['?limit wrong_type must be integer'] },
  ],
};

export function refusalScenarios({ answerExamples, problems }: ContractIndex, operation: OperationId): BareScenario[] {
  if (problems === undefined) return [];
  const violationsOf = (given: RefusedRequest['violations']): readonly ExpectedViolation[] => {
    if (!('example' in given))
      return given.map((text) => {
        const [pointer = '', code = '', ...words] = text.split(' ');
        return { pointer, code, detail: words.join(' ') };
      });
    const found = new Map(answerExamples(operation, '422')).get(given.example);
    if (found === undefined) throw new TypeError(`${operation} has no example ${given.example} of a 422`);
    return memberOf(found, 'errors') as ExpectedViolation[];
  };
  return (refusedRequests[operation] ?? []).map(({ body, query = [], violations, needsDomains }, index) =>
    status(
      `violations known word for word, ${index + 1}`,
      (session) => {
        if (body === undefined) return { query };
        const valid: Json = soundJson(session, operation);
        const edits = Object.entries(body);
        return { body: { json: edits.reduce((whole, [at, value]) => withValue(whole, at, value), valid) } };
      },
      {
        expects: { status: 422, code: 'validation_failed', violations: violationsOf(violations) },
        ...(needsDomains && { needsDomains }),
      },
    ),
  );
}
