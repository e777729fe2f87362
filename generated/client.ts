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
    createTokenV1: (...init: Init<"/api/partner/v1/oauth/token.json", 'post'>) => client.POST("/api/partner/v1/oauth/token.json", ...init),
    /** Get an access token: POST /api/partner/v2/oauth/token.json */
    createTokenV2: (...init: Init<"/api/partner/v2/oauth/token.json", 'post'>) => client.POST("/api/partner/v2/oauth/token.json", ...init),
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
    /** Get the keys that verify access tokens: GET /.well-known/jwks.json */
    getJwks: (...init: Init<"/.well-known/jwks.json", 'get'>) => client.GET("/.well-known/jwks.json", ...init),
    /** Get the addresses that webhooks come from: GET /.well-known/webhook-source-addresses.json */
    getWebhookSourceAddresses: (...init: Init<"/.well-known/webhook-source-addresses.json", 'get'>) => client.GET("/.well-known/webhook-source-addresses.json", ...init),
  };
}
