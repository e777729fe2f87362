import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../../scripts/contract/json.ts';
import type { Relation } from '../../../../scripts/contract/relations.ts';
import { type Answered, jsonOf } from './exchange.ts';
import { madeUp, problemOf } from './made-up.ts';
import { exchangeOf, type Instance, type Memory, textAt } from './memory.ts';
import { type About, after, type Broken, brokenBy, instead, type Relations } from './operators.ts';

/** Returns the property that identifies a repeated request. */
function identifyingMember({ contract }: Relations, { operation }: Relation): string | undefined {
  const idempotent = contract.operationOf(operation).operation['x-idempotent'];
  return isObject(idempotent) ? String(idempotent['member']) : undefined;
}

const REPLAYED = 'idempotent-replayed';

export function brokenCreates(relations: Relations): Broken[] {
  return relations.all
    .filter(({ act }) => act === 'creates')
    .flatMap((relation) => [
      ...ofAny(relation),
      ...(identifyingMember(relations, relation) === undefined ? [] : ofReplays(relation, relations)),
      ...(relation.resource.conflictCode === undefined
        ? []
        : ofConflicts(relation, relation.resource.conflictCode, relations)),
      ...(relation.resource.at_most === undefined ? [] : ofLimits(relation, relation.resource.at_most, relations)),
    ]);
}

function ofAny(relation: Relation): Broken[] {
  const isInPath = relation.of !== undefined;
  return brokenBy('create', relation, {
    'success reported but nothing created': instead(relation, async ({ asked, memory, instance }) => {
      const expected = instance === undefined && !isRefused(asked.body) ? madeUp(asked, memory) : undefined;
      return expected;
    }),
    ...(isInPath && {
      'below an unknown resource': after(relation, ({ answered, asked, memory }) =>
        answered.status === 404 ? madeUp(asked, memory) : undefined,
      ),
      'below a deleted resource': after(relation, ({ answered, asked, memory }) =>
        answered.status === 404 &&
        memory.instances.some(({ id, isEnded }) => isEnded && asked.path[parentOf(relation)] === id)
          ? madeUp(asked, memory)
          : undefined,
      ),
    }),
    ...(relation.id?.startsWith('$response.') && {
      'the identifier of an earlier resource': after(relation, ({ asked, answered, memory, instance, isReplay }) => {
        const earlier = memory.of(relation).find((each) => each.owner === asked.clientId && !each.isEnded);
        if (isReplay || instance === undefined || earlier === undefined || earlier === instance) return undefined;
        return { ...answered, body: Buffer.from(answered.body.toString().replaceAll(instance.id, earlier.id)) };
      }),
    }),
    ...(relation.from !== undefined && {
      'from part of another resource': after(relation, ({ answered, asked, memory }) => {
        const ids = Object.values(asked.path);
        const own = memory.instances.filter((t) => t.owner === asked.clientId && !t.isEnded && ids.includes(t.id));
        return answered.status === 404 && own.length === ids.length ? madeUp(asked, memory) : undefined;
      }),
    }),
  });
}

const parentOf = ({ of = '' }: Relation) => of.replace('$request.path.', '');

/** Returns whether a body is not a JSON object. Every server rejects such a body. */
const isRefused = (body: Buffer) => body.length > 0 && !isObject(jsonOf({ body }));

