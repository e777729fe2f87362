// Generated from spec/ by `npm run generate`. Do not edit: change spec/ and generate again.
import createFetchClient, { type ClientOptions, type MaybeOptionalInit } from 'openapi-fetch';
import type { paths } from './types.ts';

type Init<Path extends keyof paths, Method extends keyof paths[Path]> = InitArguments<
  MaybeOptionalInit<paths[Path] & Record<Method, {}>, Method>
>;
type InitArguments<Options> = undefined extends Options ? [init?: Options] : [init: Options];

/** A client of the API: every operation by its operationId, on openapi-fetch, whose own methods are `client.http`. */
export function createContractClient(options: ClientOptions) {
  const client = createFetchClient<paths>(options);
  return {
    http: client,
    /** Get an access token: POST /api/partner/v1/oauth/token.json */
    createTokenV1: (...[init]: Init<"/api/partner/v1/oauth/token.json", 'post'>) => client.POST("/api/partner/v1/oauth/token.json", { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, ...init }),
    /** Get an access token: POST /api/partner/v2/oauth/token.json */
    createTokenV2: (...[init]: Init<"/api/partner/v2/oauth/token.json", 'post'>) => client.POST("/api/partner/v2/oauth/token.json", { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, ...init }),
    /** Submit an education qualification: POST /api/partner/v1/add/education.json */
    addEducation: (...init: Init<"/api/partner/v1/add/education.json", 'post'>) => client.POST("/api/partner/v1/add/education.json", ...init),
    /** Submit an English proficiency test result: POST /api/partner/v1/add/english_proficiency.json */
    addEnglishProficiency: (...init: Init<"/api/partner/v1/add/english_proficiency.json", 'post'>) => client.POST("/api/partner/v1/add/english_proficiency.json", ...init),
    /** Submit a microcredential: POST /api/partner/v1/add/microcredential.json */
    addMicrocredential: (...init: Init<"/api/partner/v1/add/microcredential.json", 'post'>) => client.POST("/api/partner/v1/add/microcredential.json", ...init),
    /** Submit a right to work: POST /api/partner/v1/add/right_to_work.json */
    addRightToWork: (...init: Init<"/api/partner/v1/add/right_to_work.json", 'post'>) => client.POST("/api/partner/v1/add/right_to_work.json", ...init),
    /** Submit several microcredentials: POST /api/partner/v1/add/batch.json */
    addMicrocredentialBatch: (...init: Init<"/api/partner/v1/add/batch.json", 'post'>) => client.POST("/api/partner/v1/add/batch.json", ...init),
    /** Submit credentials of several kinds: POST /api/partner/v2/add/requests/batch.json */
    addCredentialBatch: (...init: Init<"/api/partner/v2/add/requests/batch.json", 'post'>) => client.POST("/api/partner/v2/add/requests/batch.json", ...init),
    /** Upload the file of an asset: PUT /api/partner/v2/assets/{asset_key} */
    uploadAsset: (...init: Init<"/api/partner/v2/assets/{asset_key}", 'put'>) => client.PUT("/api/partner/v2/assets/{asset_key}", ...init),
    /** Get the status of a submission: GET /api/partner/v1/submissions/{id}/status.json */
    getSubmissionStatusV1: (...init: Init<"/api/partner/v1/submissions/{id}/status.json", 'get'>) => client.GET("/api/partner/v1/submissions/{id}/status.json", ...init),
    /** Get the status of a submission: GET /api/partner/v2/submissions/{id}/status.json */
    getSubmissionStatusV2: (...init: Init<"/api/partner/v2/submissions/{id}/status.json", 'get'>) => client.GET("/api/partner/v2/submissions/{id}/status.json", ...init),
    /** Get the status of several submissions: POST /api/partner/v1/submissions/status.json */
    listSubmissionStatusesV1: (...init: Init<"/api/partner/v1/submissions/status.json", 'post'>) => client.POST("/api/partner/v1/submissions/status.json", ...init),
    /** Get the status of several submissions: POST /api/partner/v2/submissions/status.json */
    listSubmissionStatusesV2: (...init: Init<"/api/partner/v2/submissions/status.json", 'post'>) => client.POST("/api/partner/v2/submissions/status.json", ...init),
    /** Request a verification of a digital identity: POST /api/partner/v2/verify/requests/digital_identity.json */
    createVerificationRequest: (...init: Init<"/api/partner/v2/verify/requests/digital_identity.json", 'post'>) => client.POST("/api/partner/v2/verify/requests/digital_identity.json", ...init),
    /** Get the result of a verification request: GET /api/partner/v2/verify/requests/{id} */
    getVerificationRequest: (...init: Init<"/api/partner/v2/verify/requests/{id}", 'get'>) => client.GET("/api/partner/v2/verify/requests/{id}", ...init),
    /** Get the results of several verification requests: GET /api/partner/v2/verify/requests */
    listVerificationRequests: (...init: Init<"/api/partner/v2/verify/requests", 'get'>) => client.GET("/api/partner/v2/verify/requests", ...init),
    /** Create a webhook: POST /api/partner/v2/webhooks */
    createWebhook: (...init: Init<"/api/partner/v2/webhooks", 'post'>) => client.POST("/api/partner/v2/webhooks", ...init),
    /** List the webhooks: GET /api/partner/v2/webhooks */
    listWebhooks: (...init: Init<"/api/partner/v2/webhooks", 'get'>) => client.GET("/api/partner/v2/webhooks", ...init),
    /** Get a webhook: GET /api/partner/v2/webhooks/{id} */
    getWebhook: (...init: Init<"/api/partner/v2/webhooks/{id}", 'get'>) => client.GET("/api/partner/v2/webhooks/{id}", ...init),
    /** Replace a webhook: PUT /api/partner/v2/webhooks/{id} */
    replaceWebhook: (...init: Init<"/api/partner/v2/webhooks/{id}", 'put'>) => client.PUT("/api/partner/v2/webhooks/{id}", ...init),
    /** Delete a webhook: DELETE /api/partner/v2/webhooks/{id} */
    deleteWebhook: (...init: Init<"/api/partner/v2/webhooks/{id}", 'delete'>) => client.DELETE("/api/partner/v2/webhooks/{id}", ...init),
    /** Rotate the secret of a webhook: PUT /api/partner/v2/webhooks/{id}/secret */
    rotateWebhookSecret: (...init: Init<"/api/partner/v2/webhooks/{id}/secret", 'put'>) => client.PUT("/api/partner/v2/webhooks/{id}/secret", ...init),
    /** Send a test event to a webhook: POST /api/partner/v2/webhooks/{id}/test */
    sendTestEvent: (...init: Init<"/api/partner/v2/webhooks/{id}/test", 'post'>) => client.POST("/api/partner/v2/webhooks/{id}/test", ...init),
    /** List the deliveries of a webhook: GET /api/partner/v2/webhooks/{id}/deliveries */
    listWebhookDeliveries: (...init: Init<"/api/partner/v2/webhooks/{id}/deliveries", 'get'>) => client.GET("/api/partner/v2/webhooks/{id}/deliveries", ...init),
    /** Deliver an event once more: POST /api/partner/v2/webhooks/{id}/deliveries/{delivery_id}/redeliver */
    redeliverEvent: (...init: Init<"/api/partner/v2/webhooks/{id}/deliveries/{delivery_id}/redeliver", 'post'>) => client.POST("/api/partner/v2/webhooks/{id}/deliveries/{delivery_id}/redeliver", ...init),
    /** Get the keys that verify access tokens: GET /.well-known/jwks.json */
    getJwks: (...init: Init<"/.well-known/jwks.json", 'get'>) => client.GET("/.well-known/jwks.json", ...init),
    /** Get the addresses that webhooks come from: GET /.well-known/webhook-source-addresses.json */
    getWebhookSourceAddresses: (...init: Init<"/.well-known/webhook-source-addresses.json", 'get'>) => client.GET("/.well-known/webhook-source-addresses.json", ...init),
  };
}
