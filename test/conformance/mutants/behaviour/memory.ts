import { type Exchange, evaluate } from '../../../../scripts/conformance/contract/expression.ts';
import type { Relation } from '../../../../scripts/conformance/contract/relations.ts';
import { type Json, memberOf } from '../../../../scripts/conformance/json.ts';
import { type Answered, type Asked, jsonOf, queryOf } from './exchange.ts';

/** Something that the server said that it created. */
export interface Thing {
  resource: string;
  owner: string;
  id: string;
  /** The identifier of what it is a part of. */
  parent: string | undefined;
  made: { operation: string; asked: Asked; answered: Answered };
  /** Its representations, each as an answer had it, the first first. */
  shown: Json[];
  /** The last answer of each operation that had it. */
  answers: Map<string, Answered>;
  isEnded: boolean;
}

/** What the proxy saw the server do. */
export interface Memory {
  things: Thing[];
  saw(asked: Asked, answered: Answered): void;
  /** Of a resource, whoever owns it; oldest first. */
  of(relation: Relation): Thing[];
  /** What a request is about, or what its answer says that it is about. */
  thingOf(asked: Asked, answered?: Answered): Thing | undefined;
}

export const exchangeOf = (asked: Asked, answered?: Answered): Exchange => ({
  clientId: asked.clientId,
  sent: { path: asked.path, url: new URL(`http://server/?${queryOf(asked)}`), body: asked.body },
  answer: { json: answered && jsonOf(answered) },
});

/** The value of one of a relation's expressions; undefined where there is none, as in a body that is not JSON. */
export function valueIn(expression: string | undefined, exchange: Exchange): Json {
  try {
    return expression === undefined ? undefined : evaluate(expression, exchange);
  } catch {
    return undefined;
  }
}

/** The same where it is a text. */
export function textAt(expression: string | undefined, exchange: Exchange): string | undefined {
  const value = valueIn(expression, exchange);
  return typeof value === 'string' ? value : undefined;
}

export function createMemory(): Memory {
  const things: Thing[] = [];
  const find = (relation: Relation, id: string | undefined, owner: string) =>
    things.findLast((thing) => thing.resource === relation.resource.name && thing.id === id && thing.owner === owner);
  const memory: Memory = {
    things,
    of: ({ resource }) => things.filter((thing) => thing.resource === resource.name),
    thingOf(asked, answered) {
      const { relation } = asked;
      return relation && find(relation, textAt(relation.id, exchangeOf(asked, answered)), asked.clientId);
    },
    saw(asked, answered) {
      const { relation, clientId: owner } = asked;
      if (relation === undefined || answered.status >= 300) return;
      const exchange = exchangeOf(asked, answered);
      const id = textAt(relation.id, exchange);
      const known = find(relation, id, owner);
      if (relation.act === 'creates' && known === undefined && id !== undefined)
        things.push({
          resource: relation.resource.name,
          owner,
          id,
          parent: textAt(relation.of, exchange),
          made: { operation: relation.operation, asked, answered },
          shown: [exchange.answer.json],
          answers: new Map(),
          isEnded: false,
        });
      if (known === undefined) return;
      if (relation.act === 'ends')
        for (const each of things)
          if (each === known || (each.owner === owner && each.parent === id)) each.isEnded = true;
      known.answers.set(relation.operation, answered);
      if (memberOf(exchange.answer.json, relation.resource.identifier) === id) known.shown.push(exchange.answer.json);
    },
  };
  return memory;
}
