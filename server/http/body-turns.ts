import type { Readable } from 'node:stream';

/** Bytes. Smaller pieces are counted together. */
const PIECE = 16 * 1024;

/**
 * Has bodies that are still arriving read one after the other, a piece of one of them at a time. Left alone, Node reads
 * what has come of all of them, and up to 2 MiB of each, in a turn of the event loop. It accepts one connection in a
 * turn, so that everybody else waits for many long turns.
 */
export class BodyTurns {
  readonly #waiting = new Set<Readable>();
  readonly #soon: (next: () => void) => unknown;
  #isNextDue = false;

  /** `soon` calls when the next piece may be read. */
  constructor(soon: (next: () => void) => unknown) {
    this.#soon = soon;
  }

  /** Lets a body flow only when it is its turn. Returns how to leave, which leaves it as it is then. */
  join(body: Readable): () => void {
    let bytes = 0;
    const count = (piece: Uint8Array) => {
      bytes += piece.length;
      if (bytes < PIECE) return;
      bytes = 0;
      this.#wait(body);
    };
    // Paused before it has a listener, with which it would begin to flow.
    this.#wait(body);
    body.on('data', count);
    return () => {
      body.off('data', count);
      this.#waiting.delete(body);
    };
  }

  #wait(body: Readable): void {
    body.pause();
    this.#waiting.add(body);
    this.#callNext();
  }

  #callNext(): void {
    if (this.#isNextDue || this.#waiting.size === 0) return;
    this.#isNextDue = true;
    this.#soon(() => this.#next());
  }

  #next(): void {
    this.#isNextDue = false;
    const [body] = this.#waiting;
    if (body === undefined) return;
    this.#waiting.delete(body);
    body.resume();
    this.#callNext();
  }
}
