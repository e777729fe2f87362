import { type Json, withValue } from '../../contract/json.ts';
import { parameterOf } from '../../contract/relations.ts';
import { addressPattern, type ContractLink, deletionLink, endsResource, namingLink } from '../index/contract-index.ts';
import { evaluate } from '../index/expression.ts';
import type { CaseRequest, Made, OperationId } from '../kit-types.ts';
import { ANYONE } from '../validators/kit-keywords.ts';
import { type Author, bodyWithAsset, freshLike, validJson } from './valid-bodies.ts';
import { LimitReached, TargetUnusable } from './wire.ts';

/** `isMadeUp`: the parameters are examples from the contract, so that the resource may not exist. */
export type Place = Required<Pick<CaseRequest, 'path' | 'query'>> & { isMadeUp?: boolean };

/** Creates the resources that requests need, by following the contract's links (OpenAPI 3.1, Link Object). */
export class Resources {
  readonly followed = new Set<ContractLink>();
  readonly #session: Author;
  readonly #shared = new Map<string, Promise<Made>>();

  constructor(session: Author) {
    this.#session = session;
  }

  /** Resolves to the parameters of an existing resource. Each operation that ends a resource gets its own resource. */
  async placeFor(operation: OperationId, mediaType: string): Promise<Place> {
    const { contract } = this.#session;
    const link = contract.links.find(({ from, to }) => to === operation && from !== operation);
    const examples = placeOfExamples(this.#session, operation);
    if (link === undefined) return examples;
    const assetType = contract.operationOf(operation).operation.requestBody?.content[mediaType]?.['x-asset-type'];
    const key = endsResource(contract, operation) ? operation : `${link.from} ${assetType}`;
    const bodyFor = (type: string): CaseRequest => ({ body: { json: bodyWithAsset(this.#session, link.from, type) } });
    const made = this.#shared.get(key) ?? this.#session.succeed(link.from, assetType ? bodyFor(assetType) : {});
    this.#shared.set(key, made);
    const place = this.follow(link, await made);
    if (place === null) return examples;
    const others = examples.query.filter(([name]) => !place.query.some(([given]) => given === name));
    return { path: { ...examples.path, ...place.path }, query: [...place.query, ...others] };
  }

  /** Creates a resource with the given path parameter. Resolves to false if clients cannot choose this parameter. */
  async createNamed(operation: OperationId, parameter: string, value: string): Promise<boolean> {
    const { contract } = this.#session;
    const link = namingLink(contract, operation, parameter);
    if (link === undefined) return false;
    const json = withValue(validJson(this.#session, link.from), `/${contract.replayKeyOf(link.from)}`, value);
    await this.#session.succeed(link.from, { body: { json } });
    return true;
  }

  /** Cleans up after a request: forgets a resource that the request deleted, and deletes a resource that it created. */
  async settle(made: Made): Promise<void> {
    const { sent, answer } = made;
    if (answer.status >= 300) return;
    if (endsResource(this.#session.contract, sent.operation)) this.#shared.delete(sent.operation);
    await this.#end(made);
  }

  /** Returns the parameters for the operation after a link; null if a value is missing. Marks the link as followed. */
  follow(link: ContractLink, made: Made): Place | null {
    const given = Object.entries(link.parameters).map(([name, each]) => [name, evaluate(each, made) ?? null] as const);
    if (given.some(([, value]) => value === null)) return null;
    this.followed.add(link);
    const template = this.#session.contract.operationOf(link.to).path;
    if (link.url !== undefined) {
      const url = new URL(String(evaluate(link.url, made)));
      if (this.#session.isOfTarget(url)) return placeIn(url, template);
      throw new TargetUnusable(`A response has a URL on ${url.host}, but the kit sends requests only to the target.`);
    }
    const isInPath = ([name]: readonly [string, string]) => template.includes(`{${name}}`);
    const texts = textsOf(given);
    return { path: Object.fromEntries(texts.filter(isInPath)), query: texts.filter((each) => !isInPath(each)) };
  }

  async discardAll(): Promise<void> {
    const all = await Promise.allSettled(this.#shared.values());
    this.#shared.clear();
    for (const made of all) if (made.status === 'fulfilled') await this.#end(made.value);
  }

  async #end(made: Made): Promise<void> {
    const link = deletionLink(this.#session.contract, made.sent.operation);
    const place = link && this.follow(link, made);
    if (link === undefined || !place) return;
    // Ignores failures, because the test cases of the delete operation report them.
    await this.#session.succeed(link.to, place).catch((error) => {
      if (error instanceof LimitReached) throw error;
    });
  }
}

const textsOf = (given: readonly (readonly [string, Json])[]) =>
  given.map(([name, value]) => [name, String(value)] as const);

function placeIn(url: URL, template: string): Place {
  const names = [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const values = new RegExp(`${addressPattern(template)}$`).exec(url.pathname)?.slice(1) ?? [];
  const path = Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(values[i] ?? '')]));
  return { path, query: [...url.searchParams] };
}

function placeOfExamples({ contract }: Author, operation: OperationId): Place {
  const { fieldsFor, operationOf, samplesIn, validatorOf } = contract;
  const path = Object.fromEntries(samplesIn(operation, 'path', true));
  const chosen = parameterOf(operationOf(operation).creator?.id);
  const renewed = { ...path, [chosen]: freshLike(path[chosen]) };
  const isValid = chosen in path && validatorOf(operation, 'path')?.(renewed, ANYONE).length === 0;
  return {
    path: Object.fromEntries(textsOf(fieldsFor(operation, 'path').write(isValid ? renewed : path))),
    query: textsOf(fieldsFor(operation, 'query').write(Object.fromEntries(samplesIn(operation, 'query', true)))),
    isMadeUp: true,
  };
}
