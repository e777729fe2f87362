import { createClient } from '@redis/client';
import type { SharedCounter } from './shared-counter.ts';

/** Redis runs a script as a whole, so that a window without an end is never left behind. */
const COUNT = `
  local points = redis.call('incrby', KEYS[1], ARGV[1])
  local left = redis.call('pttl', KEYS[1])
  if left < 0 then
    redis.call('pexpire', KEYS[1], ARGV[2])
    left = tonumber(ARGV[2])
  end
  return { points, left }`;

const RECONNECT_MS = 1_000;

/** Counts in Redis. Nobody waits for the connection: until it is there, and while it is away, calls reject at once. */
export function createRedisCounter(url: string): SharedCounter {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    // Asked so often, a connection that is dead without a word is noticed.
    pingInterval: 5_000,
    socket: { connectTimeout: 2_000, socketTimeout: 12_000, reconnectStrategy: () => RECONNECT_MS },
  });
  // An 'error' event without a listener ends the process. It connects again by itself, and calls reject meanwhile.
  client.on('error', () => {});
  client.connect().catch(() => {});
  return {
    async count(key, points, ms) {
      const answer = await client.eval(COUNT, { keys: [`pcs limit ${key}`], arguments: [String(points), String(ms)] });
      const [counted, msLeft] = answer as [number, number];
      return { points: counted, msLeft };
    },
    close: async () => client.destroy(),
  };
}
