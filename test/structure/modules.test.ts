import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { ROOT } from '../support/process.ts';
import { cycles, readImports, violations } from './imports.ts';
import { RULES, STORE_RULES } from './modules.ts';

const FOLDERS = ['generated', 'mock', 'scripts', 'server'];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`),
);
const imports = readImports(ROOT, files);

test('every import follows the dependency rules', () => {
  expect(imports.length).toBeGreaterThan(1000);
  expect(violations(imports, RULES)).toEqual([]);
});

test('the mock imports only request-checks.ts from the folder server/api', () => {
  const ofApi = imports.filter(({ from, to }) => from.startsWith('mock/') && to.startsWith('server/api/'));
  expect(new Set(ofApi.map(({ to }) => to))).toEqual(new Set(['server/api/request-checks.ts']));
});

test('each folder of the store imports only from folders that the dependency rules of the store allow', () => {
  const isInSlice = (file: string) => /^server\/storage\/database\/.+\//.test(file);
  const inStore = imports.filter(({ from, to }) => isInSlice(from) && to.startsWith('server/storage/database/'));
  expect(inStore.length).toBeGreaterThan(50);
  expect(violations(inStore, STORE_RULES)).toEqual([]);
  const planted = { from: 'server/storage/database/engine/a.ts', to: 'server/storage/database/store.ts' };
  expect(violations([planted], STORE_RULES)).toHaveLength(1);
});

test('every package that the service imports or that the generated validators contain is a production dependency', () => {
  const readJson = (file: string) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
  const { dependencies } = readJson('package.json');
  const imported = imports
    .filter(({ from, to }) => /^(generated|server)\//.test(from) && !isBuiltin(to) && !/^(generated|server)\//.test(to))
    .map(({ to }) => /^(?:@[^/]+\/)?[^/]+/.exec(to)?.[0] ?? '');
  expect(imported).toContain('hono');
  expect(imported.filter((name) => !Object.hasOwn(dependencies, name))).toEqual([]);
  // Finds the packages in the generated validators: esbuild writes the source path of copied code in a comment.
  const validators = readFileSync(path.join(ROOT, 'generated/validators.js'), 'utf8');
  const contained = [...validators.matchAll(/^\/\/ .*(node_modules\/(?:@[^/]+\/)?[^/]+)/gm)].map(
    ([, folder = '']) => folder,
  );
  expect(contained).toContain('node_modules/ajv');
  const { packages } = readJson('package-lock.json');
  expect(contained.filter((folder) => packages[folder].dev)).toEqual([]);
});

test('each interface whose name ends with Services has at most eight members', () => {
  const slices = files.flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(path.join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest);
    return source.statements.filter(ts.isInterfaceDeclaration).filter(({ name }) => name.text.endsWith('Services'));
  });
  const sizes = Object.fromEntries(slices.map(({ name, members }) => [name.text, members.length]));
  expect(Object.keys(sizes)).toEqual(expect.arrayContaining(['StorageServices', 'AccessServices', 'PeopleServices']));
  expect(Object.entries(sizes).filter(([, size]) => size > 8)).toEqual([]);
});

test('neither the imports nor the dependency rules contain a cycle', () => {
  expect(cycles(imports)).toEqual([]);
  const rules = Object.entries(RULES.modules).flatMap(([from, targets]) => targets.map((to) => ({ from, to })));
  expect(cycles(rules)).toEqual([]);
});

test('the check of the dependency rules finds a cycle of imports', () => {
  const planted = ['ab', 'bc', 'ca', 'cd'].map(([from = '', to = '']) => ({ from, to }));
  expect(cycles(planted)).toEqual([['a', 'b', 'c']]);
});

test('the check of the dependency rules finds a forbidden import from each module', () => {
  const modules = Object.keys(RULES.modules);
  const fileIn = (module: string) => (module.endsWith('/') ? `${module}planted.ts` : module);
  for (const module of modules) {
    const allowed = [module, ...(RULES.modules[module] ?? [])];
    if (!module.startsWith('scripts/conformance/')) allowed.push('generated/');
    const forbidden = modules.filter((other) => !allowed.includes(other));
    const planted = forbidden.map((other) => ({ from: fileIn(module), to: fileIn(other) }));
    expect(violations(planted, RULES)).toEqual(
      planted.map(({ from, to }) => `${from}: ${module} must not import ${to}`),
    );
    expect(planted.length).toBeGreaterThan(0);
  }
  for (const module of Object.keys(RULES.packages)) {
    const planted = ['hono', 'node:fs/promises', '@hono/node-server'].map((to) => ({ from: fileIn(module), to }));
    expect(violations(planted, RULES)).toHaveLength(planted.length);
  }
  const unknown = { from: 'server/new/a.ts', to: 'hono' };
  expect(violations([unknown], RULES)).toEqual(['server/new/a.ts belongs to no module in test/structure/modules.ts']);
});
