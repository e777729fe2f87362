import type { Origins } from '../../domain/origins.ts';

/** Null for none, so that the rows of most partners stay small. */
export const originsColumn = (origins: Origins = []): string | null =>
  origins.length === 0 ? null : JSON.stringify(origins);
