import type { OperationId } from '../generated/operations.ts';
import type { RequestOf, ResponseOf } from '../generated/server.ts';
import type { Call } from '../server/http/caller.ts';

/** The body of the answer that an operation gives when all is well. */
export type SuccessOf<Id extends OperationId> = Extract<
  ResponseOf<Id>,
  { status: 200 | 201 | 202; body: unknown }
>['body'];

/** What the mock makes of a request that keeps the contract: the server's own refusal, or how an example becomes the answer to it. */
export type Adapted<Id extends OperationId> =
  | { refusal: ResponseOf<Id> }
  | { adapt(example: SuccessOf<Id>): SuccessOf<Id> | Promise<SuccessOf<Id>> };

/** How operations adapt the example of their success to the request. An operation that is not there answers the example. */
export type Adaptations = {
  [Id in OperationId]?: (request: RequestOf<Id>, call: Call) => Adapted<Id> | Promise<Adapted<Id>>;
};

/** An entry for each thing asked for, in that order: the examples in turn, each adapted to what is asked. */
export function inTurn<Entry, Asked>(
  examples: readonly Entry[],
  asked: readonly Asked[],
  adapt: (example: Entry, asked: Asked) => Entry,
): Entry[] {
  return asked.flatMap((one, index) => {
    const example = examples[index % examples.length];
    return example === undefined ? [] : [adapt(example, one)];
  });
}
