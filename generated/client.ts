// Generated from spec/ by `npm run generate`. Do not edit: change spec/ and generate again.
import createFetchClient, { type Client, type ClientOptions, type FetchOptions, type FetchResponse } from 'openapi-fetch';
import type { operations, paths } from './types.ts';

/**
 * The body as in the contract: openapi-fetch drops members that can only be null
 * (openapi-ts/openapi-typescript#2717).
 */
type BodyOption<Op> = Op extends { requestBody: { content: infer Content } }
  ? { body: Content[keyof Content] }
  : { body?: never };
type Options<Op> = Omit<FetchOptions<Op>, 'body'> & BodyOption<Op>;
type Init<Op> = {} extends Options<Op> ? [init?: Options<Op>] : [init: Options<Op>];
type Call<Op extends object> = (
  ...init: Init<Op>
) => Promise<FetchResponse<Op, unknown, `${string}/${string}`>>;

/** Every operation by its operationId. */
export interface ContractClient {
  /** openapi-fetch's own methods, by path. */
  http: Client<paths>;
  /** Get an access token: POST /api/partner/v1/oauth/token.json */
  createTokenV1: Call<operations['createTokenV1']>;
  /** Get an access token: POST /api/partner/v2/oauth/token.json */
  createTokenV2: Call<operations['createTokenV2']>;
  /** Submit an education qualification: POST /api/partner/v1/add/education.json */
  addEducation: Call<operations['addEducation']>;
  /** Submit an English proficiency test result: POST /api/partner/v1/add/english_proficiency.json */
  addEnglishProficiency: Call<operations['addEnglishProficiency']>;
  /** Submit a microcredential: POST /api/partner/v1/add/microcredential.json */
  addMicrocredential: Call<operations['addMicrocredential']>;
  /** Submit a right to work: POST /api/partner/v1/add/right_to_work.json */
  addRightToWork: Call<operations['addRightToWork']>;
  /** Submit several microcredentials: POST /api/partner/v1/add/batch.json */
  addMicrocredentialBatch: Call<operations['addMicrocredentialBatch']>;
  /** Submit credentials of several kinds: POST /api/partner/v2/add/requests/batch.json */
  addCredentialBatch: Call<operations['addCredentialBatch']>;
  /** Upload the file of an asset: PUT /api/partner/v2/assets/{asset_key} */
  uploadAsset: Call<operations['uploadAsset']>;
  /** Get the status of a submission: GET /api/partner/v1/submissions/{id}/status.json */
  getSubmissionStatusV1: Call<operations['getSubmissionStatusV1']>;
  /** Get the status of a submission: GET /api/partner/v2/submissions/{id}/status.json */
  getSubmissionStatusV2: Call<operations['getSubmissionStatusV2']>;
  /** Get the status of several submissions: POST /api/partner/v1/submissions/status.json */
  listSubmissionStatusesV1: Call<operations['listSubmissionStatusesV1']>;
  /** Get the status of several submissions: POST /api/partner/v2/submissions/status.json */
  listSubmissionStatusesV2: Call<operations['listSubmissionStatusesV2']>;
  /** Request a verification of a digital identity: POST /api/partner/v2/verify/requests/digital_identity.json */
  createVerificationRequest: Call<operations['createVerificationRequest']>;
  /** Get the result of a verification request: GET /api/partner/v2/verify/requests/{id} */
  getVerificationRequest: Call<operations['getVerificationRequest']>;
  /** Get the results of several verification requests: GET /api/partner/v2/verify/requests */
  listVerificationRequests: Call<operations['listVerificationRequests']>;
  /** Create a webhook: POST /api/partner/v2/webhooks */
  createWebhook: Call<operations['createWebhook']>;
  /** List the webhooks: GET /api/partner/v2/webhooks */
  listWebhooks: Call<operations['listWebhooks']>;
  /** Get a webhook: GET /api/partner/v2/webhooks/{id} */
  getWebhook: Call<operations['getWebhook']>;
  /** Replace a webhook: PUT /api/partner/v2/webhooks/{id} */
  replaceWebhook: Call<operations['replaceWebhook']>;
  /** Delete a webhook: DELETE /api/partner/v2/webhooks/{id} */
  deleteWebhook: Call<operations['deleteWebhook']>;
  /** Rotate the secret of a webhook: PUT /api/partner/v2/webhooks/{id}/secret */
  rotateWebhookSecret: Call<operations['rotateWebhookSecret']>;
  /** Send a test event to a webhook: POST /api/partner/v2/webhooks/{id}/test */
  sendTestEvent: Call<operations['sendTestEvent']>;
  /** List the deliveries of a webhook: GET /api/partner/v2/webhooks/{id}/deliveries */
  listWebhookDeliveries: Call<operations['listWebhookDeliveries']>;
  /** Deliver an event once more: POST /api/partner/v2/webhooks/{id}/deliveries/{delivery_id}/redeliver */
  redeliverEvent: Call<operations['redeliverEvent']>;
  /** Get what OAuth libraries need to know: GET /.well-known/oauth-authorization-server */
  getAuthorizationServerMetadata: Call<operations['getAuthorizationServerMetadata']>;
  /** Get the keys that verify access tokens: GET /.well-known/jwks.json */
  getJwks: Call<operations['getJwks']>;
  /** Get the addresses that webhooks come from: GET /.well-known/webhook-source-addresses.json */
  getWebhookSourceAddresses: Call<operations['getWebhookSourceAddresses']>;
}

