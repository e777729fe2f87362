import type { OperationId } from '../generated/operations.ts';
import type { RequestOf, ResponseOf } from '../generated/server.ts';
import type { Call } from '../server/http/caller.ts';

/** The body of an operation's successful response. */
export type SuccessOf<Id extends OperationId> = Extract<
  ResponseOf<Id>,
  { status: 200 | 201 | 202; body: unknown }
>['body'];

/** The mock's result for a valid request: the server's own refusal, or a function that adapts an example to it. */
export type Adapted<Id extends OperationId> =
  | { refusal: ResponseOf<Id> }
  | {
      adapt(example: SuccessOf<Id>): SuccessOf<Id> | Promise<SuccessOf<Id>>;
      /** Those that depend on the body; the others are the example's. */
      headers?(body: SuccessOf<Id>): Record<string, string>;
    };

/** How operations adapt their success example to the request. Operations without an entry return the example. */
export type Adaptations = {
  [Id in OperationId]?: (request: RequestOf<Id>, call: Call) => Adapted<Id> | Promise<Adapted<Id>>;
};

/** An entry for each requested item, in their order: cycles through the examples and adapts each to its item. */
export function cycleExamples<Entry, Asked>(
  examples: readonly Entry[],
  asked: readonly Asked[],
  adapt: (example: Entry, asked: Asked) => Entry,
): Entry[] {
  return asked.flatMap((one, index) => {
    const example = examples[index % examples.length];
    return example === undefined ? [] : [adapt(example, one)];
  });
}
