// PostgreSQL rejects NUL, and libsql truncates strings at NUL. Both replace unpaired surrogates with U+FFFD, so
// different IDs would be equal.
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Returns whether both engines store all strings unchanged. Other strings must not reach a store. */
export const isStorableText = (...texts: readonly string[]): boolean => !texts.some((text) => UNSTORABLE.test(text));

/** Throws a TypeError if a parameter is a string that cannot be stored. The message does not contain the string. */
export function assertStorableText(parameters: readonly unknown[]): void {
  for (const [index, value] of parameters.entries()) {
    if (typeof value === 'string' && !isStorableText(value)) {
      throw new TypeError(`Parameter ${index + 1} contains NUL or an unpaired surrogate and cannot be stored`);
    }
  }
}
