import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import ts from 'typescript';

/** An import in the file `from`. `to` is a file of the project, a package, or a built-in Node module. */
export interface Import {
  from: string;
  to: string;
}

/** Returns the imports of a file, including re-exports and type imports, with paths relative to the project. */
export function importsOf(file: string, text: string): Import[] {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles.map(({ fileName }) => ({
    from: file,
    to: fileName.startsWith('.') ? path.posix.join(path.posix.dirname(file), fileName) : fileName,
  }));
}

export interface Rules {
  /**
   * Modules that each module can import, in addition to itself. A module is a folder or a file of the project. A file
   * belongs to the module with the longest matching path prefix.
   */
  modules: Readonly<Record<string, readonly string[]>>;
  /** Folders in which a module can import generated files only if the rule of the module lists `generated/`. */
  withoutGenerated?: readonly string[];
  /** Packages and built-in Node modules that a folder can import. A folder without an entry can import any package. */
  packages: Readonly<Record<string, readonly string[]>>;
}

const GENERATED = 'generated/';

export function violations(imports: readonly Import[], { modules, packages, withoutGenerated = [] }: Rules): string[] {
  const names = Object.keys(modules).sort((a, b) => b.length - a.length);
  const moduleOf = (file: string) => names.find((name) => file.startsWith(name));
  return imports.flatMap(({ from, to }) => {
    const module = moduleOf(from);
    if (module === undefined) return [`${from} belongs to no module in test/structure/modules.ts`];
    if (isBuiltin(to) || !/^(generated|mock|scripts|server|test)\//.test(to)) {
      const folder = Object.keys(packages).find((name) => from.startsWith(name));
      const known = folder === undefined ? undefined : packages[folder];
      return known === undefined || known.includes(to) ? [] : [`${from}: ${module} must not import ${to}`];
    }
    const target = moduleOf(to);
    const isAllowed =
      target === module ||
      (target === GENERATED && !withoutGenerated.some((name) => module.startsWith(name))) ||
      (target !== undefined && modules[module]?.includes(target));
    return isAllowed ? [] : [`${from}: ${module} must not import ${to}`];
  });
}

export function cycles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const reachable = (start: string) => {
    const seen = new Set<string>();
    const queue = [...(targets.get(start) ?? [])];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push(...(targets.get(next) ?? []));
    }
    return seen;
  };
  const reached = new Map([...targets.keys()].map((file) => [file, reachable(file)]));
  const found = new Map<string, string[]>();
  for (const [file, others] of reached) {
    if (!others.has(file)) continue;
    const group = [...others].filter((other) => reached.get(other)?.has(file)).sort();
    found.set(group.join(), group);
  }
  return [...found.values()];
}

export const readImports = (root: string, files: readonly string[]): Import[] =>
  files.flatMap((file) => importsOf(file, readFileSync(path.join(root, file), 'utf8')));
