import type { OperationId } from '../generated/operations.ts';
import { refusalOfFile } from '../server/contract/file-refusal.ts';
import { locationOf } from '../server/contract/location.ts';
import { announcedAssets } from '../server/domain/documents.ts';
import { TEST_STATUS } from '../server/domain/event.ts';
import { redirectUri, verificationUri } from '../server/domain/redirect-uri.ts';
import type { SubmissionKind } from '../server/domain/submission.ts';
import { uploadOf } from '../server/domain/upload-link.ts';
import { assetOf, type Call, partnerOf } from '../server/http/operation-request.ts';
import { unlimited } from '../server/limits/rate-limit-fields.ts';
import { serverMetadata } from '../server/oauth/server-metadata.ts';
import { handleTokenRequest } from '../server/oauth/token-request.ts';
import type { Adaptations } from './handlers.ts';
import { assetKeyOf, uuidOf } from './ids.ts';
import type { SampleEvents } from './sample-events.ts';
import type { MockServices } from './services.ts';

type Adapt<Id extends OperationId> = NonNullable<Adaptations['adapt'][Id]>;

/** How operations adapt their success to the request. Operations without an entry return it as it is. */
export function createAdaptations(services: MockServices, events: SampleEvents): Adaptations {
  const { baseUrl, clock, partners, tokens, signingKeys } = services;
  const clientIdOf = (call: Call) => partnerOf(call).clientId;

  const tokenOf = ({ body }: { body: Uint8Array }, call: Call) =>
    handleTokenRequest(
      { body, authorization: call.header('Authorization') },
      { partners, tokens, rateLimit: unlimited },
    );
  const refuseToken = async (request: { body: Uint8Array }, call: Call) => {
    const response = await tokenOf(request, call);
    return response.status === 200 ? null : response;
  };
  const createToken = async <Body>(example: Body, request: { body: Uint8Array }, call: Call) => {
    const response = await tokenOf(request, call);
    return response.status === 200 ? response.body : example;
  };
  const linkOf = (kind: SubmissionKind, clientId: string, id: string, documentType: string | null) =>
    redirectUri(baseUrl, { kind, clientId, documentType, requestId: uuidOf(clientId, id) });
  const add =
    (kind: SubmissionKind) =>
    <Body>(example: Body, { body }: { body: { id: string; document_type?: string } }, call: Call): Body => ({
      ...example,
      redirect_uri: linkOf(kind, clientIdOf(call), body.id, body.document_type ?? null),
    });
  const withPathId = <Body>(example: Body, { path }: { path: { id: string } }): Body => ({ ...example, id: path.id });
  const listStatuses: Adapt<'listSubmissionStatusesV1'> = (example, { body }) => ({
    ...example,
    credentials: cycle(example.credentials, body.ids, (entry, id) => ({ ...entry, id })),
  });

  return {
    refuse: {
      createTokenV1: refuseToken,
      createTokenV2: refuseToken,
      uploadAsset: (request, call) => refusalOfFile(assetOf(call).assetType, request),
    },
    headers: {
      createVerificationRequest: ({ request_id }) => locationOf(baseUrl, 'getVerificationRequest', request_id),
      createWebhook: ({ id }) => locationOf(baseUrl, 'getWebhook', id),
    },
    adapt: {
      createTokenV1: createToken,
      createTokenV2: createToken,
      getAuthorizationServerMetadata: () => serverMetadata(baseUrl),
      getJwks: () => signingKeys.jwks(),

      addEducation: add('education'),
      addEnglishProficiency: add('english_proficiency'),
      addMicrocredential: add('microcredential'),
      addRightToWork: add('right_to_work'),
      addMicrocredentialBatch: add('microcredential_batch'),
      addCredentialBatch(example, { body }, call) {
        const clientId = clientIdOf(call);
        const id = body.credential_id;
        const assets = announcedAssets(body, ({ assetId, assetType }) => assetKeyOf(assetType, clientId, id, assetId));
        return {
          ...example,
          redirect_uri: linkOf('credential_batch', clientId, id, null),
          asset_uploads: assets.map((asset) => uploadOf(services, { clientId, createdAt: clock.now() }, asset)),
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
      getSubmissionStatusV1: withPathId,
      getSubmissionStatusV2: withPathId,
      listSubmissionStatusesV1: listStatuses,
      listSubmissionStatusesV2: listStatuses,

      createVerificationRequest(example, { body }, call) {
        const requestId = body.request_id ?? example.request_id;
        const redirect_uri = verificationUri(baseUrl, { clientId: clientIdOf(call), requestId });
        return { ...example, request_id: requestId, redirect_uri };
      },
      getVerificationRequest: (example, { path }) => ({ ...example, request_id: path.id }),
      listVerificationRequests: (example, { query }) => ({
        ...example,
        requests: cycle(example.requests, query['request_id[]'], (entry, request_id) => ({ ...entry, request_id })),
      }),
      decideVerificationRequest(example, { path, body }, call) {
        events.tell(clientIdOf(call), { requestId: path.id, status: body.status });
        const results = example.results.map((result) =>
          body.status === 'verified' && result.status === 'verified'
            ? { ...result, digital_identity: body.digital_identity }
            : { credential_type: result.credential_type, status: 'canceled' as const },
        );
        return { ...example, request_id: path.id, results };
      },

      createWebhook(example, { body: { name = null, description = null, url } }, call) {
        events.send({ clientId: clientIdOf(call), webhookId: example.id, url, secret: example.secret });
        return { ...example, name, description, url };
      },
      getWebhook: withPathId,
      replaceWebhook: (example, { path, body: { name = null, description = null, url } }) => ({
        ...example,
        id: path.id,
        name,
        description,
        url,
      }),
      rotateWebhookSecret: withPathId,
      sendTestEvent(example, { query: { status = TEST_STATUS } }, call) {
        events.tell(clientIdOf(call), { status });
        return { ...example, event: { ...example.event, status } };
      },
      redeliverEvent(example, { path }, call) {
        events.tell(clientIdOf(call));
        return { ...example, redelivery_of: path.delivery_id };
      },
    },
  };
}

/** Returns an adapted entry for each requested item, in their order, and cycles through the examples. */
function cycle<Entry, Item>(
  examples: readonly Entry[],
  items: readonly Item[],
  adapt: (example: Entry, item: Item) => Entry,
): Entry[] {
  return items.flatMap((item, index) => {
    const example = examples[index % examples.length];
    return example === undefined ? [] : [adapt(example, item)];
  });
}
