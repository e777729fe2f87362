let ending: Promise<void> | undefined;

/**
 * Resolves when all requests that have arrived are read, as far as they can be answered at once. Answers that are then
 * written one after the other find a client on the same machine awake, a proxy for one. To wake it up for each took
 * more time than to judge an add.
 */
export function endOfTurn(): Promise<void> {
  ending ??= new Promise((resolve) => {
    setImmediate(() => {
      ending = undefined;
      resolve();
    });
  });
  return ending;
}
