import { type OperationId, operations, service } from '../../../generated/operations.ts';
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

/** A policy that operations name in `x-rate-limit`. */
export type PolicyName = (typeof operations)[OperationId]['rateLimits'][number];

export type PolicyLimits = Readonly<Record<PolicyName, RateLimit>>;

export interface RequestLimits {
  policies: PolicyLimits;
  publicFiles: AddressLimit;
  wrongCredentials: FailureLimit;
}

/** Creates the limits. `partner` is the limit of each partner; null switches all rate limits off. */
export function createRequestLimits(partner: LimitFigures | null): RequestLimits {
  const isOff = partner === null;
  return {
    policies: createPolicyLimits(isOff ? 'unlimited' : { partner }),
    publicFiles: createAddressLimit(service.rate_limits.public_files, { isOff }),
    wrongCredentials: createFailureLimit({ isOff }),
  };
}

/** Creates a limit for each policy that operations name, or no limits. `changed` replaces the figures of policies. */
export function createPolicyLimits(changed: Partial<Record<PolicyName, LimitFigures>> | 'unlimited'): PolicyLimits {
  const names = new Set(Object.values(operations).flatMap(({ rateLimits }): readonly PolicyName[] => rateLimits));
  const limitOf = (name: PolicyName) =>
    changed === 'unlimited' ? unlimited : createRateLimit(changed[name] ?? figuresOf(name));
  return Object.fromEntries([...names].map((name) => [name, limitOf(name)])) as PolicyLimits;
}

function figuresOf(name: PolicyName): LimitFigures {
  const policy = service.rate_limits[name];
  if ('per_second' in policy) return { count: policy.per_second, burst: policy.burst };
  return { count: policy.per_second_bytes, burst: policy.burst_bytes };
}

interface PolicyCounts {
  /** In whole seconds. Null if the request is within all limits. */
  retryAfter: number | null;
  /** Unit of the policy that counted last. */
  counts: string;
  /** Response headers that report the remaining quota. */
  headers: Record<string, string>;
}

/** Counts a request, or the bytes of its body, towards the policies of an operation until one is exceeded. */
export function countTowards(
  limits: PolicyLimits,
  names: readonly PolicyName[],
  clientId: string,
  bytes?: number,
): PolicyCounts {
  const result: PolicyCounts = { retryAfter: null, counts: '', headers: {} };
  for (const name of names) {
    const policy = service.rate_limits[name];
    if ('per_second_bytes' in policy !== (bytes !== undefined)) continue;
    const counted = limits[name](clientId, bytes);
    if ('headers' in policy) Object.assign(result.headers, rateLimitFields(name, counted));
    result.counts = policy.counts;
    result.retryAfter = counted.retryAfter;
    if (counted.retryAfter !== null) break;
  }
  return result;
}

/** Returns the header fields defined in draft-ietf-httpapi-ratelimit-headers-11, sections 3 and 4. */
function rateLimitFields(policy: PolicyName, { left }: Counted): Record<string, string> {
  if (left === null) return {};
  const { quota, remaining, seconds } = left;
  return { RateLimit: `"${policy}";r=${remaining};t=${seconds}`, 'RateLimit-Policy': `"${policy}";q=${quota};w=1` };
}
