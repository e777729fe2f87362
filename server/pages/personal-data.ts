import { once } from 'node:events';
import { pipeline, Readable, Transform } from 'node:stream';
import { ZipFile } from 'yazl';
import { service } from '../../generated/operations.ts';
import { type Micros, toTimestamp } from '../domain/clock.ts';
import { submissionProgress } from '../domain/submission-lifecycle.ts';
import { verificationStatus } from '../domain/verification-lifecycle.ts';
import { decryptJson, verifiedIdentity } from '../storage/encryption/encrypted-json.ts';
import { orLogged } from '../storage/encryption/encryptor.ts';
import { partnerNameCache, savedName, submissionDetails } from './content.ts';
import { filesOf } from './credential-views.ts';
import type { Messages } from './messages/messages.tsx';
import type { PageServices } from './services.ts';

interface ZipEntry {
  name: string;
  bytes: Uint8Array;
}

const json = (name: string, value: unknown): ZipEntry => ({
  name,
  bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});

const time = (at: Micros | null | undefined): string | null => (at == null ? null : toTimestamp(at));

export async function* personalData(services: PageServices, messages: Messages, userId: string) {
  const { store, clock, encryptor, log } = services;
  const nameOf = partnerNameCache(services);
  const partner = async (clientId: string) => ({ client_id: clientId, name: await nameOf(clientId) });
  const user = await store.findUser(userId);
  const requests = [];
  for (const request of await store.listOwnedVerifications(userId)) {
    const { clientId, requestId, createdAt, finalizedAt, identity } = request;
    const shared = () => identity && decryptJson(encryptor, verifiedIdentity(request), identity);
    requests.push({
      partner: await partner(clientId),
      request_id: requestId,
      status: verificationStatus(request, clock.now(), services.verificationWindow),
      created_at: time(createdAt),
      ended_at: time(finalizedAt),
      shared: await orLogged(log, 'identities', request, shared),
    });
  }
  yield json('account.json', {
    made_at: time(clock.now()),
    user_id: userId,
    created_at: time(user?.createdAt),
    mobile_signed_in_at: time(user?.mobileSignedInAt),
    verification_requests: requests,
  });
  for (const [index, submission] of (await store.listHeldSubmissions(userId)).entries()) {
    const details = await orLogged(log, 'submissions', submission, () => submissionDetails(services, submission));
    if (details === null) continue;
    const { clientId, requestId, partnerRef, kind, createdAt, documentsDeletedAt } = submission;
    const { status, finalizedAt } = submissionProgress(submission, clock.now(), services.submissionWindow);
    const folder = `credentials/${index + 1}`;
    const files = filesOf(details.submission).map((one, at) => ({
      ...one,
      name: `${folder}/${at + 1} ${savedName(messages, one)}`,
    }));
    yield json(`${folder}/credential.json`, {
      partner: await partner(clientId),
      id: partnerRef,
      request_id: requestId,
      kind,
      status,
      sent_at: time(createdAt),
      accepted_at: time(finalizedAt),
      documents_deleted_at: time(documentsDeletedAt),
      content: details.content,
      files: files.map(({ name, file: { state, size } }) => ({ ...(state === 'ready' && { name }), state, size })),
    });
    for (const { file, name } of files) {
      const bytes = await file.read?.();
      if (bytes) yield { name, bytes };
    }
  }
}

const PIECE = 65_536;

/** Buffers one entry at a time. Aborts if an entry fails, or if the reader is slower than `x-service/slowest_body`. */
export function zipOf(entries: AsyncIterable<ZipEntry>, mtime: Micros): Readable {
  const zip = new ZipFile();
  const written = zip.outputStream as Readable;
  const gone = new AbortController();
  let bytes = 0;
  const output = new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      bytes += piece.length;
      done(null, piece);
    },
  });
  // When one stream ends, `pipeline` ends the other stream and makes `fill` stop.
  pipeline(written, output, () => gone.abort());

  const { per_second_bytes: slowest, after_seconds: grace } = service.slowest_body;
  let seconds = 0;
  const pace = setInterval(() => {
    seconds++;
    if (seconds > grace && bytes < seconds * slowest) output.destroy(new Error('The client reads too slowly'));
  }, 1000).unref();
  output.once('close', () => clearInterval(pace));

  async function fill() {
    for await (const entry of entries) {
      const pieces = Readable.from(piecesOf(entry.bytes));
      zip.addReadStream(pieces, entry.name, { mtime: new Date(mtime / 1000), compress: entry.name.endsWith('.json') });
      await once(pieces, 'close', { signal: gone.signal }).finally(() => pieces.destroy());
    }
    zip.end();
  }
  fill().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error('An entry failed')));
  return output;
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += PIECE) yield bytes.subarray(from, from + PIECE);
}
