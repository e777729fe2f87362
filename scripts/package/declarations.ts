import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../project/root.ts';

/** Matches the path of a source file in an import. */
const SOURCE = /(['"])(\.{1,2}\/[^'"\n]+?)\.[jt]s\1/g;

/**
 * Writes the type declarations of source files and their imports into `folder`, as CommonJS modules, which ES modules
 * can import too. Rejects if an export has no explicit type. `npm run check -- types` checks the result.
 */
export async function writeDeclarations(entries: readonly string[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  // The loop also visits the names that it adds.
  const names = new Set(entries);
  for (const name of names) {
    const declarations = await declarationsOf(name);
    for (const [, , imported = ''] of declarations.matchAll(SOURCE))
      names.add(`${path.join(path.dirname(name), imported)}.ts`);
    const file = path.join(folder, name.replace(/\.ts$/, '.d.ts'));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, declarations.replace(SOURCE, '$1$2.js$1'));
  }
}

async function declarationsOf(name: string): Promise<string> {
  const source = await readFile(path.join(root, name), 'utf8');
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, { fileName: name, reportDiagnostics: true });
  const errors = diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  if (errors.length > 0) throw new Error(`${name} cannot be declared:\n${errors.join('\n')}`);
  // Tabs make the package smaller by a sixth.
  return outputText.replaceAll(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4));
}
