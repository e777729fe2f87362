import { isObject, type Json, valueAt, withValue } from '../../../../scripts/contract/json.ts';
import type { Relation } from '../../../../scripts/contract/relations.ts';
import { jsonOf, withJson } from './exchange.ts';
import { about as aboutThing, notThere, othersInstance, settled } from './made-up.ts';
import type { Instance, Memory } from './memory.ts';
import { type About, after, type Broken, brokenBy, changing, instead, type Relations } from './operators.ts';
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
      : { another, answered: await send(aboutThing(asked, another.id)) };
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
        .reduce<Json>((whole, place) => withValue(whole, `/${place}`, valueIn(before, place, changed)), body);
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
const valueIn = (shown: Json, place: string, { resource }: Relation) =>
  valueAt(shown, `/${place}`) ?? resource.initial[place];

const isLater = ({ instances }: Memory, one: Instance, other: Instance) =>
  instances.indexOf(one) > instances.indexOf(other);

function ofChanges(relation: Relation): Broken[] {
  const kind = relation.act.slice(0, -1);
  const sent = Object.entries(relation.assigns).flatMap(([place, setting]) => {
    const [, member] = /^\$request\.body#\/([^/*]+)$/.exec(String(setting)) ?? [];
    return member === undefined ? [] : [{ place, member }];
  });
  const bodyOf = (shown: Json) =>
    Object.fromEntries(sent.map(({ place, member }) => [member, valueIn(shown, place, relation)]));
  const undone = after(relation, async ({ answered, asked, send, instance }) => {
    const before = instance?.shown.at(-2);
    if (answered.status >= 300 || before === undefined) return undefined;
    await send(withJson(asked, bodyOf(before)));
    return { ...answered };
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
    const answered = await send(aboutThing(asked, another.id));
    return { ...answered, body: Buffer.from(answered.body.toString().replaceAll(another.id, instance.id)) };
  });
  return [
    ...brokenBy(kind, relation, {
      'success reported but nothing changed':
        sent.length === 0 || relation.repeatConflictCode !== undefined ? notDone : undone,
      'another resource changed': elsewhere,
    }),
    ...sent.flatMap(({ place, member }) =>
      brokenBy(kind, relation, {
        [`keeps ${member} if it is missing in the request`]: instead(relation, async ({ asked, instance, send }) => {
          const [body, kept] = [jsonOf(asked), valueIn(instance?.shown.at(-1), place, relation)];
          if (!isObject(body) || member in body || kept == null) return undefined;
          return send(withJson(asked, { ...body, [member]: kept }));
        }),
        [`keeps ${member} but returns the new value`]: instead(relation, async ({ asked, instance, send }) => {
          const [body, kept] = [jsonOf(asked), valueIn(instance?.shown.at(-1), place, relation)];
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
        : send(aboutThing(asked, another.id));
    }),
    'all resources are deleted': after(relation, async ({ answered, asked, send, memory, instance }) => {
      if (answered.status >= 300) return undefined;
      for (const each of ownOthers(memory, relation, instance)) await send(aboutThing(asked, each.id));
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
