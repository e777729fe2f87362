import { service } from '../../generated/operations.ts';
import { clientIdOf, type OperationCall } from './call.ts';
import { rateLimited } from './contract/problem.ts';
import type { InFlightBody } from './in-flight-bodies.ts';
import { countTowards } from './limits/request-limits.ts';
import type { AccessServices, ReportServices } from './services.ts';

/** Services that limit the calls of operations. */
export interface CallLimits extends Pick<AccessServices, 'bodies'>, Pick<ReportServices, 'sourceOf'> {
  limits: Pick<AccessServices['limits'], 'policies' | 'wrongCredentials'>;
}

/** Maximum size in bytes of bodies that do not count towards the byte limits. */
const SMALL_BODY = service.rate_limits.small_body_bytes;

/**
 * Counts a call. Returns the count of its body in memory; undefined if the body does not count. Throws a `Refusal` if
 * the caller exceeds a rate limit.
 */
export function limitCall(call: OperationCall, services: CallLimits): InFlightBody | undefined {
  const { principal, operation } = call;
  const clientId = clientIdOf(principal);
  if (clientId === undefined) return operation.bodyLimit > 0 ? limitAttempt(call, services) : undefined;
  const { retryAfter, counts, headers } = countTowards(services.limits.policies, operation.rateLimits, clientId);
  call.rateLimitFields = headers;
  if (retryAfter !== null) throw rateLimited(counts, retryAfter);
  return mayBeLarge(call) ? services.bodies.open(clientId) : undefined;
}

/** Limits guesses of client secrets. Throws a `Refusal` after too many failures. Returns the count of the body. */
function limitAttempt(call: OperationCall, { sourceOf, limits, bodies }: CallLimits): InFlightBody {
  const address = sourceOf(call);
  const retryAfter = limits.wrongCredentials.retryAfter(address);
  if (retryAfter !== null) throw rateLimited('wrong client credentials', retryAfter);
  return bodies.openAnonymous(address);
}

/** Returns whether the body is larger than a small one, or its size is not declared. */
const mayBeLarge = ({ operation, header }: OperationCall): boolean =>
  operation.bodyLimit > 0 &&
  (Number(header('content-length') ?? 0) > SMALL_BODY || header('transfer-encoding') !== undefined);

/** Counts the bytes of a body that has arrived. Throws a `Refusal` if the partner exceeds a byte limit. */
export function countBytes({ principal, operation }: OperationCall, bytes: number, { limits }: CallLimits): void {
  const clientId = clientIdOf(principal);
  if (clientId === undefined || bytes <= SMALL_BODY) return;
  const { retryAfter, counts } = countTowards(limits.policies, operation.rateLimits, clientId, bytes);
  if (retryAfter !== null) throw rateLimited(counts, retryAfter);
}
