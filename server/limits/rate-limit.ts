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
  /** Points in each window; 0 means no limit. */
  count: number;
  /** Points that a key may use at once, now and then. The default is `count`. */
  burst?: number;
  /** Length of a window. The default is a second. */
  seconds?: number;
}

type CreateLimiter = (options: IRateLimiterOptions) => RateLimiterAbstract;

const inMemory: CreateLimiter = (options) => new RateLimiterMemory(options);

/** Allows `count` points in each window, and what `burst` has beyond them once in each window for bursts. */
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
    // Whole seconds, as RFC 9110, section 10.2.3, has them.
    const wait = Math.max(1, Math.ceil(msBeforeNext / 1000));
    return { retryAfter: isWithin ? null : wait, left: { quota: count, remaining, seconds: wait } };
  };
}

export interface Limits {
  /** A limit that counts for itself, under a name of its own. */
  limit(name: string, figures: LimitFigures): RateLimit;
  close(): Promise<void>;
}

/** Requests do not wait longer than that to be counted. */
const TIMEOUT_MS = 500;

/**
 * Creates limits that are counted where LIMITS says: by this process, or in the database for all instances. While the
 * database does not answer, each instance counts alone. Connections of their own keep the limits from waiting for
 * requests, and requests from waiting for them.
 */
export function openLimits({ limits, databaseUrl }: Pick<Config, 'limits' | 'databaseUrl'>): Limits {
  if (limits === 'memory' || databaseUrl === null)
    return { limit: (name, figures) => createRateLimit(figures, name), close: async () => {} };
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
      // A key that has used all of its points is refused without asking the database.
      inMemoryBlockOnConsumed: Number(options.points),
      insuranceLimiter: inMemory(options),
    });
  return { limit: (name, figures) => createRateLimit(figures, name, inDatabase), close: () => pool.end() };
}
