import { type Contract, listOperations } from '../contract/openapi.ts';
import { figuresOf, formatFigure } from './figures.ts';

/** Matches a figure of the contract in a document: `<!-- x-service/max_webhooks -->10<!-- / -->`. */
const MARKED = /<!-- ([\w/-]+) -->[^<]*<!-- \/ -->/g;

/** Matches a duration or a size. */
const FIGURE = /(?<![\w.,])(\d[\d,]*)[ -](second|minute|hour|day|byte|KiB|MiB|GiB)s?\b/g;

const UNITS: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  byte: 1,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
};

/** Returns a document with the marked figures of the contract. Throws if the contract has no value for a mark. */
export function fillMarkedFigures(text: string, contract: Contract): string {
  const figureAt = figuresOf(contract);
  return text.replace(MARKED, (mark, place: string) => {
    const formatted = formatFigure(place.slice(place.lastIndexOf('/') + 1), figureAt(place));
    if (formatted === null) throw new Error(`The contract has no value for ${mark}`);
    return `<!-- ${place} -->${formatted}<!-- / -->`;
  });
}

/** Returns the durations and sizes outside code that equal a figure of the contract and have no mark. */
export function unmarkedFigures(text: string, contract: Contract): string[] {
  const places = placesByValue(contract);
  const prose = text.replace(MARKED, '').replace(/```[\s\S]*?```|`[^`]*`/g, '');
  return [...prose.matchAll(FIGURE)].flatMap(([figure, count = '', unit = '']) => {
    const value = Number(count.replaceAll(',', '')) * (UNITS[unit] ?? 1);
    const found = places.get(`${value} ${/second|minute|hour|day/.test(unit) ? 'seconds' : 'bytes'}`);
    return found === undefined ? [] : `${figure}: write <!-- ${found.join(' or ')} -->${figure}<!-- / -->`;
  });
}

/** Returns the places of the durations and sizes in the contract, by value and unit. */
function placesByValue(contract: Contract): Map<string, string[]> {
  const places = new Map<string, string[]>();
  function visit(place: string, value: unknown): void {
    const unit = /(seconds|bytes)$|x-body-limit$/.exec(place);
    if (typeof value === 'number' && unit !== null) {
      const key = `${value} ${unit[1] ?? 'bytes'}`;
      places.set(key, [...(places.get(key) ?? []), place]);
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [name, part] of Object.entries(value)) visit(`${place}/${name}`, part);
  }
  for (const place of ['x-service', 'x-delivery']) visit(place, figuresOf(contract)(place));
  for (const { operation } of listOperations(contract))
    visit(`operations/${operation.operationId}/x-body-limit`, operation['x-body-limit']);
  return places;
}
