import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../project/root.ts';

const RELATIVE = /(['"])(\.{1,2}\/[^'"\n]+?)\.[jt]s\1/g;

/**
 * Writes the type declarations of source files and their imports into `folder`, as CommonJS modules, which ES modules
 * can import too. Rejects if the type of an export cannot be declared. `npm run check -- types` checks the result.
 */
export async function writeDeclarations(entries: readonly string[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  const all = await mkdtemp(path.join(folder, 'all-'));
  try {
    const errors = await declare(entries, all);
    const queue = [...entries];
    const written = new Set<string>();
    for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
      const name = entry.replace(/\.ts$/, '.d.ts');
      if (written.has(name)) continue;
      written.add(name);
      if (errors.some((error) => error.startsWith(`${entry}(`)))
        throw new Error(`The type declarations of the package could not be built:\n${errors.join('\n')}`);
      // The compiler does not emit source files that are already declarations.
      const text = await readFile(path.join(all, name), 'utf8').catch(() => readFile(path.join(root, name), 'utf8'));
      const file = path.join(folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      // In a declaration, only the imports of source files match this pattern.
      const declarations = text.replace(RELATIVE, '$1$2.js$1');
      // Tabs make the package smaller by a sixth.
      await writeFile(
        file,
        declarations.replaceAll(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4)),
      );
      for (const [, , reference = ''] of text.matchAll(RELATIVE))
        queue.push(`${path.join(path.dirname(entry), reference)}.ts`);
    }
  } finally {
    await rm(all, { recursive: true });
  }
}

/** Runs the compiler. Resolves to its errors, some of which are in files that the package's types do not use. */
async function declare(entries: readonly string[], folder: string): Promise<string[]> {
  const project = path.join(folder, 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: root,
    outDir: folder,
    typeRoots: [path.join(root, 'node_modules/@types')],
  };
  const files = entries.map((entry) => path.join(root, entry));
  await writeFile(
    project,
    JSON.stringify({ extends: path.join(root, 'tsconfig.json'), compilerOptions, include: [], files }),
  );
  const tsc = path.join(root, 'node_modules/typescript-7/bin/tsc');
  return promisify(execFile)(process.execPath, [tsc, '-p', project, '--pretty', 'false'], { cwd: root }).then(
    () => [],
    ({ stdout }) => stdout.split('\n'),
  );
}
