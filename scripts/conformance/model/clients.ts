import { resolve, type Schema } from '../../generate/contract.ts';
import { bodyOf } from '../contract/bodies.ts';
import { type Exchange, evaluate } from '../contract/expression.ts';
import type { Relation } from '../contract/relations.ts';
import { isObject, itemsOf, type Json, memberOf } from '../json.ts';
import { checkResponse, faultsOf } from '../judge/check-response.ts';
import type { Made, Session } from '../target/session.ts';
import { validBodies } from '../target/valid-bodies.ts';
import type { Answer, CaseRequest, JustifiedResponse } from '../types.ts';
import type { Instance, State } from './state.ts';

/** A request of a sequence, and its response. */
export interface Sent extends Made {
  session: Session;
}

/** A response with its data for comparison. */
export interface Response {
  exchange: Exchange;
  answer: Answer;
  /** Time of the response, in milliseconds since the epoch. */
  at: number;
  /** Mismatches of the response that do not depend on earlier requests. */
  mismatches: string[];
}

export interface Client {
  clientId: string;
  fresh(): string;
  /** Sends a request that must get the expected response; by default, the response that the contract justifies. */
  send(state: State, operation: string, request: CaseRequest, expects?: JustifiedResponse): Promise<Response>;
}

/** The clients of a check, with the contract's rules for their requests. */
export type Clients = Awaited<ReturnType<typeof openClients>>;

/** Texts that a server easily changes by mistake. */
const TEXTS = ['a name', 'Ünïcödé 😀 "quoted" \\ & <b>', ' two  blanks ', "O'Neill; --%41%2F", ''];

/** Opens the clients. `onSent` gets each response, and whether the response alone matches the contract. */
export async function openClients(
  session: Session,
  relations: readonly Relation[],
  onSent: (sent: Sent, isRight: boolean) => void,
) {
  const { contract } = session;
  const { document } = contract;
  const otherToken = await session.otherToken();
  const authorization = { header: () => `Bearer ${otherToken}`, isValid: true };
  const bodies = new Map<string, readonly Json[]>();

  const clientOf = (partner: Session, more: Pick<CaseRequest, 'authorization'> = {}): Client => ({
    clientId: partner.target.clientId,
    fresh: partner.fresh,
    async send(state, operation, request, expects) {
      const secrets = [...state.secrets];
      const made = await partner.attempt(operation, { ...request, ...more });
      const { sent, answer } = made;
      const faults = faultsOf(contract, sent, partner.subject, partner.credentials);
      const { mismatches } = checkResponse(contract, sent, answer, faults, expects);
      onSent({ ...made, session: partner }, mismatches.length === 0);
      const isTold = secrets.some((secret) => answer.text.includes(secret));
      return {
        exchange: { clientId: partner.target.clientId, sent, answer },
        answer,
        at: Date.parse(answer.headers.get('date') ?? '') || Date.now(),
        mismatches: [...mismatches, ...(isTold ? ['A secret stands in the answer that is told only once.'] : [])],
      };
    },
  });

  const bodySchemaOf = (operation: string) =>
    resolve<Schema>(document, bodyOf(contract.operationOf(operation).operation)?.schema ?? {});
  const parameterSchemaOf = (operation: string, name: string) =>
    contract.parametersOf(operation).find((each) => each.name === name)?.schema;
  /** Property that makes a request idempotent (`x-idempotent`). */
  const identifiedBy = (operation: string) => {
    const idempotent = contract.operationOf(operation).operation['x-idempotent'];
    return isObject(idempotent) ? String(idempotent['member']) : undefined;
  };

  return {
    /** The partner, the second partner, and the partner with a token of another endpoint. */
    all: [
      clientOf(session),
      clientOf(session.other ?? session),
      clientOf(session, otherToken === null ? {} : { authorization }),
    ],
    contract,
    relations,
    /** Returns valid bodies of an operation; empty without a JSON body. */
    bodiesOf(operation: string): readonly Json[] {
      const known = bodies.get(operation) ?? validBodies(session, operation);
      bodies.set(operation, known);
      return known;
    },
    /** Returns the texts that a property of a body accepts; empty if it accepts only some values. */
    textsFor(operation: string, property: string): string[] {
      const schema = resolve<Schema>(document, bodySchemaOf(operation).properties?.[property] ?? {});
      const { type, minLength = 0, maxLength = 300, pattern = '' } = schema as TextSchema;
      const isClosed = ['enum', 'const', 'format'].some((keyword) => schema[keyword] !== undefined);
      if (!type?.includes('string') || isClosed) return [];
      const long = 'Long '.repeat(1 + Math.min(maxLength, 1000) / 5).slice(0, maxLength);
      return [...TEXTS, long].filter(
        (text) => text.length >= minLength && text.length <= maxLength && new RegExp(pattern, 'u').test(text),
      );
    },
    identifiedBy,
    /** Whether clients choose the identifiers of a resource. */
    isNamed: (resource: string) =>
      relations.some((each) => each.resource.name === resource && identifiedBy(each.operation) !== undefined),
    /** Maximum number of instances that a request can ask for. */
    mostRequested({ operation, requestedIds = '' }: Relation): number {
      const name = requestedIds.split(/[./]/).at(-1) ?? '';
      const schema = parameterSchemaOf(operation, name) ?? bodySchemaOf(operation).properties?.[name];
      return Number(resolve<Schema>(document, schema ?? {})['maxItems'] ?? 10);
    },
    /** Value of a keyword of the page size parameter. */
    pageSize: (operation: string, parameter: string, keyword: 'default' | 'maximum') =>
      Number(resolve<Schema>(document, parameterSchemaOf(operation, parameter) ?? {})[keyword] ?? 100),
  };
}

interface TextSchema extends Schema {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

/** Reads the instances that each partner has before the check, which lists contain too. */
export async function existingInstances({ all, relations }: Clients, state: State): Promise<Instance[]> {
  const found = new Map<string, Instance>();
  for (const { act, requestedIds, of, operation, items = '', resource } of relations) {
    if (act !== 'lists' || requestedIds !== undefined || of !== undefined || resource.isShared) continue;
    for (const { clientId, send } of all.slice(0, 2)) {
      const { exchange } = await send(state, operation, {});
      for (const item of itemsOf(evaluate(items, exchange))) {
        const id = String(memberOf(item, resource.identifier));
        const instance = { resource, owner: clientId, id, parent: undefined, known: new Map(), isEnded: false };
        found.set(`${clientId} ${id}`, instance);
      }
    }
  }
  return [...found.values()];
}

/** Deletes the instances that the check created, if an operation can. */
export async function endAll({ all, relations }: Clients, state: State): Promise<void> {
  for (const { created, isEnded, resource, owner, id } of state.instances) {
    const ending = relations.find((each) => each.act === 'ends' && each.resource === resource);
    const client = all.find(({ clientId }) => clientId === owner);
    if (created === undefined || isEnded || ending?.id === undefined || client === undefined) continue;
    await client.send(state, ending.operation, { path: { [ending.id.replace('$request.path.', '')]: id } });
  }
}
