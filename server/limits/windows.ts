/** What was counted in a window, and for how long it still lasts. */
export interface Window {
  points: number;
  msLeft: number;
}

/** Counts points in the window of a key, or where it has ended in a new one that lasts for `ms`. */
export type CountPoints<W> = (key: string, points: number, ms: number) => W;

/** The windows of this process. The keys are those of partners, so that there are few. */
export function windowsInMemory(): CountPoints<Window> {
  const open = new Map<string, { points: number; endsAt: number }>();
  return (key, points, ms) => {
    const now = performance.now();
    let window = open.get(key);
    if (window === undefined || window.endsAt <= now) {
      window = { points: 0, endsAt: now + ms };
      open.set(key, window);
    }
    window.points += points;
    return { points: window.points, msLeft: window.endsAt - now };
  };
}
