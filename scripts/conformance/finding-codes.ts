import { readFileSync } from 'node:fs';
import type { CheckName, Finding } from './kit-types.ts';

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

export function explanationOf(code: string): string | undefined {
  const page = readFileSync(new URL('finding-codes.md', import.meta.url), 'utf8');
  return page.split(/^## /m).find((section) => section.startsWith(`${code}\n`));
}

/** Sorts the codes by the number of letter pairs that they share with a text. */
export function nearestFirst(text: string): string[] {
  const pairs = Array.from(text.toLowerCase(), (_, index) => text.toLowerCase().slice(index, index + 2));
  const shared = (code: string) => pairs.filter((pair) => code.includes(pair)).length - code.length / 100;
  return findingCodes.toSorted((one, other) => shared(other) - shared(one));
}
