import { type Contract, type LocatedOperation, listOperations, type MediaType, resolve } from '../contract/openapi.ts';

/** A page of the site. Its texts are Markdown, with links that start with `ROOT`. */
export interface Page {
  /** Path that starts with `ROOT`, such as `~/operations/addEducation.html`. */
  path: string;
  title: string;
  description: string;
  /** Method and path of an operation, method of an event, or status of a problem. */
  badge?: { label: string; text?: string };
  /** Tag of the guide that the page links to. */
  tag?: string | undefined;
  versions?: string;
  /** Path of the menu entry to highlight. An older version of an operation highlights the newest version. */
  menuPath?: string | undefined;
  head: string;
  samples?: SampleGroup[];
  details: string;
  /** HTTP message that the editor on the page sends. `{{NAME}}` in the message stands for a variable. */
  request?: string;
  previous?: Page | undefined;
  next?: Page | undefined;
}

export interface SampleGroup {
  name: string;
  label: string;
  samples: Sample[];
}

export interface Sample {
  label: string;
  language: string;
  text: string;
  caption?: string;
  /** `Prefer` header of a request to which the mock responds with this sample. */
  prefer?: string;
}

/** Returns the kind that the folder of the page names, such as `guide` for `/guides/`; otherwise, `page`. */
export const kindOf = ({ path }: Page): string => /\/(\w+)s\//.exec(path)?.[1] ?? 'page';

export interface Site {
  contract: Contract;
  titleOf(name: string): string;
}

const VERSION = /\/(v\d+)\//;

export const versionOf = ({ path }: LocatedOperation): string => VERSION.exec(path)?.[1] ?? '';

/** Groups operations that differ only in the API version. The newest version is first in its group. */
export function operationGroups(contract: Contract): LocatedOperation[][] {
  const groups = new Map<string, LocatedOperation[]>();
  for (const located of listOperations(contract)) {
    const key = `${located.method} ${located.path.replace(VERSION, '/')}`;
    groups.set(key, [...(groups.get(key) ?? []), located]);
  }
  return [...groups.values()].map((group) => group.toSorted((a, b) => versionOf(b).localeCompare(versionOf(a))));
}

export function createSite(contract: Contract): Site {
  const titles = new Map<string, string>();
  for (const group of operationGroups(contract))
    for (const located of group) {
      const { operationId, summary } = located.operation;
      titles.set(operationId, located === group[0] ? summary : `${summary} (${versionOf(located)})`);
    }
  for (const tag of contract.tags as { name: string; 'x-displayName'?: string }[])
    titles.set(tag.name, tag['x-displayName'] ?? tag.name);
  return { contract, titleOf: (name) => titles.get(name) ?? name };
}

/** Splits a description after its first sentence. Omits the note that the operation is under development. */
export function sentences(description: string): [lead: string, rest: string] {
  const text = description.replace(/^Under development: [^.]*\.\s/, '');
  const [lead = text] = /^.*?\.(?=\s|$)/s.exec(text) ?? [];
  return [lead, text.slice(lead.length).trim()];
}

export interface Example {
  name: string;
  summary?: string;
  value: unknown;
}

export const examplesOf = (contract: Contract, { examples = {} }: Pick<MediaType, 'examples'> = {}): Example[] =>
  Object.entries(examples).map(([name, example]) => ({ ...(resolve(contract, example) as Example), name }));

export const exampleGroup = (name: string, label: string, examples: readonly Example[]): SampleGroup => ({
  name,
  label,
  samples: examples.map(({ name: example, summary, value }) => ({
    label: example,
    ...(name === 'response' && { prefer: `Prefer: example=${example}` }),
    ...(typeof value === 'string'
      ? { language: 'text', text: value }
      : { language: 'json', text: JSON.stringify(value, null, 2) }),
    ...(summary !== undefined && { caption: summary }),
  })),
});
