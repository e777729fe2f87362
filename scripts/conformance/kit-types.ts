import type { IncomingHttpHeaders } from 'node:http';
import type { Json } from '../contract/json.ts';
import type { Contract } from '../contract/openapi.ts';

export type OperationId = string;

export interface Target extends Credentials {
  name: string;
  baseUrl: string;
  headers?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, string>> | undefined;
  other?: Credentials | undefined;
  /** Partner with the rate limits of the contract. Only the bundled server has this partner. */
  limited?: Credentials | undefined;
  isBundled?: boolean;
  /** Domains registered for the partner; `*` permits any domain. */
  registeredDomains: readonly string[];
  /** Injects a fault, which lasts until a call with null. Only the bundled server has this function. */
  injectFault?(fault: Fault): unknown;
  retrySpeed?: number;
}

export type Credentials = Record<'clientId' | 'clientSecret', string>;

/** Status of every response, or name of the rate-limit policy that counts as exceeded. Null ends the fault. */
export type Fault = number | string | null;

export interface SentRequest {
  operation: OperationId;
  path: Readonly<Record<string, string>>;
  url: URL;
  mediaType: string;
  contentEncoding: string | undefined;
  authorization: string | undefined;
  body: Uint8Array;
  json: Json;
  /** Scopes of the token; null for an unauthenticated request. */
  scopes: readonly string[] | null;
  /** Further correct responses, which depend on the unknown state of the target. */
  undecided?: readonly JustifiedResponse[];
}

export interface WireRequest {
  method: string;
  target: string;
  /** Origin of another server, such as a token endpoint. Default: the base URL. */
  origin?: string | undefined;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
  chunked?: boolean;
}

export interface Made {
  wire: WireRequest;
  sent: SentRequest;
  answer: Answer;
  /** Violations of the rules that apply to every response. */
  violated: readonly string[];
}

export type Prepared = Pick<Made, 'wire' | 'sent'>;
export type Exchange = Pick<Made, 'wire'> & Partial<Made>;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  json: Json;
}

export interface Arrival {
  at: number;
  method: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  closedAfterMs: number | null;
}

export interface ReceiverResponse {
  status: number | null;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
  resets?: boolean;
  /** Raw text that the receiver sends instead of an HTTP response, before it closes the connection. */
  raw?: string;
  afterMs?: number;
  /** `head`: the receiver sends no response. `body`: the receiver sends an endless body. */
  holds?: 'head' | 'body';
  /** Error that the delivery log must contain for the attempt. Default: no error. */
  error?: string;
}

export interface JustifiedResponse {
  status: number;
  code?: string | undefined;
  violations?: readonly ExpectedViolation[] | undefined;
  /** True if a server can also accept the request, because the contract does not require the error. */
  isTolerated?: boolean;
}

export type ExpectedViolation = Readonly<Record<'pointer' | 'code', string>>;

/** Request of a test case. Omitted properties get valid defaults. */
export interface CaseRequest {
  path?: Readonly<Record<string, string>>;
  isPathRaw?: boolean;
  query?: readonly (readonly [string, string])[];
  body?: { json: Json } | { form: readonly (readonly [string, string])[] } | { bytes: Uint8Array };
  mediaType?: string | null;
  /** Scopes of the token, a function that returns the `Authorization` header, or `none` for no header. */
  authorization?: { scopes: readonly string[] } | { header: (token: string) => string; isValid?: boolean } | 'none';
  chunked?: boolean;
  headers?: Readonly<Record<string, string>>;
  /** Earlier requests on which the correct response depends. The script for a finding also sends these requests. */
  after?: readonly Exchange[];
  undecided?: SentRequest['undecided'];
}

export type Side = 'accepted' | 'rejected';

export interface Finding {
  check: string;
  codes: readonly string[];
  /** Reasons why the finding is accepted; absent if the finding is not accepted and fails the run. */
  accepted?: readonly string[] | undefined;
  operation: OperationId | null;
  case: string;
  mismatches: readonly string[];
  /** Link to the operation in the API reference, or JSON Pointer to the operation in the contract. */
  contract?: string | undefined;
  /** Correct responses; absent if the finding is not about a status, a code, or violations. */
  expected?: readonly JustifiedResponse[] | undefined;
  /** Response of the target. Status 0 means that the target sent no response. */
  actual?: JustifiedResponse | undefined;
  /** POSIX shell script with a `curl` command for each request. Secrets and tokens are environment variables. */
  script?: string | undefined;
  /** Response of the target or, for deliveries and downloads, the request that the kit received. */
  answer?: string | undefined;
}

export interface CoverageOf {
  kind: string;
  covered: number;
  total: number;
  missing: readonly { name: string; reason?: string | undefined }[];
}

/** Numbers of an operation's cases in a check. A case with an accepted finding counts as accepted, not as failed. */
export type Tally = Pick<Finding, 'check' | 'operation'> & Record<'cases' | 'failed' | 'accepted', number>;

export interface AcceptedFinding {
  code: string;
  operation?: OperationId;
  case?: string;
  reason: string;
  /** Last day on which the finding is accepted, such as `2027-01-31`. */
  expires: string;
}

export interface TargetReport {
  target: string;
  baseUrl: string;
  tallies: readonly Tally[];
  findings: readonly Finding[];
  coverage: readonly CoverageOf[];
  notJudged?: readonly { cause: string; names: readonly string[] }[];
  requests: number;
  seconds: number;
  /** Limit that stopped the check early, as the subject of a sentence. Absent if the check is complete. */
  cutShortBy?: string | undefined;
}

export interface ConformanceReport extends Pick<CheckOptions, 'seed' | 'sequences' | 'only' | 'accepted'> {
  contractVersion: string;
  startedAt: string;
  targets: readonly TargetReport[];
  seconds: number;
}

export interface CheckOptions extends Record<'seed' | 'sequences' | 'concurrency' | 'maxSeconds', number> {
  contract: Contract;
  /** Public URL of the webhook receiver, and the local port that it forwards to. */
  receiver?: { url: string; port: number } | undefined;
  only?: readonly string[] | undefined;
  accepted?: readonly AcceptedFinding[] | undefined;
  reference?: string | undefined;
  stopAtFirst?: boolean;
  onProgress?(line: string): void;
}
