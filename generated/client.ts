// Generated from spec/ by `npm run generate`. Do not edit: change spec/ and generate again.
import type { operations, TokenRequest, TokenResponse, EducationSubmission, Warning, SubmissionLink, EnglishProficiencySubmission, MicrocredentialSubmission, RightToWorkSubmission, MicrocredentialBatch, CredentialBatch, CredentialBatchLink, SubmissionStatus, SubmissionStatusQuery, SubmissionStatusList, VerificationRequest, VerificationLink, VerificationResult, VerificationResultList, Webhook, WebhookList, WebhookCreate, WebhookWithSecret, TestEventType, TestEventStatus, WebhookDelivery, WebhookDeliveryList, VerificationDecision, SubmissionDecision, AuthorizationServerMetadata, Jwks, WebhookSourceAddresses } from './types.ts';

/** Permission that a partner can have. */
export type Scope = 'write.education' | 'write.english_proficiency' | 'write.microcredential' | 'write.right_to_work' | 'write.digital_identity' | 'read.digital_identity' | 'write.webhooks' | 'read.webhooks';

/** Name of an operation. */
export type OperationId = Exclude<keyof operations, 'sendVerificationEvent' | 'sendSubmissionEvent'>;

/** Properties of an operation that the client needs. */
export interface Call {
  method: string;
  path: string;
  contentType?: string;
  needsToken: boolean;
  isIdempotent: boolean;
  /** True if the body identifies the resource, so that the service recognizes a repeated request. */
  hasIdentifier: boolean;
  hasEmptyResult: boolean;
}

/** Parameters and body of a request, with the names in the contract. */
export type OperationRequest = { path?: object; query?: object; header?: object; body?: unknown };

/** Properties that a method of an idempotent operation returns in addition to the body. */
export interface Created {
  /** True if an earlier request with the same identifier created the resource (`Idempotent-Replayed`). */
  idempotentReplayed: boolean;
  /** Values in the body that look wrong; empty if there are none. */
  warnings: Warning[];
}

/** Property of a resource that has versions. */
export interface Versioned {
  /** Version of the resource, for `ifMatch` (`ETag`). */
  etag: string;
}

