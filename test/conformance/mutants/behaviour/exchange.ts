import { type ExpressionContext, evaluate } from '../../../../scripts/conformance/index/expression.ts';
import { type Json, memberOf } from '../../../../scripts/contract/json.ts';
import type { Relation } from '../../../../scripts/contract/relations.ts';

/** A request as the proxy received it. */
export interface Asked {
  /** ID of the requested operation, or undefined if the contract has no such operation. */
  operation: string | undefined;
  relation: Relation | undefined;
  /** Client ID of the access token. Empty if the proxy did not see the token request. */
  clientId: string;
  method: string;
  /** Path and query of the request. */
  target: string;
  /** Path template of the operation. `path` contains its decoded parameters. */
  template: string;
  path: Readonly<Record<string, string>>;
  headers: readonly string[];
  body: Buffer;
  isChunked: boolean;
}

/** A complete response. */
export interface Answered {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

export function jsonOf({ body }: { body: Buffer }): Json {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

export const withJson = <T extends { body: Buffer }>(one: T, json: Json): T => ({
  ...one,
  body: Buffer.from(JSON.stringify(json)),
});

export const queryOf = ({ target }: Asked) => new URLSearchParams(target.split('?').slice(1).join('?'));

/** Returns a copy of the request with different path and query parameters. */
export function withParameters(asked: Asked, path: Record<string, string>, query: URLSearchParams): Asked {
  const place = asked.template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
  return { ...asked, path, target: query.size === 0 ? place : `${place}?${query}` };
}

/** Sends a request to the server as its client or as another known client. */
export type Send = (asked: Asked, asClient?: string) => Promise<Answered>;

/** A resource that the server created. */
export interface Instance {
  resource: string;
  owner: string;
  id: string;
  /** Identifier of the parent resource. */
  parent: string | undefined;
  made: { operation: string; asked: Asked; answered: Answered };
  /** Representations of the resource in responses, oldest first. */
  shown: Json[];
  /** Last response of each operation on the resource, by operation ID. */
  answers: Map<string, Answered>;
  isEnded: boolean;
}

/** Resources and responses that the proxy observed. */
export interface Memory {
  instances: Instance[];
  saw(asked: Asked, answered: Answered): void;
  /** Returns the resources of the relation's type that any client owns, oldest first. */
  of(relation: Relation): Instance[];
  /** Returns the resource that a request or its response identifies. */
  instanceOf(asked: Asked, answered?: Answered): Instance | undefined;
}

export const exchangeOf = (asked: Asked, answered?: Answered): ExpressionContext => ({
  variables: { '$client.id': asked.clientId },
  sent: { path: asked.path, url: new URL(`http://server/?${queryOf(asked)}`), body: asked.body },
  answer: { json: answered && jsonOf(answered) },
});

/** Returns the value of an expression, or undefined if it has no value, for example because the body is not JSON. */
export function valueIn(expression: string | undefined, exchange: ExpressionContext): Json {
  try {
    return expression === undefined ? undefined : evaluate(expression, exchange);
  } catch {
    return undefined;
  }
}

/** Returns the value of an expression if the value is a string. */
export function textAt(expression: string | undefined, exchange: ExpressionContext): string | undefined {
  const value = valueIn(expression, exchange);
  return typeof value === 'string' ? value : undefined;
}

export function createMemory(): Memory {
  const instances: Instance[] = [];
  const find = (relation: Relation, id: string | undefined, owner: string) =>
    instances.findLast(
      (instance) => instance.resource === relation.resource.name && instance.id === id && instance.owner === owner,
    );
  const memory: Memory = {
    instances,
    of: ({ resource }) => instances.filter((instance) => instance.resource === resource.name),
    instanceOf(asked, answered) {
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
        instances.push({
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
        for (const each of instances)
          if (each === known || (each.owner === owner && each.parent === id)) each.isEnded = true;
      known.answers.set(relation.operation, answered);
      if (memberOf(exchange.answer.json, relation.resource.identifier) === id) known.shown.push(exchange.answer.json);
    },
  };
  return memory;
}
