import { crc32, inflateRawSync } from 'node:zlib';

/** Returns the entries in the central directory of a ZIP file, and verifies their checksums (APPNOTE 4.3 to 4.5). */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const entries = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, sum, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const stored = zip.subarray(start, start + size);
    const bytes = method === 8 ? inflateRawSync(stored) : stored;
    if (crc32(bytes) !== sum) throw new Error('The checksum of an entry is wrong');
    entries.set(zip.toString('utf8', at + 46, at + 46 + name), bytes);
    at += 46 + name + extra + comment;
  }
  return entries;
}