export const calls: Readonly<Record<OperationId, Call>> = {
  createTokenV1: {"method":"POST","path":"/api/partner/v1/oauth/token.json","contentType":"application/x-www-form-urlencoded","needsToken":false,"isIdempotent":true,"hasIdentifier":false,"hasEmptyResult":false},
  createTokenV2: {"method":"POST","path":"/api/partner/v2/oauth/token.json","contentType":"application/x-www-form-urlencoded","needsToken":false,"isIdempotent":true,"hasIdentifier":false,"hasEmptyResult":false},
  addEducation: {"method":"POST","path":"/api/partner/v1/add/education.json","contentType":"application/json","needsToken":true,"isIdempotent":true,"hasIdentifier":true,"hasEmptyResult":false},
  addEnglishProficiency: {"method":"POST","path":"/api/partner/v1/add/english_proficiency.json","contentType":"application/json","needsToken":true,"isIdempotent":true,"hasIdentifier":true,"hasEmptyResult":false},
  addMicrocredential: {"method":"POST","path":"/api/partner/v1/add/microcredential.json","contentType":"application/json","needsToken":true,"isIdempotent":true,"hasIdentifier":true,"hasEmptyResult":false},
  addRightToWork: {"method":"POST","path":"/api/partner/v1/add/right_to_work.json","contentType":"application/json","needsToken":true,"isIdempotent":true,"hasIdentifier":true,"hasEmptyResult":false},
  addMicrocredentialBatch: {"method":"POST","path":"/api/partner/v1/add/batch.json","contentType":"application/json","needsToken":true,"isIdempotent":true,"hasIdentifier":true,"hasEmptyResult":false},
  addCredentialBatch: {"method":"POST","path":"/api/partner/v2/add/requests/batch.json","contentType":"application/json","needsToken":true,"isIdempotent":true,"hasIdentifier":true,"hasEmptyResult":false},
  uploadAsset: {"method":"PUT","path":"/api/partner/v2/assets/{asset_key}","contentType":"application/pdf","needsToken":false,"isIdempotent":true,"hasIdentifier":false,"hasEmptyResult":false},
  getSubmissionStatusV1: {"method":"GET","path":"/api/partner/v1/submissions/{id}/status.json","needsToken":true,"isIdempotent":true,"hasIdentifier":false,"hasEmptyResult":false},
  getSubmissionStatusV2: {"method":"GET","path":"/api/partner/v2/submissions/{id}/status.json","needsToken":true,"isIdempotent":true,"hasIdentifier":false,"hasEmptyResult":false},
  listSubmissionStatusesV1: {"method":"POST","path":"/api/partner/v1/submissions/status.json","contentType":"application/json","needsToken":true,"isIdempotent":true,"hasIdentifier":false,"hasEmptyResult":false},
  listSubmissionStatusesV2: {"method":"POST","path":"/api/partner/v2/submissions/status.json","contentType":"application/json","needsToken":true,"isIdempotent":true,"hasIdentifier":false,"hasEmptyResult":false},
  cancelSubmission: {"method":"POST","path":"/api/partner/v2/submissions/{id}/cancel","needsToken":true,"isIdempotent":true,"hasIdentifier":false,"hasEmptyResult":false},
  createVerificationRequest: {"method":"POST","path":"/api/partner/v2/verify/requests/digital_identity.json","contentType":"application/json","needsToken":true,"isIdempotent":true,"hasIdentifier":true,"hasEmptyResult":false},
  getVerificationRequest: {"method":"GET","path":"/api/partner/v2/verify/requests/{id}","needsToken":true,"isIdempotent":true,"hasIdentifier":false,"hasEmptyResult":false},
  cancelVerificationRequest: {"method":"POST","path":"/api/partner/v2/verify/requests/{id}/cancel","needsToken":true,"isIdempotent":true,"hasIdentifier":false,"hasEmptyResult":false},
  listVerificationRequests: {"method":"GET","path":"/api/partner/v2/verify/requests","needsToken":true,"isIdempotent":true,"hasIdentifier":false,"hasEmptyResult":false},
  createWebhook: {"method":"POST","path":"/api/partner/v2/webhooks","contentType":"application/json","needsToken":true,"isIdempotent":false,"hasIdentifier":false,"hasEmptyResult":false},
  listWebhooks: {"method":"GET","path":"/api/partner/v2/webhooks","needsToken":true,"isIdempotent":true,"hasIdentifier":false,"hasEmptyResult":false},
  getWebhook: {"method":"GET","path":"/api/partner/v2/webhooks/{id}","needsToken":true,"isIdempotent":true,"hasIdentifier":false,"hasEmptyResult":false},
  replaceWebhook: {"method":"PUT","path":"/api/partner/v2/webhooks/{id}","contentType":"application/json","needsToken":true,"isIdempotent":true,"hasIdentifier":false,"hasEmptyResult":false},
  deleteWebhook: {"method":"DELETE","path":"/api/partner/v2/webhooks/{id}","needsToken":true,"isIdempotent":true,"hasIdentifier":false,"hasEmptyResult":true},
  rotateWebhookSecret: {"method":"POST","path":"/api/partner/v2/webhooks/{id}/secret","needsToken":true,"isIdempotent":false,"hasIdentifier":false,"hasEmptyResult":false},
  sendTestEvent: {"method":"POST","path":"/api/partner/v2/webhooks/{id}/test","needsToken":true,"isIdempotent":false,"hasIdentifier":false,"hasEmptyResult":false},
  listWebhookDeliveries: {"method":"GET","path":"/api/partner/v2/webhooks/{id}/deliveries","needsToken":true,"isIdempotent":true,"hasIdentifier":false,"hasEmptyResult":false},
  redeliverEvent: {"method":"POST","path":"/api/partner/v2/webhooks/{id}/deliveries/{delivery_id}/redeliver","needsToken":true,"isIdempotent":false,"hasIdentifier":false,"hasEmptyResult":false},
  decideVerificationRequest: {"method":"POST","path":"/api/partner/v2/sandbox/verify/requests/{id}/decision","contentType":"application/json","needsToken":true,"isIdempotent":false,"hasIdentifier":false,"hasEmptyResult":false},
  decideSubmission: {"method":"POST","path":"/api/partner/v2/sandbox/submissions/{id}/decision","contentType":"application/json","needsToken":true,"isIdempotent":false,"hasIdentifier":false,"hasEmptyResult":false},
  getAuthorizationServerMetadata: {"method":"GET","path":"/.well-known/oauth-authorization-server","needsToken":false,"isIdempotent":true,"hasIdentifier":false,"hasEmptyResult":false},
  getJwks: {"method":"GET","path":"/.well-known/jwks.json","needsToken":false,"isIdempotent":true,"hasIdentifier":false,"hasEmptyResult":false},
  getWebhookSourceAddresses: {"method":"GET","path":"/.well-known/webhook-source-addresses.json","needsToken":false,"isIdempotent":true,"hasIdentifier":false,"hasEmptyResult":false},
};

