import type { Progress } from '../types.ts';
import { count, duration } from './text.ts';

/** Where progress is shown: standard error, usually. */
export interface ProgressStream {
  write(text: string): unknown;
  /** Of a terminal. */
  columns?: number | undefined;
}

export interface ProgressDisplay {
  /** Takes what a run says. */
  update(progress: Progress): void;
  /** To be called once, before the report is printed. */
  end(): void;
}

const REWRITE_INTERVAL_MS = 100;
// To the start of the line, and erase it (EL, ECMA-48 section 8.3.41).
const ERASE_LINE = '\r\u001b[2K';

/**
 * Shows the progress of a run: on a terminal one line for all targets, rewritten at most ten times a second; otherwise
 * a line for each finished group, so that a CI log is not flooded. `now` gives milliseconds.
 */
export function createProgress(
  stream: ProgressStream,
  { isTTY, now }: { isTTY: boolean; now: () => number },
): ProgressDisplay {
  return isTTY ? rewrittenLine(stream, now) : lineForEachGroup(stream, now);
}

function rewrittenLine(stream: ProgressStream, now: () => number): ProgressDisplay {
  const startedAt = now();
  const latest = new Map<string, Progress>();
  let writtenAt = Number.NEGATIVE_INFINITY;
  return {
    update(progress) {
      latest.set(progress.target, progress);
      const time = now();
      if (time - writtenAt < REWRITE_INTERVAL_MS && progress.done < progress.total) return;
      writtenAt = time;
      // A line that fills the last column is broken by some terminals, and then not erased.
      const columns = (stream.columns ?? 80) - 1;
      stream.write(`${ERASE_LINE}${lineOfAll([...latest.values()], time - startedAt).slice(0, columns)}`);
    },
    end() {
      stream.write(ERASE_LINE);
    },
  };
}

function lineForEachGroup(stream: ProgressStream, now: () => number): ProgressDisplay {
  const startedAt = now();
  const unfinished = new Map<string, Progress>();
  const said = new Set<string>();
  return {
    update(progress) {
      const key = `${progress.group} ${progress.target}`;
      if (said.has(key)) return;
      if (progress.done < progress.total) {
        unfinished.set(key, progress);
        return;
      }
      unfinished.delete(key);
      said.add(key);
      stream.write(`${lineOf(progress, now() - startedAt)}\n`);
    },
    end() {
      for (const progress of unfinished.values()) {
        stream.write(`${lineOf(progress, now() - startedAt)}, not finished\n`);
      }
      unfinished.clear();
    },
  };
}

const lineOf = ({ target, group, done, total, findings }: Progress, elapsedMs: number) =>
  `${target}: ${group} ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}, ${resultOf(findings, elapsedMs)}`;

function lineOfAll(all: readonly Progress[], elapsedMs: number): string {
  const shares = all.map(({ target, group, done, total }) => `${target}: ${group} ${percent(done, total)}`);
  const findings = all.reduce((sum, each) => sum + each.findings, 0);
  return `${shares.join(', ')}, ${resultOf(findings, elapsedMs)}`;
}

const percent = (done: number, total: number) => `${Math.floor((100 * done) / total)} %`;

const resultOf = (findings: number, elapsedMs: number) =>
  `${findings === 0 ? 'no finding' : count(findings, 'finding')}, ${duration(elapsedMs / 1000)}`;
