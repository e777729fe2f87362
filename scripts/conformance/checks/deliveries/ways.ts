import type { DeliveryPolicy } from '../../contract/delivery-policy.ts';
import type { Rule } from '../../judge/delivery.ts';
import type { Answering } from '../../types.ts';

/** How the first attempt of an event is answered. */
export interface Way extends Answering {
  name: string;
  about: Rule;
  /** A success; or what every attempt is answered. */
  always?: 'succeeds' | 'fails';
}

/** Two successes that come near the limits, and every kind of failure. */
export function waysOf(policy: DeliveryPolicy, elsewhere: string, hasAllAttempts: boolean): Way[] {
  const { success_status: success, timeout_seconds, max_response_bytes: most } = policy;
  const failing = (status: number): Way => ({ status, name: `an answer ${status}`, about: 'success' });
  const late = timeout_seconds * 600;
  return [
    ...[201, 204, 400, 404, 410, 500, 503].filter((status) => status !== success).map(failing),
    { status: 302, headers: { location: elsewhere }, name: 'a redirect', about: 'redirects' },
    { status: null, name: 'a closed connection', about: 'success', error: 'connection_closed' },
    { status: success, holds: 'head', name: 'no answer', about: 'timeout', error: 'timeout' },
    { status: success, holds: 'body', name: 'a body without an end', about: 'timeout', error: 'timeout' },
    { status: success, afterMs: late, name: `an answer after ${late} ms`, about: 'timeout', always: 'succeeds' },
    { status: success, bytes: most, name: `an answer of ${most} bytes`, about: 'size', always: 'succeeds' },
    { status: success, bytes: most + 1, name: 'a longer one', about: 'size', error: 'response_too_large' },
    ...(hasAllAttempts ? [{ ...failing(500), about: 'attempts', always: 'fails' } as const] : []),
  ];
}
