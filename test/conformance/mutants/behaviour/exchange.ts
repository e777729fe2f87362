import type { Json } from '../../../../scripts/contract/json.ts';
import type { Relation } from '../../../../scripts/contract/relations.ts';

/** A request as the proxy received it. */
export interface Asked {
  /** ID of the requested operation, or undefined if the contract has no such operation. */
  operation: string | undefined;
  relation: Relation | undefined;
  /** Client ID of the access token. Empty if the proxy did not see the token request. */
  clientId: string;
  method: string;
  /** Path and query of the request. */
  target: string;
  /** Path template of the operation. `path` contains its decoded parameters. */
  template: string;
  path: Readonly<Record<string, string>>;
  headers: readonly string[];
  body: Buffer;
  isChunked: boolean;
}

/** A complete response. */
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

/** Returns a copy of the request with different path and query parameters. */
export function withParameters(asked: Asked, path: Record<string, string>, query: URLSearchParams): Asked {
  const place = asked.template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
  return { ...asked, path, target: query.size === 0 ? place : `${place}?${query}` };
}

/** Sends a request to the server as its client or as another known client. */
export type Send = (asked: Asked, asClient?: string) => Promise<Answered>;
