/** What a check of `npm run check` says. */
export interface Verdict {
  passed: boolean;
  /** What was found, or that nothing was: lines. */
  text: string;
}
