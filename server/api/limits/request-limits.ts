import { service } from '../../../generated/operations.ts';
import { type AcquireSlot, keyedSemaphore } from '../../platform/semaphore.ts';
import {
  type AddressLimit,
  createAddressLimit,
  createFailureLimit,
  createRateLimit,
  type FailureLimit,
  type LimitFigures,
  type RateLimit,
  unlimited,
} from './rate-limit.ts';

/** Limits on the requests to the API. */
export interface RequestLimits {
  partner: RateLimit;
  token: RateLimit;
  /** Shared limit for test events and redeliveries. */
  sentOnRequest: RateLimit;
  /** Limit for large JSON bodies, in KiB. */
  jsonKib: RateLimit;
  /** Limit for files, in KiB. */
  fileKib: RateLimit;
  publicFiles: AddressLimit;
  /** Limit for requests with wrong client credentials. */
  wrongCredentials: FailureLimit;
  /** Limits uploads to one at a time per asset key. */
  acquireUploadSlot: AcquireSlot;
}

/** Creates the limits. `partner` is the limit of each partner; null switches all rate limits off. */
export function createRequestLimits(partner: LimitFigures | null): RequestLimits {
  const { token, sent_on_request, json_bodies, files, public_files } = service.rate_limits;
  const isOff = partner === null;
  const limit = (figures: LimitFigures) => (isOff ? unlimited : createRateLimit(figures));
  return {
    partner: partner === null ? unlimited : createRateLimit(partner),
    token: limit(perSecond(token)),
    sentOnRequest: limit(perSecond(sent_on_request)),
    jsonKib: limit(inKib(json_bodies)),
    fileKib: limit(inKib(files)),
    publicFiles: createAddressLimit(public_files, { isOff }),
    wrongCredentials: createFailureLimit({ isOff }),
    acquireUploadSlot: keyedSemaphore(1),
  };
}

const perSecond = ({ per_second: count, burst }: { per_second: number; burst: number }) => ({ count, burst });

const inKib = (limit: { per_second_bytes: number; burst_bytes: number }) => ({
  count: limit.per_second_bytes / 1024,
  burst: limit.burst_bytes / 1024,
});
