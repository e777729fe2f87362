import { createSecretKey, type KeyObject } from 'node:crypto';

/** A key that encrypts stored data. The bytes of a `KeyObject` never appear in logs, errors, or JSON. */
export interface DataKey {
  id: string;
  secret: KeyObject;
}

/** Parses `id:base64of32bytes[,...]`. Reports problems by position, because an ID could be a misplaced key. */
export function parseDataKeys(text: string, mustBeRandom = false): { keys: DataKey[]; problems: string[] } {
  const keys: DataKey[] = [];
  const problems: string[] = [];
  text.split(',').forEach((entry, index) => {
    const position = `key ${index + 1}`;
    const [id = '', encoded, ...rest] = entry.trim().split(':');
    if (encoded === undefined || rest.length > 0) {
      problems.push(`${position} does not have the form id:base64`);
      return;
    }
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(id)) {
      problems.push(`the id of ${position} is not 1 to 32 letters, digits, - or _`);
    } else if (keys.some((key) => key.id === id)) {
      problems.push(`the id of ${position} is not unique`);
    }
    const bytes = Buffer.from(encoded, 'base64');
    if (bytes.length !== 32 || bytes.toString('base64') !== encoded) {
      problems.push(`${position} is not the base64 of 32 bytes`);
    } else if (mustBeRandom && isGuessable(bytes)) {
      problems.push(`${position} is not random: generate one with openssl rand -base64 32`);
    } else {
      keys.push({ id, secret: createSecretKey(bytes) });
    }
    bytes.fill(0);
  });
  return { keys, problems };
}

/** Returns whether a key looks like a placeholder, a counter, or a password: less than 10^-12 of random keys do. */
function isGuessable(bytes: Uint8Array): boolean {
  const steps = new Set(bytes.map((byte, i) => byte - (bytes[i - 1] ?? 0)));
  return new Set(bytes).size < 20 || steps.size < 10 || bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
}
