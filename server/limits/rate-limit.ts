import {
  BurstyRateLimiter,
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { service } from '../../generated/operations.ts';
import type { Config } from '../config.ts';
import { createPostgresPool } from '../store/engine/postgres-pool.ts';
import { type RateLimit, unlimited } from './rate-limit-fields.ts';

export interface LimitFigures {
  /** Number of points per window. 0 means no limit. */
  count: number;
  /** Maximum number of points that a key can use at once. Default: `count`. */
  burst?: number;
  /** Length of a window in seconds. Default: 1. */
  seconds?: number;
}

type CreateLimiter = (options: IRateLimiterOptions) => RateLimiterAbstract;

const inMemory: CreateLimiter = (options) => new RateLimiterMemory(options);

/** Creates a limit of `count` points per window. `burst - count` more points are available per burst window. */
export function createRateLimit(
  { count, burst = count, seconds = 1 }: LimitFigures,
  name = '',
  createLimiter = inMemory,
): RateLimit {
  if (count === 0) return unlimited;
  const rate = createLimiter({ keyPrefix: name, points: count, duration: seconds });
  const limiter = burst > count ? new BurstyRateLimiter(rate, burstLimiter()) : rate;

  function burstLimiter() {
    const duration = service.rate_limits.partner.burst_within_seconds;
    return createLimiter({ keyPrefix: `${name} burst`, points: burst - count, duration });
  }

  return async (key, points = 1) => {
    let isWithin = true;
    const { remainingPoints: remaining, msBeforeNext } = await limiter.consume(key, points).catch((refused) => {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      isWithin = false;
      return refused;
    });
    // `Retry-After` is in whole seconds (RFC 9110, section 10.2.3).
    const wait = Math.max(1, Math.ceil(msBeforeNext / 1000));
    return { retryAfter: isWithin ? null : wait, left: { quota: count, remaining, seconds: wait } };
  };
}

/** Maximum time that a request waits for the database. */
const TIMEOUT_MS = 500;

/**
 * Opens the rate limits. The setting LIMITS selects whether they are counted in this process or, for all instances, in
 * the database. While the database does not respond, each instance counts separately. The limits have their own
 * connections, so that they do not wait for the connections of requests.
 */
export function openLimits({ limits, databaseUrl }: Pick<Config, 'limits' | 'databaseUrl'>) {
  const limitWith = (createLimiter: CreateLimiter) => (name: string, figures: LimitFigures) =>
    createRateLimit(figures, name, createLimiter);
  if (limits === 'memory' || databaseUrl === null) return { limit: limitWith(inMemory), close: async () => {} };
  const pool = createPostgresPool(databaseUrl, {
    maxConnections: 2,
    connectionTimeoutMs: TIMEOUT_MS,
    statementTimeoutMs: TIMEOUT_MS,
  });
  const storeClient = {
    async query({ text, values }: { text: string; values: readonly unknown[] }) {
      const client = await pool.connect();
      try {
        return await client.query(text, values);
      } finally {
        client.release();
      }
    },
  };
  const inDatabase: CreateLimiter = (options) =>
    new RateLimiterPostgres({
      ...options,
      storeClient,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      // Rejects a key that has no points left without a query.
      inMemoryBlockOnConsumed: Number(options.points),
      insuranceLimiter: inMemory(options),
    });
  return { limit: limitWith(inDatabase), close: () => pool.end() };
}
