import { createSecretKey, type KeyObject } from 'node:crypto';

/** A key that encrypts stored data. A `KeyObject` does not show its bytes in logs, errors, or JSON. */
export interface DataKey {
  id: string;
  secret: KeyObject;
}

/**
 * Parses `id:base64of32bytes[,id2:...]`. Reports each problem by position, and quotes neither IDs nor keys, because
 * they are easily swapped. `keys` are valid only without problems. `mustBeRandom` rejects keys that are not random.
 */
export function parseDataKeys(text: string, mustBeRandom = false): { keys: DataKey[]; problems: string[] } {
  const keys: DataKey[] = [];
  const problems: string[] = [];
  text.split(',').forEach((entry, index) => {
    const position = `key ${index + 1}`;
    const [id = '', encoded, ...rest] = entry.trim().split(':');
    if (encoded === undefined || rest.length > 0) {
      problems.push(`${position} is not of the form id:base64`);
      return;
    }
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(id)) {
      problems.push(`the id of ${position} is not 1 to 32 letters, digits, - or _`);
    } else if (keys.some((key) => key.id === id)) {
      problems.push(`the id of ${position} is used twice`);
    }
    const bytes = Buffer.from(encoded, 'base64');
    if (bytes.length !== 32 || bytes.toString('base64') !== encoded) {
      problems.push(`${position} is not the base64 of 32 bytes`);
    } else if (mustBeRandom && isGuessable(bytes)) {
      problems.push(`${position} is not random: make one with openssl rand -base64 32`);
    } else {
      keys.push({ id, secret: createSecretKey(bytes) });
    }
    bytes.fill(0);
  });
  return { keys, problems };
}

/**
 * Returns whether a key is a placeholder, a counter, or a password. Of 32 random bytes, fewer than 20 are different, or
 * all are printable, with a probability of at most 10^-12.
 */
function isGuessable(bytes: Uint8Array): boolean {
  const steps = new Set(bytes.map((byte, i) => byte - (bytes[i - 1] ?? 0)));
  return new Set(bytes).size < 20 || steps.size < 10 || bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
}
