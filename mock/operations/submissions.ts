import { announcedAssets } from '../../server/domain/announced-assets.ts';
import { redirectUri } from '../../server/domain/redirect-uri.ts';
import type { SubmissionKind } from '../../server/domain/submission.ts';
import { uploadOf } from '../../server/domain/upload-link.ts';
import { type Call, partnerOf } from '../../server/http/caller.ts';
import { type Adaptations, cycleExamples } from '../adapt.ts';
import { assetKeyOf } from '../asset-key.ts';
import { digestOf, uuidOf } from '../digest.ts';
import type { MockServices } from '../services.ts';

/** Adds and statuses. The link is made from the partner and the id, so the same id gets the same link again. */
export function adaptSubmissions(services: MockServices) {
  const { baseUrl, clock } = services;
  const linkOf = (kind: SubmissionKind, clientId: string, id: string, documentType: string | null) =>
    redirectUri(baseUrl, { kind, clientId, documentType, requestId: uuidOf(clientId, id) });
  const add =
    (kind: SubmissionKind) =>
    ({ body }: { body: { id: string; document_type?: string } }, call: Call) => ({
      adapt: <Link extends { redirect_uri: string }>(example: Link): Link => ({
        ...example,
        redirect_uri: linkOf(kind, partnerOf(call).clientId, body.id, body.document_type ?? null),
      }),
    });
  const status: NonNullable<Adaptations['getSubmissionStatusV1']> = ({ path }) => ({
    adapt: (example) => ({ ...example, id: path.id }),
  });
  const statuses: NonNullable<Adaptations['listSubmissionStatusesV1']> = ({ body }) => ({
    adapt: (example) => ({
      ...example,
      credentials: cycleExamples(example.credentials, body.ids, (entry, id) => ({ ...entry, id })),
    }),
  });

  return {
    addEducation: add('education'),
    addEnglishProficiency: add('english_proficiency'),
    addMicrocredential: add('microcredential'),
    addRightToWork: add('right_to_work'),
    addMicrocredentialBatch: add('microcredential_batch'),
    addCredentialBatch: ({ body }, call) => ({
      adapt: (example) => {
        const { clientId } = partnerOf(call);
        const id = body.credential_id;
        const assets = announcedAssets(body, ({ assetId, assetType }) =>
          assetKeyOf(assetType, digestOf(clientId, id, assetId)),
        );
        return {
          ...example,
          redirect_uri: linkOf('credential_batch', clientId, id, null),
          asset_uploads: assets.map((asset) => uploadOf(services, { clientId, createdAt: clock.now() }, asset)),
        };
      },
    }),
    decideSubmission: ({ path, body: { status } }) => ({
      adapt: (example) => ({
        ...example,
        id: path.id,
        status,
        ...(status === 'canceled' && { documents: [] }),
      }),
    }),
    getSubmissionStatusV1: status,
    getSubmissionStatusV2: status,
    listSubmissionStatusesV1: statuses,
    listSubmissionStatusesV2: statuses,
  } satisfies Adaptations;
}
