import type { Relation } from '../contract/relations.ts';
import type { Clients } from './clients.ts';
import { type Choice, ENDINGS, RelationCommand } from './commands.ts';

const DEFAULT: Choice = {
  client: 0,
  index: 0,
  isMissing: false,
  isSourceMissing: false,
  identifier: 'fresh',
  variant: 0,
  text: 0,
};

/**
 * The sequences that every operation must pass, and that random sequences seldom contain: one instance more than the
 * limit, several pages, as many instances as one request may ask for, a used identifier, similar identifiers, every
 * text, and instances that another partner owns or that ended.
 */
export function scenariosOf(relation: Relation, clients: Clients): RelationCommand[][] {
  const { relations, textsFor } = clients;
  const { act, resource, page, requestedIds } = relation;
  const command = (of: Relation, choice: Partial<Choice> = {}) =>
    new RelationCommand(of, { ...DEFAULT, ...choice }, clients);
  const times = (count: number, of: Relation, choice: Partial<Choice> = {}) =>
    Array.from({ length: count }, (_, i) => command(of, { ...choice, text: i, index: i }));
  const doing = (act: Relation['act'], name: string | undefined) =>
    relations.find((each) => each.act === act && each.resource.name === name && each.from === undefined);
  const parent = doing('creates', resource.of);
  const creating = doing('creates', resource.name);
  const whole = parent ?? creating;
  if (creating === undefined || whole === undefined) return [[command(relation)]];

  const ending = doing('ends', whole.resource.name);
  const isOfOne = [relation.id, relation.of].some((each) => each?.startsWith('$request.path.'));
  const missing = [
    command(whole),
    command(relation, { isMissing: true, client: 1 }),
    ...(ending === undefined ? [] : [command(ending), command(relation, { isMissing: true })]),
  ];
  const own = relations.filter((each) => each.resource === resource);
  const texts = Math.max(
    0,
    ...own.flatMap((each) => Object.keys(each.assigns).map((name) => textsFor(each.operation, name).length)),
  );
  const isNamed = clients.isNamed(resource.name);
  const changes = own
    .filter((each) => each.act === 'replaces' || each.act === 'changes')
    .map((each) => command(each, { variant: 1, text: 1, index: 3 }));
  const all = scenarios().map((commands) => withNeeds(commands, relations, clients));
  return isOfOne ? [...all, missing] : all;

  function scenarios(): RelationCommand[][] {
    if (act === 'creates') return resource.at_most === undefined ? ofCreates() : [ofLimit(resource.at_most.number)];
    if (act !== 'lists') return ofVisits();
    return page !== undefined && parent !== undefined ? [ofPages(parent)] : ofLists();
  }

  function ofLimit(most: number): RelationCommand[] {
    return [...times(most + 1, relation, { variant: 1 }), command(relation, { client: 1 })];
  }

  function ofCreates(): RelationCommand[][] {
    const other = own.find((each) => each.act === act && each !== relation);
    const firsts = other === undefined ? [relation] : [relation, other];
    const repeated = { identifier: 'used' } as const;
    const similar = { identifier: 'similar' } as const;
    return [
      ...firsts.map((first) => [
        command(first),
        command(relation, { text: 1 }),
        command(relation, repeated),
        command(relation, { ...repeated, variant: 1 }),
      ]),
      [command(relation), command(relation, { client: 1, identifier: "another partner's" })],
      ...(isNamed
        ? [
            [command(relation), ...[0, 1, 2, 3].map((variant) => command(relation, { ...similar, variant }))],
            ...ENDINGS.map((_, text) => [command(relation, { text }), command(relation, similar)]),
          ]
        : []),
      ...(relation.from === undefined || parent === undefined || creating === undefined
        ? []
        : [
            [
              ...[command(parent), command(creating), command(parent, { text: 1 })],
              command(relation, { index: 1, isSourceMissing: true }),
            ],
          ]),
    ];
  }

  function ofVisits(): RelationCommand[][] {
    const reading = act === 'reads' ? undefined : doing('reads', resource.name);
    const hidden = { isMissing: true };
    return [
      [command(relation), ...(reading === undefined ? [] : [command(reading)])],
      [
        ...times(texts, creating as Relation, { variant: 1 }),
        ...times(texts, relation, { variant: 1 }),
        ...changes,
        command(relation, { variant: 1, text: 1, index: 3 }),
        command(relation, { variant: 2 }),
      ],
      ...(isNamed
        ? [
            [
              ...times(ENDINGS.length, creating as Relation),
              ...[0, 1, 2, 3].map((variant) => command(relation, { ...hidden, variant })),
              ...times(ENDINGS.length, relation, hidden),
            ],
          ]
        : []),
    ];
  }

  /** The last page is full at first. */
  function ofPages(parent: Relation): RelationCommand[] {
    const size = clients.pageSize(relation.operation, page?.size.replace('$request.query.', '') ?? '', 'default');
    return [
      command(parent),
      ...times(size, creating as Relation),
      command(relation),
      command(creating as Relation),
      ...[0, 5, 1].map((variant) => command(relation, { variant })),
    ];
  }

  function ofLists(): RelationCommand[][] {
    const count = requestedIds === undefined ? Math.max(3, texts) : clients.mostRequested(relation);
    const variant = relation.isInferred ? 0 : texts > 0 ? 1 : 2;
    return [
      [
        command(creating as Relation, { client: 1 }),
        ...times(count, creating as Relation, { variant }),
        command(relation),
        command(relation, { client: 1 }),
        ...changes,
        command(relation),
      ],
      ...(isNamed
        ? [
            [
              ...times(ENDINGS.length, creating as Relation),
              ...[0, 1, 2, 3].map((variant) => command(relation, { identifier: 'similar', variant })),
            ],
          ]
        : []),
    ];
  }
}

/** Creates the instances that the commands need before the first command that needs them. */
function withNeeds(
  commands: readonly RelationCommand[],
  relations: readonly Relation[],
  clients: Clients,
): RelationCommand[] {
  const created = new Set<string>();
  const all: RelationCommand[] = [];
  const add = (command: RelationCommand) => {
    for (const name of command.needs) {
      const creating = relations.find(
        (each) => each.act === 'creates' && each.resource.name === name && each.from === undefined,
      );
      if (creating === undefined || created.has(`${name} ${command.clientId}`)) continue;
      add(new RelationCommand(creating, { ...DEFAULT, client: command.choice.client }, clients));
    }
    all.push(command);
    const { act, resource } = command.relation;
    if (act === 'creates') created.add(`${resource.name} ${command.clientId}`);
  };
  commands.forEach(add);
  return all;
}
