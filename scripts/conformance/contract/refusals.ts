import type { Justified, OperationId } from '../types.ts';
import { type ContractIndex, isSigned } from './contract-index.ts';

/** What is usually answered, where a contract has no catalogue of problems. */
const USUAL = {
  malformed_json: [400, 422],
  validation_failed: [422, 400],
  unsupported_media_type: [415, 400, 422],
  payload_too_large: [413],
  unauthenticated: [401, 403],
  insufficient_scope: [403],
  not_found: [404],
  invalid_upload_link: [403],
} satisfies Record<string, number[]>;

/** What a client's fault may be answered with: any of them. */
export function refusals(contract: ContractIndex, operation: OperationId, code: keyof typeof USUAL): Justified[] {
  const problem = contract.problems?.[code];
  if (problem !== undefined) return [{ status: problem.status, code }];
  const documented = USUAL[code].filter((status) => contract.answerOf(operation, status) !== undefined);
  return (documented.length > 0 ? documented : USUAL[code]).map((status) => ({ status }));
}

/** What an operation answers at an address at which there is nothing: a signed link is then a wrong one. */
export function nothingThere(contract: ContractIndex, operation: OperationId): Justified {
  const code = isSigned(contract, operation) ? 'invalid_upload_link' : 'not_found';
  const [first = { status: 404 }] = refusals(contract, operation, code);
  return first;
}
