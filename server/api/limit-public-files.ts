import { setTimeout as sleep } from 'node:timers/promises';
import type { MiddlewareHandler } from 'hono';
import { service } from '../../generated/operations.ts';
import type { AddressOf } from '../platform/security-log.ts';
import { problemResponse, rateLimited, webResponse } from './contract/problem.ts';
import type { AddressLimit } from './limits/rate-limit.ts';
import { requestOrigin } from './operation-request.ts';
import type { RequestEnv } from './request-log.ts';

/**
 * Limits the requests of an address for public files (`x-service/rate_limits/public_files`). Delays each rejection, so
 * that a client that repeats its request at once takes no processing time from others.
 */
export function limitPublicFiles(services: {
  baseUrl: string;
  sourceOf: AddressOf;
  publicFileLimit: AddressLimit;
}): MiddlewareHandler<RequestEnv> {
  const { baseUrl, sourceOf, publicFileLimit } = services;
  return async (c, next) => {
    const address = sourceOf(requestOrigin(c));
    const retryAfter = publicFileLimit.retryAfter(address);
    if (retryAfter === null) {
      publicFileLimit.count(address);
      return next();
    }
    await sleep(service.rate_limits.public_files.rejected_after_seconds * 1000);
    const refusal = rateLimited('requests for public files', retryAfter);
    return webResponse(problemResponse(refusal, baseUrl, c.get('requestId')));
  };
}
