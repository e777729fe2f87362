import { readFileSync } from 'node:fs';
import { CORE_SCHEMA, load } from 'js-yaml';
import { isObject, type Json } from '../contract/json.ts';
import type { AcceptedFinding, Finding } from './kit-types.ts';
import { ArgumentError } from './options.ts';

/** A mismatch gets the first code that fits, or `other-rule`. Do not rename codes: users list them in files. */
const CODES: Readonly<Record<string, string | RegExp>> = {
  'wrong-delivery': 'deliveries',
  'wrong-download': 'downloads',
  'no-response': /^(No response arrived|The response was (longer|not complete))/,
  'failed-request': /^(A valid request to|The partner )/,
  'broken-link': /must link to a page|^A response has a URL on /,
  'wrong-status': /^The response must be (?!the )/,
  'undocumented-status': /^The contract documents no status/,
  'wrong-violations': /violations/,
  'wrong-warnings': /(these|lists|have a) warning/,
  'wrong-problem': /^The (problem code|code|title|type|status (of the code|in the problem))\b|^request_id must/,
  'wrong-body': /^(Body |The body is not JSON|A \d+ response must have no body)/,
  'wrong-header':
    /^(Header|Content-Type|Strict-Transport|X-|Allow)|as in every response|WWW-Authenticate|^The contract has no header/,
  'wrong-rate-limit': /^(RateLimit|Retry-After)/,
  'wrong-value': /^\/\S* must (be|have) /,
  'revealed-data': /^The response (echoes|reveals)/,
  'wrong-head': 'head',
  'wrong-token': 'tokens',
  'wrong-state': 'relations',
};
/** Codes of mismatches that probably have the same cause in different operations. */
const GENERAL = ['wrong-body', 'wrong-header', 'wrong-rate-limit', 'revealed-data'];

export const findingCodes: readonly string[] = [...Object.keys(CODES), 'other-rule'];

export function findingCodeOf(check: string, mismatch: string): string {
  const fits = (rule: string | RegExp) => (typeof rule === 'string' ? rule === check : rule.test(mismatch));
  const [code = 'other-rule'] = Object.entries(CODES).find(([, rule]) => fits(rule)) ?? [];
  return code;
}

/** Returns a key for each mismatch of a finding. Findings that share a key probably have the same cause. */
export const causeKeys = ({ check, operation, mismatches }: Pick<Finding, 'check' | 'operation' | 'mismatches'>) =>
  mismatches.map((text) => {
    const alike = text
      .replace(/^(The response must be ).*(, but)/, '$1...$2')
      .replace(/\/\d+/g, '/*')
      .replace(/(RateLimit\S*) .*/, '$1');
    return GENERAL.includes(findingCodeOf(check, text)) ? alike : `${operation} ${alike}`;
  });

/** Returns the section about a code, or throws an `ArgumentError`. */
export function explanationOf(code: string): string {
  const page = readFileSync(new URL('finding-codes.md', import.meta.url), 'utf8');
  const section = page.split(/^## /m).find((each) => each.startsWith(`${code}\n`));
  if (section === undefined) throw new ArgumentError(`--explain: ${unknownCode(code)}`);
  return section;
}

const unknownCode = (code: unknown) => `unknown code ${code}. The codes are ${findingCodes.join(', ')}.`;

const ACCEPTED_PROPERTIES = ['code', 'operation', 'case', 'reason', 'expires'];

export function readAcceptedFindings(file: string, operationIds: readonly string[]): AcceptedFinding[] {
  // Without the YAML type for dates, `expires` stays a string.
  const given = load(readFileSync(file, 'utf8'), { schema: CORE_SCHEMA }) as Json;
  if (!Array.isArray(given)) throw new Error(`${file} must be a list of accepted findings.`);
  return given.map((entry, index) => {
    const problem = problemOf(isObject(entry) ? entry : {}, operationIds);
    if (problem !== undefined) throw new Error(`${file}, entry ${index + 1}: ${problem}`);
    return entry as unknown as AcceptedFinding;
  });
}

function problemOf(entry: Record<string, unknown>, operationIds: readonly string[]): string | undefined {
  const { code, operation, reason, expires } = entry;
  const unknown = Object.keys(entry).find((name) => !ACCEPTED_PROPERTIES.includes(name));
  if (unknown !== undefined)
    return `unknown property ${unknown}. The properties are ${ACCEPTED_PROPERTIES.join(', ')}.`;
  if (!findingCodes.includes(String(code))) return unknownCode(code);
  if (operation !== undefined && !operationIds.includes(String(operation))) return `unknown operation ${operation}.`;
  if (typeof reason !== 'string' || reason.trim() === '') return 'reason must say why the finding is accepted.';
  if (!/^\d{4}-\d\d-\d\d$/.test(String(expires)) || Number.isNaN(Date.parse(String(expires))))
    return 'expires must be the last day on which the finding is accepted, such as 2027-01-31.';
  return undefined;
}

/** Returns the reasons to accept the codes of a finding; undefined if one of the codes is not accepted. */
export function reasonsToAccept(
  accepted: readonly AcceptedFinding[],
  { codes, operation, case: name }: Pick<Finding, 'codes' | 'operation' | 'case'>,
): string[] | undefined {
  const today = new Date().toISOString().slice(0, 10);
  const applying = accepted.filter(
    (entry) => entry.expires >= today && (entry.operation ?? operation) === operation && (entry.case ?? name) === name,
  );
  const entries = codes.flatMap((code) => applying.find((entry) => entry.code === code) ?? []);
  if (entries.length < codes.length) return undefined;
  return entries.map(({ reason, expires }) => `${reason} (until ${expires})`);
}
