import { isDeepStrictEqual } from 'node:util';
import { isObject, itemsOf, type Json, valueAt, withValue } from '../../../../scripts/contract/json.ts';
import { parameterOf, type Relation } from '../../../../scripts/contract/relations.ts';
import {
  type Answered,
  type Asked,
  exchangeOf,
  type Instance,
  jsonOf,
  type Memory,
  queryOf,
  textAt,
  withJson,
  withParameters,
} from './exchange.ts';
import {
  type About,
  after,
  type Broken,
  brokenBy,
  changing,
  instead,
  madeUp,
  notThere,
  othersInstance,
  pointerIn,
  problemOf,
  type Relations,
  settled,
  withId,
} from './operators.ts';
import type { Behaviour } from './proxy.ts';

/** Returns the mutants that read, replace, change or delete a resource incorrectly, or ignore its owner. */
export const brokenVisits = (relations: Relations): Broken[] =>
  relations.all.flatMap((relation) => {
    const { act } = relation;
    return [
      ...ownership(relation),
      ...(act === 'reads' ? ofReads(relation, relations) : []),
      ...(act === 'replaces' || act === 'changes' ? ofChanges(relation) : []),
      ...(act === 'ends' ? ofEnds(relation) : []),
      ...(['reads', 'replaces', 'changes'].includes(act) && isEnded(relation, relations) ? afterEnd(relation) : []),
    ];
  });

const isEnded = ({ resource }: Relation, { all }: Relations) =>
  all.some((each) => each.act === 'ends' && each.resource === resource);

const ownOthers = (memory: Memory, relation: Relation, instance: Instance | undefined) =>
  memory.of(relation).filter((each) => each.owner === instance?.owner && each !== instance && !each.isEnded);

function ownership(relation: Relation): Broken[] {
  const isOfOne = [relation.id, relation.of].some((each) => each?.startsWith('$request.path.'));
  let first: string | undefined;
  return brokenBy('ownership', relation, {
    ...(isOfOne && {
      'not checked': after(relation, ({ answered, asked, memory, send }) => {
        const other = answered.status === 404 ? othersInstance(asked, memory) : undefined;
        return other && send(asked, other.owner);
      }),
    }),
    'every client treated as the first client': instead(relation, async ({ asked, send }) => {
      first ??= asked.clientId;
      return first === asked.clientId ? undefined : send(asked, first);
    }),
  });
}

function ofReads(relation: Relation, { all }: Relations): Broken[] {
  const newest = (memory: Memory, instance: Instance) =>
    ownOthers(memory, relation, instance).every((each) => isLater(memory, instance, each));
  const lost = (isLost: (memory: Memory, instance: Instance) => boolean) =>
    instead(relation, async ({ asked, send, memory, instance }) =>
      instance !== undefined && !instance.isEnded && isLost(memory, instance) ? notThere(asked, send) : undefined,
    );
  const other = async ({ asked, send, memory, instance }: Omit<About, 'answered' | 'isReplay'>) => {
    const [another] = ownOthers(memory, relation, instance);
    return instance === undefined || another === undefined
      ? undefined
      : { another, answered: await send(withId(asked, another.id)) };
  };
  const changes = all.filter(
    (each) => each.resource === relation.resource && ['replaces', 'changes'].includes(each.act),
  );
  const stale = changes.map((changed) => [
    `stale after ${changed.operation}`,
    changing(relation, (body, { instance }) => {
      const [before] = (instance?.shown ?? []).filter(isObject);
      if (before === undefined || !instance?.answers.has(changed.operation)) return undefined;
      return Object.keys(changed.assigns)
        .filter((place) => valueAt(body, `/${place}`) !== undefined)
        .reduce<Json>((whole, place) => withValue(whole, `/${place}`, shownIn(before, place, changed)), body);
    }),
  ]);
  return brokenBy('read', relation, {
    'the newest is not found': lost(newest),
    'only the newest is found': lost((memory, instance) => !newest(memory, instance)),
    'one in three is not found': lost((memory, instance) => memory.of(relation).indexOf(instance) % 3 === 2),
    'another resource is returned': instead(relation, async (about) => (await other(about))?.answered),
    ...Object.fromEntries(stale),
  });
}

/** Returns the value of a property, or its initial value if the property is missing. */
const shownIn = (shown: Json, place: string, { resource }: Relation) =>
  valueAt(shown, `/${place}`) ?? resource.initial[place];

const isLater = ({ instances }: Memory, one: Instance, other: Instance) =>
  instances.indexOf(one) > instances.indexOf(other);

