import type { Finding } from './kit-types.ts';

/** Matches mismatches that do not depend on the operation. In every operation, they have the same cause. */
const IN_ANY_OPERATION = /^(Body|Header|Content|RateLimit|X-|The response reveals)|as in every response\.$/;

/** Returns a key for each mismatch of a finding. Findings that share a key probably have the same cause. */
export const causeKeys = ({ operation, mismatches }: Pick<Finding, 'operation' | 'mismatches'>): string[] =>
  mismatches.map((text) => {
    const alike = text
      .replace(/^(The response must be ).*(, but)/, '$1...$2')
      .replace(/\/\d+/g, '/*')
      .replace(/(RateLimit\S*) .*/, '$1');
    return IN_ANY_OPERATION.test(text) ? alike : `${operation} ${alike}`;
  });

/** Joins the expected responses with "or". If every status from 200 to 299 is expected, writes `2xx` instead. */
export function alternatives(all: readonly string[]): string {
  const texts = [...new Set(all)];
  const classes = texts.map((text) => (texts.length < 100 ? text : text.replace(/^(\d)\d\d$/, '$1xx')));
  return [...new Set(classes)].join(' or ');
}
