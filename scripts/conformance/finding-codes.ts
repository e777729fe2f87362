import type { CheckName, Finding } from './kit-types.ts';

interface FindingCode {
  /** The only check whose mismatches can have the code. Default: any check. */
  check?: CheckName;
  /** Pattern of the mismatches that have the code. Default: any mismatch. */
  pattern?: RegExp;
  /** True if equal mismatches in different operations probably have the same cause. */
  isGeneral?: boolean;
  meaning: string;
  /** Part of the contract that states the violated rule. */
  contract: string;
  action: string;
}

/** Codes of findings. A mismatch gets the first code that applies. Do not rename codes: users list them in files. */
const CODES: Readonly<Record<string, FindingCode>> = {
  'wrong-delivery': {
    check: 'deliveries',
    meaning: 'A webhook event, its retries, or its entry in the delivery log breaks a rule. The case names the rule.',
    contract: 'x-delivery of the webhook, and the schemas of its request body and headers',
    action: 'Compare the received request, which the finding shows, with the rule in x-delivery.',
  },
  'no-response': {
    pattern: /^(No response arrived|The response was (longer|not complete))/,
    meaning: 'The server closed the connection, or its response was too slow or too large.',
    contract: 'responses of the operation',
    action: 'Send the request of the finding, and look for an error in the log of the server.',
  },
  'failed-request': {
    pattern: /^(A valid request to|The partner )/,
    meaning: 'The case needs a resource or a token, and the server rejected the valid request for it.',
    contract: 'requestBody and the 2xx responses of the operation that the mismatch names',
    action: 'Correct that operation first. This finding then often disappears.',
  },
  'broken-link': {
    pattern: /must link to a page|^A response has a URL on /,
    meaning: 'A URL in a response does not lead to the documented page, or leads to another host.',
    contract: 'x-serves of the property, and links of the response',
    action: 'Open the URL in a browser, and check the base URL in the settings of the server.',
  },
  'wrong-status': {
    pattern: /^The response must be (?!the )/,
    meaning:
      'The server accepted an invalid request, rejected a valid request, or rejected a request with another error.',
    contract: 'responses, security, parameters, and requestBody of the operation',
    action: 'Compare "expected" with "actual". The name of the case says what is special about the request.',
  },
  'undocumented-status': {
    pattern: /^The contract documents no status/,
    meaning: 'The operation does not document the status of the response.',
    contract: 'responses of the operation',
    action: 'Return a documented status, or document this status.',
  },
  'wrong-violations': {
    pattern: /violations/,
    meaning: 'The response to an invalid request lacks a violation, or has a violation that the request does not have.',
    contract: 'schemas of the request, and the schema of the error',
    action:
      'Validate the request with the schema of the operation, and report every violation with its pointer and code.',
  },
  'wrong-warnings': {
    pattern: /warning/,
    meaning: 'A warning is missing from a success response, or the request gives no reason for a warning.',
    contract: 'x-naming-warnings, x-value-warnings, and x-resource',
    action: 'Compare the value at the pointer with the rule of the warning.',
  },
  'wrong-problem': {
    pattern: /^The (problem code|code|title|type|status (of the code|in the problem))\b|^request_id must/,
    meaning: 'The code, title, type, status, or request ID of an error is wrong.',
    contract: 'x-problems, and the schema of the error',
    action: 'Take the title and the status of an error from x-problems.',
  },
  'wrong-body': {
    pattern: /^(Body |The body is not JSON|A \d+ response must have no body)/,
    isGeneral: true,
    meaning: 'The body of a response violates its schema.',
    contract: 'content of the response',
    action: 'Correct the property that the mismatch names. The keyword is the one that the value violates.',
  },
  'wrong-header': {
    pattern:
      /^(Header|Content-Type|Strict-Transport|X-|Allow)|as in every response|WWW-Authenticate|^The contract has no header/,
    isGeneral: true,
    meaning: 'A header of a response is missing, has a wrong value, or is not allowed in the response.',
    contract: 'headers of the response, and x-conventions',
    action: 'Correct the header that the mismatch names.',
  },
  'wrong-rate-limit': {
    pattern: /^RateLimit/,
    isGeneral: true,
    meaning: 'The headers about rate limits contradict each other or earlier responses.',
    contract: 'RateLimit and RateLimit-Policy headers, and x-service',
    action: 'Compute both headers from the same policy.',
  },
  'wrong-value': {
    pattern: /^\/\S* must be /,
    meaning: 'A value of a response is not the value that the contract prescribes.',
    contract: 'x-value of the property or header',
    action: 'Return the prescribed value at the pointer that the mismatch names.',
  },
  'revealed-data': {
    pattern: /^The response (echoes|reveals)/,
    isGeneral: true,
    meaning: 'An error repeats a value from the request, or shows the internals of the server.',
    contract: 'values_in_problems in x-conventions, and the 5xx responses',
    action: 'Return only texts that the contract documents, and write details to the log of the server.',
  },
  'wrong-head': {
    check: 'head',
    meaning: 'The response to HEAD differs from the response to GET, or the case of header names changes the response.',
    contract: 'the GET operation of the path (RFC 9110, section 9.3.2)',
    action: 'Return the status and the headers of GET without a body.',
  },
  'wrong-token': {
    check: 'tokens',
    meaning: 'An access token or a key set has wrong content, a wrong lifetime, or a wrong signature.',
    contract: 'contentSchema of access_token, and RFC 6749, 7517, and 7519',
    action: 'Decode the token, and compare its header and claims with the schema.',
  },
  'wrong-state': {
    check: 'relations',
    meaning:
      'After a sequence of requests, a response does not match the resources that the requests created or changed.',
    contract: 'x-resource of the operations, or the resource that their paths and methods imply',
    action: 'Send the requests of the finding in order. The last response is the wrong one.',
  },
  'other-rule': {
    meaning: 'The response breaks another rule. The mismatch states the rule.',
    contract: 'the operation that the finding links to',
    action: 'Read the mismatch, and send the requests of the finding.',
  },
};

