// PostgreSQL rejects NUL, and libsql truncates at NUL. Both replace unpaired surrogates, so IDs could become equal.
const UNSTORABLE = /\0|\p{Surrogate}/u;

export const isStorableText = (...texts: readonly string[]): boolean => !texts.some((text) => UNSTORABLE.test(text));

/** The error message does not contain the invalid text, which can be secret. */
export function assertStorableText(parameters: readonly unknown[]): void {
  for (const [index, value] of parameters.entries()) {
    if (typeof value === 'string' && !isStorableText(value)) {
      throw new TypeError(`Parameter ${index + 1} contains NUL or an unpaired surrogate and cannot be stored`);
    }
  }
}
