import { describe, expect, test } from 'vitest';
import { service } from '../../generated/operations.ts';
import { type AssetType, logoType, problemOfFile } from '../../server/domain/file-type.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const ihdr = (width: number, height: number) =>
  bytes([0, 0, 0, 13], 'IHDR', [0, 0, ...uint16(width), 0, 0, ...uint16(height), 8, 2, 0, 0, 0, 1, 2, 3, 4]);
const pdf = bytes('%PDF-1.7\n', 'x'.repeat(3000), '\nstartxref\n9\n%%EOF\n');
/** Returns a JPEG segment, whose length field includes its own two bytes. */
const segment = (marker: number, ...content: number[]) => [0xff, marker, 0, content.length + 2, ...content];
const uint16 = (value: number) => [value >> 8, value & 0xff];
const frame = (width: number, height: number, marker = 0xc0) =>
  segment(marker, 8, ...uint16(height), ...uint16(width), 1, 1, 0x11, 0);
const jpgOf = (...parts: number[][]) => bytes([0xff, 0xd8], ...parts);
const jfif = segment(0xe0, ...bytes('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0);
const jpg = jpgOf(jfif, frame(1, 1));
const png = bytes(PNG_SIGNATURE, [...ihdr(1, 1)], 'IDAT');
const openCert = Buffer.from('{"name":"Zoë"}');

const nested = (open: string, close: string, depth: number) =>
  Buffer.from(open.repeat(depth) + (open === '[' ? '' : '1') + close.repeat(depth));

/** Returns a JSON document with `count + 2` values: the object, the list, and its items. */
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
      ['a file without its last bytes', pdf.subarray(0, -5)],
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
      ['Exif', jpgOf(segment(0xe1, ...bytes('Exif\0\0')), frame(1, 1))],
      ['a quantization table first', jpgOf(segment(0xdb, 0, 1), frame(1, 1))],
      ['several fill bytes after the start', jpgOf([0xff, 0xff, 0xff], jfif, frame(1, 1))],
      ['fill bytes before the frame header', jpgOf(jfif, [0xff, 0xff], frame(1, 1))],
      ['a progressive frame', jpgOf(jfif, frame(1, 1, 0xc2))],
      ['an arithmetic-coded frame', jpgOf(jfif, frame(1, 1, 0xc9))],
      ['a comment that contains a larger frame header', jpgOf(segment(0xfe, ...frame(60_000, 60_000)), frame(1, 1))],
      ['the maximum number of pixels', jpgOf(frame(10_000, service.max_image_pixels / 10_000))],
    ],
    [
      ['three bytes', jpg.subarray(0, 3)],
      ['only the start and end markers', bytes([0xff, 0xd8, 0xff, 0xd9])],
      ['no frame header', jpgOf(jfif, segment(0xc4, 0, 1), [0xff, 0xd9])],
      ['a frame header in a comment only', jpgOf(segment(0xfe, ...frame(1, 1)))],
      ['a segment that is longer than the file', jpgOf([0xff, 0xe0, 0xff, 0xff], frame(1, 1))],
      ['a file truncated in the frame header', jpg.subarray(0, -5)],
      ['no width', jpgOf(frame(0, 1))],
      ['no height', jpgOf(frame(1, 0))],
      ['endless fill bytes', bytes([0xff, 0xd8], Array(64).fill(0xff))],
      ['10 MiB of empty segments', Buffer.alloc(10 * 2 ** 20, jpgOf([0xff, 0xe0, 0, 2]).subarray(2)).fill(0xd8, 1, 2)],
      ['no start', Buffer.alloc(64, 0xff)],
    ],
  ],
  [
    'png',
    [
      ['a file', png],
      ['a part of a larger buffer', bytes('xxx', [...png]).subarray(3)],
      ['the maximum number of pixels', bytes(PNG_SIGNATURE, [...ihdr(10_000, service.max_image_pixels / 10_000)])],
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
  test.each(good)('the file type check accepts %s', (_, input) => {
    expect(problemOfFile(new Uint8Array(input), type)).toBeNull();
    expect(problemOfFile(input, type)).toBeNull();
  });
  test.each([
    ...bad,
    ['no bytes', new Uint8Array()] as [string, Uint8Array],
  ])('the file type check rejects %s', (_, input) => {
    expect(problemOfFile(input, type)).toEqual({ error: 'wrong_type' });
  });
});

test('each sample file matches exactly one file type', () => {
  const files: [AssetType, Uint8Array][] = [
    ['pdf', pdf],
    ['jpg', jpg],
    ['png', png],
    ['open_cert', openCert],
  ];
  for (const [type, file] of files) {
    expect(files.map(([other]) => other).filter((other) => problemOfFile(file, other) === null)).toEqual([type]);
  }
});

test.each([
  ['jpg', jpgOf(jfif, frame(10_000, 10_001))],
  ['jpg', jpgOf(frame(10_000, 10_001), frame(1, 1))],
  ['jpg', jpgOf(jfif, [0, 0xff, 0, 0xff, 0xd0], frame(10_000, 10_001))],
  ['png', bytes(PNG_SIGNATURE, [...ihdr(10_000, 10_001)])],
] as const)('the file type check rejects a %s file in which a viewer would decode too many pixels', (type, file) => {
  expect(problemOfFile(file, type)).toEqual({ error: 'too_many_pixels', width: 10_000, height: 10_001 });
});

const side = Math.sqrt(service.logo.max_pixels);

test.each<[string, string, (width: number, height: number) => Uint8Array]>([
  ['image/png', 'a PNG', (width, height) => bytes(PNG_SIGNATURE, [...ihdr(width, height)])],
  ['image/jpeg', 'a JPEG', (width, height) => jpgOf(jfif, frame(width, height))],
])('the service accepts a logo of the type %s, and rejects %s with more pixels than the contract allows', (type, _, imageOf) => {
  expect(logoType(imageOf(side, side))).toBe(type);
  expect(logoType(imageOf(side + 1, side))).toBeNull();
  expect(logoType(imageOf(side, side + 1))).toBeNull();
  expect(logoType(imageOf(side, side).subarray(0, 20))).toBeNull();
});
