import { type Contract, type Header, listOperations, type Schema, targetOf } from '../generate/contract.ts';

/** Badge for operations that can still change. */
export const UNDER_DEVELOPMENT = { name: 'Under development', position: 'after' };
const SANDBOX_ONLY = { name: 'Sandbox only', position: 'after' };

/**
 * Changes the contract for the reference page. Adds badges, the changelog, the client function name of each operation
 * (for the search), and the API version if two operations have the same title. Simplifies the schemas, and removes the
 * patterns of headers and parameters.
 */
export function prepareForReaders(contract: Contract, changelog: string): void {
  contract.tags.push({ name: 'Changelog', description: changelog.replace(/^# .*\n/, '') });
  contract['x-tagGroups'].at(-1)?.tags.push('Changelog');
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
  const { schemas, headers, parameters } = contract.components;
  const described = [headers, parameters, ...events.map(({ parameters }) => parameters)];
  for (const each of described.flatMap((all) => Object.values(all ?? {})) as Header[]) delete each.schema?.['pattern'];
  const read = Object.entries(schemas).map(([name, schema]) => [name, forReading(contract, schema)]);
  Object.assign(schemas, Object.fromEntries(read));
}

/**
 * Adapts a schema to Redoc. Redoc ignores keywords next to a `$ref`, so the function inlines the target. Redoc shows a
 * pattern before the description, so the function omits the pattern if there is a description. Redoc opens the first
 * branch of an `if`, so the function puts the `else` branch first.
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

/**
 * Returns the target of a reference, merged with the keywords next to the reference. Joins the description of the
 * property and the description of its type.
 */
function withBoth(target: Schema, beside: Schema): Schema {
  const descriptions = [beside['description'], target['description']].filter((each) => each !== undefined);
  return { ...target, ...beside, ...(descriptions.length > 0 && { description: descriptions.join('\n\n') }) };
}
