import type { ContractIndex } from '../../../../scripts/conformance/contract/contract-index.ts';
import type { Exchange } from '../../../../scripts/conformance/contract/expression.ts';
import type { Relation } from '../../../../scripts/conformance/contract/relations.ts';
import type { Json } from '../../../../scripts/conformance/json.ts';
import { type Answered, type Asked, jsonOf, type Send, withJson } from './exchange.ts';
import { exchangeOf, type Memory, type Thing } from './memory.ts';
import type { Behaviour } from './proxy.ts';

/** A relation broken in one way. */
export interface Broken {
  /** What is broken. */
  kind: string;
  relation: Relation;
  /** How. */
  detail: string;
  behaviour: Behaviour;
}

/** A relation broken in several ways, each by what the behaviour does. */
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
  /** What the exchange is about. */
  thing: Thing | undefined;
  /** It answers again what was answered before. */
  isReplay: boolean;
}

const isFor = ({ operation }: Relation, asked: Asked) => asked.operation === operation && asked.clientId !== '';

/** Does something else than to send a request of the operation; undefined: sends it. */
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

/** Does something with an answer of the operation; undefined: leaves it. */
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

/** Changes the body of a success; undefined: leaves it. */
export const changing = (relation: Relation, change: (body: Json, about: About) => Json | Promise<Json>): Behaviour =>
  after(relation, async (about) => {
    if (about.answered.status >= 300) return undefined;
    const changed = await change(jsonOf(about.answered), about);
    return changed === undefined ? undefined : withJson(about.answered, changed);
  });

/** The pointer in an expression that is about a body. */
export const pointerIn = (expression = '') => expression.split('#')[1] ?? '';

/** The name of a parameter in an expression. */
export const parameterIn = (expression = '') => expression.replace(/^\$request\.(path|query)\./, '');
