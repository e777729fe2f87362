import { addressPattern, type ContractIndex, isEnd, isLast } from '../index/contract-index.ts';
import type { ContractLink } from '../index/contract-links.ts';
import { evaluate } from '../index/expression.ts';
import type { CaseRequest, Made, OperationId } from '../kit-types.ts';
import { type Author, bodyWithAsset } from './valid-bodies.ts';

export interface Place {
  path: Readonly<Record<string, string>>;
  query: readonly (readonly [string, string])[];
  /** True if the parameters are examples from the contract, so that the resource can be missing. */
  isMadeUp?: boolean;
}

interface Creator extends Author {
  succeed(operation: OperationId, request?: CaseRequest): Promise<Made>;
}

export type Resources = ReturnType<typeof createResources>;

/** Creates the resources that requests need, by following the contract's links (OpenAPI 3.1, Link Object). */
export function createResources(session: Creator) {
  const { contract } = session;
  const followed = new Set<ContractLink>();
  const shared = new Map<string, Promise<Made>>();

  /** Deletes the resource that a request created, if a link leads to an operation that deletes it. */
  async function end(made: Made): Promise<void> {
    const link = contract.links.find(({ from, to }) => from === made.sent.operation && isEnd(contract, to));
    if (link !== undefined) await session.succeed(link.to, behind(link, made));
  }

  function behind(link: ContractLink, made: Made): Place {
    followed.add(link);
    const template = contract.operationOf(link.to).path;
    if (link.url !== undefined) return placeIn(String(evaluate(link.url, made)), template);
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

  return {
    followed,
    /** Resolves to the parameters of an existing resource. An operation that deletes gets a resource of its own. */
    async placeFor(operation: OperationId, mediaType: string): Promise<Place> {
      const link = contract.links.find(({ from, to }) => to === operation && from !== operation);
      const examples = placeOfExamples(contract, operation);
      if (link === undefined) return examples;
      const assetType = contract.operationOf(operation).operation.requestBody?.content[mediaType]?.['x-asset-type'];
      const key = isLast(contract, operation) ? operation : `${link.from} ${assetType}`;
      const bodyFor = (type: string): CaseRequest => ({ body: { json: bodyWithAsset(session, link.from, type) } });
      const made = shared.get(key) ?? session.succeed(link.from, assetType ? bodyFor(assetType) : {});
      shared.set(key, made);
      const { path, query } = behind(link, await made);
      const isGiven = ([name]: readonly [string, string]) => query.some(([one]) => one === name);
      return {
        path: { ...examples.path, ...path },
        query: [...query, ...examples.query.filter((pair) => !isGiven(pair))],
      };
    },
    /** Forgets a resource that a request deleted, and deletes the resource that a request created. */
    async settle(made: Made): Promise<void> {
      const { sent, answer } = made;
      if (answer.status >= 300) return;
      // The request deleted the resource, or can succeed only once for each resource.
      if (isLast(contract, sent.operation)) shared.delete(sent.operation);
      await end(made);
    },
    /** Returns the parameters behind a link and marks the link as followed; null if the response lacks a value. */
    follow(link: ContractLink, made: Made): Place | null {
      const leadsOn = Object.values(link.parameters).every((each) => (evaluate(each, made) ?? null) !== null);
      return leadsOn ? behind(link, made) : null;
    },
    async discardAll(): Promise<void> {
      const all = await Promise.allSettled(shared.values());
      shared.clear();
      for (const made of all) if (made.status === 'fulfilled') await end(made.value);
    },
  };
}

/** Extracts the path and query parameters from a URL that matches a path template. */
export function placeIn(text: string, template: string): Place {
  const url = new URL(text);
  const names = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const values = new RegExp(`${addressPattern(template)}$`).exec(url.pathname)?.slice(1) ?? [];
  const path = Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(values[i] ?? '')]));
  return { path, query: [...url.searchParams] };
}

/** Returns the required parameters, with example values from the contract. */
function placeOfExamples({ fieldsFor, samplesOf }: ContractIndex, operation: OperationId): Place {
  const samples = samplesOf(operation);
  const pairsIn = (part: 'path' | 'query') => {
    const values = samples
      .filter(([one]) => one.required === true && one.in === part)
      .map(([{ name }, value]) => [name, value]);
    const pairs = fieldsFor(operation, part).write(Object.fromEntries(values));
    return pairs.map(([name, value]) => [name, String(value)] as const);
  };
  return { path: Object.fromEntries(pairsIn('path')), query: pairsIn('query'), isMadeUp: true };
}
