// Generated from spec/ by `npm run generate`. Do not edit: change spec/ and generate again.
import createFetchClient, { type ClientOptions, type FetchOptions, type FetchResponse } from 'openapi-fetch';
import type { operations, paths } from './types.ts';

/** Type of the request body. openapi-fetch omits properties that are null (openapi-ts/openapi-typescript#2717). */
type BodyOption<Op> = Op extends { requestBody: { content: infer Content } }
  ? { body: Content[keyof Content] }
  : { body?: never };
type Options<Op, PerCall> = Omit<FetchOptions<Op>, 'body'> & BodyOption<Op> & PerCall;
type Init<Given> = {} extends Given ? [init?: Given] : [init: Given];
type Call<Op extends object, PerCall> = (
  ...init: Init<Options<Op, PerCall>>
) => Promise<FetchResponse<Op, unknown, `${string}/${string}`>>;

/** All operations by operationId. `PerCall` has the additional options of a call. */
export interface ContractClient<PerCall = unknown> {
  /** Get an access token: POST /api/partner/v1/oauth/token.json */
  createTokenV1: Call<operations['createTokenV1'], PerCall>;
  /** Get an access token: POST /api/partner/v2/oauth/token.json */
  createTokenV2: Call<operations['createTokenV2'], PerCall>;
  /** Submit an education qualification: POST /api/partner/v1/add/education.json */
  addEducation: Call<operations['addEducation'], PerCall>;
  /** Submit an English proficiency test result: POST /api/partner/v1/add/english_proficiency.json */
  addEnglishProficiency: Call<operations['addEnglishProficiency'], PerCall>;
  /** Submit a microcredential: POST /api/partner/v1/add/microcredential.json */
  addMicrocredential: Call<operations['addMicrocredential'], PerCall>;
  /** Submit a right to work: POST /api/partner/v1/add/right_to_work.json */
  addRightToWork: Call<operations['addRightToWork'], PerCall>;
  /** Submit several microcredentials: POST /api/partner/v1/add/batch.json */
  addMicrocredentialBatch: Call<operations['addMicrocredentialBatch'], PerCall>;
  /** Submit credentials of several kinds: POST /api/partner/v2/add/requests/batch.json */
  addCredentialBatch: Call<operations['addCredentialBatch'], PerCall>;
  /** Upload the file of an asset: PUT /api/partner/v2/assets/{asset_key} */
  uploadAsset: Call<operations['uploadAsset'], PerCall>;
  /** Get the status of a submission: GET /api/partner/v1/submissions/{id}/status.json */
  getSubmissionStatusV1: Call<operations['getSubmissionStatusV1'], PerCall>;
  /** Get the status of a submission: GET /api/partner/v2/submissions/{id}/status.json */
  getSubmissionStatusV2: Call<operations['getSubmissionStatusV2'], PerCall>;
  /** Get the status of several submissions: POST /api/partner/v1/submissions/status.json */
  listSubmissionStatusesV1: Call<operations['listSubmissionStatusesV1'], PerCall>;
  /** Get the status of several submissions: POST /api/partner/v2/submissions/status.json */
  listSubmissionStatusesV2: Call<operations['listSubmissionStatusesV2'], PerCall>;
  /** Request verification of a digital identity: POST /api/partner/v2/verify/requests/digital_identity.json */
  createVerificationRequest: Call<operations['createVerificationRequest'], PerCall>;
  /** Get the result of a verification request: GET /api/partner/v2/verify/requests/{id} */
  getVerificationRequest: Call<operations['getVerificationRequest'], PerCall>;
  /** Get the results of several verification requests: GET /api/partner/v2/verify/requests */
  listVerificationRequests: Call<operations['listVerificationRequests'], PerCall>;
  /** Create a webhook: POST /api/partner/v2/webhooks */
  createWebhook: Call<operations['createWebhook'], PerCall>;
  /** List the webhooks: GET /api/partner/v2/webhooks */
  listWebhooks: Call<operations['listWebhooks'], PerCall>;
  /** Get a webhook: GET /api/partner/v2/webhooks/{id} */
  getWebhook: Call<operations['getWebhook'], PerCall>;
  /** Replace a webhook: PUT /api/partner/v2/webhooks/{id} */
  replaceWebhook: Call<operations['replaceWebhook'], PerCall>;
  /** Delete a webhook: DELETE /api/partner/v2/webhooks/{id} */
  deleteWebhook: Call<operations['deleteWebhook'], PerCall>;
  /** Rotate the secret of a webhook: PUT /api/partner/v2/webhooks/{id}/secret */
  rotateWebhookSecret: Call<operations['rotateWebhookSecret'], PerCall>;
  /** Send a test event to a webhook: POST /api/partner/v2/webhooks/{id}/test */
  sendTestEvent: Call<operations['sendTestEvent'], PerCall>;
  /** List the deliveries of a webhook: GET /api/partner/v2/webhooks/{id}/deliveries */
  listWebhookDeliveries: Call<operations['listWebhookDeliveries'], PerCall>;
  /** Redeliver an event: POST /api/partner/v2/webhooks/{id}/deliveries/{delivery_id}/redeliver */
  redeliverEvent: Call<operations['redeliverEvent'], PerCall>;
  /** Decide a verification request in place of the user: POST /api/partner/v2/sandbox/verify/requests/{id}/decision */
  decideVerificationRequest: Call<operations['decideVerificationRequest'], PerCall>;
  /** Decide a submission in place of the user: POST /api/partner/v2/sandbox/submissions/{id}/decision */
  decideSubmission: Call<operations['decideSubmission'], PerCall>;
  /** Get the metadata of the authorization server: GET /.well-known/oauth-authorization-server */
  getAuthorizationServerMetadata: Call<operations['getAuthorizationServerMetadata'], PerCall>;
  /** Get the keys that verify access tokens: GET /.well-known/jwks.json */
  getJwks: Call<operations['getJwks'], PerCall>;
  /** Get the addresses that webhooks come from: GET /.well-known/webhook-source-addresses.json */
  getWebhookSourceAddresses: Call<operations['getWebhookSourceAddresses'], PerCall>;
}

