/** The partners of rows that a statement is about, each once: they say on which shards these are. */
export const partnersOf = (keys: readonly { clientId: string }[]): string[] => [
  ...new Set(keys.map(({ clientId }) => clientId)),
];
