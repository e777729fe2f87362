import type { CheckName } from '../kit-types.ts';
import { count } from './terminal.ts';

const PROGRESS_MS = 5000;

/** Prints a line when a check starts, and then every few seconds the finished cases and the remaining time. */
export class Progress {
  /** Planned work, in requests. */
  planned = 0;
  #done = 0;
  #cases = 0;
  /** Time at which the first check started. The time before, in which the cases are prepared, does not count. */
  #startedAt = 0;
  #printedAt = 0;
  readonly #checks = new Set<CheckName>();
  readonly #print: (text: string) => void;

  constructor(target: string, onProgress?: (line: string) => void) {
    this.#print = (text) => onProgress?.(`${target}: ${text}`);
  }

  start(check: CheckName): void {
    if (this.#startedAt === 0) {
      this.#startedAt = Date.now();
      this.#printedAt = this.#startedAt;
    }
    if (!this.#checks.has(check)) this.#print(check);
    this.#checks.add(check);
  }

  finish(check: CheckName, requests: number, cases: number): void {
    this.#done += requests;
    this.#cases += cases;
    const now = Date.now();
    if (now - this.#printedAt < PROGRESS_MS) return;
    this.#printedAt = now;
    const left = Math.max(0, this.planned - this.#done);
    const seconds = Math.round(((now - this.#startedAt) * left) / this.#done / 1000);
    this.#print(`${check}, ${count(this.#cases, 'case')}, about ${seconds} s left`);
  }
}
