import { type Response, resolve, type Schema } from '../../generate/contract.ts';
import type { ContractIndex } from '../contract/contract-index.ts';
import { escaped, isObject, type Json, memberOf, namesOf, valueAt } from '../json.ts';
import type { Case, Justified, OperationId, Statement } from '../types.ts';

/** What was wrong, as far as it says which sentence of the contract it was against. */
interface Broken {
  operation: OperationId | null;
  departures: readonly string[];
  /** Of the answer. */
  status?: number;
  expected?: readonly Justified[];
  covers?: Case['covers'];
}

/** As many as a reader follows. */
const MOST = 3;

/** The sentences of the contract that a departure breaks, the nearest first, each with its place. */
export function statementsOf(
  { document, operationOf }: ContractIndex,
  { operation: id, departures, status, expected = [], covers = [] }: Broken,
  reference: string | undefined,
): Statement[] {
  const said = departures.join('\n');
  if (id === null) return guideSentences(document.tags ?? [], said, reference).slice(0, MOST);
  const { path, method, operation } = operationOf(id);
  const link =
    reference === undefined
      ? {}
      : {
          link: `${reference}#${[operation.tags?.[0]]
            .flatMap((tag) => tag?.replaceAll(' ', '-') ?? [])
            .map((tag) => `tag/${tag}/`)
            .join('')}operation/${id}`,
        };
  const at = `/paths/${escaped(path)}/${method}`;
  const found: Statement[] = [];
  const add = (text: Json, pointer: string) => {
    if (typeof text === 'string' && text !== '' && !found.some((each) => each.at === `#${pointer}`))
      found.push({ text: text.replace(/\s+/g, ' ').trim(), at: `#${pointer}`, ...link });
  };
  const addSchema = (start: string, names: readonly string[], keyword?: string) => {
    const place = schemaAt(document, start, names);
    if (place === null) return;
    const schema = resolved(document, place).value;
    const rule = keyword === undefined ? undefined : memberOf(schema, keyword);
    const words = [
      rule === undefined ? keyword : `${keyword}: ${JSON.stringify(rule)}`,
      memberOf(schema, 'description'),
    ];
    add([`/${names.join('/')}`, ...words].filter((each) => typeof each === 'string').join(' – '), place);
  };
  const addStatus = (of: string) => {
    const pointer = `${at}/responses/${of}`;
    const response = memberOf(operation.responses, of) as Response | undefined;
    const { description = '' } =
      response === undefined ? {} : (resolve(document, response) as { description?: string });
    if (description !== '') add(`${of}: ${description}`, pointer);
  };

  const successes = Object.keys(operation.responses).filter((each) => /^2/.test(each));
  const wanted = expected.length > 0 ? expected.map((each) => String(each.status)) : successes;
  if (status !== undefined && !wanted.includes(String(status))) wanted.forEach(addStatus);
  // What the case stands at the limit of.
  for (const { keyword } of covers) {
    const [component = '', rest = ''] = keyword.split('#');
    const start = ['schemas', 'parameters'].find((kind) => valueAt(document, `/components/${kind}/${component}`));
    if (start === undefined) continue;
    const pointer = `/components/${start}/${component}${rest}`;
    const owner = valueAt(document, pointer.slice(0, pointer.lastIndexOf('/')));
    const rule = valueAt(document, pointer) ?? rest;
    add(
      [`${keyword}: ${JSON.stringify(rule)}`, memberOf(owner, 'description')]
        .filter((part) => part !== undefined)
        .join(' – '),
      pointer,
    );
  }
  const [media] = Object.entries(operation.requestBody?.content ?? {});
  for (const { pointer } of expected.flatMap(({ violations = [] }) => violations)) {
    if (media !== undefined && pointer.startsWith('/'))
      addSchema(`${at}/requestBody/content/${escaped(media[0])}/schema`, namesOf(pointer));
  }
  const type = /json/;
  const response = resolve<Response>(document, (operation.responses[String(status)] ?? {}) as Response);
  const answered = Object.keys(response.content ?? {}).find((each) => type.test(each));
  for (const [, pointer = '', keyword] of said.matchAll(/^Body (whole|\/\S*) breaks ([\w-]+)/gm))
    if (answered !== undefined)
      addSchema(
        `${resolved(document, `${at}/responses/${status}`).pointer}/content/${escaped(answered)}/schema`,
        pointer === 'whole' ? [] : namesOf(pointer),
        keyword,
      );
  if (found.length === 0 && status !== undefined) addStatus(String(status));
  if (found.length === 0) add(operation.summary ?? operation.description ?? id, at);
  return found.slice(0, MOST);
}

/** What stands at a pointer, and where it is written, behind any reference. */
function resolved(document: Json, pointer: string): { pointer: string; value: Json } {
  const value = valueAt(document, pointer);
  const reference = memberOf(value, '$ref');
  return typeof reference === 'string' && reference.startsWith('#/')
    ? resolved(document, reference.slice(1))
    : { pointer, value };
}

/** Where the schema of a value inside of another is written; null when the contract has none. */
function schemaAt(document: Json, start: string, [name, ...rest]: readonly string[]): string | null {
  const { pointer, value } = resolved(document, start);
  if (!isObject(value)) return null;
  if (name === undefined) return start;
  const inside = /^\d+$/.test(name) ? `${pointer}/items` : `${pointer}/properties/${escaped(name)}`;
  if (valueAt(document, inside) !== undefined) return schemaAt(document, inside, rest);
  for (const list of ['allOf', 'oneOf', 'anyOf'])
    for (const index of ((value as Schema)[list] as Json[] | undefined)?.keys() ?? []) {
      const found = schemaAt(document, `${pointer}/${list}/${index}`, [name, ...rest]);
      if (found !== null) return found;
    }
  return null;
}

/** What the guides say of the words in code type, such as the code of a problem. */
function guideSentences(
  tags: readonly { name: string; description?: string }[],
  said: string,
  reference: string | undefined,
): Statement[] {
  const codes = [...new Set(said.match(/\b[a-z]+(?:_[a-z]+)+\b/g))];
  return codes.flatMap((code) =>
    tags.flatMap(({ name, description = '' }, index) => {
      // A paragraph under the code as its heading, or one that names it.
      const [, under] = new RegExp(`^#+ \`?${code}\`?\\s+(\\S.*(?:\\n\\S.*)*)`, 'm').exec(description) ?? [];
      const text = under ?? description.split(/\n\s*\n/).find((paragraph) => paragraph.includes(`\`${code}\``));
      if (text === undefined) return [];
      const link = reference === undefined ? {} : { link: `${reference}#tag/${name.replaceAll(' ', '-')}` };
      return [{ text: text.replace(/\s+/g, ' ').trim(), at: `#/tags/${index}/description`, ...link }];
    }),
  );
}
