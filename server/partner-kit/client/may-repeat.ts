import { type OperationId, operations } from '../../../generated/operations.ts';

/** Whether this request, sent twice, does no more than sent once. `body` is the JSON text that it carries. */
export function mayRepeat(operation: OperationId, body: string): boolean {
  const { idempotent } = operations[operation];
  if (typeof idempotent === 'boolean') return idempotent;
  try {
    return typeof Object(JSON.parse(body))[idempotent.member] === 'string';
  } catch {
    return false;
  }
}