/** openapi-fetch sends JSON unless the Content-Type header selects a form. */
const FORM = { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };

/** Creates a client of the API, based on openapi-fetch. `prepare` converts the options of a call. */
export function createContractClient<PerCall = unknown>(
  options: ClientOptions,
  prepare: (operation: keyof ContractClient, init: object) => object = (_, init) => init,
): ContractClient<PerCall> {
  const http = createFetchClient<paths>(options);
  const call = (operation: keyof ContractClient, method: string, path: string, preset?: object) => (init?: object) =>
    http.request(method as 'get', path as never, { ...preset, ...prepare(operation, init ?? {}) } as never);
  const client = {
    createTokenV1: call('createTokenV1', 'post', '/api/partner/v1/oauth/token.json', FORM),
    createTokenV2: call('createTokenV2', 'post', '/api/partner/v2/oauth/token.json', FORM),
    addEducation: call('addEducation', 'post', '/api/partner/v1/add/education.json'),
    addEnglishProficiency: call('addEnglishProficiency', 'post', '/api/partner/v1/add/english_proficiency.json'),
    addMicrocredential: call('addMicrocredential', 'post', '/api/partner/v1/add/microcredential.json'),
    addRightToWork: call('addRightToWork', 'post', '/api/partner/v1/add/right_to_work.json'),
    addMicrocredentialBatch: call('addMicrocredentialBatch', 'post', '/api/partner/v1/add/batch.json'),
    addCredentialBatch: call('addCredentialBatch', 'post', '/api/partner/v2/add/requests/batch.json'),
    uploadAsset: call('uploadAsset', 'put', '/api/partner/v2/assets/{asset_key}'),
    getSubmissionStatusV1: call('getSubmissionStatusV1', 'get', '/api/partner/v1/submissions/{id}/status.json'),
    getSubmissionStatusV2: call('getSubmissionStatusV2', 'get', '/api/partner/v2/submissions/{id}/status.json'),
    listSubmissionStatusesV1: call('listSubmissionStatusesV1', 'post', '/api/partner/v1/submissions/status.json'),
    listSubmissionStatusesV2: call('listSubmissionStatusesV2', 'post', '/api/partner/v2/submissions/status.json'),
    createVerificationRequest: call('createVerificationRequest', 'post', '/api/partner/v2/verify/requests/digital_identity.json'),
    getVerificationRequest: call('getVerificationRequest', 'get', '/api/partner/v2/verify/requests/{id}'),
    listVerificationRequests: call('listVerificationRequests', 'get', '/api/partner/v2/verify/requests'),
    createWebhook: call('createWebhook', 'post', '/api/partner/v2/webhooks'),
    listWebhooks: call('listWebhooks', 'get', '/api/partner/v2/webhooks'),
    getWebhook: call('getWebhook', 'get', '/api/partner/v2/webhooks/{id}'),
    replaceWebhook: call('replaceWebhook', 'put', '/api/partner/v2/webhooks/{id}'),
    deleteWebhook: call('deleteWebhook', 'delete', '/api/partner/v2/webhooks/{id}'),
    rotateWebhookSecret: call('rotateWebhookSecret', 'put', '/api/partner/v2/webhooks/{id}/secret'),
    sendTestEvent: call('sendTestEvent', 'post', '/api/partner/v2/webhooks/{id}/test'),
    listWebhookDeliveries: call('listWebhookDeliveries', 'get', '/api/partner/v2/webhooks/{id}/deliveries'),
    redeliverEvent: call('redeliverEvent', 'post', '/api/partner/v2/webhooks/{id}/deliveries/{delivery_id}/redeliver'),
    decideVerificationRequest: call('decideVerificationRequest', 'post', '/api/partner/v2/sandbox/verify/requests/{id}/decision'),
    decideSubmission: call('decideSubmission', 'post', '/api/partner/v2/sandbox/submissions/{id}/decision'),
    getAuthorizationServerMetadata: call('getAuthorizationServerMetadata', 'get', '/.well-known/oauth-authorization-server'),
    getJwks: call('getJwks', 'get', '/.well-known/jwks.json'),
    getWebhookSourceAddresses: call('getWebhookSourceAddresses', 'get', '/.well-known/webhook-source-addresses.json'),
  } satisfies Record<keyof ContractClient, unknown>;
  return client as unknown as ContractClient<PerCall>;
}
