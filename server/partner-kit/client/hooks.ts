import type { OperationId } from '../../../generated/operations.ts';
import type { NoAnswerCode } from './errors.ts';

/** An attempt to call an operation: 1 is the first. */
export interface Attempt {
  operation: OperationId;
  attempt: number;
}

export interface AttemptAnswered extends Attempt {
  /** Of HTTP; undefined where no answer came. */
  status: number | undefined;
  /** Why there is no answer that the contract knows. */
  failure: NoAnswerCode | undefined;
  /** The `X-Request-Id` of the answer. */
  requestId: string | null;
  /** Milliseconds, until the whole answer had arrived. */
  tookMs: number;
}

/**
 * What the client tells of its work, for logs and metrics: also of the calls for access tokens. Nothing secret or
 * personal is in it. A hook is not waited for, and what it throws is ignored, so that a log that fails breaks no call.
 *
 * @example
 * const hooks = { onAnswer: ({ operation, tookMs }) => histogram.observe({ operation }, tookMs) };
 */
export interface ClientHooks {
  /** An attempt is about to be sent. */
  onRequest?(attempt: Attempt): void;
  /** An attempt was answered, or failed. */
  onAnswer?(answered: AttemptAnswered): void;
  /** The next attempt comes after a pause, in milliseconds; `attempt` is the one that failed. */
  onRetry?(retry: Attempt & { pauseMs: number }): void;
  /** A new access token was issued. */
  onToken?(token: { endsAt: Date }): void;
}

/** Calls a hook if there is one, and ignores what it throws. */
export function tell<Name extends keyof ClientHooks>(
  hooks: ClientHooks,
  name: Name,
  event: Parameters<NonNullable<ClientHooks[Name]>>[0],
): void {
  try {
    (hooks[name] as ((event: unknown) => void) | undefined)?.(event);
  } catch {
    // As documented above.
  }
}
