import type { Config } from '../config.ts';
import { createPostgresCounter } from './postgres-counter.ts';
import { createRateLimit, type LimitFigures } from './rate-limit.ts';
import type { RateLimit } from './rate-limit-fields.ts';
import { countWhileItAnswers, type SharedCounter } from './shared-counter.ts';

export interface Limits {
  /** Each name counts for itself. */
  limit(name: string, figures: LimitFigures): RateLimit;
  close(): Promise<void>;
}

/** Limits that are counted where the settings say. Does not wait for that place. */
export async function openLimits(
  config: Pick<Config, 'limits' | 'databaseUrl' | 'redisUrl'>,
  told: Parameters<typeof countWhileItAnswers>[1],
): Promise<Limits> {
  const counter = await openCounter(config);
  const countForAll = counter && countWhileItAnswers(counter, told);
  return {
    limit: (name, figures) =>
      createRateLimit(figures, countForAll && ((key, points, ms) => countForAll(`${name} ${key}`, points, ms))),
    close: async () => counter?.close(),
  };
}

async function openCounter({
  limits,
  databaseUrl,
  redisUrl,
}: Parameters<typeof openLimits>[0]): Promise<SharedCounter | null> {
  if (limits === 'database' && databaseUrl !== null) return createPostgresCounter(databaseUrl);
  // Its client is for those who ask for it.
  if (limits === 'redis' && redisUrl !== null) return (await import('./redis-counter.ts')).createRedisCounter(redisUrl);
  return null;
}
