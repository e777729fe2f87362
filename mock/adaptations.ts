import { hash } from 'node:crypto';
import { assetMediaTypes, bodyDefaults, type OperationId } from '../generated/operations.ts';
import type { RequestOf, ResponseOf } from '../generated/server.ts';
import { assetOf, type Call, isGuessable, partnerOf, type RequestChecks } from '../server/api/request-checks.ts';
import type { Clock } from '../server/domain/clock.ts';
import { forAddOperations, type SubmissionKind } from '../server/domain/credential-types.ts';
import { declaredAssets } from '../server/domain/documents.ts';
import type { AssetType } from '../server/domain/file-type.ts';
import { redirectUri, verificationUri } from '../server/domain/redirect-uri.ts';
import { showEvent, testEvent } from '../server/domain/webhook-event.ts';

type SuccessOf<Id extends OperationId> = Extract<ResponseOf<Id>, { status: 200 | 201 | 202; body: unknown }>['body'];

type Adaptations = {
  [Id in OperationId]?: (example: SuccessOf<Id>, request: RequestOf<Id>, call: Call) => SuccessOf<Id>;
};

export interface Parts {
  baseUrl: string;
  clock: Clock;
  checks: RequestChecks;
}

export const createAdaptations = (parts: Parts): Adaptations => ({
  ...adaptSubmissions(parts),
  ...adaptVerifications(parts),
  ...adaptWebhooks(parts),
});

function adaptSubmissions({ baseUrl, checks }: Parts): Adaptations {
  const linkOf = (kind: SubmissionKind, call: Call, id: string, documentType: string | null = null) => {
    const clientId = clientIdOf(call);
    return redirectUri(baseUrl, { kind, clientId, documentType, requestId: uuidOf(clientId, id) });
  };
  // Omits the example's `warnings`, because request validation adds the actual warnings.
  const add =
    (kind: SubmissionKind) =>
    (_: unknown, { body }: { body: { id: string; document_type?: string } }, call: Call) => ({
      redirect_uri: linkOf(kind, call, body.id, body.document_type),
    });
  const listStatuses: NonNullable<Adaptations['listSubmissionStatusesV1']> = (example, { body }) => ({
    ...example,
    credentials: cycle(example.credentials, body.ids, (entry, id) => ({ ...entry, id })),
  });
  return {
    ...forAddOperations(add),
    addMicrocredentialBatch: add('microcredential_batch'),
    addCredentialBatch(_, { body }, call) {
      const clientId = clientIdOf(call);
      const id = body.credential_id;
      const assets = declaredAssets(body, ({ assetId, assetType }) => assetKeyOf(assetType, clientId, id, assetId));
      return {
        redirect_uri: linkOf('credential_batch', call, id),
        asset_uploads: assets.map((asset) => checks.uploadOf(clientId, asset)),
      };
    },
    uploadAsset: (example, { body }, call) => ({
      ...example,
      asset_type: assetOf(call).assetType,
      size: body.byteLength,
    }),
    decideSubmission: (example, { path, body: { status } }) => ({
      ...example,
      id: path.id,
      status,
      ...(status === 'canceled' && { documents: [] }),
    }),
    cancelSubmission: withPathId,
    getSubmissionStatusV1: withPathId,
    getSubmissionStatusV2: withPathId,
    listSubmissionStatusesV1: listStatuses,
    listSubmissionStatusesV2: listStatuses,
  };
}

function adaptVerifications({ baseUrl }: Parts): Adaptations {
  return {
    createVerificationRequest(example, { body: { request_id = example.request_id }, warnings }, call) {
      const clientId = clientIdOf(call);
      const exampleKey = new URL(example.redirect_uri).searchParams.get('key') ?? undefined;
      const key = isGuessable(warnings) ? linkKeyOf(clientId, request_id) : exampleKey;
      const redirect_uri = verificationUri(baseUrl, { clientId, requestId: request_id, key });
      return { request_id, redirect_uri };
    },
    cancelVerificationRequest: withRequestId,
    getVerificationRequest: withRequestId,
    listVerificationRequests: (example, { query }) => ({
      ...example,
      requests: cycle(example.requests, query['request_id[]'], (entry, request_id) => ({ ...entry, request_id })),
    }),
    decideVerificationRequest(example, { path, body }) {
      const results = example.results.map((result) =>
        body.status === 'verified' && result.status === 'verified'
          ? { ...result, digital_identity: { ...result.digital_identity, ...body.digital_identity } }
          : { credential_type: result.credential_type, status: 'canceled' as const },
      );
      return { ...example, request_id: path.id, results };
    },
  };
}

function adaptWebhooks({ clock }: Parts): Adaptations {
  return {
    createWebhook: (example, { body }) => ({ ...example, ...webhookOf(body) }),
    getWebhook: withPathId,
    replaceWebhook: (example, { path, body }) => ({ ...example, id: path.id, ...webhookOf(body) }),
    rotateWebhookSecret: withPathId,
    sendTestEvent(example, { query }, call) {
      const { event_id: eventId, created_at } = example.event;
      const event = testEvent({ eventId, clientId: clientIdOf(call), createdAt: clock.now() }, query);
      return { ...example, event: { ...showEvent(event), created_at } };
    },
    redeliverEvent: (example, { path }) => ({ ...example, redelivery_of: path.delivery_id }),
  };
}

const clientIdOf = (call: Call): string => partnerOf(call).clientId;

const withPathId = <Body>(example: Body, { path }: { path: { id: string } }): Body => ({ ...example, id: path.id });

const withRequestId = <Body>(example: Body, { path }: { path: { id: string } }): Body => ({
  ...example,
  request_id: path.id,
});

const webhookOf = ({ name = null, description = null, url, event_types }: RequestOf<'createWebhook'>['body']) => ({
  name,
  description,
  url,
  event_types: event_types ?? [...bodyDefaults.createWebhook.event_types],
});

const digestOf = (parts: readonly string[]) => hash('sha256', JSON.stringify(parts), 'buffer');

/** Returns a UUID (version 8, RFC 9562, section 5.8) that depends only on `parts`. */
const uuidOf = (...parts: readonly string[]) =>
  digestOf(parts)
    .toString('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-a$4-$5');

const linkKeyOf = (...parts: readonly string[]) => digestOf(parts).toString('base64url', 0, 16);

const assetTypes = Object.keys(assetMediaTypes) as AssetType[];

/** Returns 16 bytes that start with the asset type, so that the mock can check an upload without state. */
const assetKeyOf = (assetType: AssetType, ...parts: readonly string[]) =>
  Buffer.of(assetTypes.indexOf(assetType), ...digestOf(parts).subarray(0, 15)).toString('base64url');

export const assetTypeOf = (assetKey: string): AssetType | undefined =>
  assetTypes[Buffer.from(assetKey, 'base64url')[0] ?? assetTypes.length];

function cycle<Entry, Item>(examples: Entry[], items: readonly Item[], adapt: (example: Entry, item: Item) => Entry) {
  return items.map((item, index) => adapt(examples[index % examples.length] as Entry, item));
}