function ofReplays(relation: Relation, relations: Relations): Broken[] {
  const without = ({ [REPLAYED]: _, ...headers }: Answered['headers']) => headers;
  const isOther = ({ asked, instance }: About) =>
    !isDeepStrictEqual(jsonOf(asked), instance && jsonOf(instance.made.asked));
  const code = relation.resource.conflictCode;
  const conflict = (about: About) =>
    problemOf(relations.contract, relation, { status: '409', ...(code && { code }) }, about.answered);
  const previous = ({ asked, memory, instance }: About) =>
    memory
      .of(relation)
      .find((each) => each !== instance && each.owner === asked.clientId && each.made.operation === asked.operation);
  const acts: Record<string, (about: About) => Answered | undefined> = {
    'without its header': ({ answered, isReplay }) =>
      isReplay ? { ...answered, headers: without(answered.headers) } : undefined,
    'with the header value false': ({ answered, isReplay }) =>
      isReplay ? { ...answered, headers: { ...answered.headers, [REPLAYED]: 'false' } } : undefined,
    'header in the first response': ({ answered, isReplay }) =>
      isReplay ? undefined : { ...answered, headers: { ...answered.headers, [REPLAYED]: 'true' } },
    'returns the response of another request': (about) => {
      const other = about.isReplay ? previous(about) : undefined;
      return other && { ...about.answered, body: other.made.answered.body };
    },
    'returns a new response': ({ asked, memory, isReplay, answered }) => {
      const body = isReplay ? madeUp(asked, memory)?.body : undefined;
      return body && { ...answered, body };
    },
    ...(code !== undefined && {
      'is a conflict': (about) => (about.isReplay ? conflict(about) : undefined),
      'with a different body is a conflict': (about) =>
        about.isReplay && isOther(about) ? conflict(about) : undefined,
      'with a different body is executed again': (about) => {
        const answered = about.isReplay && isOther(about) ? madeUp(about.asked, about.memory) : undefined;
        return answered && { ...answered, headers: without(answered.headers) };
      },
    }),
  };
  const behaviours = Object.entries(acts).map(([detail, act]) => [
    detail,
    after(relation, (about) => (about.answered.status < 300 ? act(about) : undefined)),
  ]);
  return brokenBy('replay', relation, Object.fromEntries(behaviours));
}

function ofConflicts(relation: Relation, code: string, { contract }: Relations): Broken[] {
  const status = '409';
  const taken = ({ asked, memory }: About, isTaken: (instance: Instance) => boolean) => {
    const id = textAt(relation.id, exchangeOf(asked));
    return memory.of(relation).find((instance) => instance.id === id && isTaken(instance));
  };
  const conflict = ({ answered }: About) => problemOf(contract, relation, { status, code }, answered);
  return brokenBy('conflict', relation, {
    'not reported: the response of the other operation': after(relation, (about) =>
      about.answered.status === 409
        ? taken(about, ({ owner }) => owner === about.asked.clientId)?.made.answered
        : undefined,
    ),
    'not reported: a new response': after(relation, ({ answered, asked, memory }) =>
      answered.status === 409 ? madeUp(asked, memory) : undefined,
    ),
    'with the identifier of another partner': after(relation, (about) =>
      about.answered.status < 300 && !about.isReplay && taken(about, ({ owner }) => owner !== about.asked.clientId)
        ? conflict(about)
        : undefined,
    ),
    'with the identifier of another partner: its response': after(relation, (about) => {
      if (about.answered.status >= 300 || about.isReplay) return undefined;
      return taken(
        about,
        ({ owner, made: { operation } }) => owner !== about.asked.clientId && operation === about.asked.operation,
      )?.made.answered;
    }),
    'with an unused identifier': after(relation, (about) =>
      about.answered.status < 300 && !about.isReplay && about.memory.of(relation).length % 5 === 4
        ? conflict(about)
        : undefined,
    ),
  });
}

function ofLimits(
  relation: Relation,
  { number, code }: { number: number; code: string },
  { contract }: Relations,
): Broken[] {
  const status = '409';
  /** Rejects requests at the limit. Still sends an invalid request to the server, to get response headers. */
  const refusedAt = (most: number, counted: (memory: Memory, clientId: string) => number) => {
    return instead(relation, async ({ asked, send, memory }) => {
      const isFull = !isRefused(asked.body) && counted(memory, asked.clientId) >= most;
      const answered = isFull ? await send({ ...asked, body: Buffer.from('[]') }) : undefined;
      return answered && (problemOf(contract, relation, { status, code }, answered) ?? answered);
    });
  };
  const alive = ({ of }: Memory) => of(relation).filter(({ isEnded }) => !isEnded);
  const own = (memory: Memory, clientId: string) => alive(memory).filter(({ owner }) => owner === clientId).length;
  return brokenBy('limit', relation, {
    'one more': after(relation, ({ answered, asked, memory }) =>
      answered.status === 409 ? madeUp(asked, memory) : undefined,
    ),
    'one fewer': refusedAt(number - 1, own),
    half: refusedAt(Math.floor(number / 2), own),
    'shared by all partners': refusedAt(number, (memory) => alive(memory).length),
    'deleted resources counted': refusedAt(
      2 * number,
      (memory, clientId) => memory.of(relation).filter(({ owner }) => owner === clientId).length,
    ),
  });
}
