import { type Contract, type LocatedOperation, listOperations, type MediaType, resolve } from '../contract/openapi.ts';

/** A page of the site. Its texts are Markdown, with links that start with the root of the site. */
export interface Page {
  /** Path on the site, such as `operations/addEducation.html`. */
  path: string;
  title: string;
  /** Description for search engines, in plain text. */
  description: string;
  /** The method and the path of an operation, or the status and the title of a problem. */
  badge?: { label: string; text?: string };
  /** Tag of the guide that the page links to. */
  tag?: string | undefined;
  /** Links to the versions of an operation, the newest first. */
  versions?: string;
  /** Path of the page's entry in the menu, if that is another page: the newest version of an operation. */
  menuPath?: string | undefined;
  head: string;
  samples?: SampleGroup[];
  details: string;
  /** HTTP message that the editor on the page sends. In it, `{{NAME}}` is a variable. */
  request?: string;
  previous?: Page | undefined;
  next?: Page | undefined;
}

/** Samples of which the reader sees one at a time. */
export interface SampleGroup {
  name: string;
  label: string;
  samples: Sample[];
}

export interface Sample {
  label: string;
  /** Name of the language for syntax highlighting. */
  language: string;
  text: string;
  caption?: string;
  /** Value of the `Prefer` header that makes the mock return this example. */
  prefer?: string;
}

/** Returns `guide`, `operation`, `event`, or `problem` for the pages in these folders, and `page` for other pages. */
export const kindOf = ({ path }: Page): string => /\/(\w+)s\//.exec(path)?.[1] ?? 'page';

export interface Site {
  contract: Contract;
  titleOf(name: string): string;
}

const VERSION = /\/(v\d+)\//;

/** Returns the API version of an operation, such as `v2`; an empty text if its path has none. */
export const versionOf = ({ path }: LocatedOperation): string => VERSION.exec(path)?.[1] ?? '';

/** Returns the operations grouped by version: those of a group differ only in the API version. The newest is first. */
export function operationGroups(contract: Contract): LocatedOperation[][] {
  const groups = new Map<string, LocatedOperation[]>();
  for (const located of listOperations(contract)) {
    const key = `${located.method} ${located.path.replace(VERSION, '/')}`;
    groups.set(key, [...(groups.get(key) ?? []), located]);
  }
  return [...groups.values()].map((group) => group.toSorted((a, b) => versionOf(b).localeCompare(versionOf(a))));
}

/** Creates a site. The title of an older version of an operation contains the version. */
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

/** Returns the first sentence of a description and the rest, without the note that the operation can change. */
export function sentences(description: string): [lead: string, rest: string] {
  const text = description.replace(/^Under development: [^.]*\.\s/, '');
  const [lead = text] = /^.*?\.(?=\s|$)/s.exec(text) ?? [];
  return [lead, text.slice(lead.length).trim()];
}

export interface Example {
  /** Name of the example in the contract. Clients of the mock select the example by this name. */
  name: string;
  summary?: string;
  value: unknown;
}

export const examplesOf = (contract: Contract, { examples = {} }: Pick<MediaType, 'examples'> = {}): Example[] =>
  Object.entries(examples).map(([name, example]) => ({ ...(resolve(contract, example) as Example), name }));

/** Returns the group of examples. The mock returns an example of a response if the request has its `prefer`. */
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
