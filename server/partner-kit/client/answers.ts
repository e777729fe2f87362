import type { FetchResponse } from 'openapi-fetch';
import type { OperationId } from '../../../generated/operations.ts';
import type { operations } from '../../../generated/types.ts';
import { type AnyProblem, PartnerApiError } from './errors.ts';

/** What an operation comes to: `data` when it succeeded, else `error`, the documented problem; and the `Response`. */
export type Answer<Id extends OperationId> = FetchResponse<operations[Id], unknown, `${string}/${string}`>;

/** The documented problems of an operation, to be told apart by `code`. */
export type OperationProblem<Id extends OperationId> = NonNullable<Answer<Id>['error']>;

type AnyAnswer = { data?: unknown; error?: unknown; response: Response };
type DataOf<Given> = Extract<Given, { error?: undefined }> extends { data: infer Data } ? Data : undefined;

/**
 * The data of an answer, for those who would rather have an exception: rejects with `PartnerApiError` when the service
 * refused.
 *
 * @example
 * const { redirect_uri } = await unwrap(client.addEducation({ body }));
 */
export async function unwrap<Given extends AnyAnswer>(answer: Given | PromiseLike<Given>): Promise<DataOf<Given>> {
  const { data, error, response } = await answer;
  if (!response.ok) throw new PartnerApiError(error as AnyProblem, response);
  return data as DataOf<Given>;
}
