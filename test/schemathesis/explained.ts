/** A finding of schemathesis: an operation, the name of the finding, and the response. */
export interface Found {
  /** Operation, such as `POST /api/partner/v1/add/education.json`. */
  operation: string;
  /** Code of the finding: `ST202`. */
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

/** Returns a check for requests that match every schema and violate only these rules. */
const refusedFor =
  (code: string, pointer = /./) =>
  (found: Found): boolean => {
    const violations = violationsIn(found);
    return (
      found.code === 'ST202' &&
      violations.some((each) => each.code === code && pointer.test(each.pointer)) &&
      violations.every((each) => OWN_CODES.has(each.code))
    );
  };

/** Violation codes of rules that JSON Schema cannot express. */
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

/** Findings that are not errors, each with the reason. The kit has cases for each of these rules. */
export const EXPLAINED: readonly { is: (found: Found) => boolean; reason: string }[] = [
  {
    is: ({ code, status }) => code === 'ST201' && status === 431,
    reason: '431 rejects a request whose address and headers are too large together',
  },
  {
    is: ({ code, isStateful }) => !isStateful && code.startsWith('ST3'),
    reason: 'a mock keeps nothing from one request to the next',
  },
  {
    is: refusedFor('unregistered_domain'),
    reason: 'x-registered-domain: a schema does not know the domains of the partner',
  },
  { is: refusedFor('special_address'), reason: 'x-public-address: a schema does not know where a host leads' },
  { is: refusedFor('not_https'), reason: 'x-https: http is for this machine, which a pattern does not tell' },
  { is: refusedFor('duplicate'), reason: 'x-unique: uniqueItems does not see across lists' },
  { is: refusedFor('not_allowed', NAMES), reason: 'x-naming-rules and x-disjoint: naming rules are about words' },
  { is: refusedFor('wrong_format', /\/document$/), reason: 'contentMediaType: a schema does not look into a text' },
  { is: refusedFor('too_long'), reason: 'x-max-bytes: maxLength counts characters' },
  {
    is: ({ operation, code, body }) =>
      code === 'ST202' && /oauth\/token/.test(operation) && /not both|invalid_client|invalid_scope/.test(body),
    reason: 'the credentials stand in the form or in the header, and are checked (RFC 6749, section 2.3)',
  },
  {
    is: ({ operation, code, status }) =>
      code === 'ST202' && operation.startsWith('PUT ') && /assets/.test(operation) && status === 422,
    reason: 'the bytes must be a file of the type, which no schema of a binary string says',
  },
];
