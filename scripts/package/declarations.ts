import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../project/root.ts';

const SOURCE_IMPORT = /(['"])(\.{1,2}\/[^'"\n]+?)\.[jt]s\1/g;

/** Writes CommonJS declarations, which ES modules can import too. Rejects if an export has no explicit type. */
export async function writeDeclarations(entries: readonly string[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  // A loop over a Set also visits the names that are added during the loop.
  const names = new Set(entries);
  for (const name of names) {
    const declarations = await declarationsOf(name);
    for (const [, , imported = ''] of declarations.matchAll(SOURCE_IMPORT))
      names.add(`${path.join(path.dirname(name), imported)}.ts`);
    const file = path.join(folder, name.replace(/\.ts$/, '.d.ts'));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, declarations.replace(SOURCE_IMPORT, '$1$2.js$1'));
  }
}

async function declarationsOf(name: string): Promise<string> {
  const source = await readFile(path.join(root, name), 'utf8');
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, { fileName: name, reportDiagnostics: true });
  const errors = diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  if (errors.length > 0) throw new Error(`${name} cannot be declared:\n${errors.join('\n')}`);
  // Indents with tabs, which make the package smaller.
  return outputText.replaceAll(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4));
}
