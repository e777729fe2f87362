import { describe, expect, test } from 'vitest';
import { type AssetType, matchesAssetType } from '../../server/domain/file-type.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const ihdr = (width: number, height: number) =>
  bytes([0, 0, 0, 13], 'IHDR', [0, 0, 0, width, 0, 0, 0, height, 8, 2, 0, 0, 0, 1, 2, 3, 4]);
const pdf = bytes('%PDF-1.7\n', 'x'.repeat(3000), '\nstartxref\n9\n%%EOF\n');
const jpg = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF');
const png = bytes(PNG_SIGNATURE, [...ihdr(1, 1)], 'IDAT');
const openCert = Buffer.from('{"name":"Zoë"}');

const nested = (open: string, close: string, depth: number) =>
  Buffer.from(open.repeat(depth) + (open === '[' ? '' : '1') + close.repeat(depth));

/** Returns a JSON object that contains an array of `count` numbers. The object and the array are values too. */
const listOf = (count: number) => Buffer.from(JSON.stringify({ a: Array(count).fill(0) }));

describe.each<[AssetType, [string, Uint8Array][], [string, Uint8Array][]]>([
  [
    'pdf',
    [
      ['a file', pdf],
      ['version 2', bytes('%PDF-2.0\n%%EOF')],
      ['a byte order mark before the header', bytes([0xef, 0xbb, 0xbf], [...pdf])],
      ['a header that ends at the 1024th byte', bytes(' '.repeat(1018), '%PDF-1', 'x\n%%EOF')],
      ['spaces and zeros after the end marker', bytes([...pdf], '\r\n', Array(900).fill(0))],
    ],
    [
      ['a header that ends at the 1025th byte', bytes(' '.repeat(1019), '%PDF-1', 'x\n%%EOF')],
      ['a header after 1024 bytes', bytes(' '.repeat(1024), [...pdf])],
      ['no header', pdf.subarray(1)],
      ['a header without a version', bytes('%PDF-x %%EOF')],
      ['cut off', pdf.subarray(0, -5)],
      ['an end marker far from the end of the file', bytes([...pdf], Array(1100).fill(0))],
      ['an end marker before the header', bytes('%%EOF %PDF-1.7')],
      ['only the header', bytes('%PDF-1.7')],
      ['HTML', bytes('<!doctype html><p>%PDF</p>')],
    ],
  ],
  [
    'jpg',
    [
      ['JFIF', jpg],
      ['Exif', bytes([0xff, 0xd8, 0xff, 0xe1, 0, 16], 'Exif')],
      ['a quantization table first', bytes([0xff, 0xd8, 0xff, 0xdb, 0, 16])],
      ['a comment first', bytes([0xff, 0xd8, 0xff, 0xfe, 0, 16])],
    ],
    [
      ['three bytes', jpg.subarray(0, 3)],
      ['only the start and end markers', bytes([0xff, 0xd8, 0xff, 0xd9])],
      ['no marker', bytes([0xff, 0xd8, 0xff, 0x00, 1, 2])],
      ['endless fill bytes', bytes([0xff, 0xd8], Array(64).fill(0xff))],
      ['no start', Buffer.alloc(64, 0xff)],
    ],
  ],
  [
    'png',
    [
      ['a file', png],
      ['a part of a larger buffer', bytes('xxx', [...png]).subarray(3)],
    ],
    [
      ['only the signature', bytes(PNG_SIGNATURE)],
      ['converted line endings', bytes([0x89, 0x50, 0x4e, 0x47, 0x0a, 0x1a, 0x0a], [...ihdr(1, 1)])],
      ['a different first chunk', bytes(PNG_SIGNATURE, [0, 0, 0, 13], 'IDAT', 'x'.repeat(17))],
      ['a file truncated in the header', png.subarray(0, 32)],
      ['no width', bytes(PNG_SIGNATURE, [...ihdr(0, 1)])],
      ['no height', bytes(PNG_SIGNATURE, [...ihdr(1, 0)])],
    ],
  ],
  [
    'open_cert',
    [
      ['an object', openCert],
      ['an empty object', Buffer.from(' {} ')],
      ['a byte order mark', Buffer.from('\ufeff{}')],
      ['the maximum nesting depth', Buffer.concat([Buffer.from('{"a":'), nested('[', ']', 99), Buffer.from('}')])],
      ['the maximum number of values', listOf(49_998)],
      ['many brackets in a string', Buffer.from(JSON.stringify({ a: '[\\', b: '",{['.repeat(100_000) }))],
    ],
    [
      ['a list', Buffer.from('[{}]')],
      ['null', Buffer.from('null')],
      ['a string', Buffer.from('"{}"')],
      ['text', Buffer.from('certificate')],
      ['a truncated object', Buffer.from('{"a":1')],
      ['one nesting level too many', nested('{"a":', '}', 101)],
      ['one value too many', listOf(49_999)],
      ['10 MiB of lists', Buffer.concat([Buffer.from('{"a":'), nested('[', ']', 5_000_000), Buffer.from('}')])],
      ['a string that never ends', Buffer.from('{"a":"\\"')],
      ['100,000 levels that never close', nested('{"a":', '', 100_000)],
      ['100,000 lists that never close', nested('[', '', 100_000)],
      ['two objects', Buffer.from('{}{}')],
      ['invalid UTF-8', bytes('{"a":"', [0xff], '"}')],
      ['UTF-16', Buffer.from('\ufeff{}', 'utf16le')],
    ],
  ],
])('The file type check for %s', (type, good, bad) => {
  test.each(good)('the check accepts %s', (_, input) => {
    expect(matchesAssetType(new Uint8Array(input), type)).toBe(true);
    expect(matchesAssetType(input, type)).toBe(true);
  });
  test.each([...bad, ['no bytes', new Uint8Array()] as [string, Uint8Array]])('the check rejects %s', (_, input) => {
    expect(matchesAssetType(input, type)).toBe(false);
  });
});

test('each file matches exactly one type', () => {
  const files: [AssetType, Uint8Array][] = [
    ['pdf', pdf],
    ['jpg', jpg],
    ['png', png],
    ['open_cert', openCert],
  ];
  for (const [type, file] of files) {
    expect(files.map(([other]) => other).filter((other) => matchesAssetType(file, other))).toEqual([type]);
  }
});
