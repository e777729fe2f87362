import { type Contract, listOperations } from '../contract/openapi.ts';

export function renderServer(contract: Contract): string {
  const handlers = listOperations(contract).map(
    ({ method, path, operation: { operationId: id, summary } }) =>
      `  /** ${summary}: ${method.toUpperCase()} ${path} */\n` +
      `  ${id}(request: RequestOf<'${id}'>, context: Context): Promise<ResponseOf<'${id}'>>;\n`,
  );
  return `import type { components, operations } from './types.ts';

type Schemas = components['schemas'];

/** A problem that a handler returns. The server adds the type, title, and request ID. */
export interface ProblemStatement<Code = Schemas['ProblemCode']> {
  code: Code;
  detail: string;
  errors?: Schemas['Violation'][];
}

type ParametersOf<Op, Place extends string> = Op extends { parameters: { [P in Place]?: infer Values } }
  ? [NonNullable<Values>] extends [never]
    ? undefined
    : NonNullable<Values>
  : undefined;

/** JSON bodies are parsed and validated. Other bodies, and bodies with several media types, are passed as bytes. */
type BodyOf<Op> = Op extends { requestBody: { content: infer Content } }
  ? keyof Content extends 'application/json'
    ? Content[keyof Content]
    : Uint8Array
  : undefined;

/** The input of a handler. Parameters and a JSON body have passed the contract's validators. */
export type RequestOf<Id extends keyof operations> = OperationRequest<operations[Id]>;

interface OperationRequest<Op> {
  path: ParametersOf<Op, 'path'>;
  query: ParametersOf<Op, 'query'>;
  body: BodyOf<Op>;
  /** Original bytes of the body. */
  bytes: Uint8Array;
  /** Media type of the body, in lower case and without parameters; '' without a body. */
  mediaType: string;
  /** Warnings about names in a JSON body. The server adds these warnings to the response. */
  warnings: readonly Schemas['Warning'][];
}

type AnswerOf<Status, Answer> = Answer extends { content: { 'application/problem+json': { code: infer Code } } }
  ? { status: Status; problem: ProblemStatement<Code>; headers?: Record<string, string> }
  : Answer extends { content: { 'application/json': infer Body } }
    ? { status: Status; body: Body; headers?: Record<string, string>; warnings?: Schemas['Warning'][] }
    : { status: Status; headers?: Record<string, string> };

export type ResponseOf<Id extends keyof operations> = {
  [Status in keyof operations[Id]['responses']]: AnswerOf<Status, operations[Id]['responses'][Status]>;
}[keyof operations[Id]['responses']];

/** The handlers, one for each operation of the contract. \`Context\` is the server's data about the caller. */
export interface Handlers<Context> {
${handlers.join('\n')}}
`;
}
