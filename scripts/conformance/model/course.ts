import { resolve, type Schema } from '../../generate/contract.ts';
import { bodyOf } from '../contract/bodies.ts';
import { evaluate } from '../contract/expression.ts';
import { nothingThere } from '../contract/refusals.ts';
import type { Relation } from '../contract/relations.ts';
import { isObject, itemsOf, type Json, memberOf } from '../json.ts';
import { faultsOf, judge } from '../judge/judge.ts';
import type { Prepared, Session } from '../target/session.ts';
import { soundBodies } from '../target/sound-bodies.ts';
import type { Answer } from '../types.ts';
import type { Actor, Asked, Course } from './perform.ts';
import type { Thing, World } from './world.ts';

/** A request of a sequence and its answer. */
export interface Sent {
  operation: string;
  /** 1 for the second partner. */
  actor: number;
  prepared: Prepared;
  answer: Answer;
}

/** Makes a course for a world and keeps what is sent. */
export type Courses = (world: World, sent: Sent[]) => Course;

/**
 * Three who ask: the partner, the second partner, and the partner with a token of another endpoint, if there is one.
 * `keeps` is told of each answer that keeps the contract, as far as one answer can be judged alone.
 */
export async function coursesOf(
  session: Session,
  relations: readonly Relation[],
  keeps: (sent: Sent) => void,
): Promise<Courses> {
  const { contract } = session;
  const token = await session.otherToken();
  const bodies = new Map<string, readonly Json[]>();
  const sessions = [session, session.other ?? session, session];

  const actorOf = (partner: Session, i: number, { memory }: World, sent: Sent[]): Actor => ({
    clientId: partner.target.clientId,
    fresh: partner.fresh,
    async ask(operation, request, expects): Promise<Asked> {
      const secrets = [...memory.secrets];
      const prepared = await partner.prepare(operation, {
        ...request,
        ...(i === 2 && token !== null && { authorization: { header: () => `Bearer ${token}`, isValid: true } }),
      });
      const answer = await partner.wire.send(prepared.wire);
      const made = { operation, actor: i, prepared, answer };
      sent.push(made);
      const faults = faultsOf(contract, prepared.sent, partner.subject, partner.credentials);
      const { departures } = judge(contract, prepared.sent, answer, faults, expects);
      if (departures.length === 0) keeps(made);
      const isTold = secrets.some((secret) => answer.text.includes(secret));
      return {
        exchange: { clientId: partner.target.clientId, sent: prepared.sent, answer },
        answer,
        at: Date.parse(answer.headers.get('date') ?? '') || Date.now(),
        departures: [...departures, ...(isTold ? ['A secret stands in the answer that is told only once.'] : [])],
      };
    },
  });

  return (world, sent) => ({
    relations,
    world,
    actors: sessions.map((partner, i) => actorOf(partner, i, world, sent)),
    bodiesOf(operation) {
      const known = bodies.get(operation) ?? soundBodies(session, operation);
      bodies.set(operation, known);
      return known;
    },
    identifiedBy: (operation) => identifiedBy(session, operation),
    mostAsked: (relation) => mostAsked(session, relation),
    sizeOf: (operation, parameter) => sizeOf(session, operation, parameter),
    largestOf: (operation, parameter) => sizeOf(session, operation, parameter, 'maximum'),
    textsFor: (operation, member) => textsFor(session, operation, member),
    nothingThere: (operation) => nothingThere(contract, operation),
  });
}

/** The member of a body that makes a second request the same as the first. */
export function identifiedBy({ contract }: Session, operation: string): string | undefined {
  const idempotent = contract.operationOf(operation).operation['x-idempotent'];
  return isObject(idempotent) ? String(idempotent['member']) : undefined;
}

/** How many things a page has where the request does not say it, or another bound of that parameter. */
export function sizeOf({ contract }: Session, operation: string, parameter: string, keyword = 'default'): number {
  const found = contract.parametersOf(operation).find(({ name }) => name === parameter);
  return Number(resolve<Schema>(contract.document, found?.schema ?? {})[keyword] ?? 100);
}

/** How many things one request may ask for. */
export function mostAsked(session: Session, { operation, requestedIds = '' }: Relation): number {
  const { contract } = session;
  const [name = ''] = requestedIds.split(/[./]/).slice(-1);
  const parameter = contract.parametersOf(operation).find((each) => each.name === name);
  const schema = parameter?.schema ?? bodySchemaOf(session, operation).properties?.[name];
  return Number(resolve<Schema>(contract.document, schema ?? {})['maxItems'] ?? 10);
}

interface TextSchema extends Schema {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

/** Texts that are easily changed on the way. */
const TEXTS = ['a name', 'Ünïcödé 😀 "quoted" \\ & <b>', ' two  blanks ', "O'Neill; --%41%2F", ''];

/** What a member of a body may be that takes any text; none where it takes only some. */
export function textsFor(session: Session, operation: string, member: string): string[] {
  const { document } = session.contract;
  const schema = resolve<Schema>(document, bodySchemaOf(session, operation).properties?.[member] ?? {});
  const { type, minLength = 0, maxLength = 300, pattern = '' } = schema as TextSchema;
  if (!type?.includes('string') || ['enum', 'const', 'format'].some((keyword) => schema[keyword] !== undefined))
    return [];
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && new RegExp(pattern, 'u').test(text);
  const all = [...TEXTS, 'Long '.repeat(1 + Math.min(maxLength, 1000) / 5).slice(0, maxLength)];
  return all.every((text) => !fits(text)) ? [] : all.filter(fits);
}

function bodySchemaOf({ contract }: Session, operation: string): Schema {
  return resolve<Schema>(contract.document, bodyOf(contract.operationOf(operation).operation)?.schema ?? {});
}

/** What each partner has before anything is done: it stays as it is, and lists have it. */
export async function before(courses: Courses, world: World): Promise<Thing[]> {
  const { relations, actors } = courses(world, []);
  const found: Thing[] = [];
  for (const { act, requestedIds, of, operation, items = '', resource } of relations) {
    if (act !== 'lists' || requestedIds !== undefined || of !== undefined || resource.isShared) continue;
    for (const { clientId, ask } of actors.slice(0, 2)) {
      const { exchange } = await ask(operation, {});
      for (const item of itemsOf(evaluate(items, exchange)))
        found.push({
          resource,
          owner: clientId,
          id: String(memberOf(item, resource.identifier)),
          parent: undefined,
          known: new Map(),
          isEnded: false,
        });
    }
  }
  // Both partners may be one.
  return found.filter(({ id, owner }, i) => found.findIndex((each) => each.id === id && each.owner === owner) === i);
}

/** Ends what was made, where an operation does that. */
export async function endAll({ relations, actors }: Course, things: Iterable<Thing>): Promise<void> {
  for (const { made, isEnded, resource, owner, id } of things) {
    const ending = relations.find((each) => each.act === 'ends' && each.resource === resource);
    const actor = actors.find(({ clientId }) => clientId === owner);
    if (made === undefined || isEnded || ending?.id === undefined || actor === undefined) continue;
    await actor.ask(ending.operation, { path: { [ending.id.replace('$request.path.', '')]: id } });
  }
}
