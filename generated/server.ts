// Generated from spec/ by `npm run generate`. Do not edit: change spec/ and generate again.
import type { components, operations } from './types.ts';

type Schemas = components['schemas'];

/** A problem that a handler returns. The server adds the type, title, and request ID. */
export interface ProblemStatement<Code = Schemas['ProblemCode']> {
  code: Code;
  detail: string;
  errors?: Schemas['Violation'][];
}

type ParametersOf<Op, Place extends string> = Op extends { parameters: { [P in Place]?: infer Values } }
  ? [NonNullable<Values>] extends [never]
    ? undefined
    : NonNullable<Values>
  : undefined;

/** JSON bodies are parsed and validated. Other bodies, and bodies with several media types, are passed as bytes. */
type BodyOf<Op> = Op extends { requestBody: { content: infer Content } }
  ? keyof Content extends 'application/json'
    ? Content[keyof Content]
    : Uint8Array
  : undefined;

/** The input of a handler. Parameters and a JSON body have passed the contract's validators. */
export type RequestOf<Id extends keyof operations> = OperationRequest<operations[Id]>;

interface OperationRequest<Op> {
  path: ParametersOf<Op, 'path'>;
  query: ParametersOf<Op, 'query'>;
  body: BodyOf<Op>;
  /** Original bytes of the body. */
  bytes: Uint8Array;
  /** Media type of the body, in lower case and without parameters; '' without a body. */
  mediaType: string;
  /** Warnings about names in a JSON body. The server adds these warnings to the response. */
  warnings: readonly Schemas['Warning'][];
}

type AnswerOf<Status, Answer> = Answer extends { content: { 'application/problem+json': { code: infer Code } } }
  ? { status: Status; problem: ProblemStatement<Code>; headers?: Record<string, string> }
  : Answer extends { content: { 'application/json': infer Body } }
    ? { status: Status; body: Body; headers?: Record<string, string>; warnings?: Schemas['Warning'][] }
    : { status: Status; headers?: Record<string, string> };

export type ResponseOf<Id extends keyof operations> = {
  [Status in keyof operations[Id]['responses']]: AnswerOf<Status, operations[Id]['responses'][Status]>;
}[keyof operations[Id]['responses']];

/** The handlers, one for each operation of the contract. `Context` is the server's data about the caller. */
export interface Handlers<Context> {
  /** Get an access token: POST /api/partner/v1/oauth/token.json */
  createTokenV1(request: RequestOf<'createTokenV1'>, context: Context): Promise<ResponseOf<'createTokenV1'>>;

  /** Get an access token: POST /api/partner/v2/oauth/token.json */
  createTokenV2(request: RequestOf<'createTokenV2'>, context: Context): Promise<ResponseOf<'createTokenV2'>>;

  /** Submit an education qualification: POST /api/partner/v1/add/education.json */
  addEducation(request: RequestOf<'addEducation'>, context: Context): Promise<ResponseOf<'addEducation'>>;

  /** Submit an English proficiency test result: POST /api/partner/v1/add/english_proficiency.json */
  addEnglishProficiency(request: RequestOf<'addEnglishProficiency'>, context: Context): Promise<ResponseOf<'addEnglishProficiency'>>;

  /** Submit a microcredential: POST /api/partner/v1/add/microcredential.json */
  addMicrocredential(request: RequestOf<'addMicrocredential'>, context: Context): Promise<ResponseOf<'addMicrocredential'>>;

  /** Submit a right to work: POST /api/partner/v1/add/right_to_work.json */
  addRightToWork(request: RequestOf<'addRightToWork'>, context: Context): Promise<ResponseOf<'addRightToWork'>>;

  /** Submit several microcredentials: POST /api/partner/v1/add/batch.json */
  addMicrocredentialBatch(request: RequestOf<'addMicrocredentialBatch'>, context: Context): Promise<ResponseOf<'addMicrocredentialBatch'>>;

  /** Submit credentials of several kinds: POST /api/partner/v2/add/requests/batch.json */
  addCredentialBatch(request: RequestOf<'addCredentialBatch'>, context: Context): Promise<ResponseOf<'addCredentialBatch'>>;

  /** Upload the file of an asset: PUT /api/partner/v2/assets/{asset_key} */
  uploadAsset(request: RequestOf<'uploadAsset'>, context: Context): Promise<ResponseOf<'uploadAsset'>>;

  /** Get the status of a submission: GET /api/partner/v1/submissions/{id}/status.json */
  getSubmissionStatusV1(request: RequestOf<'getSubmissionStatusV1'>, context: Context): Promise<ResponseOf<'getSubmissionStatusV1'>>;

  /** Get the status of a submission: GET /api/partner/v2/submissions/{id}/status.json */
  getSubmissionStatusV2(request: RequestOf<'getSubmissionStatusV2'>, context: Context): Promise<ResponseOf<'getSubmissionStatusV2'>>;

