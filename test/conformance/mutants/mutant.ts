import type { OperationId } from '../../../generated/operations.ts';
import type { Behaviour } from './behaviour/proxy.ts';
import type { AnswerChange } from './mutate-answer.ts';

/** One change of a JSON document: what a pointer (RFC 6901) leads to becomes `after`; undefined: it is gone. */
export interface Edit {
  pointer: string;
  after: unknown;
}

/** One change of the server's code. */
export interface CodeEdit {
  /** From the project's folder. */
  file: string;
  /** Stands there once. */
  from: string;
  to: string;
}

/**
 * A server that breaks one rule of the contract: generated from a contract with one edit, with its answers changed, with
 * its code, or behind a proxy that behaves otherwise.
 */
export interface Mutant {
  /** Unique, and the same from run to run: the operator, the place, and what tells it from others there. */
  name: string;
  /** What kind of change it is. */
  operator: string;
  /** Where in the contract, or the file. */
  pointer: string;
  /** What stands there and what it becomes, shortened for people. */
  before: string;
  after: string;
  /** Those whose requests or answers the change can show in. */
  operations: readonly OperationId[];
  change: { contract: Edit } | { answer: AnswerChange } | { code: CodeEdit } | { behaviour: Behaviour };
}

/** A change that is no mutant, since no client can tell the server from the true one. */
export interface Equivalent {
  name: string;
  operator: string;
  reason: string;
}

const SHOWN = 100;

/** A JSON value in one line, shortened. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN / 2 - 2)} ... ${text.slice(2 - SHOWN / 2)}`;
}
