import type { IncomingHttpHeaders } from 'node:http';
import type { Contract } from '../generate/contract.ts';
import type { Json } from './json.ts';

/** As the contract calls an operation. */
export type OperationId = string;

/** What is checked: where it answers, who asks, and what the kit may take for granted there. */
export interface Target extends Credentials {
  /** As the report calls it. */
  name: string;
  /** Without a trailing slash. */
  baseUrl: string;
  /** Headers with which a request proves itself where the contract asks for something else than its own tokens. */
  headers?: Readonly<Record<string, string>>;
  /** A second partner, for what is not to be seen by another; without it that is not checked. */
  other?: Credentials;
  /** Started for the run, so that faults can be caused there. */
  isOwn?: boolean;
  /** Of the partner; `*` stands for any. A host outside them can be refused only where there is no `*`. */
  registeredDomains: readonly string[];
  /**
   * Makes the target give this answer until it is called with null, because a client cannot cause a 500 or a 503.
   * Only our own server, started by the kit, has it; it can also set a small rate limit.
   */
  provoke?(status: 429 | 500 | 503 | null): void;
  /** How many times faster than the contract has it the target sends an event again; 1 by default. */
  retrySpeed?: number;
}

/** A target that was started for the run. */
export interface StartedTarget {
  target: Target;
  stop(): Promise<void>;
}

/** With what a partner proves itself. */
export interface Credentials {
  clientId: string;
  clientSecret: string;
}

/** A request as it was sent, as far as the contract has something to say of it. */
export interface SentRequest {
  operation: OperationId;
  /** Decoded. */
  path: Readonly<Record<string, string>>;
  url: URL;
  /** Lower case, without parameters; empty when there is none. */
  mediaType: string;
  contentEncoding: string | undefined;
  authorization: string | undefined;
  body: Uint8Array;
  /** Scopes that it proves; null where it proves nothing. */
  scopes: readonly string[] | null;
  /** A status that is right too, because the kit does not know the state: a made-up address may have nothing at it. */
  undecided?: readonly Justified[];
}

/** An answer, read to its end. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body when it is JSON; undefined when it is not. */
  json: Json;
}

/** An event as it came to the receiver. */
export interface Arrival {
  /** Milliseconds since the Unix epoch. */
  at: number;
  method: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** How long after its begin the exchange ended; null while it goes on. */
  closedAfterMs: number | null;
  /** What it was answered; null until then. */
  answered: Answering | null;
}

/** How the receiver answers. */
export interface Answering {
  /** Null: the connection is closed without an answer. */
  status: number | null;
  headers?: Readonly<Record<string, string>>;
  /** Of the body. */
  bytes?: number;
  afterMs?: number;
  /** The connection is kept open without an answer, or with one whose body does not end. */
  holds?: 'head' | 'body';
  /** What the delivery log must say went wrong. */
  error?: string;
}

/** What a client's request may be answered with: the status, and where the contract fixes more, that. */
export interface Justified {
  status: number;
  code?: string;
  violations?: readonly ExpectedViolation[];
  /** What of the address it is about, where nothing else tells. */
  about?: 'path' | 'query' | 'link';
}

