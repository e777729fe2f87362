import { FORM, JSON_TYPE } from '../../contract/bodies.ts';
import type { ContractIndex } from '../../contract/contract-index.ts';
import type { Session } from '../../target/session.ts';
import { soundBody } from '../../target/sound-bodies.ts';
import type { OperationId } from '../../types.ts';
import { type Bare, status } from './situation.ts';

/** What can be wrong with a body before its schema is asked. */
export function bodyCases({ answerOf, bodyTypeOf, shapeOf }: ContractIndex, operation: OperationId): Bare[] {
  const { bodyLimit, requestTypes: types } = shapeOf(operation);
  const mediaType = bodyTypeOf(operation) ?? '';
  // Of the files JSON alone can be made longer without being made another.
  const sizable = types.includes(JSON_TYPE) ? JSON_TYPE : mediaType;
  const sized = (size: number, chunked: boolean) => async (session: Session) => ({
    mediaType: sizable,
    body: { bytes: padded(soundBody(session, operation, sizable), size, sizable) },
    chunked,
  });
  const text = (name: string, make: (sound: Buffer) => Uint8Array) =>
    status(name, async (session) => ({
      body: { bytes: make(Buffer.from(soundBody(session, operation, mediaType))) },
    }));
  return [
    ...(bodyLimit === 0
      ? []
      : [
          status('a body as large as may be', sized(bodyLimit, false)),
          status('a body of a byte more', sized(bodyLimit + 1, false)),
          status('a body as large as may be, in chunks', sized(bodyLimit, true)),
          status('a body of a byte more, in chunks', sized(bodyLimit + 1, true)),
        ]),
    ...[null, 'text/plain', 'application/xml', 'application/octet-stream', ...neighbours(mediaType)].map((type) =>
      status(`a body as ${type ?? 'nothing'}`, async () => ({ mediaType: type })),
    ),
    status('a media type with a parameter', async () => ({ mediaType: `${mediaType}; charset=utf-8` })),
    status('a media type in capitals', async () => ({ mediaType: mediaType.toUpperCase() })),
    // A server need not know codings, unless its contract says so.
    ...(answerOf(operation, 415) === undefined
      ? []
      : [status('a body that claims to be compressed', async () => ({ headers: { 'content-encoding': 'gzip' } }))]),
    ...(types.length === 1 && mediaType === JSON_TYPE
      ? [
          text('several violations: an empty object', () => Buffer.from('{}')),
          text('several violations: strangers alone', () => Buffer.from('{"one":1,"two":[],"three":null}')),
          text('more violations than fit on a page', () => strangers(100)),
          text('no body', () => new Uint8Array()),
          text('a body that ends too early', (sound) => sound.subarray(0, -1)),
          text('a comma too much', (sound) => Buffer.from(`${sound.toString().slice(0, -1)},}`)),
          text('two bodies', (sound) => Buffer.concat([sound, sound])),
          text('a body in another encoding', (sound) => Buffer.from(sound.toString(), 'utf16le')),
          text('a body that is not UTF-8', (sound) => Buffer.concat([sound, Buffer.from([0xff])])),
          ...NOT_UTF8.map((bytes) =>
            text(`a member whose name is ${bytes.toString('hex')}, which is not UTF-8`, (sound) =>
              Buffer.concat([Buffer.from('{"'), bytes, Buffer.from('":null,'), sound.subarray(1)]),
            ),
          ),
          text('quotes that are none', (sound) => Buffer.from(sound.toString().replaceAll('"', "'"))),
          text('white space around the body', (sound) => Buffer.from(` \r\n\t${sound} \r\n`)),
        ]
      : []),
  ];
}

/** No character begins so, half a pair of surrogates, and a slash in two bytes (RFC 3629, sections 3 and 10). */
const NOT_UTF8 = ['ff', 'eda080', 'c0af'].map((hex) => Buffer.from(hex, 'hex'));

const strangers = (count: number) =>
  Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`stranger_${i}`, null]))));

/** Media types that a sloppy comparison takes for this one. */
const neighbours = (mediaType: string) => [`${mediaType}x`, mediaType.replace('/', '/x-'), `x${mediaType}`];

/** What does not change the meaning of a body and makes it as large as wanted: blanks in JSON, a field in a form. */
function padded(body: Uint8Array, size: number, mediaType: string): Uint8Array {
  const filler = mediaType === FORM ? '&x=' : '';
  const grown = Buffer.alloc(size, mediaType === FORM ? 'x' : ' ');
  grown.set(body);
  grown.write(filler, body.length);
  return grown;
}
