import { addressPattern, type ContractIndex, type ContractLink, isEnd, isLast } from '../contract/contract-index.ts';
import { evaluate } from '../contract/expression.ts';
import { sampleOf } from '../contract/samples.ts';
import type { Answer, CaseRequest, OperationId, SentRequest } from '../types.ts';
import { type Author, bodyWithAsset } from './sound-bodies.ts';

/** Where a request goes: the values of its parameters. */
export interface Place {
  path: Readonly<Record<string, string>>;
  query: readonly (readonly [string, string])[];
  /** Made from examples of the contract: nothing may be there. */
  isMadeUp?: boolean;
}

/** A request that made something, and its answer. */
export interface Made {
  sent: SentRequest;
  answer: Answer;
}

/** How a partner asks for what is needed. */
export interface Requester extends Author {
  /** Sends a request that must succeed. Rejects when it does not. */
  succeed(operation: OperationId, request?: CaseRequest): Promise<Made>;
  /** Sends a request that may be refused. */
  attempt(operation: OperationId, request?: CaseRequest): Promise<Made>;
}

/** The resources that a request needs, made by following the contract's links (OpenAPI 3.1, Link Object). */
export interface Resources {
  /** The address of something that exists. What an operation ends is shared with no other operation. */
  placeFor(operation: OperationId, mediaType: string): Promise<Place>;
  /**
   * After a success: deletes what the request made, where a link leads to an operation that does; forgets what it
   * deleted.
   */
  settle(made: Made): Promise<void>;
  /** What is wrong with where an answer says that what it made can be read (`Location`): a link leads there too. */
  locationDepartures(made: Made): string[];
  /** Where a link leads after an exchange, which counts as followed; null where the answer has nothing to follow. */
  follow(link: ContractLink, made: Made): Place | null;
  followed(): ReadonlySet<ContractLink>;
  /** Ends what is shared. */
  discardAll(): Promise<void>;
}

export function createResources(requester: Requester): Resources {
  const { contract } = requester;
  const { links, operationOf, shapeOf } = contract;
  const shared = new Map<string, Promise<Made>>();

  function produce(operation: OperationId, assetType: string | undefined): Promise<Made> {
    return requester.succeed(
      operation,
      assetType === undefined ? {} : { body: { json: bodyWithAsset(requester, operation, assetType) } },
    );
  }

  const followed = new Set<ContractLink>();

  function behind(link: ContractLink, made: Made): Place {
    followed.add(link);
    return placeBehind(link, operationOf(link.to).path, made);
  }

  async function end(made: Made): Promise<void> {
    const link = links.find(({ from, to }) => from === made.sent.operation && isEnd(contract, to));
    if (link !== undefined) await requester.succeed(link.to, behind(link, made));
  }

  return {
    async placeFor(operation, mediaType) {
      const link = links.find(({ from, to }) => to === operation && from !== operation);
      if (link === undefined) return placeOfExamples(contract, operation);
      const assetType = operationOf(operation).operation.requestBody?.content[mediaType]?.['x-asset-type'];
      const key = isLast(contract, operation) ? operation : `${link.from} ${assetType}`;
      const made = shared.get(key) ?? produce(link.from, assetType);
      shared.set(key, made);
      return behind(link, await made);
    },
    async settle(made) {
      // What it was sent to is not there any more, or is done with.
      if (isLast(contract, made.sent.operation)) shared.delete(made.sent.operation);
      await end(made);
    },
    locationDepartures(made) {
      const location = made.answer.headers.get('location');
      const isReading = ({ from, to }: ContractLink) =>
        from === made.sent.operation && shapeOf(to).method === 'GET' && shapeOf(to).path.includes('{');
      const link = links.find(isReading);
      if (location === null || link === undefined) return [];
      const { path } = placeBehind(link, operationOf(link.to).path, made);
      const wanted = shapeOf(link.to).path.replace(/\{(\w+)\}/g, (_, name) => path[name] ?? '');
      const given = URL.canParse(location) ? decodeURIComponent(new URL(location).pathname) : '';
      return given.endsWith(wanted) ? [] : [`Location must lead to ${link.to}, as the link of the contract does.`];
    },
    follow(link, made) {
      const leadsOn = Object.values(link.parameters).every((each) => (evaluate(each, made) ?? null) !== null);
      return leadsOn ? behind(link, made) : null;
    },
    followed: () => followed,
    async discardAll() {
      const all = await Promise.allSettled(shared.values());
      shared.clear();
      for (const made of all) if (made.status === 'fulfilled') await end(made.value);
    },
  };
}

/** The required parameters as the contract exemplifies them. */
function placeOfExamples({ document, parametersOf }: ContractIndex, operation: OperationId): Place {
  const wanted = parametersOf(operation).filter(({ required }) => required);
  const pairsIn = (part: string) =>
    wanted
      .filter((parameter) => parameter.in === part)
      .flatMap((parameter) =>
        [parameter.example ?? sampleOf(document, parameter.schema)]
          .flat()
          .map((value) => [parameter.name, String(value)] as const),
      );
  return { path: Object.fromEntries(pairsIn('path')), query: pairsIn('query'), isMadeUp: true };
}

/** Where a link leads after an exchange. */
function placeBehind(link: ContractLink, template: string, made: Made): Place {
  if (link.url !== undefined) {
    const url = new URL(String(evaluate(link.url, made)));
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const values = new RegExp(`${addressPattern(template)}$`).exec(url.pathname)?.slice(1) ?? [];
    const path = Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(values[i] ?? '')]));
    return { path, query: [...url.searchParams] };
  }
  const path: Record<string, string> = {};
  const query: [string, string][] = [];
  for (const [name, expression] of Object.entries(link.parameters)) {
    const value = evaluate(expression, made);
    if (value === undefined || value === null) continue;
    if (template.includes(`{${name}}`)) path[name] = String(value);
    else query.push([name, String(value)]);
  }
  return { path, query };
}
