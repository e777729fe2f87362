import { hash } from 'node:crypto';
import { bodyDefaults, type OperationId } from '../generated/operations.ts';
import type { RequestOf, ResponseOf } from '../generated/server.ts';
import { assetOf, type Call, partnerOf } from '../server/api/call.ts';
import { isGuessable } from '../server/api/contract/extension-keywords.ts';
import { refusalOfFile } from '../server/api/contract/file-refusal.ts';
import { locationOf } from '../server/api/contract/location.ts';
import { lookalikeName } from '../server/api/contract/problem.ts';
import { unlimited } from '../server/api/limits/rate-limit.ts';
import { serverMetadata } from '../server/api/oauth/server-metadata.ts';
import { handleTokenRequest } from '../server/api/oauth/token-request.ts';
import { forAddOperations, type SubmissionKind } from '../server/domain/credential-types.ts';
import { declaredAssets } from '../server/domain/documents.ts';
import { showEvent, testEvent } from '../server/domain/event.ts';
import { redirectUri, verificationUri } from '../server/domain/redirect-uri.ts';
import { uploadOf } from '../server/domain/upload-link.ts';
import type { SampleEvents } from './sample-events.ts';
import { assetKeyOf, callbackKey, type MockServices } from './services.ts';

type SuccessOf<Id extends OperationId> = Extract<ResponseOf<Id>, { status: 200 | 201 | 202; body: unknown }>['body'];

interface Adaptations {
  /**
   * Returns the response that the server's own code creates. An error response is returned even if `Prefer` selects a
   * different one. The body of a success response replaces the example.
   */
  answer: { [Id in OperationId]?: (request: RequestOf<Id>, call: Call) => Promise<ResponseOf<Id> | null> };
  adapt: { [Id in OperationId]?: (body: SuccessOf<Id>, request: RequestOf<Id>, call: Call) => SuccessOf<Id> };
  /** Returns the headers that depend on the adapted body or the request. */
  headers: { [Id in OperationId]?: (body: SuccessOf<Id>, request: RequestOf<Id>) => Record<string, string> };
}

/** Maximum number of callback URLs that the mock stores. */
const MAX_CALLBACKS = 1000;

