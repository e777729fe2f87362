import type { CheckName } from '../kit-types.ts';
import { count } from './terminal.ts';

const PROGRESS_MS = 5000;

/** Prints a line when a check starts, and then every few seconds the finished cases and the remaining time. */
export class Progress {
  /** Planned work. The unit is a request. */
  planned = 0;
  #done = 0;
  #cases = 0;
  readonly #startedAt = Date.now();
  #printedAt = Date.now();
  readonly #checks = new Set<CheckName>();
  readonly #print: (text: string) => void;

  constructor(target: string, onProgress?: (line: string) => void) {
    this.#print = (text) => onProgress?.(`${target}: ${text}`);
  }

  start(check: CheckName): void {
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
