import { service } from '../../../generated/operations.ts';
import { type Clock, type Micros, seconds } from '../../domain/clock.ts';
import { logoType } from '../../domain/file-type.ts';
import { createGuardedAgent, type GuardPolicy } from '../../platform/outbound/guarded-agent.ts';
import { createFetchFile, type FetchFile } from './fetch-document.ts';

interface Logo {
  bytes: Uint8Array;
  mediaType: string;
}

const rules = service.logo;
const MAX_CACHED = 100;
const RETRY_DELAY_AFTER_FAILURE: Micros = seconds(60);

export function createLogos(parts: { destinations: GuardPolicy; clock: Clock; fetchFile?: FetchFile }) {
  const { clock } = parts;
  // Limits the number of connections, because a slow server could hold a connection for each logo.
  const agent = createGuardedAgent({ ...parts.destinations, connectionsPerOrigin: 2 });
  const limits = { timeoutMs: rules.timeout_seconds * 1000, maxBytes: rules.max_bytes };
  const fetchFile = parts.fetchFile ?? createFetchFile({ agent, ...limits });
  const cache = new Map<string, { logo: Promise<Logo | null>; until: Micros }>();

  async function fetchLogo(url: string): Promise<Logo | null> {
    const fetched = await fetchFile(url);
    const mediaType = 'bytes' in fetched ? logoType(fetched.bytes) : null;
    if ('bytes' in fetched && mediaType !== null) return { bytes: fetched.bytes, mediaType };
    const entry = cache.get(url);
    if (entry !== undefined) entry.until = clock.now() + RETRY_DELAY_AFTER_FAILURE;
    return null;
  }

  return {
    get(url: string): Promise<Logo | null> {
      const cached = cache.get(url);
      if (cached !== undefined && cached.until > clock.now()) return cached.logo;
      cache.delete(url);
      const [oldest] = cache.keys();
      if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest);
      const entry = { logo: fetchLogo(url), until: clock.now() + seconds(rules.cached_seconds) };
      cache.set(url, entry);
      return entry.logo;
    },
  };
}
