import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../generate.ts';

const RELATIVE = /(['"])(\.{1,2}\/[^'"\n]+?)\.[jt]s\1/g;

/**
 * Writes the declarations of source files, and of all files that they import, into `folder`, in the project's
 * folders.
 */
export async function writeDeclarations(entries: readonly string[], folder: string): Promise<void> {
  const config = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { ...config.config, include: [], files: [] },
    ts.sys,
    root,
  );
  const program = ts.createProgram(
    entries.map((entry) => path.join(root, entry)),
    { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true },
  );
  const waiting = [...entries];
  const written = new Set<string>();
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    const name = entry.replace(/(\.d)?\.ts$/, '.d.ts');
    if (written.has(name)) continue;
    written.add(name);
    const text = entry.endsWith('.d.ts')
      ? await readFile(path.join(root, entry), 'utf8')
      : declarationOf(program, entry);
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    // Only the sources have names that end with .ts.
    await writeFile(file, text.replace(RELATIVE, '$1$2.js$1'));
    for (const [, , reference = ''] of text.matchAll(RELATIVE)) {
      const target = path.join(path.dirname(entry), reference);
      const isDeclared = ts.sys.fileExists(path.join(root, `${target}.d.ts`));
      waiting.push(`${target}${isDeclared ? '.d' : ''}.ts`);
    }
  }
}

function declarationOf(program: ts.Program, entry: string): string {
  let declaration: string | undefined;
  const { diagnostics } = program.emit(
    program.getSourceFile(path.join(root, entry)),
    (_name, text) => {
      declaration = text;
    },
    undefined,
    true,
  );
  const [first] = diagnostics;
  if (declaration === undefined || first !== undefined)
    throw new Error(
      `${entry} gives no declaration: ${first === undefined ? 'it is not part of the program' : ts.flattenDiagnosticMessageText(first.messageText, '\n')}`,
    );
  return declaration;
}
