// Checks with recheck that no regular expression for external input is vulnerable to ReDoS. Run as a program, this file
// analyzes the expressions that have no verdict yet. `--all` analyzes all expressions again, which takes minutes. Both
// analyses need the npm registry.
import { exec, execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { isMain, root } from '../../scripts/project/root.ts';

/** Folders with code that reads external input. `generated` contains the patterns of the contract. */
const FOLDERS = ['server', 'mock', 'generated'];

type Verdicts = Readonly<Record<string, string>>;

const FILE = path.join(root, 'test/structure/judged-patterns.json');
const RECHECK = "npx --yes --package=recheck@4.5.0 --call 'node test/structure/judge-patterns.js'";

/** Patterns that recheck reports as unsafe, each with the reason why the project accepts it. */
export const ACCEPTED: ReadonlyMap<string, string> = new Map([
  [
    String.raw`/^(?:https?|ftp):\/\/(?:\S+(?::\S*)?@)?(?:(?!(?:10|127)(?:\.\d{1,3}){3})(?!(?:169\.254|192\.168)(?:\.\d{1,3}){2})(?!172\.(?:1[6-9]|2\d|3[0-1])(?:\.\d{1,3}){2})(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.(?:1?\d{1,2}|2[0-4]\d|25[0-5])){2}(?:\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4]))|(?:(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)(?:\.(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)*(?:\.(?:[a-z\u{00a1}-\u{ffff}]{2,})))(?::\d{2,5})?(?:\/[^\s]*)?$/iu`,
    'ajv-formats uses it for the format `url`, which the contract does not use',
  ],
  [String.raw`/\/+$/`, 'it only reads addresses from the settings'],
]);

const readVerdicts = async (): Promise<Verdicts> => JSON.parse(await readFile(FILE, 'utf8'));

export async function findUnsafePatterns(): Promise<string[]> {
  const patterns = await findPatterns();
  const gone = [...ACCEPTED.keys()].filter((pattern) => !patterns.has(pattern));
  return [
    ...unsafe(patterns, await readVerdicts()),
    ...gone.map((pattern) => `${pattern} is accepted, but is not in use`),
  ];
}

async function writeVerdicts({ all }: { all: boolean }): Promise<void> {
  const patterns = [...(await findPatterns()).keys()].sort();
  const judged = await readVerdicts();
  const unknown = patterns.filter((pattern) => all || judged[pattern] === undefined);
  const verdicts: Verdicts = { ...judged, ...(unknown.length > 0 ? await analyze(unknown) : {}) };
  const written = Object.fromEntries(patterns.map((pattern) => [pattern, verdicts[pattern] ?? '']));
  await writeFile(FILE, `${JSON.stringify(written, null, 2)}\n`);
}

/** Returns messages about unsafe patterns. `patterns` maps each pattern to its location. */
export function unsafe(patterns: ReadonlyMap<string, string>, judged: Verdicts): string[] {
  return [...patterns].flatMap(([pattern, at]) => {
    const verdict = judged[pattern];
    if (verdict === undefined)
      return [`${at}: ${pattern} has no verdict yet. Run node --import tsx test/structure/patterns.ts.`];
    return verdict === 'safe' || ACCEPTED.has(pattern) ? [] : [`${at}: ${pattern} is ${verdict}`];
  });
}

/** Runs recheck with npx, because the binaries of recheck are too large to be dependencies of the project. */
async function analyze(patterns: readonly string[]): Promise<Verdicts> {
  const running = promisify(exec)(RECHECK, { cwd: root, maxBuffer: 64 * 1024 ** 2 });
  running.child.stdin?.end(JSON.stringify(patterns));
  return JSON.parse((await running).stdout);
}

async function findPatterns(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  // `git ls-files` omits the generated reference, whose scripts read no external input except the reader's own text.
  const { stdout } = await promisify(execFile)('git', ['ls-files', ...FOLDERS], { cwd: root });
  for (const file of stdout.split('\n').filter((name) => /(?<!\.d)\.(ts|tsx|js)$/.test(name)))
    for (const [pattern, at] of patternsIn(await readFile(path.join(root, file), 'utf8'), file))
      if (!found.has(pattern)) found.set(pattern, at);
  return found;
}

/** Returns the regular expressions in source text, with `x` in place of each template placeholder. */
export function patternsIn(text: string, fileName: string): [pattern: string, at: string][] {
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const found: [string, string][] = [];

  function textOf(node: ts.Expression): string | null {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (!ts.isTemplateExpression(node)) return null;
    return node.head.text + node.templateSpans.map(({ literal }) => `x${literal.text}`).join('');
  }

  function visit(node: ts.Node): void {
    const at = () => `${fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) found.push([node.text, at()]);
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      const [source = null, flags = ''] = node.arguments?.map(textOf) ?? [];
      if (source !== null) found.push([`/${source}/${flags}`, at()]);
    }
    ts.forEachChild(node, visit);
  }
  visit(file);
  return found;
}

if (isMain(import.meta.url)) await writeVerdicts({ all: process.argv.includes('--all') });
