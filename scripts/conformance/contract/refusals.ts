import type { JustifiedResponse, OperationId } from '../types.ts';
import { type ContractIndex, isSigned } from './contract-index.ts';

/** Usual statuses for each problem code, for a contract without a problem catalog. */
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

/** Returns the permitted responses to a client error. */
export function refusals(contract: ContractIndex, operation: OperationId, code: keyof typeof USUAL) {
  const problem = contract.problems?.[code];
  if (problem !== undefined) return [{ status: problem.status, code }];
  const documented = USUAL[code].filter((status) => contract.answerOf(operation, status) !== undefined);
  return (documented.length > 0 ? documented : USUAL[code]).map((status) => ({ status }));
}

/** Returns the response for a missing resource. A signed link to a missing resource counts as an invalid link. */
export function missingResourceResponse(contract: ContractIndex, operation: OperationId): JustifiedResponse {
  const code = isSigned(contract, operation) ? 'invalid_upload_link' : 'not_found';
  const [first = { status: 404 }] = refusals(contract, operation, code);
  return first;
}
