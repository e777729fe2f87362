import type { AddressServices, ReportServices, StorageServices } from '../api/services.ts';
import { toTimestamp } from '../domain/clock.ts';
import { submissionProgress } from '../domain/submission-lifecycle.ts';
import { verificationOutcome } from '../domain/verification-lifecycle.ts';
import { decryptJson, verifiedIdentity } from '../storage/encryption/encrypted-json.ts';
import { orLogged } from '../storage/encryption/encryptor.ts';
import { partnerName, savedName, submissionDetails } from './content.ts';
import type { Messages } from './messages/messages.tsx';
import type { ZipEntry } from './zip.ts';

const json = (name: string, value: unknown): ZipEntry => ({
  name,
  bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});

const time = (at: number | null | undefined): string | null => (at == null ? null : toTimestamp(at));

/** Yields all data about a person: `account.json`, and a folder for each submission. */
export async function* personalData(
  services: AddressServices & ReportServices & StorageServices,
  messages: Messages,
  userId: string,
): AsyncGenerator<ZipEntry> {
  const { store, clock, encryptor, log } = services;
  const partner = async (clientId: string) => ({ client_id: clientId, name: await partnerName(services, clientId) });
  const user = await store.findUser(userId);
  const requests = [];
  for (const request of await store.listOwnedVerifications(userId)) {
    const { clientId, requestId, createdAt, finalizedAt, identity } = request;
    const shared = () => identity && decryptJson(encryptor, verifiedIdentity(request), identity);
    requests.push({
      partner: await partner(clientId),
      request_id: requestId,
      status: verificationOutcome(request, clock.now(), services.verificationWindow),
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
    const files = details.submission.credentials
      .flatMap((credential) => credential.files.map((file) => ({ credential, file })))
      .map((one, at) => ({ ...one, name: `${folder}/${at + 1} ${savedName(messages, one)}` }));
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
