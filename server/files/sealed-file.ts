import { randomBytes } from 'node:crypto';
import { SealBroken, type Sealed, type Sealer } from '../crypto/sealer.ts';

/** Hexadecimal, since some file systems ignore letter case. */
export const newFileKey = (): string => randomBytes(16).toString('hex');

export const isFileKey = (name: string): boolean => /^[0-9a-f]{32}$/.test(name);

/** Keeps everything else out of paths and addresses. Throws `TypeError`. */
export function assertFileKey(fileKey: string): void {
  if (!isFileKey(fileKey)) throw new TypeError('Not a file key');
}

/** The most bytes that stand before the sealed content: the length of the id, in one byte, and the id. */
export const MAX_HEAD_BYTES = 256;

const contextOf = (fileKey: string) => `file:${fileKey}`;

export const sealFile = (sealer: Sealer, fileKey: string, bytes: Uint8Array): Sealed =>
  sealer.seal(bytes, contextOf(fileKey));

/** Throws the errors of `Sealer.open`. */
export const openFile = (sealer: Sealer, fileKey: string, sealed: Sealed): Uint8Array =>
  sealer.open(sealed, contextOf(fileKey));

/** A file sealed again under the newest key; null when it is. Throws the errors of `Sealer.open` and `sealedIn`. */
export function resealedFile(sealer: Sealer, fileKey: string, file: Buffer): Sealed | null {
  const sealed = sealedIn(file);
  if (sealed.keyId === sealer.keyIds[0]) return null;
  return sealFile(sealer, fileKey, openFile(sealer, fileKey, sealed));
}

/** What a stored file is made of: the length of the data key's id (1 byte), that id, and the sealed content. */
export function partsOfFile({ keyId, bytes }: Sealed): [head: Buffer, content: Uint8Array] {
  const id = Buffer.from(keyId);
  return [Buffer.concat([Buffer.of(id.length), id]), bytes];
}

/** `file` may be cut off behind its head, and then the content is too. Throws `SealBroken`. */
export function sealedIn(file: Buffer): Sealed {
  const idEnd = 1 + (file[0] ?? 0);
  if (file.length < idEnd) throw new SealBroken('The sealed file is cut short');
  return { keyId: file.toString('utf8', 1, idEnd), bytes: file.subarray(idEnd) };
}