/** openapi-fetch writes a body as JSON unless the header says that it is a form. */
const FORM = { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };

/** A client of the API on openapi-fetch. */
export function createContractClient(options: ClientOptions): ContractClient {
  const http = createFetchClient<paths>(options);
  const call = (method: string, path: string, preset?: object) => (init?: object) =>
    http.request(method as 'get', path as never, { ...preset, ...init } as never);
  const client = {
    http,
    createTokenV1: call('post', '/api/partner/v1/oauth/token.json', FORM),
    createTokenV2: call('post', '/api/partner/v2/oauth/token.json', FORM),
    addEducation: call('post', '/api/partner/v1/add/education.json'),
    addEnglishProficiency: call('post', '/api/partner/v1/add/english_proficiency.json'),
    addMicrocredential: call('post', '/api/partner/v1/add/microcredential.json'),
    addRightToWork: call('post', '/api/partner/v1/add/right_to_work.json'),
    addMicrocredentialBatch: call('post', '/api/partner/v1/add/batch.json'),
    addCredentialBatch: call('post', '/api/partner/v2/add/requests/batch.json'),
    uploadAsset: call('put', '/api/partner/v2/assets/{asset_key}'),
    getSubmissionStatusV1: call('get', '/api/partner/v1/submissions/{id}/status.json'),
    getSubmissionStatusV2: call('get', '/api/partner/v2/submissions/{id}/status.json'),
    listSubmissionStatusesV1: call('post', '/api/partner/v1/submissions/status.json'),
    listSubmissionStatusesV2: call('post', '/api/partner/v2/submissions/status.json'),
    createVerificationRequest: call('post', '/api/partner/v2/verify/requests/digital_identity.json'),
    getVerificationRequest: call('get', '/api/partner/v2/verify/requests/{id}'),
    listVerificationRequests: call('get', '/api/partner/v2/verify/requests'),
    createWebhook: call('post', '/api/partner/v2/webhooks'),
    listWebhooks: call('get', '/api/partner/v2/webhooks'),
    getWebhook: call('get', '/api/partner/v2/webhooks/{id}'),
    replaceWebhook: call('put', '/api/partner/v2/webhooks/{id}'),
    deleteWebhook: call('delete', '/api/partner/v2/webhooks/{id}'),
    rotateWebhookSecret: call('put', '/api/partner/v2/webhooks/{id}/secret'),
    sendTestEvent: call('post', '/api/partner/v2/webhooks/{id}/test'),
    listWebhookDeliveries: call('get', '/api/partner/v2/webhooks/{id}/deliveries'),
    redeliverEvent: call('post', '/api/partner/v2/webhooks/{id}/deliveries/{delivery_id}/redeliver'),
    getAuthorizationServerMetadata: call('get', '/.well-known/oauth-authorization-server'),
    getJwks: call('get', '/.well-known/jwks.json'),
    getWebhookSourceAddresses: call('get', '/.well-known/webhook-source-addresses.json'),
  } satisfies Record<keyof ContractClient, unknown>;
  return client as unknown as ContractClient;
}
