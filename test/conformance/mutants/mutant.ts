import type { OperationId } from '../../../generated/operations.ts';
import type { Behaviour } from './behaviour/proxy.ts';
import type { AnswerChange } from './mutate-answer.ts';

/** One change of a JSON document: replaces the value at a pointer (RFC 6901) with `after`, or removes it when undefined. */
export interface Edit {
  pointer: string;
  after: unknown;
}

/** A change of the server's code. */
export interface CodeEdit {
  /** Path relative to the project's folder. */
  file: string;
  /** Text to replace, which occurs once in the file. */
  from: string;
  to: string;
}

/**
 * A server that breaks one rule of the contract. It has an edited contract, changed responses, changed code, or a proxy
 * in front of it.
 */
export interface Mutant {
  /** Unique and stable name: the operator, the place and a suffix that distinguishes mutants of the same place. */
  name: string;
  /** Kind of the change. */
  operator: string;
  /** Pointer in the contract, or path of the file. */
  pointer: string;
  /** Old and new value, shortened for display. */
  before: string;
  after: string;
  /** Operations whose requests or responses can show the change. */
  operations: readonly OperationId[];
  change: { contract: Edit } | { answer: AnswerChange } | { code: CodeEdit } | { behaviour: Behaviour };
}

/** A change that no client can notice. */
export interface Equivalent {
  name: string;
  operator: string;
  reason: string;
}

const SHOWN = 100;

/** Returns a JSON value in one line, shortened. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN / 2 - 2)} ... ${text.slice(2 - SHOWN / 2)}`;
}