const ENTRIES = Object.entries(CODES);

function entryFor(check: CheckName, mismatch: string) {
  const entry = ENTRIES.find(
    ([, { check: own = check, pattern }]) => own === check && (pattern?.test(mismatch) ?? true),
  );
  return entry ?? (ENTRIES.at(-1) as [string, FindingCode]);
}

export const findingCodes: readonly string[] = Object.keys(CODES);

export const findingCodeOf = (check: CheckName, mismatch: string): string => entryFor(check, mismatch)[0];

/** Returns a key for each mismatch of a finding. Findings that share a key probably have the same cause. */
export const causeKeys = ({ check, operation, mismatches }: Pick<Finding, 'check' | 'operation' | 'mismatches'>) =>
  mismatches.map((text) => {
    const alike = text
      .replace(/^(The response must be ).*(, but)/, '$1...$2')
      .replace(/\/\d+/g, '/*')
      .replace(/(RateLimit\S*) .*/, '$1');
    return entryFor(check, text)[1].isGeneral === true ? alike : `${operation} ${alike}`;
  });

/** Returns the explanation of a code. For an unknown code, returns the list of codes, most similar first. */
export function explanationOf(code: string): { isKnown: boolean; text: string } {
  const known = Object.hasOwn(CODES, code) ? CODES[code] : undefined;
  if (known === undefined) {
    const lines = nearestFirst(code).map((each) => `  ${each}`);
    return {
      isKnown: false,
      text: [`There is no code ${code}. The codes are, most similar first:`, ...lines].join('\n'),
    };
  }
  const { meaning, contract, action } = known;
  return { isKnown: true, text: [code, '', meaning, '', `Contract: ${contract}.`, `Action: ${action}`].join('\n') };
}

/** Sorts the codes by the number of letter pairs that they share with a text. */
export function nearestFirst(text: string): string[] {
  const pairs = Array.from(text.toLowerCase(), (_, index) => text.toLowerCase().slice(index, index + 2));
  const shared = (code: string) => pairs.filter((pair) => code.includes(pair)).length - code.length / 100;
  return findingCodes.toSorted((one, other) => shared(other) - shared(one));
}
