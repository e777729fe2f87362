import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { CORE_SCHEMA, load } from 'js-yaml';
import type { ContractIndex } from './index/contract-index.ts';
import { broken } from './judge/check-response.ts';
import type { AcceptedFinding, CheckName, Finding, TargetReport } from './kit-types.ts';
import { validatorFor } from './validators/schema-validator.ts';

interface FindingCode {
  check?: CheckName;
  pattern?: RegExp;
  /** True if equal mismatches in different operations probably have the same cause. */
  isGeneral?: boolean;
}

/** A mismatch gets the first code whose check and pattern match. Do not rename codes: users list them in files. */
const CODES: Readonly<Record<string, FindingCode>> = {
  'wrong-delivery': { check: 'deliveries' },
  'no-response': { pattern: /^(No response arrived|The response was (longer|not complete))/ },
  'failed-request': { pattern: /^(A valid request to|The partner )/ },
  'broken-link': { pattern: /must link to a page|^A response has a URL on / },
  'wrong-status': { pattern: /^The response must be (?!the )/ },
  'undocumented-status': { pattern: /^The contract documents no status/ },
  'wrong-violations': { pattern: /violations/ },
  'wrong-warnings': { pattern: /warning/ },
  'wrong-problem': {
    pattern: /^The (problem code|code|title|type|status (of the code|in the problem))\b|^request_id must/,
  },
  'wrong-body': { pattern: /^(Body |The body is not JSON|A \d+ response must have no body)/, isGeneral: true },
  'wrong-header': {
    pattern:
      /^(Header|Content-Type|Strict-Transport|X-|Allow)|as in every response|WWW-Authenticate|^The contract has no header/,
    isGeneral: true,
  },
  'wrong-rate-limit': { pattern: /^RateLimit/, isGeneral: true },
  'wrong-value': { pattern: /^\/\S* must be / },
  'revealed-data': { pattern: /^The response (echoes|reveals)/, isGeneral: true },
  'wrong-head': { check: 'head' },
  'wrong-token': { check: 'tokens' },
  'wrong-state': { check: 'relations' },
  'other-rule': {},
};

const ENTRIES = Object.entries(CODES);

function entryFor(check: CheckName, mismatch: string) {
  const applies = ({ check: own = check, pattern = /^/ }: FindingCode) => own === check && pattern.test(mismatch);
  return ENTRIES.find(([, code]) => applies(code)) as [string, FindingCode];
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

export function explanationOf(code: string): string | undefined {
  const page = readFileSync(new URL('finding-codes.md', import.meta.url), 'utf8');
  return page.split(/^## /m).find((section) => section.startsWith(`${code}\n`));
}

/** Reads a list of accepted findings. Rejects if an entry is invalid. */
export async function readAcceptedFindings(file: string, { document, operationIds }: ContractIndex) {
  const schema = {
    type: 'array',
    items: {
      type: 'object',
      required: ['code', 'reason', 'expires'],
      properties: {
        code: { enum: findingCodes },
        operation: { enum: operationIds },
        case: { type: 'string' },
        reason: { type: 'string', pattern: '\\S' },
        expires: { type: 'string', format: 'date' },
      },
      additionalProperties: false,
    },
  };
  // In the core schema of YAML, an unquoted date is a string.
  const given = load(await readFile(file, 'utf8'), { schema: CORE_SCHEMA });
  const mismatches = broken(validatorFor(document, schema), given, file);
  if (mismatches.length > 0) throw new Error([...mismatches, ENTRY].join('\n'));
  return given as AcceptedFinding[];
}

const ENTRY =
  'The properties of an entry are code, reason, expires (such as 2027-01-31), and optionally operation and case.';

const isExpired = ({ expires }: AcceptedFinding, now = new Date()) => expires < now.toISOString().slice(0, 10);

/** Returns the entries that accept the codes of a finding; null if one of the codes is not accepted. */
export function acceptedBy(
  accepted: readonly AcceptedFinding[],
  finding: Pick<Finding, 'codes' | 'operation' | 'case'>,
) {
  const { codes, operation, case: name } = finding;
  const applying = accepted.filter(
    (entry) => !isExpired(entry) && (entry.operation ?? operation) === operation && (entry.case ?? name) === name,
  );
  const entries = codes.map((code) => applying.find((entry) => entry.code === code));
  return entries.every((entry) => entry !== undefined) ? entries : null;
}

/** Returns a line for each entry that accepts no finding, because the entry has expired or is no longer needed. */
export const idleEntries = (accepted: readonly AcceptedFinding[], targets: readonly TargetReport[]): string[] =>
  accepted.flatMap((entry, index) => {
    const { code, operation, expires } = entry;
    const name = `Entry ${index + 1} of the accepted findings (${operation === undefined ? code : `${code}, ${operation}`})`;
    if (isExpired(entry)) return [`${name} expired on ${expires}.`];
    const isUsed = targets.some(({ used }) => used.includes(index));
    return isUsed ? [] : [`${name} accepted no finding. Remove it.`];
  });
