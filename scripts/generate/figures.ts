import { type Contract, deliveryRulesOf, listOperations, resolve } from '../contract/openapi.ts';

/** Matches a placeholder. Double braces that contain a quotation mark are code instead. */
const PLACEHOLDER = /\{\{([^{}"]*)\}\}/g;

/** Replaces the placeholders in descriptions, such as `{{schemas/Text/maxLength}}`, in a copy of the contract. */
export function fillFigures(contract: Contract): Contract {
  const figureAt = formattedFigures(contract);
  return JSON.parse(JSON.stringify(contract), (_key, value) =>
    typeof value === 'string' ? value.replace(PLACEHOLDER, (_whole, place: string) => figureAt(place)) : value,
  );
}

/** Matches a figure of the contract in a document: `<!-- x-service/max_webhooks -->10<!-- / -->`. */
const MARKED = /<!-- ([\w/-]+) -->[^<]*<!-- \/ -->/g;

export function fillMarkedFigures(text: string, contract: Contract): string {
  const figureAt = formattedFigures(contract);
  return text.replace(MARKED, (_mark, place: string) => `<!-- ${place} -->${figureAt(place)}<!-- / -->`);
}

function formattedFigures(contract: Contract): (place: string) => string {
  const figureAt = figuresOf(contract);
  return (place) => {
    const figure = formatFigure(place.slice(place.lastIndexOf('/') + 1), figureAt(place));
    if (figure === null) throw new Error(`spec/ has no value for ${place}`);
    return figure;
  };
}

export function figuresOf(contract: Contract): (place: string) => unknown {
  const operations = listOperations(contract).map(({ operation }) => [operation.operationId, operation]);
  const places = {
    ...contract.components,
    operations: Object.fromEntries(operations),
    'x-service': contract['x-service'],
    'x-delivery': deliveryRulesOf(contract),
  };
  const inside = (at: unknown, name: string) => (resolve(contract, at) as Record<string, unknown> | undefined)?.[name];
  return (place) => place.split('/').reduce(inside, places as unknown);
}

/** Formats a number with the unit that its name implies, and joins lists. Returns null for booleans and objects. */
export function formatFigure(name: string, value: unknown): string | null {
  if (Array.isArray(value)) {
    const items = value.map((item) => formatFigure(name, item));
    return items.includes(null) ? null : items.join(', ');
  }
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return null;
  if (name.endsWith('_seconds')) return inUnits(value, value % 86_400 || value < 3 * 86_400 ? HOURS : DAYS);
  if (name.endsWith('bytes') || name === 'x-body-limit') return inUnits(value, BYTES);
  // Writes port numbers without a thousands separator.
  if (name === 'x-ports') return String(value);
  return value > 0 && value < 1 ? `${value * 100} %` : value.toLocaleString('en-US');
}

const HOURS = { hour: 3600, minute: 60, second: 1 };
/** Unit for durations of at least three whole days. Shorter durations are shown in hours, such as 48 hours. */
const DAYS = { day: 86_400 };
const BYTES = { GiB: 1024 ** 3, MiB: 1024 ** 2, KiB: 1024, byte: 1 };

function inUnits(value: number, units: Record<string, number>): string {
  const [unit, size] = Object.entries(units).find(([, size]) => value % size === 0) ?? ['', 1];
  const count = value / size;
  return `${count.toLocaleString('en-US')} ${unit}${count === 1 || unit.endsWith('iB') ? '' : 's'}`;
}
