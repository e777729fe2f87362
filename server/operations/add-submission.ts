import type { ProblemStatement } from '../../generated/server.ts';
import type { components } from '../../generated/types.ts';
import { submissionContent } from '../crypto/sealed-json.ts';
import { hours } from '../domain/clock.ts';
import { orderedUuid } from '../domain/ordered-uuid.ts';
import { redirectUri } from '../domain/redirect-uri.ts';
import { uploadOf } from '../domain/upload-link.ts';
import { type Call, partnerOf } from '../http/caller.ts';
import type { Services } from '../services.ts';
import type { NewDocument, NewSubmission } from '../store/submissions/submission.ts';

interface Added {
  status: 201;
  redirectUri: string;
  uploads: components['schemas']['AssetUpload'][];
  headers: Record<string, string>;
}

interface Conflict {
  status: 409;
  problem: ProblemStatement;
}

export type AddServices = Pick<
  Services,
  'store' | 'sealer' | 'clock' | 'downloader' | 'appUrl' | 'baseUrl' | 'submissionWindow' | 'uploadLinkKeys'
>;

/**
 * Stores a submission, or finds the earlier one with the same id. `bytes` is a body that has passed the contract's
 * validator, as it was sent.
 */
export async function addSubmission(
  services: AddServices,
  call: Call,
  entry: Pick<NewSubmission, 'kind' | 'partnerRef' | 'documentType' | 'assets'> & {
    documents: readonly NewDocument[];
    bytes: Uint8Array;
  },
): Promise<Added | Conflict> {
  const { clientId } = partnerOf(call);
  const key = { clientId, partnerRef: entry.partnerRef, kind: entry.kind, createdAt: services.clock.now() };
  const result = await services.store.addSubmission(submission());
  if (result.outcome === 'conflict') {
    const window = `${services.submissionWindow / hours(1)} hours`;
    const detail = `This id was submitted within the last ${window} as another kind of submission. Use a new id.`;
    return { status: 409, problem: { code: 'id_conflict', detail } };
  }
  if (result.outcome === 'created' && entry.documents.length > 0) services.downloader.wake();
  return {
    status: 201,
    redirectUri: redirectUri(services.appUrl, result.submission),
    uploads: result.assets.map((asset) => uploadOf(services, result.submission, asset)),
    headers: result.outcome === 'replayed' ? { 'Idempotent-Replayed': 'true' } : {},
  };

  function submission(): NewSubmission {
    const requestId = orderedUuid(key.createdAt);
    const content = services.sealer.seal(entry.bytes, submissionContent(requestId));
    const { documentType, assets, documents } = entry;
    // `key` comes last: an object that begins with a copy of another takes V8 forty times as long to make.
    return { requestId, documentType, content, assets, documents, ...key };
  }
}
