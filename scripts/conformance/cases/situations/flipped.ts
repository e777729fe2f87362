/** A text that looks like this one and is another. */
export const flipped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
