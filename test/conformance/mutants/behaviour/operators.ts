import type { ContractIndex } from '../../../../scripts/conformance/index/contract-index.ts';
import type { ExpressionContext } from '../../../../scripts/conformance/index/expression.ts';
import type { Json } from '../../../../scripts/contract/json.ts';
import type { Relation } from '../../../../scripts/contract/relations.ts';
import { type Answered, type Asked, jsonOf, type Send, withJson } from './exchange.ts';
import { exchangeOf, type Instance, type Memory } from './memory.ts';
import type { Behaviour } from './proxy.ts';

/** A mutant that breaks one relation. */
export interface Broken {
  /** Broken aspect of the relation. */
  kind: string;
  relation: Relation;
  /** Description of the fault. */
  detail: string;
  behaviour: Behaviour;
}

/** Returns the mutants that break a relation, one for each behaviour. */
export const brokenBy = (kind: string, relation: Relation, behaviours: Readonly<Record<string, Behaviour>>): Broken[] =>
  Object.entries(behaviours).map(([detail, behaviour]) => ({ kind, relation, detail, behaviour }));

export interface Relations {
  contract: ContractIndex;
  all: readonly Relation[];
}

export interface About {
  asked: Asked;
  answered: Answered;
  exchange: ExpressionContext;
  memory: Memory;
  send: Send;
  /** Resource that the request or the response identifies. */
  instance: Instance | undefined;
  /** True for an idempotent replay. */
  isReplay: boolean;
}

const isFor = ({ operation }: Relation, asked: Asked) => asked.operation === operation && asked.clientId !== '';

/** Responds to requests for an operation with the result of `act`, or forwards them if the result is undefined. */
export const instead =
  (
    relation: Relation,
    act: (about: Omit<About, 'answered' | 'isReplay'>) => Promise<Answered | undefined>,
  ): Behaviour =>
  async (asked, send, memory) => {
    if (!isFor(relation, asked)) return send(asked);
    const about = { asked, exchange: exchangeOf(asked), memory, send, instance: memory.instanceOf(asked) };
    return (await act(about)) ?? send(asked);
  };

/** Replaces the responses of an operation with the result of `act`, unless `act` returns undefined. */
export const after =
  (relation: Relation, act: (about: About) => Promise<Answered | undefined> | Answered | undefined): Behaviour =>
  async (asked, send, memory) => {
    const answered = await send(asked);
    if (!isFor(relation, asked)) return answered;
    const instance = memory.instanceOf(asked, answered);
    const isReplay = answered.status < 300 && instance !== undefined && instance.made.answered !== answered;
    const exchange = exchangeOf(asked, answered);
    return (await act({ asked, answered, exchange, memory, send, instance, isReplay })) ?? answered;
  };

/** Replaces the bodies of success responses with the result of `change`, unless `change` returns undefined. */
export const changing = (relation: Relation, change: (body: Json, about: About) => Json | Promise<Json>): Behaviour =>
  after(relation, async (about) => {
    if (about.answered.status >= 300) return undefined;
    const changed = await change(jsonOf(about.answered), about);
    return changed === undefined ? undefined : withJson(about.answered, changed);
  });

/** Returns the JSON Pointer in an expression that refers to a body. */
export const pointerIn = (expression = '') => expression.split('#')[1] ?? '';

/** Returns the name in an expression that refers to a path or query parameter. */
export const parameterIn = (expression = '') => expression.replace(/^\$request\.(path|query)\./, '');
