import { bodyOf } from '../../contract/bodies.ts';
import { itemsOf, type Json, memberOf } from '../../contract/json.ts';
import { resolve, type Schema } from '../../contract/openapi.ts';
import { parameterOf, type Relation, relationFor } from '../../contract/relations.ts';
import { type ExpressionContext, evaluate } from '../index/expression.ts';
import { judge } from '../judge/check-response.ts';
import type { CaseRequest, JustifiedResponse, Made } from '../kit-types.ts';
import type { Session } from '../target/target-session.ts';
import { validBodies } from '../target/valid-bodies.ts';
import { markAsEnded, type State } from './state.ts';

/** A response, with the data for its comparison with the model. */
export interface Response extends Made, Pick<ExpressionContext, 'variables'> {
  /** Time of the response, in milliseconds since the Unix epoch. */
  at: number;
  /** Mismatches in the response that do not depend on earlier requests. */
  mismatches: string[];
}

export interface Client {
  clientId: string;
  fresh(): string;
  /** Sends a request that must get the expected response (default: the response that the contract justifies). */
  send(state: State, operation: string, request: CaseRequest, expects?: JustifiedResponse): Promise<Response>;
}

/** The clients of the model check, with facts from the contract about their requests. */
export type Clients = ReturnType<typeof createClients>;

/** Strings that servers often alter by mistake. */
const TEXTS = ['a name', 'Ünïcödé 😀 "quoted" \\ & <b>', ' two  blanks ', "O'Neill; --%41%2F", ''];

/**
 * Creates the clients. Calls `onSent` with each response, and `onRight` with each response that matches the contract.
 * `isNew` returns true if the kit has not reported the mismatch yet.
 */
export function createClients(
  session: Session,
  relations: readonly Relation[],
  isNew: (operation: string, mismatch: string) => boolean,
  onSent: (made: Made) => void,
  onRight: (made: Made) => void,
) {
  const { contract } = session;
  const { document } = contract;
  const bodySchemaOf = (operation: string) =>
    resolve<Schema>(document, bodyOf(contract.operationOf(operation).operation)?.schema ?? {});
  const parameterSchemaOf = (operation: string, name: string) =>
    contract.parametersOf(operation).find((each) => each.name === name)?.schema;

  return {
    /** Clients for the partner and for the second partner. */
    all: [session, session.other ?? session].map((partner) => clientOf(partner, onSent, onRight)),
    contract,
    relations,
    isNew,
    onRight,
    /** Names and identifiers of the instances that the check deleted, in any sequence. */
    ended: new Set<string>(),
    /** Start of the new items in each paged list, keyed by client ID and operation. */
    starts: new Map<string, ListStart>(),
    /** Returns valid request bodies of an operation; empty if the operation has no JSON body. */
    bodiesOf: (operation: string): readonly Json[] => validBodies(session, operation),
    /** Returns strings that a body property accepts; empty if the property has an `enum`, a `const`, or a `format`. */
    textsFor(operation: string, property: string): string[] {
      const schema = resolve<Schema>(document, bodySchemaOf(operation).properties?.[property] ?? {});
      const { type, pattern = '' } = schema;
      const [minLength, maxLength] = [Number(schema['minLength'] ?? 0), Number(schema['maxLength'] ?? 300)];
      const isClosed = ['enum', 'const', 'format'].some((keyword) => schema[keyword] !== undefined);
      if (!type?.includes('string') || isClosed) return [];
      const long = 'Long '.repeat(1 + Math.min(maxLength, 1000) / 5).slice(0, maxLength);
      return [...TEXTS, long].filter(
        (text) => text.length >= minLength && text.length <= maxLength && new RegExp(String(pattern), 'u').test(text),
      );
    },
    isOptional: ({ operation }: Relation, property: string) =>
      bodySchemaOf(operation).required?.includes(property) !== true,
    /** Returns whether clients choose the identifiers of a resource. */
    isNamed: (resource: string) =>
      relations.some((each) => each.resource.name === resource && contract.identifierOf(each.operation) !== undefined),
    /** Returns the maximum number of instances that one request can select. */
    mostRequested({ operation, requestedIds = '' }: Relation): number {
      const name = requestedIds.split(/[./]/).at(-1) ?? '';
      const schema = parameterSchemaOf(operation, name) ?? bodySchemaOf(operation).properties?.[name];
      return Number(resolve<Schema>(document, schema ?? {})['maxItems'] ?? 10);
    },
    /** Returns the value of a keyword in the schema of the page size parameter. */
    pageSize: (operation: string, parameter: string, keyword: 'default' | 'maximum') =>
      Number(resolve<Schema>(document, parameterSchemaOf(operation, parameter) ?? {})[keyword] ?? 100),
  };
}

/** Creates a client, which calls the functions as `createClients` describes. */
const clientOf = (partner: Session, onSent: (made: Made) => void, onRight: (made: Made) => void): Client => ({
  clientId: partner.target.clientId,
  fresh: partner.fresh,
  async send(state, operation, request, expects) {
    const secrets = [...state.secrets];
    const made = await partner.attempt(operation, request);
    const { answer } = made;
    const { mismatches } = judge(partner, made, expects);
    onSent(made);
    if (mismatches.length === 0) onRight(made);
    const repeatsSecret = secrets.some((secret) => answer.text.includes(secret));
    return {
      ...made,
      variables: partner.variables,
      at: Date.parse(answer.headers.get('date') ?? '') || Date.now(),
      mismatches: [...mismatches, ...(repeatsSecret ? ['A secret must be returned only once.'] : [])],
    };
  },
});

/** Start of the new items in a list: identifiers of older items, or the cursor of the last page. */
export interface ListStart {
  before: ReadonlySet<string>;
  lastPage?: string;
}

/** Moves the starts to the newest items of each paged list without a parent, so that old items are not read again. */
export async function moveListStarts({ all, relations, pageSize, starts }: Clients, state: State): Promise<void> {
  for (const { act, of, operation, items = '', resource, order, page } of relations) {
    if (act !== 'lists' || of !== undefined || page === undefined) continue;
    const [size, cursor] = [parameterOf(page.size), parameterOf(page.cursor)];
    const most = [size, String(pageSize(operation, size, 'maximum'))] as const;
    for (const { clientId, send } of all) {
      const key = `${clientId} ${operation}`;
      let before = new Set<string>();
      let lastPage = starts.get(key)?.lastPage;
      for (let next: Json = lastPage ?? null; ; lastPage = next) {
        const query = next === null ? [most] : [most, [cursor, String(next)] as const];
        const response = await send(state, operation, { query });
        if (order === 'newest first')
          before = new Set(
            itemsOf(evaluate(items, response)).map((item) => String(memberOf(item, resource.identifier))),
          );
        next = evaluate(page.next, response) ?? null;
        if (order === 'newest first' || typeof next !== 'string') break;
      }
      starts.set(key, { before, ...(lastPage !== undefined && { lastPage }) });
    }
  }
}

/** Deletes the instances that the check created, if the contract has an operation for this. */
export async function endAll({ all, relations, ended }: Clients, state: State): Promise<void> {
  for (const instance of state.instances) {
    const { created, isEnded, resource, owner, id } = instance;
    const ending = relationFor('ends', resource.name, relations);
    const client = all.find(({ clientId }) => clientId === owner);
    if (created === undefined || isEnded || ending?.id === undefined || client === undefined) continue;
    const { answer } = await client.send(state, ending.operation, { path: { [parameterOf(ending.id)]: id } });
    if (answer.status < 300) markAsEnded(instance, ended);
  }
}
