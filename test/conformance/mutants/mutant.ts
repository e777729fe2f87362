import type { OperationId } from '../../../generated/operations.ts';
import type { AnswerChange } from './mutate-answer.ts';

/** Replaces the value at `pointer` with `after`, or removes the value if `after` is undefined. */
export interface Edit {
  pointer: string;
  after: unknown;
}

export interface CodeEdit {
  file: string;
  /** Original code, which starts at the position `at` in the file. */
  from: string;
  to: string;
  at: number;
  kind: 'expression' | 'statement' | 'member';
}

/** A server that breaks one rule of the contract, through an edited contract, changed responses, or changed code. */
export interface Mutant {
  /** Unique, stable name: the operator, the location, and a suffix that distinguishes mutants at the same location. */
  name: string;
  operator: string;
  /** JSON Pointer into the contract, or path of the changed file. */
  pointer: string;
  /** Old value, shortened for display. `after` is the new value. */
  before: string;
  after: string;
  /** Operations whose requests or responses can reveal the change. */
  operations: readonly OperationId[];
  change: { contract: Edit } | { answer: AnswerChange } | { code: CodeEdit };
}

const MAX_SHOWN = 100;

export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN / 2 - 2)} ... ${text.slice(2 - MAX_SHOWN / 2)}`;
}
