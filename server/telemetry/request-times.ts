/** Seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Times {
  /** As Prometheus writes them. */
  labels: string;
  /** By the first bound that is not below the time, and last those above all. */
  counts: number[];
  sum: number;
}

/** How long requests took, by operation and class of status. */
export interface RequestTimes {
  observe(operation: string, status: number, seconds: number): void;
  /** In the text format of Prometheus, as a histogram of this name. */
  text(name: string, help: string): string;
}

/**
 * Written by hand, because every request is counted: prom-client's histogram and that of OpenTelemetry's SDK look up
 * its labels anew each time, and take two microseconds where this takes a tenth of one.
 */
export function createRequestTimes(): RequestTimes {
  const known = new Map<string, (Times | undefined)[]>();

  function timesOf(operation: string, digit: number): Times {
    const byStatus = known.get(operation) ?? [];
    known.set(operation, byStatus);
    const labels = `operation=${JSON.stringify(operation)},status="${digit}xx"`;
    const times = { labels, counts: Array(BOUNDS.length + 1).fill(0), sum: 0 };
    byStatus[digit] = times;
    return times;
  }

  return {
    observe(operation, status, seconds) {
      const digit = Math.trunc(status / 100);
      const times = known.get(operation)?.[digit] ?? timesOf(operation, digit);
      let at = 0;
      while (at < BOUNDS.length && seconds > (BOUNDS[at] as number)) at++;
      times.counts[at] = (times.counts[at] as number) + 1;
      times.sum += seconds;
    },

    text(name, help) {
      const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`];
      for (const { labels, counts, sum } of [...known.values()].flat().filter((times) => times !== undefined)) {
        let count = 0;
        for (const [at, bound] of [...BOUNDS, '+Inf'].entries()) {
          count += counts[at] ?? 0;
          lines.push(`${name}_bucket{le="${bound}",${labels}} ${count}`);
        }
        lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`);
      }
      return `${lines.join('\n')}\n`;
    },
  };
}