function ofChanges(relation: Relation): Broken[] {
  const kind = relation.act.slice(0, -1);
  const sent = Object.entries(relation.assigns).flatMap(([place, setting]) => {
    const [, member] = /^\$request\.body#\/([^/*]+)$/.exec(String(setting)) ?? [];
    return member === undefined ? [] : [{ place, member }];
  });
  const notDone = instead(relation, async ({ asked, instance }) => {
    const last = instance?.answers.get(relation.operation) ?? instance?.made.answered;
    if (instance === undefined || instance.isEnded || last === undefined) return undefined;
    // Takes all other properties from an earlier response, preferably of this operation.
    const body = settled(
      { ...(jsonOf(last) as object), ...(instance.shown.at(-1) as object) },
      relation.assigns,
      asked,
    );
    return withJson({ ...last, status: 200 }, body);
  });
  const elsewhere = instead(relation, async ({ asked, send, memory, instance }) => {
    const [another] = ownOthers(memory, relation, instance);
    if (instance === undefined || instance.isEnded || another === undefined) return undefined;
    const answered = await send(withId(asked, another.id));
    return { ...answered, body: Buffer.from(answered.body.toString().replaceAll(another.id, instance.id)) };
  });
  return [
    ...brokenBy(kind, relation, {
      // If the request sets properties, the mutants below keep each of them.
      ...((sent.length === 0 || relation.repeatConflictCode !== undefined) && {
        'success reported but nothing changed': notDone,
      }),
      'another resource changed': elsewhere,
    }),
    ...sent.flatMap(({ place, member }) =>
      brokenBy(kind, relation, {
        [`keeps ${member} if it is missing in the request`]: instead(relation, async ({ asked, instance, send }) => {
          const [body, kept] = [jsonOf(asked), shownIn(instance?.shown.at(-1), place, relation)];
          if (!isObject(body) || member in body || kept == null) return undefined;
          return send(withJson(asked, { ...body, [member]: kept }));
        }),
        [`keeps ${member} but returns the new value`]: instead(relation, async ({ asked, instance, send }) => {
          const [body, kept] = [jsonOf(asked), shownIn(instance?.shown.at(-1), place, relation)];
          if (!isObject(body) || kept === undefined || instance?.isEnded) return undefined;
          const answered = await send(withJson(asked, { ...body, [member]: kept }));
          if (answered.status >= 300) return answered;
          return withJson(answered, withValue(jsonOf(answered), `/${place}`, body[member] ?? null));
        }),
      }),
    ),
  ];
}

function ofEnds(relation: Relation): Broken[] {
  let last: Awaited<ReturnType<Behaviour>> | undefined;
  return brokenBy('end', relation, {
    'success reported but nothing deleted': async (asked, send, memory) => {
      const instance = asked.operation === relation.operation ? memory.instanceOf(asked) : undefined;
      if (instance === undefined || instance.isEnded || last === undefined) {
        const answered = await send(asked);
        if (asked.operation === relation.operation && answered.status < 300) last = answered;
        return answered;
      }
      return last;
    },
    'a repeated delete succeeds': after(relation, ({ answered, instance, memory }) => {
      const done = memory.of(relation).flatMap((each) => each.answers.get(relation.operation) ?? [])[0];
      return answered.status === 404 && instance?.isEnded ? done : undefined;
    }),
    'another resource is deleted': instead(relation, async ({ asked, send, memory, instance }) => {
      const [another] = ownOthers(memory, relation, instance);
      return instance === undefined || instance.isEnded || another === undefined
        ? undefined
        : send(withId(asked, another.id));
    }),
    'all resources are deleted': after(relation, async ({ answered, asked, send, memory, instance }) => {
      if (answered.status >= 300) return undefined;
      for (const each of ownOthers(memory, relation, instance)) await send(withId(asked, each.id));
      return { ...answered };
    }),
  });
}

/** Returns the mutants that still return a deleted resource. */
const afterEnd = (relation: Relation): Broken[] =>
  brokenBy('end', relation, {
    'the deletion is ignored': after(relation, ({ answered, asked, memory, instance }) => {
      if (answered.status !== 404 || !instance?.isEnded) return undefined;
      const samples = memory.of(relation).flatMap((each) => each.answers.get(relation.operation) ?? []);
      const shown = instance.answers.get(relation.operation) ?? samples.at(-1);
      if (shown === undefined) return undefined;
      const whole = { ...(jsonOf(shown) as object), ...(instance.shown.at(-1) as object) };
      return withJson(shown, settled(whole, relation.assigns, asked));
    }),
  });

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
    'success reported but nothing created': instead(relation, async ({ asked, memory, instance }) =>
      instance === undefined && !isRefused(asked.body) ? madeUp(asked, memory) : undefined,
    ),
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
    const name = parameterOf(expression);
    return withParameters(asked, { ...asked.path, [name]: change(asked.path[name] ?? '') }, queryOf(asked));
  }
  if (expression.startsWith('$request.query.')) {
    const name = parameterOf(expression);
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
