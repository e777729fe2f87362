import type { ContractIndex } from '../../../../scripts/conformance/contract/contract-index.ts';
import type { Exchange } from '../../../../scripts/conformance/contract/expression.ts';
import type { Relation } from '../../../../scripts/conformance/contract/relations.ts';
import type { Json } from '../../../../scripts/conformance/json.ts';
import { type Answered, type Asked, jsonOf, type Send, withJson } from './exchange.ts';
import { exchangeOf, type Memory, type Thing } from './memory.ts';
import type { Behaviour } from './proxy.ts';

/** A mutant of one relation. */
export interface Broken {
  /** Broken aspect of the relation. */
  kind: string;
  relation: Relation;
  /** Description of the fault. */
  detail: string;
  behaviour: Behaviour;
}

/** Returns the mutants of a relation, one for each behaviour. */
export const brokenBy = (kind: string, relation: Relation, behaviours: Readonly<Record<string, Behaviour>>): Broken[] =>
  Object.entries(behaviours).map(([detail, behaviour]) => ({ kind, relation, detail, behaviour }));

export interface Relations {
  contract: ContractIndex;
  all: readonly Relation[];
}

export interface About {
  asked: Asked;
  answered: Answered;
  exchange: Exchange;
  memory: Memory;
  send: Send;
  /** Resource of the exchange. */
  thing: Thing | undefined;
  /** True for an idempotent replay. */
  isReplay: boolean;
}

const isFor = ({ operation }: Relation, asked: Asked) => asked.operation === operation && asked.clientId !== '';

/** Replaces the response to a request of the operation. Undefined sends the request. */
export const instead =
  (
    relation: Relation,
    act: (about: Omit<About, 'answered' | 'isReplay'>) => Promise<Answered | undefined>,
  ): Behaviour =>
  async (asked, send, memory) => {
    if (!isFor(relation, asked)) return send(asked);
    const about = { asked, exchange: exchangeOf(asked), memory, send, thing: memory.thingOf(asked) };
    return (await act(about)) ?? send(asked);
  };

/** Replaces a response of the operation. Undefined keeps the response. */
export const after =
  (relation: Relation, act: (about: About) => Promise<Answered | undefined> | Answered | undefined): Behaviour =>
  async (asked, send, memory) => {
    const answered = await send(asked);
    if (!isFor(relation, asked)) return answered;
    const thing = memory.thingOf(asked, answered);
    const isReplay = answered.status < 300 && thing !== undefined && thing.made.answered !== answered;
    const exchange = exchangeOf(asked, answered);
    return (await act({ asked, answered, exchange, memory, send, thing, isReplay })) ?? answered;
  };

/** Changes the body of a successful response. Undefined keeps the body. */
export const changing = (relation: Relation, change: (body: Json, about: About) => Json | Promise<Json>): Behaviour =>
  after(relation, async (about) => {
    if (about.answered.status >= 300) return undefined;
    const changed = await change(jsonOf(about.answered), about);
    return changed === undefined ? undefined : withJson(about.answered, changed);
  });

/** Returns the pointer of an expression for a body. */
export const pointerIn = (expression = '') => expression.split('#')[1] ?? '';

/** Returns the parameter name of an expression. */
export const parameterIn = (expression = '') => expression.replace(/^\$request\.(path|query)\./, '');
