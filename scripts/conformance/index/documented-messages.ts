import {
  type Contract,
  type Header,
  type MediaType,
  type Operation,
  type Response,
  resolve,
  type Schema,
} from '../../contract/openapi.ts';
import { objectOf, parametersSchema } from '../../contract/parameters.ts';
import { type Validate, validatorFor } from '../validators/schema-validator.ts';

export interface DocumentedResponse {
  /** Status as written in the contract: `200`, `2XX`, or `default`. */
  status: string;
  headers: Validate;
  headerSchemas: Readonly<Record<string, Schema>>;
  /** Validators for the body, keyed by media type; empty for a response without a body. */
  bodies: Readonly<Record<string, Validate>>;
}

/** Returns the validators for the parts of a request: `path`, `query`, and each media type of the body. */
export function requestValidators(contract: Contract, operation: Operation): ReadonlyMap<string, Validate> {
  const bodies = Object.entries(operation.requestBody?.content ?? {}).map(
    ([type, { schema }]) => [type, schema] as const,
  );
  const parameters = (['path', 'query'] as const).map(
    (place) => [place, parametersSchema(contract, operation, place)] as const,
  );
  return new Map(
    [...bodies, ...parameters].flatMap(([part, schema]) =>
      schema === undefined ? [] : [[part, validatorFor(contract, schema)]],
    ),
  );
}

/** Returns the documented responses, keyed by status. */
export const documentedResponses = (
  contract: Contract,
  { responses }: Operation,
): ReadonlyMap<string, DocumentedResponse> =>
  new Map(
    Object.entries(responses).map(([status, reference]) => {
      const { headers = {}, content = {} } = resolve<Response>(contract, reference);
      const named = Object.entries(headers).map(
        ([name, header]) => [name.toLowerCase(), resolve<Header>(contract, header)] as const,
      );
      const bodies = Object.entries<MediaType>(content).map(([type, { schema = {} }]) => [
        type,
        validatorFor(contract, schema),
      ]);
      return [
        status,
        {
          status,
          headers: validatorFor(contract, objectOf(named)),
          headerSchemas: Object.fromEntries(named.map(([name, { schema = {} }]) => [name, schema])),
          bodies: Object.fromEntries(bodies),
        },
      ];
    }),
  );
