import { type OperationId, operations } from '../../../generated/operations.ts';

/** Returns the `Location` header (RFC 9110, section 10.2.2) of a resource that the operation `reading` returns. */
export const locationOf = (baseUrl: string, reading: OperationId, id: string) => ({
  Location: baseUrl + operations[reading].path.replace('{id}', encodeURIComponent(id)),
});