/** Returns the functions that adapt success responses. Operations without a function return the example unchanged. */
export function createAdaptations(services: MockServices, events: SampleEvents): Adaptations {
  const { baseUrl, callbacks, clock, partners, tokens, signingKeys } = services;
  const clientIdOf = (call: Call) => partnerOf(call).clientId;

  const createToken = ({ body }: { body: Uint8Array }, call: Call) =>
    handleTokenRequest(
      { body, authorization: call.header('Authorization') },
      { partners, tokens, rateLimit: unlimited },
    );
  const linkOf = (kind: SubmissionKind, call: Call, id: string, documentType: string | null = null) => {
    const clientId = clientIdOf(call);
    return redirectUri(baseUrl, { kind, clientId, documentType, requestId: uuidOf(clientId, id) });
  };
  // The example's `warnings` are about a different request. The contract layer adds the warnings about this request.
  const add =
    (kind: SubmissionKind) =>
    (_: unknown, { body }: { body: { id: string; document_type?: string } }, call: Call) => ({
      redirect_uri: linkOf(kind, call, body.id, body.document_type),
    });
  const locationOfAdded = (_: unknown, { body }: { body: { id: string } }) =>
    locationOf(baseUrl, 'getSubmissionStatusV1', body.id);
  const withPathId = <Body>(example: Body, { path }: { path: { id: string } }): Body => ({ ...example, id: path.id });
  const listStatuses: NonNullable<Adaptations['adapt']['listSubmissionStatusesV1']> = (example, { body }) => ({
    ...example,
    credentials: cycle(example.credentials, body.ids, (entry, id) => ({ ...entry, id })),
  });
  return {
    answer: {
      createTokenV1: createToken,
      createTokenV2: createToken,
      getAuthorizationServerMetadata: async () => ({ status: 200, body: serverMetadata(baseUrl) }),
      getJwks: async () => ({ status: 200, body: await signingKeys.jwks() }),
      async createVerificationRequest({ body }, call) {
        const isLookalike = await partners.isLookalike(body.display_options.partner_name, partnerOf(call));
        return isLookalike ? { status: 422, problem: lookalikeName() } : null;
      },
      uploadAsset: async (request, call) => refusalOfFile(assetOf(call).assetType, request),
    },
    headers: {
      ...forAddOperations(() => locationOfAdded),
      addMicrocredentialBatch: locationOfAdded,
      addCredentialBatch: (_, { body }) => locationOf(baseUrl, 'getSubmissionStatusV2', body.credential_id),
      createVerificationRequest: ({ request_id }) => locationOf(baseUrl, 'getVerificationRequest', request_id),
      createWebhook: ({ id }) => locationOf(baseUrl, 'getWebhook', id),
    },
    adapt: {
      ...forAddOperations(add),
      addMicrocredentialBatch: add('microcredential_batch'),
      addCredentialBatch(_, { body }, call) {
        const clientId = clientIdOf(call);
        const id = body.credential_id;
        const assets = declaredAssets(body, ({ assetId, assetType }) => assetKeyOf(assetType, clientId, id, assetId));
        return {
          redirect_uri: linkOf('credential_batch', call, id),
          asset_uploads: assets.map((asset) => uploadOf(services, { clientId, createdAt: clock.now() }, asset)),
        };
      },
      uploadAsset: (example, { body }, call) => ({
        ...example,
        asset_type: assetOf(call).assetType,
        size: body.byteLength,
      }),
      decideSubmission(example, { path, body: { status } }, call) {
        events.send(clientIdOf(call), { type: 'submission', resourceId: path.id, status });
        return { ...example, id: path.id, status, ...(status === 'canceled' && { documents: [] }) };
      },
      getSubmissionStatusV1: withPathId,
      getSubmissionStatusV2: withPathId,
      listSubmissionStatusesV1: listStatuses,
      listSubmissionStatusesV2: listStatuses,

      createVerificationRequest(example, { body: { request_id = example.request_id, callback_url }, warnings }, call) {
        const clientId = clientIdOf(call);
        const exampleKey = new URL(example.redirect_uri).searchParams.get('key') ?? undefined;
        const key = isGuessable(warnings) ? linkKeyOf(clientId, request_id) : exampleKey;
        callbacks.delete(callbackKey(clientId, request_id));
        if (callback_url !== undefined) callbacks.set(callbackKey(clientId, request_id), callback_url);
        const [oldest = ''] = callbacks.keys();
        if (callbacks.size > MAX_CALLBACKS) callbacks.delete(oldest);
        const redirect_uri = verificationUri(baseUrl, { clientId, requestId: request_id, key });
        return { request_id, redirect_uri };
      },
      getVerificationRequest: (example, { path }) => ({ ...example, request_id: path.id }),
      listVerificationRequests: (example, { query }) => ({
        ...example,
        requests: cycle(example.requests, query['request_id[]'], (entry, request_id) => ({ ...entry, request_id })),
      }),
      decideVerificationRequest(example, { path, body }, call) {
        events.send(clientIdOf(call), { resourceId: path.id, status: body.status });
        const results = example.results.map((result) =>
          body.status === 'verified' && result.status === 'verified'
            ? { ...result, digital_identity: { ...result.digital_identity, ...body.digital_identity } }
            : { credential_type: result.credential_type, status: 'canceled' as const },
        );
        return { ...example, request_id: path.id, results };
      },

      createWebhook(example, { body }, call) {
        const webhook = { ...example, ...webhookOf(body) };
        const [type = 'verification'] = webhook.event_types;
        events.send(clientIdOf(call), { type }, webhook);
        return webhook;
      },
      getWebhook: withPathId,
      replaceWebhook: (example, { path, body }) => ({ ...example, id: path.id, ...webhookOf(body) }),
      rotateWebhookSecret: withPathId,
      sendTestEvent(example, { query }, call) {
        const clientId = clientIdOf(call);
        const { event_id: eventId, created_at } = example.event;
        const event = testEvent({ eventId, clientId, createdAt: clock.now() }, query);
        events.send(clientId, { type: event.type, status: event.status });
        return { ...example, event: { ...showEvent(event), created_at } };
      },
      redeliverEvent(example, { path }, call) {
        events.send(clientIdOf(call));
        return { ...example, redelivery_of: path.delivery_id };
      },
    },
  };
}

const webhookOf = ({ name = null, description = null, url, event_types }: RequestOf<'createWebhook'>['body']) => ({
  ...{ name, description, url },
  event_types: event_types ?? [...bodyDefaults.createWebhook.event_types],
});

/** Returns a UUID (version 8, RFC 9562, section 5.8) that depends only on `parts`. */
const uuidOf = (...parts: readonly string[]) =>
  hash('sha256', JSON.stringify(parts)).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-a$4-$5');

/** Returns the key of a verification link, which depends only on `parts`: 22 characters in base64url. */
const linkKeyOf = (...parts: readonly string[]) => hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);

/** Returns an adapted example for each requested item, in order. Cycles through the examples if there are too few. */
function cycle<Entry, Item>(examples: Entry[], items: readonly Item[], adapt: (example: Entry, item: Item) => Entry) {
  return items.map((item, index) => adapt(examples[index % examples.length] as Entry, item));
}
