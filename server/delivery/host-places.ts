/** Resolves when an attempt to the host of the URL may begin, to what ends it. Those who wait are served in turn. */
export type EnterHost = (url: string) => Promise<{ leave(): void; waited: boolean }>;

/**
 * Bounds the attempts to one host, whoever's webhooks they are for and whatever their ports: many partners, or one with
 * many webhooks, could otherwise have the service send to a stranger's host as fast as it can.
 */
export function createHostPlaces(most: number): EnterHost {
  const hosts = new Map<string, { taken: number; waiting: (() => void)[] }>();
  return async (url) => {
    const name = hostOf(url);
    const host = hosts.get(name) ?? { taken: 0, waiting: [] };
    hosts.set(name, host);
    const waited = host.taken >= most;
    // A place that becomes free goes to who waits, so it stays taken.
    if (waited) await new Promise<void>((resolve) => host.waiting.push(resolve));
    else host.taken++;
    return {
      waited,
      leave() {
        const next = host.waiting.shift();
        if (next !== undefined) return next();
        host.taken--;
        if (host.taken === 0) hosts.delete(name);
      },
    };
  };
}

/** Without the dot that marks a name as complete, which leads to the same host. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '');
