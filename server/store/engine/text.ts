// PostgreSQL refuses NUL and libsql cuts the text off at it; both turn half a surrogate pair into U+FFFD, which would
// make two different ids one.
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** True when both engines give the text back exactly as it was. */
export const isStorableText = (text: string): boolean => !UNSTORABLE.test(text);

/** Throws a TypeError, which does not repeat the text, when a statement's parameter is text that cannot be kept. */
export function assertStorableText(parameters: readonly unknown[]): void {
  for (const [index, value] of parameters.entries()) {
    if (typeof value === 'string' && !isStorableText(value)) {
      throw new TypeError(`Parameter ${index + 1} holds NUL or half a surrogate pair and cannot be stored as it is`);
    }
  }
}
