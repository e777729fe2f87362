import { setTimeout as sleep } from 'node:timers/promises';
import type { MiddlewareHandler } from 'hono';
import { operations, service } from '../../../generated/operations.ts';
import type { ReportServices } from '../../storage/services.ts';
import { clientIdOf, type OperationCall, type PolicyName, requestOrigin } from '../call.ts';
import { rateLimited } from '../contract/problem.ts';
import type { InFlightBodies, InFlightBody } from '../in-flight-bodies.ts';
import type { RequestEnv } from '../request-log.ts';
import { refusalResponse } from '../responses.ts';
import {
  type AddressLimit,
  type Counted,
  createAddressLimit,
  createFailureLimit,
  createRateLimit,
  type FailureLimit,
  type LimitFigures,
  type RateLimit,
  unlimited,
} from './rate-limit.ts';

export type PolicyLimits = Readonly<Record<PolicyName, RateLimit>>;

export interface RequestLimits {
  policies: PolicyLimits;
  publicFiles: AddressLimit;
  wrongCredentials: FailureLimit;
}

export function createRequestLimits(partner: LimitFigures | null): RequestLimits {
  const isOff = partner === null;
  return {
    policies: createPolicyLimits(isOff ? 'unlimited' : { partner }),
    publicFiles: createAddressLimit(service.rate_limits.public_files, { isOff }),
    wrongCredentials: createFailureLimit({ isOff }),
  };
}

export function createPolicyLimits(overrides: Partial<Record<PolicyName, LimitFigures>> | 'unlimited'): PolicyLimits {
  const names = new Set(Object.values(operations).flatMap(({ rateLimits }): readonly PolicyName[] => rateLimits));
  const limitOf = (name: PolicyName) =>
    overrides === 'unlimited' ? unlimited : createRateLimit(overrides[name] ?? figuresOf(name));
  return Object.fromEntries([...names].map((name) => [name, limitOf(name)])) as PolicyLimits;
}

function figuresOf(name: PolicyName): LimitFigures {
  const policy = service.rate_limits[name];
  if ('per_second' in policy) return { count: policy.per_second, burst: policy.burst };
  return { count: policy.per_second_bytes, burst: policy.burst_bytes };
}

/** Counts a request, or the `bytes` of its body. Returns the rate limit headers. Throws a `Refusal` above a limit. */
export function countTowards(
  limits: PolicyLimits,
  names: readonly PolicyName[],
  clientId: string,
  bytes?: number,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of names) {
    const policy = service.rate_limits[name];
    const countsBytes = 'per_second_bytes' in policy;
    if (countsBytes !== (bytes !== undefined)) continue;
    const counted = limits[name](clientId, bytes);
    if ('headers' in policy) Object.assign(headers, rateLimitFields(name, counted));
    if (counted.retryAfter !== null) throw rateLimited(policy.counts, counted.retryAfter, headers);
  }
  return headers;
}

/** Returns the header fields defined in draft-ietf-httpapi-ratelimit-headers-11, sections 3 and 4. */
function rateLimitFields(policy: PolicyName, { left }: Counted): Record<string, string> {
  if (left === null) return {};
  const { quota, remaining, seconds } = left;
  return { RateLimit: `"${policy}";r=${remaining};t=${seconds}`, 'RateLimit-Policy': `"${policy}";q=${quota};w=1` };
}

export interface CallLimits extends Pick<ReportServices, 'sourceOf'> {
  bodies: InFlightBodies;
  limits: Pick<RequestLimits, 'policies' | 'wrongCredentials'>;
}

const SMALL_BODY = service.rate_limits.small_body_bytes;

/** Returns a counter for a body that can be large. Throws a `Refusal` if the request exceeds a rate limit. */
export function limitCall(call: OperationCall, services: CallLimits): InFlightBody | undefined {
  const { principal, operation } = call;
  const clientId = clientIdOf(principal);
  if (clientId === undefined) return operation.bodyLimit > 0 ? limitAttempt(call, services) : undefined;
  call.rateLimitFields = countTowards(services.limits.policies, operation.rateLimits, clientId);
  return mayBeLarge(call) ? services.bodies.open(clientId) : undefined;
}

function limitAttempt(call: OperationCall, { sourceOf, limits, bodies }: CallLimits): InFlightBody {
  const address = sourceOf(call);
  const retryAfter = limits.wrongCredentials.retryAfter(address);
  if (retryAfter !== null) throw rateLimited('wrong client credentials', retryAfter);
  return bodies.openAnonymous(address);
}

const mayBeLarge = ({ operation, header }: OperationCall): boolean =>
  operation.bodyLimit > 0 &&
  (Number(header('content-length') ?? 0) > SMALL_BODY || header('transfer-encoding') !== undefined);

export function countBytes({ principal, operation }: OperationCall, bytes: number, { limits }: CallLimits): void {
  const clientId = clientIdOf(principal);
  if (clientId !== undefined && bytes > SMALL_BODY)
    countTowards(limits.policies, operation.rateLimits, clientId, bytes);
}

/** Delays rejections, so that a client that retries immediately causes little load. */
export function limitPublicFiles(services: {
  baseUrl: string;
  sourceOf: ReportServices['sourceOf'];
  limits: Pick<RequestLimits, 'publicFiles'>;
}): MiddlewareHandler<RequestEnv> {
  const { baseUrl, sourceOf, limits } = services;
  return async (c, next) => {
    const address = sourceOf(requestOrigin(c));
    const retryAfter = limits.publicFiles.retryAfter(address);
    if (retryAfter === null) {
      limits.publicFiles.count(address);
      return next();
    }
    await sleep(service.rate_limits.public_files.rejected_after_seconds * 1000);
    return refusalResponse(c, rateLimited('requests for public files', retryAfter), baseUrl);
  };
}
