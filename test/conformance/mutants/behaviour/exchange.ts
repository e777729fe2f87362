import type { Relation } from '../../../../scripts/conformance/contract/relations.ts';
import type { Json } from '../../../../scripts/conformance/json.ts';

/** A request of an operation as it came to the proxy. */
export interface Asked {
  /** Undefined where the contract has no operation for it. */
  operation: string | undefined;
  relation: Relation | undefined;
  /** Whose token it has; empty where the proxy saw none given out. */
  clientId: string;
  method: string;
  /** Path and query as they were sent. */
  target: string;
  /** The path of the operation, and the parameters in it, decoded. */
  template: string;
  path: Readonly<Record<string, string>>;
  headers: readonly string[];
  body: Buffer;
  isChunked: boolean;
}

/** An answer, read to its end. */
export interface Answered {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

export function jsonOf({ body }: { body: Buffer }): Json {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

export const withJson = <T extends { body: Buffer }>(one: T, json: Json): T => ({
  ...one,
  body: Buffer.from(JSON.stringify(json)),
});

export const queryOf = ({ target }: Asked) => new URLSearchParams(target.split('?').slice(1).join('?'));

/** The request with other parameters. */
export function withParameters(asked: Asked, path: Record<string, string>, query: URLSearchParams): Asked {
  const place = asked.template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
  return { ...asked, path, target: query.size === 0 ? place : `${place}?${query}` };
}

/** Sends a request to the server as its client, or as another that has asked before. */
export type Send = (asked: Asked, asClient?: string) => Promise<Answered>;
