import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type TypeScript from 'typescript';
import { expect, test } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { ROOT } from '../../support/process.ts';

// Uses `require`, because `import` first scans the large CommonJS file for its exports.
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

test('an editor shows the type of each client method in at most five lines, and shows a comment', {
  timeout: 60_000,
}, () => {
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

test('every parameter and property in the generated types has a comment', async () => {
  const lines = (await readFile(TYPES, 'utf8')).split('\n');
  const schemas = lines.slice(lines.indexOf('    schemas: {'), lines.indexOf('    responses: {'));
  const undocumented = (of: readonly string[], declaration: RegExp) =>
    of.filter((line, at) => declaration.test(line) && of[at - 1]?.endsWith('*/') !== true);
  expect(schemas.length).toBeGreaterThan(1000);
  expect(undocumented(schemas, /^ {12,}\w+\??: /)).toEqual([]);
  expect(undocumented(lines, /^ {16}\S+: components\["parameters"\]/)).toEqual([]);
});
