import { readFile } from 'node:fs/promises';
import type { OperationId } from '../generated/operations.ts';
import type { DocumentedAnswer } from './prefer.ts';

/** A response made from the contract's examples. */
export interface ExampleAnswer {
  /** Undefined when the response has no content. */
  body: unknown;
  /** The headers that the contract requires for this status. */
  headers: Record<string, string>;
}

/** The responses that the contract documents, as its examples have them. */
export interface Answers {
  documented(id: OperationId): readonly DocumentedAnswer[];
  /** The documented response with this status, from the named example or else the first one. */
  answer(id: OperationId, status: number, example: string | undefined): ExampleAnswer | Promise<ExampleAnswer>;
}

/** Makes them from the contract in a file. */
export type LoadAnswers = (contract: URL) => Promise<Answers>;

type Json = Readonly<Record<string, unknown>>;
type ByName<T> = Readonly<Record<string, T>>;

/** What the mock reads of an answer of the contract. */
interface Documented {
  headers?: ByName<Json>;
  content?: ByName<{ examples?: ByName<Json> }>;
}

/** Reads them in the contract, for who has no Prism: a test holds each to what Prism makes of it. */
export async function loadAnswers(file: URL): Promise<Answers> {
  const contract = JSON.parse(await readFile(file, 'utf8'));
  function resolve<T>(value: Json): T {
    const { $ref } = value;
    if (typeof $ref !== 'string') return value as T;
    return resolve(
      $ref
        .split('/')
        .slice(1)
        .reduce((at, name) => at[name], contract),
    );
  }
  const read = (given: Json) => {
    const { headers = {}, content = {} } = resolve<Documented>(given);
    const [{ examples = {} } = {}] = Object.values(content);
    // An optional header has a special meaning (`Idempotent-Replayed`) that does not hold here.
    const required = Object.entries(headers).flatMap(([name, header]) => {
      const { required, example } = resolve<{ required?: boolean; example?: unknown }>(header);
      return required ? [[name, String(example)]] : [];
    });
    const bodies = Object.entries(examples).map(([name, each]) => [name, resolve<Json>(each)['value']] as const);
    return { headers: Object.fromEntries(required), bodies: new Map(bodies) };
  };
  const methods = Object.values<ByName<{ operationId: string; responses: ByName<Json> }>>(contract.paths);
  const operations = new Map(
    methods
      .flatMap((each) => Object.values(each))
      .map(({ operationId, responses }) => [
        operationId,
        new Map(
          Object.entries(responses)
            .filter(([status]) => status !== 'default')
            .map(([status, response]) => [Number(status), read(response)]),
        ),
      ]),
  );

  return {
    documented: (id) =>
      [...(operations.get(id) ?? [])].map(([status, { bodies }]) => ({ status, examples: [...bodies.keys()] })),

    answer(id, status, example) {
      const documented = operations.get(id)?.get(status);
      if (documented === undefined) throw new TypeError(`The contract has no answer ${status} of ${id}`);
      const { headers, bodies } = documented;
      return { headers, body: example === undefined ? bodies.values().next().value : bodies.get(example) };
    },
  };
}
