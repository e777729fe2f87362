/** What was counted in a window, and for how long it still lasts. */
export interface Window {
  points: number;
  msLeft: number;
}

/** Counts points in the window of a key, or where it has ended in a new one that lasts for `ms`. */
export type CountPoints<W> = (key: string, points: number, ms: number) => W;

/** Fewer than that are not looked through for those that have ended. */
const FEW = 1_000;

/**
 * What there is of each key until it ends, by `performance.now()`, and then anew. Those that have ended are forgotten
 * whenever there are twice as many as were left the last time: whoever asks under ever new keys takes no more memory
 * than for those of a window.
 */
export function untilTheyEnd<T extends { endsAt: number }>(): (key: string, begin: () => T) => T {
  const open = new Map<string, T>();
  let most = FEW;
  return (key, begin) => {
    const now = performance.now();
    const known = open.get(key);
    if (known !== undefined && known.endsAt > now) return known;
    if (open.size >= most) {
      for (const [each, { endsAt }] of open) if (endsAt <= now) open.delete(each);
      most = Math.max(FEW, 2 * open.size);
    }
    const begun = begin();
    open.set(key, begun);
    return begun;
  };
}

/** The windows of this process. */
export function windowsInMemory(): CountPoints<Window> {
  const open = untilTheyEnd<{ points: number; endsAt: number }>();
  return (key, points, ms) => {
    const now = performance.now();
    const window = open(key, () => ({ points: 0, endsAt: now + ms }));
    window.points += points;
    return { points: window.points, msLeft: window.endsAt - now };
  };
}