export interface ReplaceWebhookOptions {
  /** The `ETag` of the webhook that you have read (RFC 9110, section 13.1.1). If the webhook has changed since then, the response is 412, and nothing changes. Without this header, the request applies to any version. */
  ifMatch?: string;
}

export interface DeleteWebhookOptions {
  /** The `ETag` of the webhook that you have read (RFC 9110, section 13.1.1). If the webhook has changed since then, the response is 412, and nothing changes. Without this header, the request applies to any version. */
  ifMatch?: string;
}

export interface RotateWebhookSecretOptions {
  /** The `ETag` of the webhook that you have read (RFC 9110, section 13.1.1). If the webhook has changed since then, the response is 412, and nothing changes. Without this header, the request applies to any version. */
  ifMatch?: string;
}

export interface SendTestEventOptions {
  /** The `type` of the event. Default: `verification`. */
  type?: TestEventType;
  /** The `status` of the event. Default: `verified`. Only a verification event can be `incomplete`. */
  status?: TestEventStatus;
}

export interface ListWebhookDeliveriesOptions {
  /** The maximum number of items on a page. Default: 20. */
  limit?: number;
  /** The `next_cursor` of the previous page. Use the value unchanged; do not construct it yourself. */
  cursor?: string;
}

/** The operations of the contract by operationId. `Options` are the options of every call. */
export interface ContractClient<Options> {
  /**
   * Get an access token: POST /api/partner/v1/oauth/token.json
   */
  createTokenV1(body: TokenRequest, options?: Options): Promise<TokenResponse>;

  /**
   * Get an access token: POST /api/partner/v2/oauth/token.json
   */
  createTokenV2(body: TokenRequest, options?: Options): Promise<TokenResponse>;

  /**
   * Submit an education qualification: POST /api/partner/v1/add/education.json
   */
  addEducation(body: EducationSubmission, options?: Options): Promise<SubmissionLink & Created>;

  /**
   * Submit an English proficiency test result: POST /api/partner/v1/add/english_proficiency.json
   */
  addEnglishProficiency(body: EnglishProficiencySubmission, options?: Options): Promise<SubmissionLink & Created>;

  /**
   * Submit a microcredential: POST /api/partner/v1/add/microcredential.json
   */
  addMicrocredential(body: MicrocredentialSubmission, options?: Options): Promise<SubmissionLink & Created>;

  /**
   * Submit a right to work: POST /api/partner/v1/add/right_to_work.json
   */
  addRightToWork(body: RightToWorkSubmission, options?: Options): Promise<SubmissionLink & Created>;

  /**
   * Submit several microcredentials: POST /api/partner/v1/add/batch.json
   */
  addMicrocredentialBatch(body: MicrocredentialBatch, options?: Options): Promise<SubmissionLink & Created>;

  /**
   * Submit credentials of several kinds: POST /api/partner/v2/add/requests/batch.json
   */
  addCredentialBatch(body: CredentialBatch, options?: Options): Promise<CredentialBatchLink & Created>;

  /**
   * Get the status of a submission: GET /api/partner/v1/submissions/{id}/status.json
   * @param id The partner's identifier for the submission (for a v2 batch, its `credential_id`)
   */
  getSubmissionStatusV1(id: string, options?: Options): Promise<SubmissionStatus>;

  /**
   * Get the status of a submission: GET /api/partner/v2/submissions/{id}/status.json
   * @param id The partner's identifier for the submission (for a v2 batch, its `credential_id`)
   */
  getSubmissionStatusV2(id: string, options?: Options): Promise<SubmissionStatus>;

