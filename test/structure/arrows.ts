import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import ts from 'typescript';

/** An import of one source file: a file of the project, a package, or a built-in module of Node. */
export interface Arrow {
  from: string;
  to: string;
}

/** Returns all imports and re-exports of a source file, including types. Paths are relative to the project. */
export function arrowsOf(file: string, text: string): Arrow[] {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles.map(({ fileName }) => ({
    from: file,
    to: fileName.startsWith('.') ? path.posix.join(path.posix.dirname(file), fileName) : fileName,
  }));
}

export interface Rules {
  /**
   * The modules that each module can import from, besides itself. A module is a folder or a file of the project. A file
   * belongs to the module with the longest name that its path begins with.
   */
  rooms: Readonly<Record<string, readonly string[]>>;
  /** Folders that import no generated files, except from modules that list `generated/`. */
  withoutGenerated?: readonly string[];
  /** Packages and built-in modules of Node that these modules can use. Other modules can use any. */
  packages: Readonly<Record<string, readonly string[]>>;
}

const GENERATED = 'generated/';

/** Returns a message for each import that the rules forbid. */
export function breaches(arrows: readonly Arrow[], { rooms, packages, withoutGenerated = [] }: Rules): string[] {
  const names = Object.keys(rooms).sort((a, b) => b.length - a.length);
  const roomOf = (file: string) => names.find((name) => file.startsWith(name));
  return arrows.flatMap(({ from, to }) => {
    const room = roomOf(from);
    if (room === undefined) return [`${from} is in a room that has no rule`];
    if (isBuiltin(to) || !/^(generated|mock|scripts|server|spec|test)\//.test(to)) {
      const known = packages[room];
      return known === undefined || known.includes(to) ? [] : [`${from}: ${room} does not use ${to}`];
    }
    const target = roomOf(to);
    const isAllowed =
      target === room ||
      (target === GENERATED && !withoutGenerated.some((name) => room.startsWith(name))) ||
      (target !== undefined && rooms[room]?.includes(target));
    return isAllowed ? [] : [`${from}: ${room} does not import ${to}`];
  });
}

/** Returns the groups of files that import each other in a cycle, each sorted. */
export function circles(arrows: readonly Arrow[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of arrows) targets.set(from, [...(targets.get(from) ?? []), to]);
  const reachable = (start: string) => {
    const seen = new Set<string>();
    const waiting = [...(targets.get(start) ?? [])];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(...(targets.get(next) ?? []));
    }
    return seen;
  };
  const reached = new Map([...targets.keys()].map((file) => [file, reachable(file)]));
  const found = new Map<string, string[]>();
  for (const [file, others] of reached) {
    if (!others.has(file)) continue;
    const circle = [...others].filter((other) => reached.get(other)?.has(file)).sort();
    found.set(circle.join(), circle);
  }
  return [...found.values()];
}

export const readArrows = (root: string, files: readonly string[]): Arrow[] =>
  files.flatMap((file) => arrowsOf(file, readFileSync(path.join(root, file), 'utf8')));
