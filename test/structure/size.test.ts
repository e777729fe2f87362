import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { ROOT } from '../support/process.ts';
import { LONG_FUNCTIONS, MAX_TOTAL, SHARED_NAMES } from './size.ts';

const MAX_LINES = 60;

const sources = execFileSync('git', ['ls-files', 'server', 'scripts', 'mock'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|js|css|hbs|svg)$/.test(file));

test('files in different folders have the same name only if they have the same role', () => {
  const names = sources.map((file) => path.basename(file));
  const shared = names.filter((name, at) => names.indexOf(name) !== at);
  expect([...new Set(shared)].sort()).toEqual(SHARED_NAMES);
});

function longFunctions(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const found: string[] = [];

  function visit(node: ts.Node): void {
    if (ts.isFunctionLike(node) && lineOf(node.end) - lineOf(node.getStart()) >= MAX_LINES) {
      const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
      found.push(`${file}: ${named?.getText() ?? 'anonymous'}`);
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return found;
}

test('the size check finds a function with more than 60 lines', () => {
  const textOf = (lines: number) => `function named() {\n${'call();\n'.repeat(lines - 2)}}`;
  expect(longFunctions('a.ts', textOf(60))).toEqual([]);
  expect(longFunctions('a.ts', textOf(61))).toEqual(['a.ts: named']);
});

test('only the functions that size.ts lists have more than 60 lines', () => {
  const found = sources
    .filter((file) => /\.(ts|tsx|js)$/.test(file))
    .flatMap((file) => longFunctions(file, readFileSync(path.join(ROOT, file), 'utf8')));
  expect(found.sort()).toEqual(Object.keys(LONG_FUNCTIONS).sort());
});

test('the source files in server/, scripts/, and mock/ do not exceed the maximum total number of lines', () => {
  const lines = sources.map((file) => readFileSync(path.join(ROOT, file), 'utf8').split('\n').length - 1);
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MAX_TOTAL);
});
