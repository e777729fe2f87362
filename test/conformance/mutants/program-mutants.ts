import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { OperationId } from '../../../generated/operations.ts';
import { type CodeEdit, type Mutant, shown } from './mutant.ts';
import { IGNORED_CODE, IGNORED_PLACES, MUTATED_FOLDERS } from './program-exceptions.ts';
import { whyOf } from './score.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Change {
  operator: string;
  node: ts.Node;
  to: string;
}

export function programMutants(operations: readonly OperationId[]): Mutant[] {
  return MUTATED_FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`)
      .toSorted()
      .flatMap((file) => mutantsOf(file, readFileSync(path.join(root, file), 'utf8'), operations)),
  );
}

function mutantsOf(file: string, text: string, operations: readonly OperationId[]): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const names = new Map<string, number>();
  const changes: Change[] = [];
  const visit = (node: ts.Node): void => {
    if (isIgnored(node)) return;
    changes.push(...changesOf(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return changes.flatMap(({ operator, node, to }): Mutant | never[] => {
    const place = `${file} ${functionOf(node)}`;
    const ownName = ts.isPropertyAssignment(node) ? `.${node.name.getText()}` : '';
    if (whyOf(place + ownName, IGNORED_PLACES) !== undefined) return [];
    const from = node.getText();
    const kind: CodeEdit['kind'] = ts.isStatement(node) ? 'statement' : isMember(node) ? 'member' : 'expression';
    const base = `program: ${operator}: ${place}: ${shown(from)} -> ${shown(to)}`;
    const count = (names.get(base) ?? 0) + 1;
    names.set(base, count);
    return {
      name: count === 1 ? base : `${base} (${count})`,
      operator,
      pointer: file,
      before: shown(from),
      after: shown(to),
      operations,
      change: { code: { file, from, to, at: node.getStart(), kind } },
    };
  });
}

/** Returns the names of the surrounding functions and constants, joined with periods. */
function functionOf({ parent }: ts.Node): string {
  if (parent === undefined) return '';
  const isNamed =
    ts.isFunctionDeclaration(parent) ||
    ts.isVariableDeclaration(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isClassDeclaration(parent);
  const name = isNamed && parent.name !== undefined && ts.isMemberName(parent.name) ? parent.name.text : '';
  return [functionOf(parent), name].filter(Boolean).join('.');
}

/** Returns the text to insert before and after code, so that the execution of the code calls `reach(id)`. */
export function marked(kind: CodeEdit['kind'], id: number): [before: string, after: string] {
  if (kind === 'statement') return [`{reach(${id});`, '}'];
  return kind === 'member' ? [`...reach(${id}),`, ''] : [`(reach(${id}),(`, '))'];
}

/** Returns the text with a call of `reach(id)` at the syntax node of each edit. */
export function withMarks(text: string, edits: readonly (readonly [id: number, edit: CodeEdit])[]): string {
  const inserted = edits.flatMap(([id, { at, from, kind }]) => {
    const [before, after] = marked(kind, id);
    const end = at + from.length;
    // Order at one position: ends of inner nodes, ends of outer nodes, starts of outer nodes, starts of inner nodes.
    return [
      { at, order: 1, rank: [-end, id], text: before },
      { at: end, order: 0, rank: [-at, -id], text: after },
    ];
  });
  inserted.sort((one, other) => one.at - other.at || one.order - other.order || compared(one.rank, other.rank));
  let code = '';
  let done = 0;
  for (const { at, text: more } of inserted) {
    code += text.slice(done, at) + more;
    done = at;
  }
  return code + text.slice(done);
}

const compared = ([a = 0, b = 0]: number[], [c = 0, d = 0]: number[]) => a - c || b - d;

const isMember = (node: ts.Node) => ts.isObjectLiteralElement(node);

/** Returns true for a node that mutants must not change, such as a type, because no client can notice the change. */
function isIgnored(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTaggedTemplateExpression(node)) return true;
  // Skips messages (strings that end with a period), because the contract does not define the wording of messages.
  if (ts.isStringLiteral(node) && / .*\.$/s.test(node.text)) return true;
  const isNamed = ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isThrowStatement(node);
  if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) return isIgnored(node.expression);
  const name = isNamed ? node.expression?.getText() : ts.isPropertyAssignment(node) ? node.name.getText() : undefined;
  return name !== undefined && whyOf(name, IGNORED_CODE) !== undefined;
}

const SHIFTED: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
};
const SWAPPED: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
  [ts.SyntaxKind.AsteriskToken]: '/',
  [ts.SyntaxKind.SlashToken]: '*',
};
/** Methods whose call a mutant can remove, because the result has the same type as the object. */
const REMOVABLE =
  /^(filter|slice|sort|toSorted|reverse|toReversed|trim|toLowerCase|replace|replaceAll|where|whereRef|orderBy|limit)$/;
const EXCHANGED: Readonly<Record<string, string>> = { some: 'every', every: 'some' };
/** Comparison operators and sort orders of database queries, each with its replacement in a mutant. */
const OPPOSITES: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '=': '<>',
  desc: 'asc',
};

function changesOf(node: ts.Node): Change[] {
  const change = (operator: string, to: string, at = node): Change => ({ operator, node: at, to });
  if ((ts.isIfStatement(node) || ts.isWhileStatement(node)) && !ts.isPrefixUnaryExpression(node.expression))
    return [change('condition negated', `!(${node.expression.getText()})`, node.expression)];
  if (ts.isConditionalExpression(node)) {
    const [yes, no] = [node.whenTrue, node.whenFalse].map((one) => one.getText());
    return [change('alternatives exchanged', `${node.condition.getText()} ? ${no} : ${yes}`)];
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [change('condition negated', `Boolean(${node.operand.getText()})`)];
  if (ts.isBinaryExpression(node)) return ofBinary(node);
  if (ts.isNumericLiteral(node) && isValue(node)) {
    const value = Number(node.text);
    return [
      change('number changed', String(value + 1)),
      ...(value > 0 ? [change('number changed', `${value - 1}`)] : []),
    ];
  }
  if (ts.isStringLiteral(node) && isValue(node)) {
    const opposite = Object.hasOwn(OPPOSITES, node.text) ? OPPOSITES[node.text] : undefined;
    if (isOfQuery(node)) return opposite === undefined ? [] : [change('query changed', `'${opposite}'`)];
    return [change('string changed', JSON.stringify(node.text === '' ? 'x' : node.text.slice(0, -1)))];
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [change('boolean flipped', 'false')];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [change('boolean flipped', 'true')];
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return ofMethod(node, node.expression);
  if (ts.isExpressionStatement(node) && ts.isBlock(node.parent)) return [change('statement removed', ';')];
  if (ts.isReturnStatement(node) && node.expression !== undefined) return ofReturn(node, node.expression);
  if ((ts.isPropertyAssignment(node) || ts.isSpreadAssignment(node)) && isOfResult(node))
    return [change('property removed', '...{}')];
  return [];
}

function ofBinary(node: ts.BinaryExpression): Change[] {
  const [left, right] = [node.left.getText(), node.right.getText()];
  const { kind } = node.operatorToken;
  const shifted = SHIFTED[kind];
  if (shifted !== undefined) return [{ operator: 'comparison shifted', node, to: `${left} ${shifted} ${right}` }];
  if (kind === ts.SyntaxKind.QuestionQuestionToken) return [{ operator: 'default used', node, to: right }];
  const swapped = SWAPPED[kind];
  // Skips `+` between strings, because `-` is not meaningful for strings.
  const isText = kind === ts.SyntaxKind.PlusToken && /['"`]/.test(left + right);
  return swapped === undefined || isText
    ? []
    : [{ operator: 'operator swapped', node, to: `(${left}) ${swapped} (${right})` }];
}

function ofMethod(node: ts.CallExpression, { expression, name }: ts.PropertyAccessExpression): Change[] {
  // Skips a call in an optional chain (`a?.b()`), because removing only the call would break the chain.
  if ((node.flags & ts.NodeFlags.OptionalChain) !== 0) return [];
  const object = expression.getText();
  const exchanged = Object.hasOwn(EXCHANGED, name.text) ? EXCHANGED[name.text] : undefined;
  if (REMOVABLE.test(name.text)) return [{ operator: 'call removed', node, to: object }];
  if (exchanged === undefined) return [];
  const given = node.arguments.map((each) => each.getText()).join(', ');
  return [{ operator: 'quantifier exchanged', node, to: `${object}.${exchanged}(${given})` }];
}

/** Replaces the returned value with null if the return type permits null, and otherwise with `false` or `[]`. */
function ofReturn(node: ts.ReturnStatement, expression: ts.Expression): Change[] {
  let owner: ts.Node = node;
  while (!ts.isFunctionLike(owner) && owner.parent !== undefined) owner = owner.parent;
  const type = ts.isFunctionLike(owner) ? (owner.type?.getText() ?? '') : '';
  const value = /\bnull\b/.test(type)
    ? 'null'
    : /^(Promise<)?boolean>?$/.test(type)
      ? 'false'
      : /\[\]>?$/.test(type)
        ? '[]'
        : '';
  const isSame = value === '' || expression.getText() === value;
  return isSame ? [] : [{ operator: 'result dropped', node, to: `return ${value};` }];
}

/** Returns false for a literal that is a property name, a module name, or the default in `?? -1`. */
const isValue = (node: ts.Node) =>
  !/\?\? -1$/.test(node.parent.parent.getText()) &&
  !(ts.isPropertyAssignment(node.parent) && node.parent.name === node) &&
  !ts.isElementAccessExpression(node.parent) &&
  !(ts.isCallExpression(node.parent) && node.parent.expression.kind === ts.SyntaxKind.ImportKeyword);

/** Returns true if the string is an argument of a query builder, such as a table, a column, or an operator. */
function isOfQuery(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isArrayLiteralExpression(parent)) return isOfQuery(parent);
  if (!ts.isCallExpression(parent)) return false;
  return /(^|\.)(select\w*|where\w*|orderBy|join|on|onRef|\w+Join|insertInto|updateTable|deleteFrom|returning|as|eb|ref\w*|columns?|and|or|insertRows|lit)$/.test(
    parent.expression.getText().replace(/<.*$/s, ''),
  );
}

/** Returns true if the property belongs to an object that is a result, an argument, or part of another object. */
function isOfResult({ parent }: ts.Node): boolean {
  const owner = parent.parent;
  return (
    ts.isReturnStatement(owner) ||
    ts.isPropertyAssignment(owner) ||
    ts.isParenthesizedExpression(owner) ||
    ts.isCallExpression(owner)
  );
}
