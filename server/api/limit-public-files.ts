import { setTimeout as sleep } from 'node:timers/promises';
import type { MiddlewareHandler } from 'hono';
import { service } from '../../generated/operations.ts';
import { requestOrigin } from './call.ts';
import { problemResponse, rateLimited, webResponse } from './contract/problem.ts';
import type { RequestEnv } from './request-log.ts';
import type { AccessServices, AddressServices, ReportServices } from './services.ts';

/**
 * Limits the requests of an address for public files (`x-service/rate_limits/public_files`). Delays each rejection, so
 * that a client that repeats its request at once takes no processing time from others.
 */
export function limitPublicFiles(
  services: AddressServices & ReportServices & AccessServices,
): MiddlewareHandler<RequestEnv> {
  const { baseUrl, sourceOf, limits } = services;
  return async (c, next) => {
    const address = sourceOf(requestOrigin(c));
    const retryAfter = limits.publicFiles.retryAfter(address);
    if (retryAfter === null) {
      limits.publicFiles.count(address);
      return next();
    }
    await sleep(service.rate_limits.public_files.rejected_after_seconds * 1000);
    const refusal = rateLimited('requests for public files', retryAfter);
    return webResponse(problemResponse(refusal, baseUrl, c.get('requestId')));
  };
}
