import type { Contract, Schema } from '../../scripts/contract/openapi.ts';

/** Location of a value in a body (a JSON Pointer with `*` for array items), and the text that a page shows for it. */
export interface Marker {
  path: string;
  shown: string;
}

export interface FullBody {
  body: object;
  /** Values that the page must show: strings, dates, and URLs, each of which is unique in the body. */
  markers: Marker[];
  /** Possible values of each enumeration, boolean, and document type in the body, keyed by path. */
  choices: Map<string, readonly unknown[]>;
}

/** Request bodies that differ only in one property, and in the properties that depend on that property. */
export interface Alternatives {
  /** Path of the property in which the bodies differ. Empty for the body with the first value of every enumeration. */
  path: string;
  bodies: FullBody[];
}

/** Returns a request body for each possible value of each enumeration, boolean, and document type. */
export function alternativesOf(contract: Contract, schema: Schema): Alternatives[] {
  const plain = { path: '', bodies: [fullBody(contract, schema, new Map())] };
  const groups = new Map<string, Alternatives>([['', plain]]);
  function explore(chosen: ReadonlyMap<string, unknown>): void {
    for (const [path, values] of fullBody(contract, schema, chosen).choices) {
      if (groups.has(path)) continue;
      const group: Alternatives = { path, bodies: [] };
      groups.set(path, group);
      for (const value of values) {
        const here = new Map([...chosen, [path, value]]);
        group.bodies.push(fullBody(contract, schema, here));
        explore(here);
      }
    }
  }
  explore(new Map());
  return [...groups.values()];
}

const LONG_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Returns a body with every property. `chosen` maps enumeration paths to values. The default is the first value. */
function fullBody(contract: Contract, schema: Schema, chosen: ReadonlyMap<string, unknown>): FullBody {
  const markers: Marker[] = [];
  const choices: FullBody['choices'] = new Map();
  return { body: sampleOf(schema, '', true) as object, markers, choices };

  function choose(path: string, values: readonly unknown[]): unknown {
    choices.set(path, values);
    return chosen.has(path) ? chosen.get(path) : values[0];
  }

  function mark(path: string, value: string, shown = value): string {
    markers.push({ path, shown });
    return value;
  }

  function resolve({ $ref, ...own }: Schema): Schema {
    const target = contract.components.schemas[$ref?.split('/').at(-1) ?? ''];
    return target === undefined ? own : { ...resolve(target), ...own };
  }

  function merge(base: Schema, given: unknown): Schema {
    const over = resolve((given ?? {}) as Schema);
    const properties = { ...base.properties };
    for (const [name, schema] of Object.entries(over.properties ?? {}))
      properties[name] = merge(resolve(properties[name] ?? {}), schema);
    return { ...base, ...over, properties };
  }

  /** Chooses the value of the discriminator property, and returns the branch of the schema that matches the value. */
  function selectBranch(schema: Schema, path: string): Schema {
    const { discriminator, if: condition } = schema as {
      discriminator?: { propertyName: string; mapping: Record<string, string> };
      if?: Schema;
    };
    const [name = discriminator?.propertyName, test] = Object.entries(condition?.properties ?? {})[0] ?? [];
    if (name === undefined) return schema;
    const member = resolve(schema.properties?.[name] ?? {});
    const all = discriminator ? Object.keys(discriminator.mapping) : ((member['enum'] as unknown[]) ?? [true, false]);
    // Limits a long enumeration, such as the countries, to the value in the `if` condition and nine other values.
    const value = choose(`${path}/${name}`, all.length > 9 ? [test?.['const'], ...all.slice(0, 9)] : all);
    const branch = discriminator
      ? { $ref: discriminator.mapping[String(value)] }
      : schema[value === test?.['const'] ? 'then' : 'else'];
    const merged = merge(schema, branch);
    return { ...merged, properties: { ...merged.properties, [name]: { chosen: value } } };
  }

  function sampleOf(given: Schema, path: string, isRequired: boolean): unknown {
    const schema = selectBranch(resolve(given), path);
    if ('chosen' in schema) return schema['chosen'];
    if (Array.isArray(schema['enum'])) return choose(path, schema['enum']);
    if ('const' in schema) {
      // A required constant has the same value in every body, so the page does not need to show the value.
      if (!isRequired) mark(path, String(schema['const']));
      return schema['const'];
    }
    // In the contract, a schema with `not: {type: string}` permits only null.
    switch ((schema['not'] as Schema | undefined)?.type === 'string' ? 'null' : [schema.type].flat()[0]) {
      case 'object':
        return Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, member]) => [
            name,
            sampleOf(member, `${path}/${name}`, schema.required?.includes(name) ?? false),
          ]),
        );
      case 'array':
        return [1, 2].map(() => sampleOf(schema['items'] as Schema, `${path}/*`, true));
      case 'boolean':
        return choose(path, [true, false]);
      case 'null':
        return null;
      case 'string':
        return textOf(schema, path);
      default:
        throw new Error(`Cannot create a value for ${path} from this schema: ${JSON.stringify(schema)}`);
    }
  }

  function textOf({ format, contentMediaType, anyOf, pattern }: Schema, path: string): string {
    const number = 1000 + markers.length;
    if (format === 'uri') return mark(path, `https://documents.test/${number}.pdf`);
    if (contentMediaType === 'application/json') return mark(path, JSON.stringify({ certificate: number }));
    if (pattern === '^[0-9]{4}$') return mark(path, String(number));
    if (format !== 'date' && anyOf === undefined) return mark(path, `No. ${number} ${path.split('/').at(-1)}`);
    // Uses only the days 10 to 27, because a search for "1 May" would also find "11 May".
    const date = new Date(Date.UTC(2030, markers.length / 18, 10 + (markers.length % 18)));
    return mark(path, date.toISOString().slice(0, 10), LONG_DATE.format(date));
  }
}
