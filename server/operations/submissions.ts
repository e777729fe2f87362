import { randomBytes } from 'node:crypto';
import type { Handlers } from '../../generated/server.ts';
import type { Micros } from '../domain/clock.ts';
import { announcedAssets, announcedDocuments } from '../domain/documents.ts';
import { orderedUuid } from '../domain/ordered-uuid.ts';
import type { SubmissionKind } from '../domain/submission.ts';
import type { Call } from '../http/caller.ts';
import type { NewDocument } from '../store/submissions/submission.ts';
import { type AddServices, addSubmission } from './add-submission.ts';

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

/** The adds of single credentials and of both kinds of batch. */
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
        assets: announcedAssets(body, newKey),
        documents: [],
        bytes,
      };
      const added = await addSubmission(services, call, { kind: 'credential_batch', ...entry });
      if (added.status === 409) return added;
      const answer = { redirect_uri: added.redirectUri, asset_uploads: added.uploads };
      return { status: added.status, body: answer, headers: added.headers };
    },
  };
}

/** 128 random bits, so that nobody can guess a key. */
const newKey = (): string => randomBytes(16).toString('base64url');

const documentsOf = (kind: SubmissionKind, body: object, now: Micros): NewDocument[] =>
  announcedDocuments(kind, body).map(({ ref, assetType }) => ({ documentKey: orderedUuid(now), ref, assetType }));
