/** Lets those with the same key in one at a time, in the order in which they came. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Resolves when it is this one's turn, to the function that ends it. */
  async take(key: string): Promise<() => void> {
    const before = this.#last.get(key);
    let end = () => {};
    const mine = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#last.set(key, mine);
    await before;
    return () => {
      if (this.#last.get(key) === mine) this.#last.delete(key);
      end();
    };
  }
}
