import fc from 'fast-check';
import { type Relation, relationsOf } from '../contract/relations.ts';
import type { Session } from '../target/session.ts';
import { before, coursesOf, endAll, identifiedBy, mostAsked, type Sent, sizeOf, textsFor } from './course.ts';
import { ENDS, numberOf, perform, type Step } from './perform.ts';
import { scriptOf } from './script.ts';
import { emptyWorld } from './world.ts';

/** What departs from the contract's relations after the shortest sequence that was found. */
export interface Contradiction {
  departures: readonly string[];
  /** The last request of the sequence and its answer. */
  last: Sent;
  /** Sends the sequence again. */
  script: string;
}

export interface Exploration {
  contradictions: readonly Contradiction[];
  /** Sequences that were tried. */
  sequences: number;
}

/** Steps one after the other, and then those of each partner side by side. */
interface Sequence {
  before: readonly Step[];
  lanes: readonly (readonly Step[])[];
}

/** How long a sequence may be. */
const LENGTH = 16;

/** After so many contradictions more are not looked for. */
const ENOUGH = 10;

class Departed extends Error {
  override name = 'Departed';
  readonly departures: readonly string[];
  readonly sent: readonly Sent[];
  constructor(departures: readonly string[], sent: readonly Sent[]) {
    super('An answer departs from what the relations say');
    this.departures = departures;
    this.sent = sent;
  }
}

/**
 * Does sequences of steps, most of them drawn by lot, as two partners, and compares every answer with what the
 * relations say. What departs is shrunk, and its operation takes part no more. Rejects where the target cannot be asked
 * any more. `stopAtFirst` leaves the first contradiction as long as it is.
 */
export async function explore(
  session: Session,
  checked: readonly string[],
  options: { seed: number; sequences: number; stopAtFirst?: boolean; keeps: (sent: Sent) => void },
): Promise<Exploration> {
  const contradictions: Contradiction[] = [];
  const all = relationsOf(session.contract.document);
  // Other operations of the same resources take part, but nothing is done for their sake.
  const wanted = all.filter(({ operation }) => checked.includes(operation)).map(({ resource }) => resource);
  const names = wanted.flatMap(({ name, of }) => [name, of]);
  let relations = all.filter(({ resource }) => names.includes(resource.name));
  let sequences = 0;
  while (relations.length > 0 && contradictions.length < (options.stopAtFirst === true ? 1 : ENOUGH)) {
    const courses = await coursesOf(session, relations, options.keeps);
    const there = await before(courses, emptyWorld());
    const departures: Departed[] = [];

    async function attempt(sequence: Sequence): Promise<void> {
      sequences++;
      const sent: Sent[] = [];
      const world = { ...emptyWorld(), things: [...there] };
      const worlds = [world, ...sequence.lanes.map(() => ({ ...world, things: [] as typeof there }))];
      async function go(steps: readonly Step[], i: number): Promise<void> {
        for (const step of steps) {
          const found = await perform(step, courses(worlds[i] ?? world, sent));
          if (found.length > 0) throw new Departed(found, sent);
        }
      }
      try {
        await go(sequence.before, 0);
        for (const lane of worlds.slice(1)) lane.things.push(...world.things);
        const lanes = sequence.lanes.map((steps, i) =>
          go(
            steps.map((step) => ({ ...step, actor: i })),
            i + 1,
          ),
        );
        for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason;
      } catch (error) {
        if (error instanceof Departed) departures.push(error);
        throw error;
      } finally {
        await endAll(courses(emptyWorld(), []), new Set(worlds.flatMap(({ things }) => things)));
      }
    }

    const aimed = relations.filter(({ operation }) => checked.includes(operation));
    const examples = aimed
      .flatMap((relation) => directed(relation, relations, session))
      .map((steps): [Sequence] => [{ before: steps, lanes: [] }]);
    const { errorInstance } = await fc.check(fc.asyncProperty(anySequence(relations), attempt), {
      seed: options.seed,
      numRuns: examples.length + options.sequences,
      examples,
      endOnFailure: options.stopAtFirst === true,
    });
    if (errorInstance === null || errorInstance === undefined) break;
    // The last one is the shortest.
    const found = departures.at(-1);
    const last = found?.sent.at(-1);
    if (!(errorInstance instanceof Departed) || found === undefined || last === undefined) throw errorInstance;
    const script = scriptOf(session.target.baseUrl, found.sent);
    contradictions.push({ departures: found.departures, last, script });
    relations = relations.filter(({ operation }) => operation !== last.operation);
  }
  return { contradictions, sequences };
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  actor: fc.nat({ max: 2 }),
  operation: fc.nat({ max: 999 }),
  pick: fc.nat({ max: 999 }),
  way: fc.nat({ max: 99 }),
});

function anySequence(relations: readonly Relation[]): fc.Arbitrary<Sequence> {
  const lane = fc.array(anyStep, { maxLength: 5 });
  // What belongs to everyone is changed by either partner under the eyes of the other.
  const isShared = relations.some(({ resource }) => resource.isShared);
  return fc.record({
    before: fc.array(anyStep, { maxLength: LENGTH, size: 'max' }),
    lanes: isShared ? fc.constant([]) : fc.tuple(lane, lane),
  });
}

