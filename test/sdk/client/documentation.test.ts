import { createRequire } from 'node:module';
import path from 'node:path';
import type TypeScript from 'typescript';
import { expect, test } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { ROOT } from '../../support/process.ts';

// `require` is faster than `import` here: for `import`, Node scans the large CommonJS file for its exports first.
const ts: typeof TypeScript = createRequire(import.meta.url)('typescript');

const TYPES = path.join(ROOT, 'generated/types.ts');
const USES = path.join(ROOT, 'server/sdk/client/uses.ts');

const compilerOptions: TypeScript.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  strict: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  types: [],
};

/** Creates the language service of an editor in which the file `uses.ts` has the given text. */
function openEditor(text: string): TypeScript.LanguageService {
  const read = (file: string) => (file === USES ? text : ts.sys.readFile(file));
  return ts.createLanguageService({
    getScriptFileNames: () => [USES, TYPES],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => ts.ScriptSnapshot.fromString(read(file) ?? ''),
    getCurrentDirectory: () => ROOT,
    getCompilationSettings: () => compilerOptions,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => file === USES || ts.sys.fileExists(file),
    readFile: read,
  });
}

const METHODS = [
  ...Object.keys(operations),
  ...['allWebhookDeliveries', 'waitForVerification', 'waitForSubmission', 'http'],
];
const HEAD = `import { createPartnerClient, type PartnerClient } from './client.ts';\nlet client!: PartnerClient;\n`;
const uses = [HEAD, ...METHODS.map((name) => `client.${name};\n`), 'createPartnerClient;\n'].join('');
const editor = openEditor(uses);

test('an editor shows each method in at most five lines, with the names of the types', { timeout: 60_000 }, () => {
  const hoverOf = (use: string) => {
    const shown = editor.getQuickInfoAtPosition(USES, uses.indexOf(`${use};\n`) + use.lastIndexOf('.') + 1);
    return {
      text: ts.displayPartsToString(shown?.displayParts),
      comment: ts.displayPartsToString(shown?.documentation),
    };
  };
  const hovers = [...METHODS.map((name) => hoverOf(`client.${name}`)), hoverOf('createPartnerClient')];
  for (const { text, comment } of hovers) {
    expect(text.split('\n').length, text).toBeLessThanOrEqual(5);
    expect(text).not.toMatch(/components|\bany\b/);
    expect(comment, text).not.toBe('');
  }
  expect(hoverOf('client.addEducation').text).toMatch(
    /addEducation\(body: EducationSubmission, options\?: CallOptions.*\): Promise<SubmissionLink & Created>$/,
  );
});

test('the types document every operation, parameter and property for editors', { timeout: 60_000 }, () => {
  const checker = editor.getProgram()?.getTypeChecker();
  const source = editor.getProgram()?.getSourceFile(TYPES);
  const module = source && checker?.getSymbolAtLocation(source);
  if (checker === undefined || module === undefined) throw new Error('The types do not compile');
  const declared = (name: string): TypeScript.Type => {
    const symbol = checker.getExportsOfModule(module).find((each) => each.name === name);
    if (symbol === undefined) throw new Error(`The types have no ${name}`);
    return checker.getDeclaredTypeOfSymbol(symbol);
  };
  const member = (type: TypeScript.Type, name: string): TypeScript.Type => {
    const symbol = type.getProperty(name);
    if (symbol === undefined) throw new Error(`The type has no property ${name}`);
    return checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
  };
  const lacksDocs = (symbol: TypeScript.Symbol) =>
    symbol.getDocumentationComment(checker).length === 0 &&
    !symbol.getJsDocTags(checker).some(({ name }) => name === 'description');

  const undocumented: string[] = [];
  for (const operation of Object.keys(operations)) {
    const parameters = member(member(declared('operations'), operation), 'parameters');
    for (const group of ['query', 'path', 'header'])
      for (const each of member(parameters, group).getProperties())
        if (lacksDocs(each)) undocumented.push(`${operation} ${group} ${each.name}`);
  }
  for (const schema of member(declared('components'), 'schemas').getProperties()) {
    for (const each of checker.getTypeOfSymbol(schema).getProperties())
      if (each.declarations?.some((declaration) => declaration.getSourceFile().fileName === TYPES) && lacksDocs(each))
        undocumented.push(`${schema.name}.${each.name}`);
  }
  expect(undocumented).toEqual([]);
});
