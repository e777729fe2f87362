import { addressPattern, type ContractIndex, type ContractLink, isEnd, isLast } from '../contract/contract-index.ts';
import { evaluate } from '../contract/expression.ts';
import { samplesOf } from '../contract/parameters.ts';
import { sampleOf } from '../contract/samples.ts';
import type { Answer, CaseRequest, OperationId, SentRequest } from '../types.ts';
import { type Author, bodyWithAsset } from './valid-bodies.ts';

export interface Place {
  path: Readonly<Record<string, string>>;
  query: readonly (readonly [string, string])[];
  /** True if the parameters are examples from the contract, so that the resource can be missing. */
  isMadeUp?: boolean;
}

/** A request that created a resource, with its response. */
interface Exchange {
  sent: SentRequest;
  answer: Answer;
}

interface Creator extends Author {
  succeed(operation: OperationId, request?: CaseRequest): Promise<Exchange>;
}

/** Creates the resources that requests need, by following the contract's links (OpenAPI 3.1, Link Object). */
export class Resources {
  readonly followed = new Set<ContractLink>();
  readonly #session: Creator;
  readonly #shared = new Map<string, Promise<Exchange>>();

  constructor(session: Creator) {
    this.#session = session;
  }

  /** Resolves to the parameters of an existing resource. Operations share resources, except operations that delete. */
  async placeFor(operation: OperationId, mediaType: string): Promise<Place> {
    const { contract } = this.#session;
    const link = contract.links.find(({ from, to }) => to === operation && from !== operation);
    const examples = placeOfExamples(contract, operation);
    if (link === undefined) return examples;
    const assetType = contract.operationOf(operation).operation.requestBody?.content[mediaType]?.['x-asset-type'];
    const key = isLast(contract, operation) ? operation : `${link.from} ${assetType}`;
    const bodyFor = (type: string): CaseRequest => ({ body: { json: bodyWithAsset(this.#session, link.from, type) } });
    const made = this.#shared.get(key) ?? this.#session.succeed(link.from, assetType ? bodyFor(assetType) : {});
    this.#shared.set(key, made);
    const { path, query } = this.#behind(link, await made);
    const isGiven = ([name]: readonly [string, string]) => query.some(([one]) => one === name);
    return {
      path: { ...examples.path, ...path },
      query: [...query, ...examples.query.filter((pair) => !isGiven(pair))],
    };
  }

  /** Deletes the resource that a request created, if a link leads to an operation that deletes it. */
  async settle({ sent, answer }: Exchange): Promise<void> {
    if (answer.status >= 300) return;
    // The request deleted the resource, or can succeed only once for each resource.
    if (isLast(this.#session.contract, sent.operation)) this.#shared.delete(sent.operation);
    await this.#end({ sent, answer });
  }

  async #end(made: Exchange): Promise<void> {
    const { contract } = this.#session;
    const link = contract.links.find(({ from, to }) => from === made.sent.operation && isEnd(contract, to));
    if (link !== undefined) await this.#session.succeed(link.to, this.#behind(link, made));
  }

  /** Returns a mismatch if `Location` does not identify the same resource as the contract's link. */
  locationMismatches(made: Exchange): string[] {
    const { links, shapeOf } = this.#session.contract;
    const location = made.answer.status < 300 ? made.answer.headers.get('location') : null;
    const link = links.find(
      ({ from, to }) => from === made.sent.operation && shapeOf(to).method === 'GET' && shapeOf(to).path.includes('{'),
    );
    if (location === null || link === undefined) return [];
    const { path } = this.#placeBehind(link, made);
    const wanted = shapeOf(link.to).path.replace(/\{([^{}]+)\}/g, (_, name) => path[name] ?? '');
    const { href } = made.sent.url;
    const given = URL.canParse(location, href) ? decodeURIComponent(new URL(location, href).pathname) : '';
    return given.endsWith(wanted)
      ? []
      : [`Location must identify the same resource as the contract's link to ${link.to}.`];
  }

  /** Returns the parameters behind a link and marks the link as followed; null if the response lacks a value. */
  follow(link: ContractLink, made: Exchange): Place | null {
    const leadsOn = Object.values(link.parameters).every((each) => (evaluate(each, made) ?? null) !== null);
    return leadsOn ? this.#behind(link, made) : null;
  }

  async discardAll(): Promise<void> {
    const all = await Promise.allSettled(this.#shared.values());
    this.#shared.clear();
    for (const made of all) if (made.status === 'fulfilled') await this.#end(made.value);
  }

  #behind(link: ContractLink, made: Exchange): Place {
    this.followed.add(link);
    return this.#placeBehind(link, made);
  }

  #placeBehind(link: ContractLink, made: Exchange): Place {
    const template = this.#session.contract.operationOf(link.to).path;
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
function placeOfExamples({ document, fieldsFor, parametersOf }: ContractIndex, operation: OperationId): Place {
  const samples = samplesOf(parametersOf(operation), (schema) => sampleOf(document, schema));
  const pairsIn = (part: 'path' | 'query') => {
    const values = samples.filter(([one]) => one.in === part).map(([{ name }, value]) => [name, value]);
    const pairs = fieldsFor(operation, part).write(Object.fromEntries(values));
    return pairs.map(([name, value]) => [name, String(value)] as const);
  };
  return { path: Object.fromEntries(pairsIn('path')), query: pairsIn('query'), isMadeUp: true };
}
