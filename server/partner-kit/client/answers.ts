import type { Client, FetchResponse } from 'openapi-fetch';
import type { createContractClient } from '../../../generated/client.ts';
import type { OperationId, problems } from '../../../generated/operations.ts';
import type { components, operations, paths } from '../../../generated/types.ts';
import { PartnerApiError } from './errors.ts';

type Schemas = components['schemas'];
type Catalogue = typeof problems;

/** The problems that have this status in the catalogue, to be told apart by `code`. */
export type ProblemOf<Status> = {
  [Code in keyof Catalogue]: Catalogue[Code]['status'] extends Status ? ProblemWith<Code> : never;
}[keyof Catalogue];

type ProblemWith<Code extends keyof Catalogue> = Omit<Schemas['Problem'], 'code' | 'status'> & {
  code: Code;
  status: Catalogue[Code]['status'];
} & (Code extends 'validation_failed' ? { errors: Schemas['Violation'][] } : unknown);

type WithProblems<Operation> = Operation extends { responses: infer Responses }
  ? Omit<Operation, 'responses'> & {
      responses: {
        [Status in keyof Responses]: Responses[Status] extends {
          content: { 'application/problem+json': unknown };
        }
          ? Omit<Responses[Status], 'content'> & {
              content: { 'application/problem+json': ProblemOf<Status> };
            }
          : Responses[Status];
      };
    }
  : Operation;

/** The contract's paths, each documented problem being those that its status can have. */
export type PartnerPaths = {
  [Path in keyof paths]: { [Method in keyof paths[Path]]: WithProblems<paths[Path][Method]> };
};

type ContractClient = ReturnType<typeof createContractClient>;

/** What an operation comes to: `data` when it succeeded, else `error`, the documented problem; and the `Response`. */
export type Answer<Id extends OperationId> = FetchResponse<
  WithProblems<operations[Id]>,
  unknown,
  `${string}/${string}`
>;

/** The documented problems of an operation. */
export type OperationProblem<Id extends OperationId> = NonNullable<Answer<Id>['error']>;

/** Every operation by its operationId, and by its path under `http`. */
export type PartnerOperations = {
  [Id in OperationId]: (...init: Parameters<ContractClient[Id]>) => Promise<Answer<Id>>;
} & { http: Client<PartnerPaths> };

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
  if (!response.ok) throw new PartnerApiError(error, response);
  return data as DataOf<Given>;
}
