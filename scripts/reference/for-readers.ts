import { type Contract, type Header, listOperations, type Schema, targetOf } from '../generate/contract.ts';

/** The marker of what can still change. */
export const UNDER_DEVELOPMENT = { name: 'Under development', position: 'after' };
const SANDBOX_ONLY = { name: 'Sandbox only', position: 'after' };

/**
 * Changes what only the page needs: the logo, a marker at each operation and event under development, the version in
 * the title of an operation that both versions have, the client's name for each operation, so that the search finds
 * it, the changelog, and the schemas (`forReading`). Headers and parameters are shown without patterns.
 */
export function prepareForReaders(contract: Contract, given: { logo: Logo; changelog: string }): void {
  Object.assign(contract.info, { 'x-logo': given.logo });
  addChapter(contract, 'Changelog', given.changelog.replace(/^# .*\n/, ''));
  const listed = listOperations(contract);
  const events = Object.values(contract.webhooks).map(({ post }) => post);
  for (const operation of [...listed.map(({ operation }) => operation), ...events])
    if (operation['x-under-development'])
      Object.assign(operation, {
        'x-badges': [...(operation['x-sandbox-only'] ? [SANDBOX_ONLY] : []), UNDER_DEVELOPMENT],
      });
  const summaries = listed.map(({ operation }) => operation.summary);
  for (const { path, operation } of listed) {
    const isTwin = summaries.filter((summary) => summary === operation.summary).length > 1;
    if (isTwin) operation.summary += ` (${/\/(v\d+)\//.exec(path)?.[1]})`;
    operation.description += `\n\nIn the client: \`${operation.operationId}\`.`;
  }
  for (const described of [contract.info, ...contract.tags, ...listed.map(({ operation }) => operation), ...events])
    described.description = withSpacesBetweenCells(described.description);
  const { schemas, headers, parameters } = contract.components;
  const described = [headers, parameters, ...events.map(({ parameters }) => parameters)];
  for (const each of described.flatMap((all) => Object.values(all ?? {})) as Header[]) delete each.schema?.['pattern'];
  const read = Object.entries(schemas).map(([name, schema]) => [name, forReading(contract, schema)]);
  Object.assign(schemas, Object.fromEntries(read));
}

/** The search takes the text of a table as one: without a space at its end a cell runs into the next one there. */
function withSpacesBetweenCells(text: string): string {
  return text.replace(/^\|(?![-| :]*$).*\|$/gm, (row) => row.replaceAll(' |', '&nbsp;|'));
}

/** Adds a chapter to the last group of the menu. */
function addChapter(contract: Contract, name: string, description: string): void {
  contract.tags.push({ name, description });
  contract['x-tagGroups'].at(-1)?.tags.push(name);
}

interface Logo {
  url: string;
  altText: string;
}

/**
 * A schema as Redoc shows it well. Beside a `$ref` it shows no rule and no words, so what it refers to comes into the
 * place, its words after those of the place. A pattern leads what it shows of a member, so where there are words they
 * stand alone. Of `if` it opens the first choice, which is to be the ordinary one: that where the
 * condition does not hold.
 */
function forReading(contract: Contract, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => forReading(contract, item));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...beside } = value as Schema;
  if (typeof $ref === 'string' && Object.keys(beside).length > 0)
    return forReading(contract, withBoth(targetOf(contract, $ref) as Schema, beside));
  const { if: condition, then: met, else: otherwise, pattern, ...rest } = value as Record<string, Schema | undefined>;
  const shown: [string, unknown][] = Object.entries(rest);
  if (pattern !== undefined && (rest['x-message'] ?? rest['description']) === undefined)
    shown.push(['pattern', pattern]);
  if (condition !== undefined && otherwise === undefined) shown.push(['if', condition], ['then', met]);
  if (condition !== undefined && otherwise !== undefined)
    shown.push(
      ['if', { title: otherwise['title'], not: condition }],
      ['then', otherwise],
      ['else', { title: condition['title'], ...met }],
    );
  return Object.fromEntries(
    shown.map(([name, member]) => [name, name === 'examples' ? member : forReading(contract, member)]),
  );
}

/** What is referred to with what stands beside the reference: a member has its own words, and those of its kind. */
function withBoth(target: Schema, beside: Schema): Schema {
  const words = [beside['description'], target['description']].filter((words) => words !== undefined);
  return { ...target, ...beside, ...(words.length > 0 && { description: words.join('\n\n') }) };
}
