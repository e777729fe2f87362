import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';

/** A regular expression, and where it stands. */
export interface Pattern {
  at: string;
  source: string;
  flags: string;
}

/** The code whose patterns meet what others send, and the code that makes the project. */
const FOLDERS = ['server', 'mock', 'scripts', 'spec/rules', 'generated'];

/** Every pattern of the contract and of the code, once each. */
export async function findPatterns(root: string): Promise<Pattern[]> {
  const contract = JSON.parse(await readFile(path.join(root, 'generated/openapi.json'), 'utf8'));
  const files = (await Promise.all(FOLDERS.map((folder) => sourcesIn(path.join(root, folder))))).flat().sort();
  const inCode = await Promise.all(
    files.map(async (file) => patternsIn(await readFile(file, 'utf8'), path.relative(root, file))),
  );
  const found = new Map<string, Pattern>();
  for (const pattern of [...patternsOf(contract), ...inCode.flat()])
    if (!found.has(written(pattern))) found.set(written(pattern), pattern);
  return [...found.values()];
}

/** As in code. */
export const written = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>) => `/${source}/${flags}`;

async function sourcesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && /(?<!\.d)\.(ts|tsx|js)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** JSON Schema, section 6.3.3: validators read them with `u`. */
function patternsOf(value: unknown, at = 'generated/openapi.json'): Pattern[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'pattern' && typeof member === 'string' ? [{ at, source: member, flags: 'u' }] : patternsOf(member, at),
  );
}

/**
 * The patterns in a file: literals, and `new RegExp` of texts that the file has. What is known at run time only stands
 * as one letter in them, and is left out where there is nothing else.
 */
export function patternsIn(text: string, at: string): Pattern[] {
  const file = ts.createSourceFile(at, text, ts.ScriptTarget.Latest, true);
  const constants = new Map<string, ts.Expression>();
  const found: Pattern[] = [];

  function textOf(node: ts.Expression): string | null {
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isRegularExpressionLiteral(node)) return sourceOf(node.text);
    if (ts.isParenthesizedExpression(node)) return textOf(node.expression);
    if (ts.isPropertyAccessExpression(node)) return node.name.text === 'source' ? textOf(node.expression) : null;
    if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.map((span) => (textOf(span.expression) ?? UNKNOWN) + span.literal.text);
      return node.head.text + spans.join('');
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
      return (textOf(node.left) ?? UNKNOWN) + (textOf(node.right) ?? UNKNOWN);
    const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
    return constant === undefined ? null : textOf(constant);
  }

  function visit(node: ts.Node): void {
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const note = (source: string, flags: string) => found.push({ at: `${at}:${line}`, source, flags });
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined)
      constants.set(node.name.text, node.initializer);
    if (ts.isRegularExpressionLiteral(node)) note(sourceOf(node.text), node.text.slice(node.text.lastIndexOf('/') + 1));
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      const [source = null, flags = ''] = node.arguments?.map(textOf) ?? [];
      if (source !== null) note(source, flags ?? '');
    }
    ts.forEachChild(node, visit);
  }
  visit(file);
  return found;
}

const UNKNOWN = 'x';

const sourceOf = (literal: string) => literal.slice(1, literal.lastIndexOf('/'));