  /**
   * Get the status of several submissions: POST /api/partner/v1/submissions/status.json
   */
  listSubmissionStatusesV1(body: SubmissionStatusQuery, options?: Options): Promise<SubmissionStatusList>;

  /**
   * Get the status of several submissions: POST /api/partner/v2/submissions/status.json
   */
  listSubmissionStatusesV2(body: SubmissionStatusQuery, options?: Options): Promise<SubmissionStatusList>;

  /**
   * Cancel a submission: POST /api/partner/v2/submissions/{id}/cancel
   * @param id The partner's identifier for the submission (for a v2 batch, its `credential_id`)
   */
  cancelSubmission(id: string, options?: Options): Promise<SubmissionStatus>;

  /**
   * Request verification of a digital identity: POST /api/partner/v2/verify/requests/digital_identity.json
   */
  createVerificationRequest(body: VerificationRequest, options?: Options): Promise<VerificationLink & Created>;

  /**
   * Get the result of a verification request: GET /api/partner/v2/verify/requests/{id}
   * @param id The identifier of the verification request
   */
  getVerificationRequest(id: string, options?: Options): Promise<VerificationResult>;

  /**
   * Cancel a verification request: POST /api/partner/v2/verify/requests/{id}/cancel
   * @param id The identifier of the verification request
   */
  cancelVerificationRequest(id: string, options?: Options): Promise<VerificationResult>;

  /**
   * Get the results of several verification requests: GET /api/partner/v2/verify/requests
   * @param requestIds The identifiers of the verification requests
   */
  listVerificationRequests(requestIds: string[], options?: Options): Promise<VerificationResultList>;

  /**
   * Create a webhook: POST /api/partner/v2/webhooks
   */
  createWebhook(body: WebhookCreate, options?: Options): Promise<WebhookWithSecret & Versioned>;

  /**
   * List the webhooks: GET /api/partner/v2/webhooks
   */
  listWebhooks(options?: Options): Promise<WebhookList>;

  /**
   * Get a webhook: GET /api/partner/v2/webhooks/{id}
   * @param id The `id` of the webhook.
   */
  getWebhook(id: string, options?: Options): Promise<Webhook & Versioned>;

  /**
   * Replace a webhook: PUT /api/partner/v2/webhooks/{id}
   * @param id The `id` of the webhook.
   */
  replaceWebhook(id: string, body: WebhookCreate, options?: Options & ReplaceWebhookOptions): Promise<Webhook & Versioned>;

  /**
   * Delete a webhook: DELETE /api/partner/v2/webhooks/{id}
   * @param id The `id` of the webhook.
   */
  deleteWebhook(id: string, options?: Options & DeleteWebhookOptions): Promise<void>;

  /**
   * Rotate the secret of a webhook: POST /api/partner/v2/webhooks/{id}/secret
   * @param id The `id` of the webhook.
   */
  rotateWebhookSecret(id: string, options?: Options & RotateWebhookSecretOptions): Promise<WebhookWithSecret & Versioned>;

  /**
   * Send a test event to a webhook: POST /api/partner/v2/webhooks/{id}/test
   * @param id The `id` of the webhook.
   */
  sendTestEvent(id: string, options?: Options & SendTestEventOptions): Promise<WebhookDelivery>;

  /**
   * List the deliveries of a webhook: GET /api/partner/v2/webhooks/{id}/deliveries
   * @param id The `id` of the webhook.
   */
  listWebhookDeliveries(id: string, options?: Options & ListWebhookDeliveriesOptions): Promise<WebhookDeliveryList>;

  /**
   * Redeliver an event: POST /api/partner/v2/webhooks/{id}/deliveries/{delivery_id}/redeliver
   * @param id The `id` of the webhook.
   * @param deliveryId The `id` of the delivery.
   */
  redeliverEvent(id: string, deliveryId: string, options?: Options): Promise<WebhookDelivery>;

  /**
   * Decide a verification request in place of the user: POST /api/partner/v2/sandbox/verify/requests/{id}/decision
   * @param id The identifier of the verification request
   */
  decideVerificationRequest(id: string, body: VerificationDecision, options?: Options): Promise<VerificationResult>;

