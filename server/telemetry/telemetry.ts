import type { SpanContext } from '@opentelemetry/api';

/** The trace that a request is part of. */
export interface RequestTrace {
  /** 32 hexadecimal digits (W3C Trace Context, section 3.2.2.3). */
  readonly traceId: string;
  /** Ends what this service adds to it. */
  end(operation: string, method: string, status: number): void;
}

/** How an attempt or a download ended, and how long it took in milliseconds. */
export interface Ended {
  /** One of a few words. */
  outcome: string;
  durationMs: number;
  /** What it was about, by the ids that it has here. */
  about: Readonly<Record<string, string>>;
}

/** What the service's parts tell of their work for numbers and traces: nothing personal, no secret and no URL. */
export interface Telemetry {
  /** Continues the trace of the caller's `traceparent`, or begins one; null when neither is wanted. */
  traceRequest(traceparent: string | undefined): RequestTrace | null;
  /** `operation` is one of the contract's, or the route of a page. */
  requestEnded(operation: string, status: number, durationMs: number): void;
  /** A transaction that stored so many submissions. */
  committed(submissions: number, durationMs: number): void;
  /** An attempt to deliver, whether it was the last. Returns the id of its trace, if it has one. */
  attemptEnded(attempt: Ended & { gaveUp: boolean }): string | undefined;
  /** A download of a document. Returns the id of its trace, if it has one. */
  downloadEnded(download: Ended): string | undefined;
  /** So many bytes; null when it failed. */
  fileTouched(action: 'put' | 'get' | 'delete', bytes: number | null): void;
  /** A sweep that ended, with how many of each kind it ended or deleted. */
  swept(counts: Readonly<Record<string, number>>): void;
  /** A sweep that did nothing, and why in a word. */
  sweepRefused(reason: string): void;
}

const nothing = () => undefined;

/** For who asks for neither numbers nor traces. */
export const noTelemetry: Telemetry = {
  traceRequest: continueQuietly,
  requestEnded: nothing,
  committed: nothing,
  attemptEnded: nothing,
  downloadEnded: nothing,
  fileTouched: nothing,
  swept: nothing,
  sweepRefused: nothing,
};

/** Later versions may add members (W3C Trace Context, section 3.2.4); `ff` is none. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Null for one that is absent or malformed, which is to be ignored. */
export function parseTraceparent(header: string | undefined): SpanContext | null {
  if (header === undefined) return null;
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || (version === '00' && more !== undefined)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags ?? '', 16), isRemote: true };
}

/** The log has the caller's trace also where no spans are made. */
function continueQuietly(traceparent: string | undefined): RequestTrace | null {
  const parent = parseTraceparent(traceparent);
  return parent && { traceId: parent.traceId, end: nothing };
}
