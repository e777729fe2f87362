import { itemsOf, type Json, memberOf } from '../../contract/json.ts';
import type { ExpectedViolation, JustifiedResponse, OperationId } from '../kit-types.ts';
import { type ContractIndex, isSigned } from './contract-index.ts';

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

/** Codes of errors that a server does not have to report: it can, for example, parse a body without a media type. */
const TOLERATED: readonly string[] = ['malformed_json', 'unsupported_media_type', 'payload_too_large'];

export function refusals(contract: ContractIndex, id: OperationId, code: keyof typeof USUAL): JustifiedResponse[] {
  const problem = contract.problems?.[code];
  if (problem !== undefined) return [{ status: problem.status, code }];
  const documented = USUAL[code].filter((status) => contract.answerOf(id, status) !== undefined);
  const any4xx = Array.from({ length: 100 }, (_, i) => 400 + i);
  const isTolerated = TOLERATED.includes(code);
  const statuses = documented.length === 0 ? any4xx : isTolerated ? USUAL[code] : documented;
  return statuses.map((status) => ({ status, isTolerated }));
}

/** Returns the documented errors that depend on the state of the target; none if the contract has a problem catalog. */
export function stateResponses({ problems, statusesOf }: ContractIndex, operation: OperationId): JustifiedResponse[] {
  if (problems !== undefined) return [];
  const documented = statusesOf(operation).map((status) => ({ status: Number(status) }));
  return documented.filter(({ status }) => [402, 409, 410, 412, 423, 424, 428, 429].includes(status));
}

/** Returns the response for a missing resource or, if the operation requires a signed link, for an invalid link. */
export function missingResourceResponse(contract: ContractIndex, operation: OperationId): JustifiedResponse {
  const code = isSigned(contract, operation) ? 'invalid_upload_link' : 'not_found';
  const all = refusals(contract, operation, code);
  return all.find(({ status }) => status === 404) ?? all[0] ?? { status: 404 };
}

/** Returns the violations that a response lists. Omits the messages, which the contract does not prescribe. */
export const violationsIn = (body: Json): ExpectedViolation[] =>
  itemsOf(memberOf(body, 'errors')).map((each) => ({
    pointer: String(memberOf(each, 'pointer')),
    code: String(memberOf(each, 'code')),
  }));
