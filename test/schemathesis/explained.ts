/** A finding that Schemathesis reports about a response. */
export interface Found {
  /** Operation, such as `POST /api/partner/v1/add/education.json`. */
  operation: string;
  code: string;
  title: string;
  status: number;
  body: string;
  /** True if the target stores requests. */
  isStateful: boolean;
}

const violationsIn = ({ body }: Found): { pointer: string; code: string }[] => {
  try {
    return JSON.parse(body).errors ?? [];
  } catch {
    return [];
  }
};

/** Returns a predicate for responses that reject a valid request with `code`, because of rules outside JSON Schema. */
const rejectedFor =
  (code: string, pointer = /./) =>
  (found: Found): boolean => {
    const violations = violationsIn(found);
    return (
      found.code === 'ST202' &&
      violations.some((each) => each.code === code && pointer.test(each.pointer)) &&
      violations.every((each) => OWN_CODES.has(each.code))
    );
  };

/** Violation codes for rules that JSON Schema cannot express. */
const OWN_CODES = new Set([
  'unregistered_domain',
  'not_https',
  'special_address',
  'not_allowed',
  'duplicate',
  'too_long',
  'wrong_format',
]);

const NAMES = /\/(course_name|education_provider|issuer_name|microcredential_name|test_provider|majors(\/\d+)?)$/;

/** Findings that are not errors, each with the reason. The conformance kit has cases for each of these rules. */
export const EXPLAINED: readonly { is: (found: Found) => boolean; reason: string }[] = [
  {
    is: ({ code, status }) => code === 'ST201' && status === 431,
    reason: '431 rejects a request whose URL and headers are too large in total',
  },
  {
    is: ({ code, status }) => code === 'ST202' && status === 412,
    reason: '412 rejects an `If-Match` with another version, and a schema does not know the current version',
  },
  {
    is: ({ code, isStateful }) => !isStateful && code.startsWith('ST3'),
    reason: 'the mock is stateless',
  },
  {
    is: rejectedFor('unregistered_domain'),
    reason: 'x-registered-domain: a schema cannot contain the domains of each partner',
  },
  { is: rejectedFor('special_address'), reason: 'x-public-address: a schema cannot determine the address of a host' },
  { is: rejectedFor('not_https'), reason: 'x-https: a pattern cannot detect loopback hosts' },
  { is: rejectedFor('duplicate'), reason: 'x-unique: uniqueItems cannot compare items in different lists' },
  { is: rejectedFor('not_allowed', NAMES), reason: 'x-naming-rules, x-disjoint: schemas cannot compare words' },
  { is: rejectedFor('wrong_format', /\/document$/), reason: 'contentMediaType: this keyword is an annotation' },
  { is: rejectedFor('too_long'), reason: 'x-max-bytes: maxLength counts characters' },
  {
    is: ({ operation, code, body }) =>
      code === 'ST202' && /oauth\/token/.test(operation) && /not both|invalid_client|invalid_scope/.test(body),
    reason: 'the credentials must be valid, and in either the form or the header (RFC 6749, section 2.3)',
  },
  {
    is: ({ operation, code, status }) =>
      code === 'ST202' && operation.startsWith('PUT ') && /assets/.test(operation) && status === 422,
    reason: 'the bytes must be a file of the declared type, which a schema for a binary string cannot express',
  },
];
