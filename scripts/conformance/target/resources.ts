import { addressPattern, type ContractIndex, type ContractLink, isEnd, isLast } from '../contract/contract-index.ts';
import { evaluate } from '../contract/expression.ts';
import { sampleOf } from '../contract/samples.ts';
import type { Answer, CaseRequest, OperationId, SentRequest } from '../types.ts';
import { type Author, bodyWithAsset } from './sound-bodies.ts';

/** The parameters of a request. */
export interface Place {
  path: Readonly<Record<string, string>>;
  query: readonly (readonly [string, string])[];
  /** The parameters are examples of the contract, so that the resource may be missing. */
  isMadeUp?: boolean;
}

/** A request that created a resource, and its response. */
export interface Made {
  sent: SentRequest;
  answer: Answer;
}

/** Sends the requests of a partner. */
export interface Requester extends Author {
  /** Sends a request that must succeed. Rejects when it does not. */
  succeed(operation: OperationId, request?: CaseRequest): Promise<Made>;
  /** Sends a request that may be refused. */
  attempt(operation: OperationId, request?: CaseRequest): Promise<Made>;
}

/** Creates the resources that requests need, by the links of the contract (OpenAPI 3.1, Link Object). */
export interface Resources {
  /** Resolves to the parameters of an existing resource. Operations share resources, unless they delete them. */
  placeFor(operation: OperationId, mediaType: string): Promise<Place>;
  /** Deletes the resource that a request created, when a link leads to an operation that deletes it. */
  settle(made: Made): Promise<void>;
  /** Returns the mismatches of `Location`, which must lead to the same resource as the link of the contract. */
  locationDepartures(made: Made): string[];
  /** Returns where a link leads, and counts the link as followed; null when the response has no values for it. */
  follow(link: ContractLink, made: Made): Place | null;
  followed(): ReadonlySet<ContractLink>;
  /** Deletes the shared resources. */
  discardAll(): Promise<void>;
}

export function createResources(requester: Requester): Resources {
  const { contract } = requester;
  const { links, operationOf, shapeOf } = contract;
  const shared = new Map<string, Promise<Made>>();

  const followed = new Set<ContractLink>();

  const produce = (operation: OperationId, assetType: string | undefined): Promise<Made> =>
    requester.succeed(
      operation,
      assetType === undefined ? {} : { body: { json: bodyWithAsset(requester, operation, assetType) } },
    );

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
      // The resource of the request is gone, or accepts no second request.
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

/** Returns the required parameters with the examples of the contract. */
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

/** Returns where a link leads. */
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
