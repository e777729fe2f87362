import type { Relation, Settings } from '../conformance/contract/relations.ts';
import { isObject } from '../generate/contract.ts';
import { tell } from '../generate/figures.ts';

/** What an operation does to a resource, as a list in Markdown: made from the keywords that the kit judges by. */
export function inWords(relation: Relation): string {
  const { act, resource, assigns } = relation;
  const settings = act === 'creates' ? { ...resource.initial, ...assigns } : assigns;
  return [actInWords(relation), ...bounds(relation), ...settingsInWords(settings)]
    .map((line) => `- ${line}`)
    .join('\n');
}

function actInWords({ act, resource, requestedIds, order, page, from }: Relation): string {
  const thing = `\`${resource.name}\``;
  const whole = resource.of === undefined ? 'of the partner' : `of the \`${resource.of}\``;
  switch (act) {
    case 'creates':
      return `Creates a ${thing} ${whole}${from === undefined ? '' : ' from another'}: nobody else finds it.`;
    case 'reads':
      return `Reads a ${thing} as what was done last left it.`;
    case 'lists':
      if (requestedIds !== undefined) return `Lists each ${thing} that is asked for and is there, ${order}.`;
      return `Lists every ${thing} ${whole}, ${order}${page === undefined ? '' : ', page by page'}.`;
    case 'ends':
      return `Ends a ${thing} with all that is a part of it: nobody finds it any more.`;
    default:
      return `${act === 'replaces' ? 'Replaces' : 'Changes'} a ${thing}.`;
  }
}

function bounds({ act, repeatConflictCode, resource: { at_most: most, conflictCode, name } }: Relation): string[] {
  if (repeatConflictCode !== undefined)
    return [`It can be done once: after that the answer is 409 \`${repeatConflictCode}\`.`];
  if (act !== 'creates') return [];
  return [
    ...(most === undefined ? [] : [`Where there are ${most.number}, one more answers 409 \`${most.code}\`.`]),
    ...(conflictCode === undefined
      ? []
      : [`An identifier that another operation has given to a \`${name}\` answers 409 \`${conflictCode}\`.`]),
  ];
}

/** A line for each kind of setting, with the members that are set so. */
function settingsInWords(settings: Settings): string[] {
  const kinds = new Map<string, string[]>();
  for (const [place, setting] of Object.entries(settings)) {
    const kind = settingInWords(setting, place);
    kinds.set(kind, [...(kinds.get(kind) ?? []), `\`${place.replaceAll('/', '.').replaceAll('.*', '[]')}\``]);
  }
  return [...kinds].map(([kind, places]) => `${places.join(', ')}: ${kind}`);
}

function settingInWords(setting: unknown, place: string): string {
  if (isObject(setting))
    return `a link with ${Object.entries(setting)
      .map(([name, value]) => `\`${name}\` (${settingInWords(value, name)})`)
      .join(', ')}`;
  const text = String(setting);
  const [, later] = /^\$now \+ (\d+)$/.exec(text) ?? [];
  if (later !== undefined) return `${tell('later_seconds', Number(later))} after the time of the answer`;
  const [, sent] = /^\$re(?:quest|sponse)\.(?:body#\/|path\.|query\.)(?:\*\*\/)?(.*)$/.exec(text) ?? [];
  if (sent !== undefined)
    return text.includes('/**/') ? 'each as sent, in its order' : sent === place ? 'as sent' : `\`${sent}\``;
  return SPECIAL.get(text) ?? `\`${text}\` at first`;
}

const SPECIAL = new Map([
  ['$now', 'the time of the answer'],
  ['$new', 'new each time'],
  ['$secret', 'new each time, and told in this answer alone'],
  ['$client.id', 'the id of the client'],
]);
