import { randomBytes } from 'node:crypto';
import type { Handlers, ProblemStatement } from '../../generated/server.ts';
import type { components } from '../../generated/types.ts';
import { submissionContent } from '../crypto/encrypted-json.ts';
import { hours, type Micros, orderedUuid } from '../domain/clock.ts';
import { declaredAssets, referencedDocuments } from '../domain/documents.ts';
import { redirectUri } from '../domain/redirect-uri.ts';
import type { SubmissionKind } from '../domain/submission.ts';
import { uploadOf } from '../domain/upload-link.ts';
import { type Call, partnerOf } from '../http/operation-request.ts';
import type { Services } from '../services.ts';
import type { NewDocument, NewSubmission } from '../store/submissions/submission.ts';

type Operations =
  | 'addEducation'
  | 'addEnglishProficiency'
  | 'addMicrocredential'
  | 'addRightToWork'
  | 'addMicrocredentialBatch'
  | 'addCredentialBatch';

interface SingleAdd {
  body: { id: string; document_type?: string };
  bytes: Uint8Array;
}

/** Creates the handlers that add single credentials and both kinds of batch. */
export function submissionHandlers(services: AddServices): Pick<Handlers<Call>, Operations> {
  const add = async (kind: SubmissionKind, { body, bytes }: SingleAdd, call: Call) => {
    const documentType = body.document_type ?? null;
    const added = await addSubmission(services, call, {
      kind,
      partnerRef: body.id,
      documentType,
      assets: [],
      documents: documentsOf(kind, body, services.clock.now()),
      bytes,
    });
    if (added.status === 409) return added;
    return { status: added.status, body: { redirect_uri: added.redirectUri }, headers: added.headers };
  };
  return {
    addEducation: (request, call) => add('education', request, call),
    addEnglishProficiency: (request, call) => add('english_proficiency', request, call),
    addMicrocredential: (request, call) => add('microcredential', request, call),
    addRightToWork: (request, call) => add('right_to_work', request, call),
    addMicrocredentialBatch: (request, call) => add('microcredential_batch', request, call),
    async addCredentialBatch({ body, bytes }, call) {
      const entry = {
        partnerRef: body.credential_id,
        documentType: null,
        assets: declaredAssets(body, newKey),
        documents: [],
        bytes,
      };
      const added = await addSubmission(services, call, { kind: 'credential_batch', ...entry });
      if (added.status === 409) return added;
      const response = { redirect_uri: added.redirectUri, asset_uploads: added.uploads };
      return { status: added.status, body: response, headers: added.headers };
    },
  };
}

/** Returns a key of 128 random bits, which nobody can guess. */
const newKey = (): string => randomBytes(16).toString('base64url');

const documentsOf = (kind: SubmissionKind, body: object, now: Micros): NewDocument[] =>
  referencedDocuments(kind, body).map(({ ref, assetType }) => ({ documentKey: orderedUuid(now), ref, assetType }));

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

type AddServices = Pick<
  Services,
  'store' | 'encryptor' | 'clock' | 'downloader' | 'appUrl' | 'baseUrl' | 'submissionWindow' | 'uploadLinkKeys'
>;

/** Stores a submission, or finds the existing submission with the same ID. `bytes` is the validated request body. */
async function addSubmission(
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
    const content = services.encryptor.encrypt(entry.bytes, submissionContent(requestId));
    const { documentType, assets, documents } = entry;
    // `key` is spread last: V8 takes forty times as long to create an object that starts with a copy of another object.
    return { requestId, documentType, content, assets, documents, ...key };
  }
}