/**
 * What every operation does, and what chance seldom does: as many as there may be and one more; more than a page; as
 * many as one request asks for; an identifier again, one that another operation or partner has, one that looks like
 * another; every text; what is another's, and what was ended.
 */
function directed(relation: Relation, relations: readonly Relation[], session: Session): Step[][] {
  const { operation, act, resource, page, requestedIds } = relation;
  const step = (relation: Relation, more: Partial<Step> = {}): Step => ({
    actor: 0,
    operation: numberOf(relations, relation),
    pick: 0,
    way: 0,
    ...more,
  });
  const times = (count: number, made: Step) => Array.from({ length: count }, (_, i) => ({ ...made, pick: 12 * i }));
  const doing = (act: Relation['act'], resource: string | undefined) =>
    relations.find((each) => each.act === act && each.resource.name === resource && each.from === undefined);
  const parent = doing('creates', resource.of);
  const created = doing('creates', resource.name);
  const whole = parent ?? created;
  if (created === undefined || whole === undefined) return [[step(relation)]];
  // What is chosen with such a pick is not there for the actor.
  const notThere = step(relation, { pick: 3 });
  const ending = doing('ends', whole.resource.name);
  const isOfOne = [relation.id, relation.of].some((each) => each?.startsWith('$request.path.'));
  const denied = [step(whole), { ...notThere, actor: 1 }, ...(ending === undefined ? [] : [step(ending), notThere])];
  const missing = isOfOne ? [denied] : [];
  const texts = Math.max(
    0,
    ...relations
      .filter((each) => each.resource === resource)
      .flatMap((each) => Object.keys(each.assigns).map((member) => textsFor(session, each.operation, member).length)),
  );
  if (act === 'creates' && resource.at_most !== undefined)
    return [
      [...times(resource.at_most.number + 1, step(relation, { way: 1 })), step(relation, { actor: 1 })],
      ...missing,
    ];
  // Of a thing that is there the identifier is taken with such a pick.
  const again = step(relation, { pick: 2 });
  const isNamed = identifiedBy(session, created.operation) !== undefined;
  const inWays = (made: Step) => [0, 1, 2, 3].map((way) => ({ ...made, way }));
  if (act === 'creates') {
    const other = relations.find((each) => each.act === act && each.resource === resource && each !== relation);
    const firsts = other === undefined ? [relation] : [relation, other];
    const replays = firsts.map((first) => [step(first), step(relation, { pick: 12 }), again, { ...again, way: 1 }]);
    const elsewhere = [step(whole), step(created), step(whole, { pick: 12 }), step(relation, { pick: 6 })];
    return [
      ...replays,
      [step(relation), step(relation, { actor: 1, pick: 4 })],
      ...(isNamed
        ? [
            [step(relation), ...inWays(step(relation, { pick: 1 }))],
            ...ENDS.map((_, i) => [step(relation, { pick: 12 * i }), step(relation, { pick: 1 })]),
          ]
        : []),
      ...(relation.from === undefined ? [] : [elsewhere]),
      ...missing,
    ];
  }
  // What is read afterwards shows what these did.
  const changes = relations
    .filter((each) => each.resource === resource && (each.act === 'replaces' || each.act === 'changes'))
    .map((each) => step(each, { way: 1, pick: 12 }));
  if (act !== 'lists') {
    const visits = Array.from({ length: texts }, (_, i) =>
      step(relation, { pick: act === 'replaces' ? 12 * i : 4 * i, way: 1 }),
    );
    const shown = [
      ...times(texts, step(created, { way: 1 })),
      ...visits,
      ...changes,
      step(relation, { way: 1, pick: 12 }),
      step(relation, { way: 2 }),
    ];
    const spelled = ENDS.map((_, i) => step(relation, { pick: 3 + 12 * i }));
    // What is done to something shows in what is read of it next.
    const reading = relations.find((each) => each.act === 'reads' && each.resource === resource);
    return [
      [step(relation), ...(reading === undefined || act === 'reads' ? [] : [step(reading)])],
      shown,
      ...(isNamed ? [[...times(ENDS.length, step(created)), ...inWays(notThere), ...spelled]] : []),
      ...missing,
    ];
  }
  const list = step(relation);
  if (page !== undefined && parent !== undefined) {
    const most = sizeOf(session, operation, page.size.replace('$request.query.', ''));
    // The last page is full at first.
    const filled = [step(parent), ...times(most, step(created)), list, step(created)];
    return [[...filled, list, { ...list, way: 5 }, { ...list, way: 1 }], ...missing];
  }
  const enough = requestedIds === undefined ? Math.max(3, texts) : mostAsked(session, relation);
  const made = times(enough, step(created, { way: relation.isInferred ? 0 : texts > 0 ? 1 : 2 }));
  const spelled = [...times(ENDS.length, step(created)), ...[1, 5, 9, 13].map((way) => ({ ...list, way }))];
  return [
    [step(created, { actor: 1 }), ...made, list, step(relation, { actor: 1 }), ...changes, list],
    ...(isNamed ? [spelled] : []),
    ...(relation.isInferred
      ? [
          [...made, { ...list, way: 1 }],
          [...made.map((each, way) => ({ ...each, way })), { ...list, way: 2 }],
        ]
      : []),
  ];
}
