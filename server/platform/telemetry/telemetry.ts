export interface RequestTrace {
  /** 32 hexadecimal digits (W3C Trace Context, section 3.2.2.3). */
  readonly traceId: string;
  end(operation: string, method: string, status: number): void;
}

export interface Transfer {
  kind: 'delivery' | 'download';
  outcome: string;
  failed: boolean;
  durationMs: number;
  /** IDs of the resources, which become attributes of the span. */
  about: Readonly<Record<string, string>>;
}

/** server/operate/docs/run.md lists these log fields. */
export const SWEEP_FIELDS = {
  submissions: 'open submissions that were canceled and erased at the end of their window',
  documents_of: 'completed submissions whose documents were deleted',
  verification_requests: 'verification requests that were canceled at the end of their window',
  results: 'ended verification requests that were deleted with their identities',
  people: 'deleted users, who had no data here and had not signed in for a long time',
  deliveries: 'deliveries deleted from the log',
  orphaned_files: 'deleted files of deleted data',
  unknown_files: 'deleted files that the database does not list',
} as const;
export type SweepCounts = Partial<Record<keyof typeof SWEEP_FIELDS, number>>;

/** Metrics and traces must not contain personal data, secrets, or URLs. */
export interface Telemetry {
  /** Returns null if traces are disabled. */
  traceRequest(traceparent: string | undefined): RequestTrace | null;
  /** `operation` is an operation in the contract, or the route of a page. */
  requestEnded(operation: string, status: number, durationMs: number): void;
  committed(submissions: number, durationMs: number): void;
  /** Returns the trace ID, if there is a trace. */
  transferEnded(transfer: Transfer): string | undefined;
  deliveryGivenUp(): void;
  fileFailed(action: 'put' | 'get' | 'delete'): void;
  swept(counts: SweepCounts): void;
}

const nothing = () => undefined;

export const noTelemetry: Telemetry = {
  traceRequest: () => null,
  requestEnded: nothing,
  committed: nothing,
  transferEnded: nothing,
  deliveryGivenUp: nothing,
  fileFailed: nothing,
  swept: nothing,
};