  /**
   * Decide a submission in place of the user: POST /api/partner/v2/sandbox/submissions/{id}/decision
   * @param id The partner's identifier for the submission (for a v2 batch, its `credential_id`)
   */
  decideSubmission(id: string, body: SubmissionDecision, options?: Options): Promise<SubmissionStatus>;

  /**
   * Get the metadata of the authorization server: GET /.well-known/oauth-authorization-server
   */
  getAuthorizationServerMetadata(options?: Options): Promise<AuthorizationServerMetadata>;

  /**
   * Get the keys that verify access tokens: GET /.well-known/jwks.json
   */
  getJwks(options?: Options): Promise<Jwks>;

  /**
   * Get the addresses that webhooks come from: GET /.well-known/webhook-source-addresses.json
   */
  getWebhookSourceAddresses(options?: Options): Promise<WebhookSourceAddresses>;
}

export function createContractClient<Options>(
  send: <Result>(operation: OperationId, request: OperationRequest, options: Options | undefined) => Promise<Result>,
): ContractClient<Options> {
  return {
    createTokenV1: (body, options) => send('createTokenV1', { body }, options),
    createTokenV2: (body, options) => send('createTokenV2', { body }, options),
    addEducation: (body, options) => send('addEducation', { body }, options),
    addEnglishProficiency: (body, options) => send('addEnglishProficiency', { body }, options),
    addMicrocredential: (body, options) => send('addMicrocredential', { body }, options),
    addRightToWork: (body, options) => send('addRightToWork', { body }, options),
    addMicrocredentialBatch: (body, options) => send('addMicrocredentialBatch', { body }, options),
    addCredentialBatch: (body, options) => send('addCredentialBatch', { body }, options),
    getSubmissionStatusV1: (id, options) => send('getSubmissionStatusV1', { path: { 'id': id } }, options),
    getSubmissionStatusV2: (id, options) => send('getSubmissionStatusV2', { path: { 'id': id } }, options),
    listSubmissionStatusesV1: (body, options) => send('listSubmissionStatusesV1', { body }, options),
    listSubmissionStatusesV2: (body, options) => send('listSubmissionStatusesV2', { body }, options),
    cancelSubmission: (id, options) => send('cancelSubmission', { path: { 'id': id } }, options),
    createVerificationRequest: (body, options) => send('createVerificationRequest', { body }, options),
    getVerificationRequest: (id, options) => send('getVerificationRequest', { path: { 'id': id } }, options),
    cancelVerificationRequest: (id, options) => send('cancelVerificationRequest', { path: { 'id': id } }, options),
    listVerificationRequests: (requestIds, options) => send('listVerificationRequests', { query: { 'request_id[]': requestIds } }, options),
    createWebhook: (body, options) => send('createWebhook', { body }, options),
    listWebhooks: (options) => send('listWebhooks', {  }, options),
    getWebhook: (id, options) => send('getWebhook', { path: { 'id': id } }, options),
    replaceWebhook: (id, body, options) => send('replaceWebhook', { path: { 'id': id }, header: { 'If-Match': options?.ifMatch }, body }, options),
    deleteWebhook: (id, options) => send('deleteWebhook', { path: { 'id': id }, header: { 'If-Match': options?.ifMatch } }, options),
    rotateWebhookSecret: (id, options) => send('rotateWebhookSecret', { path: { 'id': id }, header: { 'If-Match': options?.ifMatch } }, options),
    sendTestEvent: (id, options) => send('sendTestEvent', { path: { 'id': id }, query: { 'type': options?.type, 'status': options?.status } }, options),
    listWebhookDeliveries: (id, options) => send('listWebhookDeliveries', { path: { 'id': id }, query: { 'limit': options?.limit, 'cursor': options?.cursor } }, options),
    redeliverEvent: (id, deliveryId, options) => send('redeliverEvent', { path: { 'id': id, 'delivery_id': deliveryId } }, options),
    decideVerificationRequest: (id, body, options) => send('decideVerificationRequest', { path: { 'id': id }, body }, options),
    decideSubmission: (id, body, options) => send('decideSubmission', { path: { 'id': id }, body }, options),
    getAuthorizationServerMetadata: (options) => send('getAuthorizationServerMetadata', {  }, options),
    getJwks: (options) => send('getJwks', {  }, options),
    getWebhookSourceAddresses: (options) => send('getWebhookSourceAddresses', {  }, options),
  };
}
