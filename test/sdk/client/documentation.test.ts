import { createRequire } from 'node:module';
import path from 'node:path';
import type TypeScript from 'typescript';
import { expect, test } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { ROOT } from '../../support/process.ts';

// `require` is faster than `import` here: for `import`, Node scans the large CommonJS file for its exports first.
const ts: typeof TypeScript = createRequire(import.meta.url)('typescript');

test('the types document every operation, parameter and property for editors', { timeout: 60_000 }, () => {
  const file = (name: string) => path.join(ROOT, name);
  const [client, types] = ['server/sdk/client/client.ts', 'generated/types.ts'].map(file) as [string, string];
  const program = ts.createProgram([client, types], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const declared = (name: string, from: string): TypeScript.Type => {
    const source = program.getSourceFile(from);
    const module = source && checker.getSymbolAtLocation(source);
    const symbol = module && checker.getExportsOfModule(module).find((each) => each.name === name);
    if (symbol === undefined) throw new Error(`${from} has no ${name}`);
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

  const calls = declared('PartnerClient', client).getProperties();
  const named = Object.keys(operations);
  expect(calls.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
  const undocumented = calls.filter(lacksDocs).map(({ name }) => name);

  const all = declared('operations', types);
  for (const operation of named) {
    const parameters = member(member(all, operation), 'parameters');
    for (const group of ['query', 'path', 'header'])
      for (const each of member(parameters, group).getProperties())
        if (lacksDocs(each)) undocumented.push(`${operation} ${group} ${each.name}`);
  }
  const schemas = member(declared('components', types), 'schemas');
  for (const schema of schemas.getProperties()) {
    for (const each of checker.getTypeOfSymbol(schema).getProperties())
      if (each.declarations?.some((declaration) => declaration.getSourceFile().fileName === types) && lacksDocs(each))
        undocumented.push(`${schema.name}.${each.name}`);
  }
  expect(undocumented).toEqual([]);
});
