import { openJson, verifiedIdentity } from '../crypto/sealed-json.ts';
import { toTimestamp } from '../domain/clock.ts';
import { submissionProgress } from '../domain/submission.ts';
import { verificationOutcome } from '../domain/verification.ts';
import type { Services } from '../services.ts';
import { partnerName, submissionShown } from './content.ts';
import { bytesOf, savedName } from './shown-file.ts';
import type { Words } from './words/words.tsx';
import type { ZipEntry } from './zip.ts';

type Parts = Pick<
  Services,
  'store' | 'files' | 'sealer' | 'clock' | 'appUrl' | 'submissionWindow' | 'verificationWindow'
>;

const json = (name: string, value: unknown): ZipEntry => ({
  name,
  bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});

const time = (at: number | null | undefined): string | null => (at == null ? null : toTimestamp(at));

/** All that is kept of a person, one after the other: `account.json`, and a folder for each submission. */
export async function* personalData(parts: Parts, words: Words, userId: string): AsyncGenerator<ZipEntry> {
  const { store, clock } = parts;
  const partner = async (clientId: string) => ({ client_id: clientId, name: await partnerName(parts, clientId) });
  const user = await store.findUser(userId);
  const requests = [];
  for (const request of await store.listOwnedVerifications(userId)) {
    const { clientId, requestId, createdAt, finalizedAt, identity } = request;
    requests.push({
      partner: await partner(clientId),
      request_id: requestId,
      status: verificationOutcome(request, clock.now(), parts.verificationWindow),
      created_at: time(createdAt),
      ended_at: time(finalizedAt),
      shared: identity && openJson(parts.sealer, verifiedIdentity(request), identity),
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
    const shown = await submissionShown(parts, submission);
    if (shown === null) continue;
    const { clientId, requestId, partnerRef, kind, createdAt, documentsDeletedAt } = submission;
    const { status, finalizedAt } = submissionProgress(submission, clock.now(), parts.submissionWindow);
    const folder = `credentials/${index + 1}`;
    const files = shown.submission.credentials
      .flatMap((credential) => credential.files.map((file) => ({ credential, file })))
      .map((one, at) => ({ ...one, name: `${folder}/${at + 1} ${savedName(words, one)}` }));
    yield json(`${folder}/credential.json`, {
      partner: await partner(clientId),
      id: partnerRef,
      request_id: requestId,
      kind,
      status,
      sent_at: time(createdAt),
      accepted_at: time(finalizedAt),
      documents_deleted_at: time(documentsDeletedAt),
      content: shown.content,
      files: files.map(({ name, file: { state, size } }) => ({ ...(state === 'ready' && { name }), state, size })),
    });
    for (const { credential, file, name } of files) {
      const bytes = await bytesOf(parts, { submission, content: shown.content, credential, file });
      if (bytes !== null) yield { name, bytes };
    }
  }
}
