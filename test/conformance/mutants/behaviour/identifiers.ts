import { isObject, itemsOf, valueAt, withValue } from '../../../../scripts/contract/json.ts';
import type { Relation } from '../../../../scripts/contract/relations.ts';
import { type Asked, jsonOf, queryOf, withJson, withParameters } from './exchange.ts';
import { type Broken, parameterIn, pointerIn, type Relations } from './operators.ts';
import type { Behaviour } from './proxy.ts';

/** Faulty normalizations, which map different identifiers to the same identifier. */
const FOLDS: Record<string, (id: string) => string> = {
  'trimmed at the end': (id) => id.trimEnd(),
  'trimmed at the beginning': (id) => id.trimStart(),
  'letter case folded': (id) => id.toLowerCase(),
  'decoded twice': (id) => {
    try {
      return decodeURIComponent(id);
    } catch {
      return id;
    }
  },
  'cut after 36 characters': (id) => id.slice(0, 36),
  'cut at a slash': (id) => id.replace(/\/.*/s, ''),
  'cut at a question mark': (id) => id.replace(/\?.*/s, ''),
  'plus sign read as a space': (id) => id.replaceAll('+', ' '),
  'accents dropped': (id) => id.normalize('NFD').replace(/\p{M}/gu, ''),
};

/** Returns the mutants that treat different identifiers as equal, for identifiers that the client chooses. */
export const brokenIdentifiers = ({ contract, all }: Relations): Broken[] => {
  const isNamed = ({ resource }: Relation) =>
    all.some((each) => {
      if (each.act !== 'creates' || each.resource !== resource) return false;
      return isObject(contract.operationOf(each.operation).operation['x-idempotent']);
    });
  return all.filter(isNamed).flatMap((relation) =>
    Object.entries(FOLDS).map(([detail, fold]) => ({
      kind: 'identifier',
      relation,
      detail,
      behaviour: folding(relation, fold),
    })),
  );
};

/** Returns a behaviour that treats two identifiers as equal if `fold` maps them to the same string. */
function folding(relation: Relation, fold: (id: string) => string): Behaviour {
  return async (asked, send, memory) => {
    if (asked.operation !== relation.operation) return send(asked);
    const own = memory.of(relation).filter((instance) => instance.owner === asked.clientId);
    const known = (id: string) => own.find((instance) => instance.id === id);
    const renamed = new Map<string, string>();
    const of = (id: string) => {
      const found = known(id) === undefined ? own.find((instance) => fold(instance.id) === fold(id)) : undefined;
      if (found !== undefined) renamed.set(found.id, id);
      return found?.id ?? id;
    };
    const sent = withIdentifiers(asked, relation, of);
    if (renamed.size === 0) return send(asked);
    const answered = await send(sent);
    const text = [...renamed].reduce(
      (body, [found, id]) => body.replaceAll(JSON.stringify(found), JSON.stringify(id)),
      answered.body.toString(),
    );
    return { ...answered, body: Buffer.from(text) };
  };
}

function withIdentifiers(asked: Asked, relation: Relation, change: (id: string) => string): Asked {
  const member = /^\$response\./.test(relation.id ?? '')
    ? `$request.body#/${relation.resource.identifier}`
    : relation.id;
  const expression = relation.act === 'lists' ? (relation.requestedIds ?? '') : (member ?? '');
  if (expression.startsWith('$request.path.')) {
    const name = parameterIn(expression);
    return withParameters(asked, { ...asked.path, [name]: change(asked.path[name] ?? '') }, queryOf(asked));
  }
  if (expression.startsWith('$request.query.')) {
    const name = parameterIn(expression);
    const pairs = [...queryOf(asked)].map(([key, value]): [string, string] => [
      key,
      key === name ? change(value) : value,
    ]);
    return withParameters(asked, asked.path, new URLSearchParams(pairs));
  }
  const [body, pointer] = [jsonOf(asked), pointerIn(expression)];
  const value = valueAt(body, pointer);
  if (typeof value === 'string') return withJson(asked, withValue(body, pointer, change(value)));
  const list = itemsOf(value);
  if (list.length === 0 || list.some((id) => typeof id !== 'string')) return asked;
  return withJson(
    asked,
    withValue(
      body,
      pointer,
      list.map((id) => change(String(id))),
    ),
  );
}
