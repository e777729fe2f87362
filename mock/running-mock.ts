export interface MockPartner {
  clientId: string;
  secret: string;
  name: string;
  scopes: readonly string[];
  /** Hosts that the partner's URLs can use, in lower case. `*` allows any host. */
  domains: readonly string[];
}

export interface MockStart {
  /** Port to listen on. Default: a free port. */
  port?: number;
  /** Address to listen on. Default: `127.0.0.1`. */
  host?: string;
  /** Public URL without a trailing slash. Default: `http://localhost` with the port. */
  baseUrl?: string | undefined;
  /** Partners that can get a token. Default: `sandbox-partner` with `sandbox-secret`, every scope, and any domain. */
  partners?: readonly MockPartner[] | undefined;
  /** Prints a line for each request to standard output. Default: false. */
  verbose?: boolean;
  /** Responses to requests without a `Prefer` header. Default: the first example of each operation. */
  prefer?: Preferences;
}

/** Responses by operation. A value can also be an object with responses by ID, such as `{ 'DEMO-1': 'code=404' }`. */
export type Preferences = Readonly<Record<string, Responses | Readonly<Record<string, Responses>>>>;

/** Value of the `Prefer` header, such as `code=404`, or a list of responses in order. The last response repeats. */
export type Responses = string | readonly (string | ScenarioStep)[];

export interface ScenarioStep {
  /** Value of the `Prefer` header. Default: the first example of the first success response. */
  prefer?: string;
  /** Body of the response, which must match the contract. */
  body?: object;
  /** Operation whose success ends the step, even an unused step. Default: the step applies to one request. */
  until?: string;
}

export interface MockRequest {
  method: string;
  /** Path and query, with redacted tokens and secrets. */
  path: string;
  /** ID of the operation; null if no operation has the method and the path. */
  operation: string | null;
  /** Status of the response; null while the request is in progress. */
  status: number | null;
  /** Code of the problem or of the OAuth error; null if the request succeeded. */
  code: string | null;
  violations: readonly { pointer: string; code: string; detail: string }[];
  /** JSON body; null if absent, if larger than 64 KiB, or if the mock rejected the request before reading the body. */
  body: unknown;
}

export interface RunningMock {
  url: string;
  /** Returns the last 1,000 requests, oldest first. */
  requests(): MockRequest[];
  clearRequests(): void;
  /** Replaces the option `prefer`. Throws a `TypeError` that names an invalid entry. */
  prefer(preferences: Preferences): void;
  stop(): Promise<void>;
}
