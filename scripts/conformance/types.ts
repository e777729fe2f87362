import type { IncomingHttpHeaders } from 'node:http';
import type { Contract } from '../generate/contract.ts';
import type { Json } from './json.ts';

export type OperationId = string;

/** The server to check, and the partners that the requests come from. */
export interface Target extends Credentials {
  name: string;
  /** Without a trailing slash. */
  baseUrl: string;
  /** Headers that authenticate requests, for contracts without OAuth tokens. */
  headers?: Readonly<Record<string, string>>;
  /** A second partner. Without it, the kit does not check that partners cannot see each other's data. */
  other?: Credentials;
  /** The kit started the target. */
  isOwn?: boolean;
  /** Domains registered for the partner; `*` stands for any. */
  registeredDomains: readonly string[];
  /** Injects a fault: the target responds with the status until the next call with null. */
  provoke?(status: 429 | 500 | 503 | null): unknown;
  /** Speed-up factor of the target's retry schedule; 1 by default. */
  retrySpeed?: number;
}

export interface StartedTarget {
  target: Target;
  stop(): Promise<void>;
}

export interface Credentials {
  clientId: string;
  clientSecret: string;
}

/** A request as it was sent, for the judge. */
export interface SentRequest {
  operation: OperationId;
  /** Decoded path parameters. */
  path: Readonly<Record<string, string>>;
  url: URL;
  /** In lower case, without parameters; empty without a header. */
  mediaType: string;
  contentEncoding: string | undefined;
  authorization: string | undefined;
  body: Uint8Array;
  /** The scopes of the token; null when the request is not authenticated. */
  scopes: readonly string[] | null;
  /** Responses that are right too, because the kit does not know the state of the target. */
  undecided?: readonly Justified[];
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Undefined when the body is not JSON. */
  json: Json;
}

/** An event that the receiver received. */
export interface Arrival {
  /** Milliseconds since the Unix epoch. */
  at: number;
  method: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Duration of the exchange; null while it is in progress. */
  closedAfterMs: number | null;
  /** The response of the receiver; null until it is sent. */
  answered: Answering | null;
}

/** A response of the receiver. */
export interface Answering {
  /** Null closes the connection without a response. */
  status: number | null;
  headers?: Readonly<Record<string, string>>;
  bytes?: number;
  afterMs?: number;
  /** Keeps the connection open without a response, or with an endless body. */
  holds?: 'head' | 'body';
  /** The error that the delivery log must have. */
  error?: string;
}

/** A response that the contract justifies for a request. */
export interface Justified {
  status: number;
  code?: string;
  violations?: readonly ExpectedViolation[];
  /** The part of the address that is wrong, when no violation tells it. */
  about?: 'path' | 'query' | 'link';
}

/** A violation that a response must list. */
export interface ExpectedViolation {
  pointer: string;
  code: string;
}

export const CASE_GROUPS = [
  'examples',
  'keywords',
  'parameters',
  'security',
  'statuses',
  'relations',
  'fuzz',
  'journeys',
  'deliveries',
] as const;
export type CaseGroup = (typeof CASE_GROUPS)[number];

/**
 * The request of a case. A part that the case leaves out is taken from a request that succeeds: the path of an existing
 * resource, the first example as the body with a fresh identifier, and a token with every scope.
 */
export interface CaseRequest {
  /** Path parameters, not percent-encoded. */
  path?: Readonly<Record<string, string>>;
  /** Query parameters in order, not percent-encoded. */
  query?: readonly (readonly [string, string])[];
  body?: { json: Json } | { form: readonly (readonly [string, string])[] } | { bytes: Uint8Array };
  /** Content-Type; null sends none. */
  mediaType?: string | null;
  /** Scopes of the token, or an `Authorization` header made from a token with every scope, or no header. */
  authorization?: { scopes: readonly string[] } | { header: (token: string) => string; isValid?: boolean } | 'none';
  /** Sends no Content-Length. */
  chunked?: boolean;
  headers?: Readonly<Record<string, string>>;
}

