import { type Contract, deliveryRulesOf, listOperations, resolve } from './contract.ts';

/** Two braces around code that quotes a text are code. */
const PLACEHOLDER = /\{\{([^{}"]*)\}\}/g;

/**
 * A copy of the contract in whose texts each placeholder has become the figure that it names: `{{x-service/...}}`,
 * `{{x-delivery/...}}`, `{{operations/uploadAsset/...}}`, or a place of the components, `{{schemas/Text/maxLength}}`.
 * Throws an `Error` that lists the placeholders that name none.
 */
export function fillFigures(contract: Contract): Contract {
  const figureAt = figuresOf(contract);
  const unknown = new Set<string>();
  const fill = (placeholder: string, place: string) => {
    const told = tell(place.slice(place.lastIndexOf('/') + 1), figureAt(place));
    if (told === null) unknown.add(placeholder);
    return told ?? placeholder;
  };
  const filled = JSON.parse(JSON.stringify(contract), (_key, value) =>
    typeof value === 'string' ? value.replace(PLACEHOLDER, fill) : value,
  );
  if (unknown.size > 0) throw new Error(`spec/ has no figure for ${[...unknown].join(', ')}`);
  return filled;
}

/** Finds what stands at a place of the contract; undefined when nothing does. */
export function figuresOf(contract: Contract): (place: string) => unknown {
  const operations = listOperations(contract).map(({ operation }) => [operation.operationId, operation]);
  const places = {
    ...contract.components,
    operations: Object.fromEntries(operations),
    'x-service': contract['x-service'],
    'x-delivery': deliveryRulesOf(contract),
  };
  return (place) =>
    place
      .split('/')
      .reduce<unknown>(
        (at, segment) => (resolve(contract, at) as Record<string, unknown> | undefined)?.[segment],
        places,
      );
}

/** A figure in the unit that the name of its place tells; null when it is none. A list is told one after the other. */
function tell(name: string, value: unknown): string | null {
  if (Array.isArray(value)) {
    const items = value.map((item) => tell(name, item));
    return items.includes(null) ? null : items.join(', ');
  }
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return null;
  if (name.endsWith('_seconds')) return inUnits(value, value % 86_400 || value < 3 * 86_400 ? HOURS : DAYS);
  if (name.endsWith('bytes') || name === 'x-body-limit') return inUnits(value, BYTES);
  return value > 0 && value < 1 ? `${value * 100} %` : value.toLocaleString('en-US');
}

/** The sizes of units, the largest first. */
const HOURS = { hour: 3600, minute: 60, second: 1 };
/** People count two days in hours. */
const DAYS = { day: 86_400 };
const BYTES = { GiB: 1024 ** 3, MiB: 1024 ** 2, KiB: 1024, byte: 1 };

/** Writes a number in the largest unit of which it is a whole multiple. */
function inUnits(value: number, units: Record<string, number>): string {
  const [unit, size] = Object.entries(units).find(([, size]) => value % size === 0) ?? ['', 1];
  const count = value / size;
  return `${count.toLocaleString('en-US')} ${unit}${count === 1 || unit.endsWith('iB') ? '' : 's'}`;
}
