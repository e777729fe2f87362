import type { Handlers } from '../../../generated/server.ts';
import { hours, orderedUuid } from '../../domain/clock.ts';
import { forAddOperations, type SubmissionKind } from '../../domain/credential-types.ts';
import { declaredAssets, referencedDocuments } from '../../domain/documents.ts';
import { redirectUri } from '../../domain/redirect-uri.ts';
import { uploadOf } from '../../domain/upload-link.ts';
import type { AddResult, NewSubmission } from '../../storage/database/submissions/submission.ts';
import { decryptJson, submissionContent } from '../../storage/encryption/encrypted-json.ts';
import { orLogged, randomKey } from '../../storage/encryption/encryptor.ts';
import { type Call, locationOf, partnerOf } from '../call.ts';
import type {
  AccessServices,
  AddressServices,
  DeliveryServices,
  ReportServices,
  StorageServices,
} from '../services.ts';
import { differentContent } from './different-content.ts';

type Services = AddressServices & StorageServices & AccessServices & DeliveryServices & ReportServices;

export function submissionHandlers(services: Services) {
  const add = async (
    kind: SubmissionKind,
    { body, bytes }: { body: { id: string; document_type?: string }; bytes: Uint8Array },
    call: Call,
  ) => {
    const documents = referencedDocuments(kind, body).map(({ ref, assetType }) => ({
      documentKey: orderedUuid(services.clock.now()),
      ref,
      assetType,
    }));
    const entry = { kind, partnerRef: body.id, documentType: body.document_type ?? null, assets: [], documents };
    const added = await addSubmission(services, call, entry, { body, bytes });
    if (added.status === 409) return added;
    return { ...added, body: { redirect_uri: added.body.redirect_uri } };
  };
  return {
    ...forAddOperations((type) => (request: Parameters<typeof add>[1], call: Call) => add(type, request, call)),
    addMicrocredentialBatch: (request, call) => add('microcredential_batch', request, call),
    async addCredentialBatch({ body, bytes }, call) {
      if (!partnerOf(call).mayVouch) return { status: 403, problem: mayNotVouch };
      const entry = {
        kind: 'credential_batch',
        partnerRef: body.credential_id,
        documentType: null,
        assets: declaredAssets(body, randomKey),
        documents: [],
      } as const;
      return addSubmission(services, call, entry, { body, bytes });
    },
  } satisfies Partial<Handlers<Call>>;
}

const mayNotVouch = {
  code: 'vouching_not_allowed',
  detail: 'The operator has not allowed this partner to submit digital identities. Ask the operator for this right.',
} as const;

async function addSubmission(
  services: Services,
  call: Call,
  entry: Required<Pick<NewSubmission, 'kind' | 'partnerRef' | 'documentType' | 'assets' | 'documents'>>,
  { body, bytes }: { body: object; bytes: Uint8Array },
) {
  const { store, clock, encryptor, baseUrl, appUrl, submissionWindow, downloader } = services;
  const key = { clientId: partnerOf(call).clientId, requestId: orderedUuid(clock.now()) };
  const content = encryptor.encrypt(bytes, submissionContent(key));
  const result = await store.addSubmission({ ...entry, ...key, content });
  if (result.outcome === 'conflict') {
    const window = `${submissionWindow / hours(1)} hours`;
    const detail = `This id was submitted within the last ${window} as another kind of submission. Use a new id.`;
    return { status: 409, problem: { code: 'id_conflict', detail } } as const;
  }
  if (result.outcome === 'created' && entry.documents.length > 0) downloader.wake();
  const status = entry.kind === 'credential_batch' ? 'getSubmissionStatusV2' : 'getSubmissionStatusV1';
  const headers: Record<string, string> = locationOf(baseUrl, status, entry.partnerRef);
  const isReplay = result.outcome === 'replayed';
  if (isReplay) headers['Idempotent-Replayed'] = 'true';
  return {
    status: 201 as const,
    headers,
    warnings: isReplay ? await warningsAboutReplay(services, result, body) : [],
    body: {
      redirect_uri: redirectUri(appUrl, result.submission),
      asset_uploads: result.assets.map((asset) => uploadOf(services, result.submission, asset)),
    },
  };
}

async function warningsAboutReplay({ store, encryptor, log }: Services, replayed: AddResult, body: object) {
  const { submission } = replayed;
  const content = replayed.content ?? (await store.readContent(submission));
  if (content === null) return [];
  const stored = await orLogged(log, 'submissions', submission, () =>
    decryptJson(encryptor, submissionContent(submission), content),
  );
  return stored === null ? [] : differentContent(stored, body);
}