  /** Get the status of several submissions: POST /api/partner/v1/submissions/status.json */
  listSubmissionStatusesV1(request: RequestOf<'listSubmissionStatusesV1'>, context: Context): Promise<ResponseOf<'listSubmissionStatusesV1'>>;

  /** Get the status of several submissions: POST /api/partner/v2/submissions/status.json */
  listSubmissionStatusesV2(request: RequestOf<'listSubmissionStatusesV2'>, context: Context): Promise<ResponseOf<'listSubmissionStatusesV2'>>;

  /** Cancel a submission: POST /api/partner/v2/submissions/{id}/cancel */
  cancelSubmission(request: RequestOf<'cancelSubmission'>, context: Context): Promise<ResponseOf<'cancelSubmission'>>;

  /** Request verification of a digital identity: POST /api/partner/v2/verify/requests/digital_identity.json */
  createVerificationRequest(request: RequestOf<'createVerificationRequest'>, context: Context): Promise<ResponseOf<'createVerificationRequest'>>;

  /** Get the result of a verification request: GET /api/partner/v2/verify/requests/{id} */
  getVerificationRequest(request: RequestOf<'getVerificationRequest'>, context: Context): Promise<ResponseOf<'getVerificationRequest'>>;

  /** Cancel a verification request: POST /api/partner/v2/verify/requests/{id}/cancel */
  cancelVerificationRequest(request: RequestOf<'cancelVerificationRequest'>, context: Context): Promise<ResponseOf<'cancelVerificationRequest'>>;

  /** Get the results of several verification requests: GET /api/partner/v2/verify/requests */
  listVerificationRequests(request: RequestOf<'listVerificationRequests'>, context: Context): Promise<ResponseOf<'listVerificationRequests'>>;

  /** Create a webhook: POST /api/partner/v2/webhooks */
  createWebhook(request: RequestOf<'createWebhook'>, context: Context): Promise<ResponseOf<'createWebhook'>>;

  /** List the webhooks: GET /api/partner/v2/webhooks */
  listWebhooks(request: RequestOf<'listWebhooks'>, context: Context): Promise<ResponseOf<'listWebhooks'>>;

  /** Get a webhook: GET /api/partner/v2/webhooks/{id} */
  getWebhook(request: RequestOf<'getWebhook'>, context: Context): Promise<ResponseOf<'getWebhook'>>;

  /** Replace a webhook: PUT /api/partner/v2/webhooks/{id} */
  replaceWebhook(request: RequestOf<'replaceWebhook'>, context: Context): Promise<ResponseOf<'replaceWebhook'>>;

  /** Delete a webhook: DELETE /api/partner/v2/webhooks/{id} */
  deleteWebhook(request: RequestOf<'deleteWebhook'>, context: Context): Promise<ResponseOf<'deleteWebhook'>>;

  /** Rotate the secret of a webhook: POST /api/partner/v2/webhooks/{id}/secret */
  rotateWebhookSecret(request: RequestOf<'rotateWebhookSecret'>, context: Context): Promise<ResponseOf<'rotateWebhookSecret'>>;

  /** Send a test event to a webhook: POST /api/partner/v2/webhooks/{id}/test */
  sendTestEvent(request: RequestOf<'sendTestEvent'>, context: Context): Promise<ResponseOf<'sendTestEvent'>>;

  /** List the deliveries of a webhook: GET /api/partner/v2/webhooks/{id}/deliveries */
  listWebhookDeliveries(request: RequestOf<'listWebhookDeliveries'>, context: Context): Promise<ResponseOf<'listWebhookDeliveries'>>;

  /** Redeliver an event: POST /api/partner/v2/webhooks/{id}/deliveries/{delivery_id}/redeliver */
  redeliverEvent(request: RequestOf<'redeliverEvent'>, context: Context): Promise<ResponseOf<'redeliverEvent'>>;

  /** Decide a verification request in place of the user: POST /api/partner/v2/sandbox/verify/requests/{id}/decision */
  decideVerificationRequest(request: RequestOf<'decideVerificationRequest'>, context: Context): Promise<ResponseOf<'decideVerificationRequest'>>;

  /** Decide a submission in place of the user: POST /api/partner/v2/sandbox/submissions/{id}/decision */
  decideSubmission(request: RequestOf<'decideSubmission'>, context: Context): Promise<ResponseOf<'decideSubmission'>>;

  /** Get the metadata of the authorization server: GET /.well-known/oauth-authorization-server */
  getAuthorizationServerMetadata(request: RequestOf<'getAuthorizationServerMetadata'>, context: Context): Promise<ResponseOf<'getAuthorizationServerMetadata'>>;

  /** Get the keys that verify access tokens: GET /.well-known/jwks.json */
  getJwks(request: RequestOf<'getJwks'>, context: Context): Promise<ResponseOf<'getJwks'>>;

  /** Get the addresses that webhooks come from: GET /.well-known/webhook-source-addresses.json */
  getWebhookSourceAddresses(request: RequestOf<'getWebhookSourceAddresses'>, context: Context): Promise<ResponseOf<'getWebhookSourceAddresses'>>;
}
