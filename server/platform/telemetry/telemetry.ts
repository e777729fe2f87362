export interface RequestTrace {
  /** Trace ID of 32 hexadecimal digits (W3C Trace Context, section 3.2.2.3). */
  readonly traceId: string;
  end(operation: string, method: string, status: number): void;
}

/** A completed attempt to deliver an event, or a completed download of a document. */
export interface Transfer {
  kind: 'delivery' | 'download';
  outcome: string;
  failed: boolean;
  durationMs: number;
  /** IDs of the resources that the attempt or download belongs to. */
  about: Readonly<Record<string, string>>;
}

/** Descriptions of the fields in the log lines of sweeps, which server/operate/docs/run.md lists. */
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

/** Receives the metrics and traces of the service. They must not contain personal data, secrets, or URLs. */
export interface Telemetry {
  /** Continues the trace of the caller's `traceparent`, or starts one. Returns null when traces are disabled. */
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
