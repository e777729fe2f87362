import type { OperationId } from '../../../generated/operations.ts';
import type { AnswerChange } from './mutate-answer.ts';

/** Edit of a JSON document: replaces the value at `pointer` with `after`, or removes it if `after` is undefined. */
export interface Edit {
  pointer: string;
  after: unknown;
}

export interface CodeEdit {
  /** Path relative to the project's folder. */
  file: string;
  /** Original code: a syntax node of the kind `kind` that starts at the position `at` in the file. */
  from: string;
  to: string;
  at: number;
  kind: 'expression' | 'statement' | 'member';
}

/** A server that breaks one rule of the contract. It has an edited contract, changed responses, or changed code. */
export interface Mutant {
  /** Unique, stable name: the operator, the location, and a suffix that distinguishes mutants at the same location. */
  name: string;
  /** Mutation operator: the kind of change. */
  operator: string;
  /** JSON Pointer into the contract, or path of the changed file. */
  pointer: string;
  /** Old and new value, shortened for display. */
  before: string;
  after: string;
  /** Operations whose requests or responses can reveal the change. */
  operations: readonly OperationId[];
  change: { contract: Edit } | { answer: AnswerChange } | { code: CodeEdit };
}

const SHOWN = 100;

/** Returns a JSON value as one line, shortened if it is too long. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN / 2 - 2)} ... ${text.slice(2 - SHOWN / 2)}`;
}