/** A case of a check. */
export interface Case {
  /** Unique, and the same in every run: pairs the outcomes of two targets. */
  name: string;
  group: CaseGroup;
  operation: OperationId;
  /** The expected refusal of a valid request, for example because an identifier is used. */
  expects?: Justified;
  /** Keywords that the case exercises, by the names in contract/keywords.ts. */
  covers: readonly { keyword: string; side: Side }[];
}

/** Whether a value just keeps a keyword, or just breaks it. */
export type Side = 'accepted' | 'refused';

/** The parts of a response in which two targets must agree. */
export interface Outcome {
  /** HTTP status; 0 without a response. */
  status: number;
  /** Problem code, or error of the token endpoint. */
  code?: string;
  /** Codes and pointers of the violations, sorted and without duplicates. */
  pointers?: readonly string[];
}

/** A sentence of the contract. */
export interface Statement {
  text: string;
  /** A JSON pointer into the contract, after `#`. */
  at: string;
  link?: string;
}

/** A mismatch between the target and the contract. */
export interface Finding {
  target: string;
  group: CaseGroup | 'differential';
  operation: OperationId | null;
  case: string;
  /** What the contract says, and what the target did: one sentence each, without secrets. */
  departures: readonly string[];
  /** The sentences of the contract that are broken, the nearest first. */
  broken?: readonly Statement[];
  /** A shell command that sends the request again. Tokens and secrets are shell variables. */
  request?: string;
  /** Status line, headers, and the beginning of the body. */
  answer?: string;
}

export interface CoverageOf {
  /** `operation x status`, `parameter`, `keyword`, ... */
  kind: string;
  covered: number;
  total: number;
  missing: readonly { name: string; reason?: string }[];
}

export interface TargetReport {
  target: string;
  baseUrl: string;
  /** Number of cases and of failed cases by group. */
  groups: Readonly<Partial<Record<CaseGroup, { cases: number; failed: number }>>>;
  findings: readonly Finding[];
  coverage: readonly CoverageOf[];
  requests: number;
  seconds: number;
  cutShort: boolean;
  /** The limit, as the beginning of a sentence; by default the limit of requests or of time. */
  cutShortBy?: string;
}

export interface ConformanceReport {
  contractVersion: string;
  startedAt: string;
  seed: number;
  fuzzCases: number;
  only?: readonly string[];
  targets: readonly TargetReport[];
  /** The comparison of two targets. */
  differential: Differential | null;
  seconds: number;
}

export interface Differential {
  compared: number;
  leftOut: number;
  /** The cases that were sent to one target only. */
  sentToOne?: readonly { target: string; cases: readonly string[] }[];
  findings: readonly Finding[];
}

/** A workflow of a contract (Arazzo 1.0), as far as the kit runs it. */
export interface Workflow {
  workflowId: string;
  /** Later steps rely on the state that earlier steps leave behind. */
  stateful: boolean;
  steps: readonly WorkflowStep[];
}

export interface WorkflowStep {
  stepId: string;
  operationId?: OperationId;
  /** The operation of a request to a URL in an earlier response, for which Arazzo has no field. */
  'x-operation-id'?: OperationId;
  'x-operation'?: { url: string };
  'x-security'?: readonly { values: Readonly<Record<string, string>> }[];
  parameters?: readonly { name: string; in: string; value: Json }[];
  requestBody?: { contentType: string; payload: Json };
  /** Each condition is two values that must be equal. */
  successCriteria: readonly { condition: string }[];
  outputs?: Readonly<Record<string, string>>;
}

export interface CheckOptions {
  contract: Contract;
  workflows?: readonly Workflow[];
  seed: number;
  cases: number;
  concurrency: number;
  maxRequests: number;
  maxSeconds: number;
  /** Leaves out all other operations. */
  operations?: readonly OperationId[];
  /** Public URL of the webhook receiver, and the port of this machine that it forwards to. */
  receiver?: { url: string; port: number } | undefined;
  /** Leaves out all other groups, operations and cases. */
  only?: readonly string[];
  reference?: string;
  stopAtFirst?: boolean;
  /** Callback that receives one line of text when a check starts. */
  onProgress?(line: string): void;
  /** Called with the outcome of each case that can be compared with another target's. */
  onOutcome?(name: string, outcome: Outcome): void;
}