/** A violation that an answer must list. */
export interface ExpectedViolation {
  pointer: string;
  code: string;
  /** Where it is known word for word. */
  detail?: string;
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
 * A request as a case wants it. What a case leaves out is taken from a request that succeeds: an address of something
 * made for it, the first example as its body under a fresh identifier, a token with every scope.
 */
export interface CaseRequest {
  /** Path parameters, not yet percent-encoded. */
  path?: Readonly<Record<string, string>>;
  /** Query parameters in order, not yet percent-encoded. */
  query?: readonly (readonly [string, string])[];
  /** A JSON value, the fields of a form, or bytes. */
  body?: { json: Json } | { form: readonly (readonly [string, string])[] } | { bytes: Uint8Array };
  /** Content-Type; null: none. */
  mediaType?: string | null;
  /**
   * The scopes of the token; an Authorization header made of a token of every scope, and whether it is one that proves
   * something; or no such header.
   */
  authorization?: { scopes: readonly string[] } | { header: (token: string) => string; isValid?: boolean } | 'none';
  /** Without a Content-Length. */
  chunked?: boolean;
  headers?: Readonly<Record<string, string>>;
}

/** A request to send, without the right answer: the contract's validators judge both. */
export interface Case {
  /** Unique in a run and the same in every run: it names the case in reports and pairs it with the other target's. */
  name: string;
  group: CaseGroup;
  operation: OperationId;
  request: CaseRequest;
  /**
   * The expected refusal where a request keeps every rule of the contract, but not the state: an id that is taken, a
   * link that is not signed. Without it the validators decide.
   */
  expects?: Justified;
  /** Keywords that this case is made for, by their names in keywords.ts, and on which side of them it stands. */
  covers: readonly { keyword: string; side: Side }[];
}

/** Whether a value keeps a keyword by the least that will do, or breaks it by the least that can. */
export type Side = 'accepted' | 'refused';

/** What came back, as far as two targets must agree on it. */
export interface Outcome {
  /** HTTP status; 0 when there was no answer. */
  status: number;
  /** Problem code, or error of the token endpoint. */
  code?: string;
  /** Of the violations, sorted, each once. */
  pointers?: readonly string[];
}

/** A sentence of the contract. */
export interface Statement {
  text: string;
  /** Where it stands: a JSON pointer into the contract, after `#`. */
  at: string;
  /** Where people read it, when it is known where the reference is. */
  link?: string;
}

/** Something that departs from the contract. */
export interface Finding {
  target: string;
  group: CaseGroup | 'differential';
  operation: OperationId | null;
  /** The case that showed it. */
  case: string;
  /** What the contract says, and what was the case instead: a sentence each, without anything secret. */
  departures: readonly string[];
  /** What it is against, the nearest first. */
  broken?: readonly Statement[];
  /** A command that sends the request again, whole. Tokens and secrets are variables of the shell. */
  request?: string;
  /** Status line, headers and the beginning of the body. */
  answer?: string;
}

/** What of one kind of thing was exercised, of all that the contract has. */
export interface CoverageOf {
  /** `operation x status`, `parameter`, `keyword`, ... */
  kind: string;
  covered: number;
  total: number;
  /** Names of what was not, each with the reason where there is one. */
  missing: readonly { name: string; reason?: string }[];
}

/** The check of one target. */
export interface TargetReport {
  target: string;
  baseUrl: string;
  /** Cases by their group: how many ran, how many had a finding. */
  groups: Readonly<Partial<Record<CaseGroup, { cases: number; failed: number }>>>;
  findings: readonly Finding[];
  coverage: readonly CoverageOf[];
  requests: number;
  seconds: number;
  /** Whether the check ended early. */
  cutShort: boolean;
  /** By what, as the beginning of a sentence; when it is absent, by the limit of requests or of time. */
  cutShortBy?: string;
}

/** A whole run. */
export interface ConformanceReport {
  contractVersion: string;
  /** ISO 8601. */
  startedAt: string;
  seed: number;
  fuzzCases: number;
  /** Where not all of the contract was asked for: what was. */
  only?: readonly string[];
  targets: readonly TargetReport[];
  /** Where two targets were compared: how many cases, how many differed. Its findings stand here. */
  differential: Differential | null;
  seconds: number;
}

/** The comparison of two targets. */
export interface Differential {
  compared: number;
  leftOut: number;
  /** The names of what was left out, by the only target that it was sent to. */
  sentToOne?: readonly { target: string; cases: readonly string[] }[];
  findings: readonly Finding[];
}

/** What a run says while it goes on. */
export interface Progress {
  target: string;
  group: CaseGroup | 'differential';
  done: number;
  total: number;
  findings: number;
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
  /** The operation of a request to a URL that a response gave out, which Arazzo has no field for. */
  'x-operation-id'?: OperationId;
  'x-operation'?: { url: string };
  'x-security'?: readonly { values: Readonly<Record<string, string>> }[];
  parameters?: readonly { name: string; in: string; value: Json }[];
  requestBody?: { contentType: string; payload: Json };
  /** Each is two values that must be equal. */
  successCriteria: readonly { condition: string }[];
  outputs?: Readonly<Record<string, string>>;
}

export interface CheckOptions {
  contract: Contract;
  /** The workflows of the contract. */
  workflows?: readonly Workflow[];
  seed: number;
  /** How many fuzz cases. */
  cases: number;
  /** Requests at once. */
  concurrency: number;
  maxRequests: number;
  maxSeconds: number;
  /** Leaves out all others. */
  operations?: readonly OperationId[];
  /** Where deliveries can reach the kit: a URL, and the port of this machine that it leads to. */
  receiver?: { url: string; port: number } | undefined;
  /** Leaves out what is of none of these groups, operations and cases. */
  only?: readonly string[];
  /** The address of the rendered contract, for links to its operations and guides. */
  reference?: string;
  /** Ends at the first finding. */
  stopAtFirst?: boolean;
  onProgress?(progress: Progress): void;
  /** Called with what became of each case that can be compared with another target's. */
  onOutcome?(name: string, outcome: Outcome): void;
}
