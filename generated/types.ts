// Generated from spec/ by `npm run generate`. Do not edit: change spec/ and generate again.
/**
 * The types of the contract.
 *
 * @example
 * import type { components } from '@partner-credentials/kit';
 * type Submission = components['schemas']['EducationSubmission'];
 *
 * @module
 */

export interface paths {
    "/api/partner/v1/oauth/token.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an access token
         * @description The OAuth 2.0 client credentials grant (RFC 6749, section 4.4). The client authenticates with `client_id` and `client_secret` in the form, or by HTTP Basic (section 2.3.1), not both; beside HTTP Basic the form may repeat the `client_id`. Keep the token for as long as it is valid, 1 hour. The endpoint is the same under v1 and v2. Errors have the form of RFC 6749, section 5.2.
         */
        post: operations["createTokenV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/oauth/token.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an access token
         * @description The OAuth 2.0 client credentials grant (RFC 6749, section 4.4). The client authenticates with `client_id` and `client_secret` in the form, or by HTTP Basic (section 2.3.1), not both; beside HTTP Basic the form may repeat the `client_id`. Keep the token for as long as it is valid, 1 hour. The endpoint is the same under v1 and v2. Errors have the form of RFC 6749, section 5.2.
         */
        post: operations["createTokenV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/add/education.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit an education qualification
         * @description Stores an education qualification and answers with the link for the user. The same `id` again within 48 hours of the first POST answers 201 with the same `redirect_uri`, whatever other valid content it has, and `Idempotent-Replayed: true`; the content stays as it was first submitted. The same `id` under another credential type, or as a batch, answers 409. After the 48 hours a POST with the same `id` makes a new submission with a new link.
         */
        post: operations["addEducation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/add/english_proficiency.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit an English proficiency test result
         * @description Stores the result of an English proficiency test and answers with the link for the user. The same `id` again within 48 hours of the first POST answers 201 with the same `redirect_uri`, whatever other valid content it has, and `Idempotent-Replayed: true`; the content stays as it was first submitted. The same `id` under another credential type, or as a batch, answers 409. After the 48 hours a POST with the same `id` makes a new submission with a new link.
         */
        post: operations["addEnglishProficiency"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/add/microcredential.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a microcredential
         * @description Stores a microcredential and answers with the link for the user. The same `id` again within 48 hours of the first POST answers 201 with the same `redirect_uri`, whatever other valid content it has, and `Idempotent-Replayed: true`; the content stays as it was first submitted. The same `id` under another credential type, or as a batch, answers 409. After the 48 hours a POST with the same `id` makes a new submission with a new link.
         */
        post: operations["addMicrocredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/add/right_to_work.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a right to work
         * @description Stores a right to work and answers with the link for the user. The same `id` again within 48 hours of the first POST answers 201 with the same `redirect_uri`, whatever other valid content it has, and `Idempotent-Replayed: true`; the content stays as it was first submitted. The same `id` under another credential type, or as a batch, answers 409. After the 48 hours a POST with the same `id` makes a new submission with a new link.
         */
        post: operations["addRightToWork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/add/batch.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit several microcredentials
         * @description Under development: this operation can still change. Stores several microcredentials of one user as one unit and answers with one link. The same `id` again within 48 hours of the first POST answers 201 with the same `redirect_uri`, whatever other valid content it has, and `Idempotent-Replayed: true`; the content stays as it was first submitted. The same `id` for a single credential or a v2 batch answers 409. After the 48 hours a POST with the same `id` makes a new submission with a new link.
         */
        post: operations["addMicrocredentialBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/add/requests/batch.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit credentials of several kinds
         * @description Stores a digital identity and any number of other credentials of one user as one unit, and answers with one link for the user and an upload link for each asset. Needs `write.digital_identity` and the write scope of every list that is not empty. The same `credential_id` again within 48 hours of the first POST answers 201 with the same `redirect_uri`, whatever other valid content it has, and `Idempotent-Replayed: true`; the content stays as it was first submitted. The same `credential_id` under another credential type, or as a v1 batch, answers 409. After the 48 hours a POST with the same `credential_id` makes a new submission with a new link. A repeated answer carries the same upload links.
         */
        post: operations["addCredentialBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/assets/{asset_key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload the file of an asset
         * @description Takes the raw bytes of one file, without an `Authorization` header, at a link from `asset_uploads`. The `Content-Type` must be that of the asset type: `application/pdf` for `pdf`, `image/jpeg` for `jpg`, `image/png` for `png`, `application/json` for `open_cert`; the bytes must be what it says, see [Batches and uploads](#tag/Batches). Uploading again replaces the file until the user consents. The link ends with the submission. At most 10 MiB.
         */
        put: operations["uploadAsset"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/submissions/{id}/status.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of a submission
         * @description Where a submission stands. It answers for every kind of submission, v1 or v2, under either version. When an `id` was used more than once, the newest submission answers. Any valid token of the partner will do.
         */
        get: operations["getSubmissionStatusV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/submissions/{id}/status.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of a submission
         * @description Where a submission stands. It answers for every kind of submission, v1 or v2, under either version. When an `id` was used more than once, the newest submission answers. Any valid token of the partner will do.
         */
        get: operations["getSubmissionStatusV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v1/submissions/status.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the status of several submissions
         * @description Where up to 30 submissions stand, in the order asked. Ids that this partner does not have are left out. Nothing is changed; the ids are sent in a body because they may be long. Any valid token of the partner will do.
         */
        post: operations["listSubmissionStatusesV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/submissions/status.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the status of several submissions
         * @description Where up to 30 submissions stand, in the order asked. Ids that this partner does not have are left out. Nothing is changed; the ids are sent in a body because they may be long. Any valid token of the partner will do.
         */
        post: operations["listSubmissionStatusesV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/verify/requests/digital_identity.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a verification of a digital identity
         * @description Under development: this operation can still change. Makes a request that a user verifies their digital identity, and answers with the link for the user. The same `request_id` again answers 201 with the same `redirect_uri`, whatever other valid content it has, and `Idempotent-Replayed: true`; the request stays as it was made. A request that the user has not finished within 48 hours of its creation is canceled. 90 days after its end a request is forgotten, and its `request_id` makes a new one.
         */
        post: operations["createVerificationRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/verify/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the result of a verification request
         * @description Under development: this operation can still change. What became of a verification request. A request that does not exist, one that ended 90 days ago and is forgotten with the identity in it, and one of another partner, answer 404 alike.
         */
        get: operations["getVerificationRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/verify/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the results of several verification requests
         * @description Under development: this operation can still change. What became of up to 30 verification requests, in the order asked: `?request_id[]=A&request_id[]=B`. Ids that this partner does not have, or whose requests ended 90 days ago and are forgotten, are left out.
         */
        get: operations["listVerificationRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhooks
         * @description Under development: this operation can still change. Every webhook of the partner, oldest first, without secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Under development: this operation can still change. Registers a URL that events are sent to, and answers with the secret that signs them. A partner has at most 10 webhooks. The secret is shown here and after a rotation, and never again.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Under development: this operation can still change. The webhook without its secret. A webhook that does not exist, and one of another partner, answer 404 alike.
         */
        get: operations["getWebhook"];
        /**
         * Replace a webhook
         * @description Under development: this operation can still change. Replaces name, description and URL. What is left out becomes null. The secret stays. Deliveries that are still pending go to the new URL.
         */
        put: operations["replaceWebhook"];
        post?: never;
        /**
         * Delete a webhook
         * @description Under development: this operation can still change. Deletes the webhook with its delivery log. Deliveries that are still pending are not made.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/webhooks/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Rotate the secret of a webhook
         * @description Under development: this operation can still change. Makes a new secret and answers with it. For 24 hours every delivery is signed with the secret before too (`X-Signature-Previous`, and a second signature in `webhook-signature`). Rotating again within these 24 hours ends the older of the two at once.
         */
        put: operations["rotateWebhookSecret"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a webhook
         * @description Under development: this operation can still change. Queues a sample event for this webhook alone, with the `status` that the query names. It is signed, delivered, tried again and logged like any other; its `request_id` starts with `test-` and belongs to no request. Test events and redeliveries together have a limit of their own: 1 a second for a partner, bursts of 5. Above it the answer is 429.
         */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description Under development: this operation can still change. The delivery log, newest first, with every attempt. Ask for the next page with the `next_cursor` of the one before as `cursor`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/webhooks/{id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver an event once more
         * @description Under development: this operation can still change. Queues a new delivery of the event of an earlier delivery, whatever became of that one. The `event_id` is the same, so a receiver that has processed the event skips it; the new delivery has attempts of its own and names the earlier one in `redelivery_of`. Test events and redeliveries together have a limit of their own: 1 a second for a partner, bursts of 5. Above it the answer is 429.
         */
        post: operations["redeliverEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/sandbox/verify/requests/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide a verification request in the place of the user
         * @description Under development: this operation can still change. In a sandbox only, for tests without a browser; anywhere else no request is there to be decided, and the answer is 404. Does what the user does at the link: opens the request, and shares a digital identity or cancels. The events follow as usual. A request that a user has opened is decided as that user.
         */
        post: operations["decideVerificationRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/sandbox/submissions/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide about a submission in the place of the user
         * @description Under development: this operation can still change. In a sandbox only, for tests without a browser; anywhere else no submission is there to be decided, and the answer is 404. Does what the user does at the link: opens the submission, and consents or declines. A submission that a user has opened is decided as that user. When an `id` was used more than once, it is the newest submission. Any valid token of the partner will do.
         */
        post: operations["decideSubmission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what OAuth libraries need to know
         * @description The metadata of the authorization server (RFC 8414). A library that discovers a server by its issuer, which is the URL of the API, finds the token endpoint here, and how to authenticate there.
         */
        get: operations["getAuthorizationServerMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the keys that verify access tokens
         * @description The public keys of the access tokens, as a JSON Web Key Set (RFC 7517). A key stays until the tokens it signed have ended.
         */
        get: operations["getJwks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/webhook-source-addresses.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the addresses that webhooks come from
         * @description The designated addresses that webhook deliveries leave from, for the allowlist of a firewall. An empty list means that there are none.
         */
        get: operations["getWebhookSourceAddresses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    verificationEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A verification request changed its status
         * @description Sent by `POST` to the `url` of every webhook that the partner has at the moment of the change. It carries the status alone;
         *     read the result from the status endpoint. See **Webhooks** for how to verify, order and de-duplicate what arrives.
         *
         *     | rule | value |
         *     |---|---|
         *     | request | `POST`, `Content-Type: application/json`, `User-Agent: Partner-Credential-Service` |
         *     | success | HTTP 200 and nothing else, complete within 5 seconds |
         *     | attempts | one at once, the others after 10 seconds, 1 minute, 10 minutes, 1 hour, 6 hours; a sandbox may shorten these delays |
         *     | at once | at most 64 attempts to one host by each instance of the service, of all partners together; others wait |
         *     | jitter | each delay is up to 20 % shorter or longer |
         *     | `Retry-After` | respected when it is longer than the delay, up to 6 hours |
         *     | tried again | after any failure but a refused address |
         *     | redirects | not followed |
         *     | size of the answer | at most 1 MiB; it is not looked at |
         *     | key | the 64 characters of the secret as ASCII bytes |
         *     | signature | HMAC-SHA256 of `{timestamp}.{body}` in hex; `X-Timestamp`, `X-Signature`, `X-Signature-Previous` |
         *     | Standard Webhooks | HMAC-SHA256 of `{id}.{timestamp}.{body}` in base64; `webhook-id`, `webhook-timestamp`, `webhook-signature`. The libraries take `standard_webhooks_secret`, which is `whsec_` and the base64 of the key |
         *     | tolerance | 5 minutes on either side of your clock |
         *     | after a rotation | the secret before signs too for 24 hours |
         *     | log | a delivery stays for 30 days |
         *
         *     The example headers fit the first example body, as JSON without white space, signed with the secret in the example of
         *     `rotateWebhookSecret`, and with that of `createWebhook` as the secret before.
         */
        post: operations["sendVerificationEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description A token request of the client credentials grant (RFC 6749, section 4.4). No field may be repeated. Other fields are ignored (RFC 6749, section 3.2), and an empty field counts as absent. */
        TokenRequest: {
            /**
             * @description The grant (RFC 6749, section 4.4).
             * @constant
             */
            grant_type: "client_credentials";
            /** @description The partner's client identifier. Where it is sent by HTTP Basic, it may be left out, and may be no other. */
            client_id?: string;
            /** @description The partner's client secret, unless it is sent by HTTP Basic. */
            client_secret?: string;
            /** @description The scopes asked for, separated by single spaces. Absent: all scopes the partner was granted. A scope that was not granted is refused with `invalid_scope`. */
            scope?: string;
        };
        /**
         * @description The problem as a word to program against.
         * @enum {string}
         */
        ProblemCode: "malformed_request" | "malformed_json" | "unauthenticated" | "insufficient_scope" | "invalid_upload_link" | "not_found" | "method_not_allowed" | "request_timeout" | "id_conflict" | "too_many_webhooks" | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "rate_limited" | "headers_too_large" | "internal_error" | "unavailable";
        /** @description What went wrong (RFC 9457). Members may be added later. */
        Problem: {
            /**
             * Format: uri
             * @description A stable address that names the problem and leads to its explanation.
             */
            type: string;
            /** @description The problem in a few words; the same for every occurrence. */
            title: string;
            /**
             * Format: int32
             * @description The HTTP status of the answer.
             */
            status: number;
            /** @description What happened here and what to do. It repeats no value that was sent. */
            detail: string;
            /** @description The problem as a word to program against. */
            code: components["schemas"]["ProblemCode"];
            /**
             * Format: uuid
             * @description The `X-Request-Id` of the answer. Quote it when you ask for help.
             */
            request_id: string;
        };
        /** @description An access token (RFC 6749, section 5.1). */
        TokenResponse: {
            /** @description A JWT (RFC 9068) signed with ES256 by a key of `/.well-known/jwks.json`. Treat it as opaque and send it in `Authorization: Bearer`. */
            access_token: string;
            /**
             * @description How the token is used (RFC 6750).
             * @constant
             */
            token_type: "Bearer";
            /**
             * Format: int32
             * @description Seconds for which the token is valid.
             * @constant
             */
            expires_in: 3600;
            /** @description The scopes of the token, separated by spaces. */
            scope: string;
        };
        /** @description Why no token was issued (RFC 6749, section 5.2). */
        TokenError: {
            /**
             * @description `invalid_request`: a field is missing, is repeated, or cannot be read, or credentials came in two ways. `invalid_client`: the credentials are missing or wrong, or the partner is disabled. `unsupported_grant_type`: only `client_credentials` is supported. `invalid_scope`: a scope is unknown, malformed or was not granted. `temporarily_unavailable`: ask again after `Retry-After`. `server_error`: the fault is ours.
             * @enum {string}
             */
            error: "invalid_request" | "invalid_client" | "unsupported_grant_type" | "invalid_scope" | "temporarily_unavailable" | "server_error";
            /** @description What is wrong, for a developer. It repeats nothing that was sent. */
            error_description: string;
        };
        /** @description An identifier that the partner chooses. Any characters but control characters; letter case counts. `.` and `..` are refused, because no address can carry them. A globally unique value of the form `<PREFIX>-<UUID>` is recommended, where the prefix is optional. */
        Identifier: string;
        /** @description A name or a short text on one line. It must hold more than white space. */
        Text: string;
        /**
         * @description The full name of the degree or course, in standard spelling: `Bachelor of Commerce`, `Master of Science`. Refused:
         *
         *     - an honours word (`Honours`, `Hons`, ...): set `with_honours` instead;
         *     - a variant spelling of a degree, such as `Masters of`, `Master in`, `Master's Degree in`, `Doctors of` or `Batchelor of`: write `Master of`, `Doctor of`, `Bachelor of`;
         *     - an abbreviation as the first word (`BSc`, `B.A.`, `EMBA`, `PhD`, `LLB`, `DipEd`, ...), or in the name of a degree (`Bach. of Science`, `Bachelor of IT`): write it out;
         *     - majors, in any form: a major that also stands in `majors`, `majoring in Finance`, or fields of study that stand apart, as in `Bachelor of Commerce (Finance)`: list them in `majors` instead;
         *     - that graduation is awaited: set `awaiting_graduation` instead;
         *     - a level alone (`Bachelor's Degree`), or a placeholder (`N/A`, `Unknown`, `Test`, ...).
         */
        CourseName: components["schemas"]["Text"];
        /** @description The year in which the qualification was conferred, as four digits. Required and not null, unless `awaiting_graduation` is true: then null or absent. */
        ConferralYear: string | null;
        /** @description A major, by its name alone: `Finance`. Refused are an honours word (set `with_honours` instead), the words `major in` and `majoring in`, and a placeholder (`N/A`, `None`, ...). */
        Major: components["schemas"]["Text"];
        /** @description A day that the calendar has, as `YYYY-MM-DD`, or a year alone, as `YYYY`. */
        CalendarDateOrYear: string;
        /** @description Text that may be empty and may have several lines. */
        OptionalText: string;
        /** @description One subject of a transcript. */
        TranscriptSubject: {
            /** @description Name of the subject. */
            name: components["schemas"]["Text"];
            /** @description The institution's code of the subject. */
            code: components["schemas"]["Text"];
            /** @description Credit points, as the institution writes them. */
            credit?: components["schemas"]["OptionalText"];
            /** @description The score, as the institution writes it. */
            score?: components["schemas"]["OptionalText"];
            /** @description The grade in the institution's own words, for example a letter or `High Distinction`. */
            grade: components["schemas"]["Text"];
            /** @description When the subject was completed. */
            completion_date: components["schemas"]["CalendarDateOrYear"];
        };
        /** @description The record of results of an education qualification. */
        Transcript: {
            /** @description The result as a whole. */
            overall: {
                /** @description When the transcript was issued. */
                issuance_date: components["schemas"]["CalendarDateOrYear"];
                /** @description The overall score, as the institution writes it, for example a grade point average. */
                score?: components["schemas"]["OptionalText"];
            };
            /** @description The subjects taken. */
            subjects: components["schemas"]["TranscriptSubject"][];
        };
        /** @description A partner institution in a partner hierarchy. */
        PartnerInstitution: {
            /** @description Name of the partner institution. */
            name: components["schemas"]["Text"];
        };
        /** @description The intermediate partners in a partner hierarchy of several layers. The user sees them, and the operator counts submissions by them. */
        PartnerChain: components["schemas"]["PartnerInstitution"][] | null;
        /** @description An education qualification. The title that users see is composed from it: `course_name`, then the majors in parentheses (joined with `and`; three or more as `A, B and C`), then `(Honours)` when `with_honours` is true, then `(Awaiting Graduation)` when `awaiting_graduation` is true. Example: `Bachelor of Commerce (Finance and Economics) (Honours) (Awaiting Graduation)`. A qualification that was completed but not yet conferred is submitted with `awaiting_graduation` true and `conferral_year` null. */
        EducationCredential: {
            /** @description Name of the person who earned the qualification. */
            full_name: components["schemas"]["Text"];
            /** @description Name of the institution that taught the course. */
            education_provider: components["schemas"]["Text"];
            /**
             * @description The full name of the degree or course, in standard spelling: `Bachelor of Commerce`, `Master of Science`. Refused:
             *
             *     - an honours word (`Honours`, `Hons`, ...): set `with_honours` instead;
             *     - a variant spelling of a degree, such as `Masters of`, `Master in`, `Master's Degree in`, `Doctors of` or `Batchelor of`: write `Master of`, `Doctor of`, `Bachelor of`;
             *     - an abbreviation as the first word (`BSc`, `B.A.`, `EMBA`, `PhD`, `LLB`, `DipEd`, ...), or in the name of a degree (`Bach. of Science`, `Bachelor of IT`): write it out;
             *     - majors, in any form: a major that also stands in `majors`, `majoring in Finance`, or fields of study that stand apart, as in `Bachelor of Commerce (Finance)`: list them in `majors` instead;
             *     - that graduation is awaited: set `awaiting_graduation` instead;
             *     - a level alone (`Bachelor's Degree`), or a placeholder (`N/A`, `Unknown`, `Test`, ...).
             */
            course_name: components["schemas"]["CourseName"];
            /** @description The year in which the qualification was conferred, as four digits. Required and not null, unless `awaiting_graduation` is true: then null or absent. */
            conferral_year?: components["schemas"]["ConferralYear"];
            /** @description True when the course is completed and the qualification is not yet conferred. Absent means false. */
            awaiting_graduation?: boolean;
            /** @description Whether the qualification has majors. */
            has_majors?: boolean;
            /** @description The majors. None of them may stand in `course_name` too; letter case does not count, whole words do. */
            majors?: components["schemas"]["Major"][];
            /** @description True when the qualification was awarded with honours. Honours belong here and nowhere else. */
            with_honours?: boolean;
            /** @description The record of results of an education qualification. */
            transcript?: components["schemas"]["Transcript"];
            /** @description The intermediate partners in a partner hierarchy of several layers. The user sees them, and the operator counts submissions by them. */
            partner_chain?: components["schemas"]["PartnerChain"];
        };
        /**
         * Format: uri
         * @description Absolute https address of the document, or null when there is none. The file must be downloadable without authentication, so user info (`user:password@`) is refused, and the host must be one of the domains registered for the partner. The URL is written in ASCII: blanks and other letters are percent-encoded, and a host is in Punycode. Outside production, a loopback host that is registered may be reached by http.
         */
        DocumentUrl: string | null;
        /** @description An education qualification whose document is a PDF file behind a link. */
        EducationWithPdf: {
            /** @description The partner's identifier of the submission. It belongs to this partner alone; two partners may use the same one. In a batch it names the item. */
            id: components["schemas"]["Identifier"];
            /**
             * @description The kind of the credential.
             * @constant
             */
            credential_type: "education";
            /**
             * @description That the document is a PDF file. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            document_type: "pdf";
            /** @description The credential and its document. */
            data: {
                /** @description An education qualification. The title that users see is composed from it: `course_name`, then the majors in parentheses (joined with `and`; three or more as `A, B and C`), then `(Honours)` when `with_honours` is true, then `(Awaiting Graduation)` when `awaiting_graduation` is true. Example: `Bachelor of Commerce (Finance and Economics) (Honours) (Awaiting Graduation)`. A qualification that was completed but not yet conferred is submitted with `awaiting_graduation` true and `conferral_year` null. */
                credential: components["schemas"]["EducationCredential"];
                /** @description URL of the PDF file; null or absent when there is none. */
                document?: components["schemas"]["DocumentUrl"];
                /** @description Accepted here too, as well as in the credential itself. */
                partner_chain?: components["schemas"]["PartnerChain"];
            };
        };
        /** @description The content of an open certificate document, a JSON object, as a string; or null when there is none. At most 512 KiB of UTF-8. */
        OpenCertificate: string | null;
        /** @description An education qualification whose document is an open certificate. */
        EducationWithOpenCertificate: {
            /** @description The partner's identifier of the submission. It belongs to this partner alone; two partners may use the same one. In a batch it names the item. */
            id: components["schemas"]["Identifier"];
            /**
             * @description The kind of the credential.
             * @constant
             */
            credential_type: "education";
            /**
             * @description That the document is an open certificate. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            document_type: "open_cert";
            /** @description The credential and its document. */
            data: {
                /** @description An education qualification. The title that users see is composed from it: `course_name`, then the majors in parentheses (joined with `and`; three or more as `A, B and C`), then `(Honours)` when `with_honours` is true, then `(Awaiting Graduation)` when `awaiting_graduation` is true. Example: `Bachelor of Commerce (Finance and Economics) (Honours) (Awaiting Graduation)`. A qualification that was completed but not yet conferred is submitted with `awaiting_graduation` true and `conferral_year` null. */
                credential: components["schemas"]["EducationCredential"];
                /** @description Content of the open certificate document; null or absent when there is none. */
                document?: components["schemas"]["OpenCertificate"];
                /** @description Accepted here too, as well as in the credential itself. */
                partner_chain?: components["schemas"]["PartnerChain"];
            };
        };
        /** @description An education qualification without a document. */
        EducationWithoutDocument: {
            /** @description The partner's identifier of the submission. It belongs to this partner alone; two partners may use the same one. In a batch it names the item. */
            id: components["schemas"]["Identifier"];
            /**
             * @description The kind of the credential.
             * @constant
             */
            credential_type: "education";
            /**
             * @description That there is no document. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            document_type: "none";
            /** @description The credential and its document. */
            data: {
                /** @description An education qualification. The title that users see is composed from it: `course_name`, then the majors in parentheses (joined with `and`; three or more as `A, B and C`), then `(Honours)` when `with_honours` is true, then `(Awaiting Graduation)` when `awaiting_graduation` is true. Example: `Bachelor of Commerce (Finance and Economics) (Honours) (Awaiting Graduation)`. A qualification that was completed but not yet conferred is submitted with `awaiting_graduation` true and `conferral_year` null. */
                credential: components["schemas"]["EducationCredential"];
                /** @description Null or absent, since there is no document. */
                document?: null;
                /** @description Accepted here too, as well as in the credential itself. */
                partner_chain?: components["schemas"]["PartnerChain"];
            };
        };
        /** @description An education qualification submitted for a user. */
        EducationSubmission: components["schemas"]["EducationWithPdf"] | components["schemas"]["EducationWithOpenCertificate"] | components["schemas"]["EducationWithoutDocument"];
        /**
         * Format: uri
         * @description Address to send the user's browser to: `{app_url}/partner/add/<type>#clientId=..&documentType=..&content=..`, where `<type>` is `education`, `englishProficiency`, `microcredential`, `rightToWork` or `batch`, `content` is the service's own identifier of the submission, and every value is percent-encoded. The link of a batch has no `documentType`. The `&` stands as itself in the answer; some clients print it as `\u0026`, which must be read as `&`.
         */
        RedirectUri: string;
        /** @description Where to send the user. */
        SubmissionLink: {
            /** @description Address to send the user's browser to: `{app_url}/partner/add/<type>#clientId=..&documentType=..&content=..`, where `<type>` is `education`, `englishProficiency`, `microcredential`, `rightToWork` or `batch`, `content` is the service's own identifier of the submission, and every value is percent-encoded. The link of a batch has no `documentType`. The `&` stands as itself in the answer; some clients print it as `\u0026`, which must be read as `&`. */
            redirect_uri: components["schemas"]["RedirectUri"];
        };
        /**
         * @description The broken rule as a word to program against. `required`: missing. `unexpected_member`: not part of the contract. `wrong_type`: another JSON type is expected. `not_allowed`: not one of the allowed values, or a value that a rule excludes. `wrong_format`: the text has not the expected form. `too_short`, `too_long`: of a text. `too_few_items`, `too_many_items`: of an array. `duplicate`: stands more than once where it must be unique. `unregistered_domain`: the host is not one of the domains registered for the partner. `not_https`: https is needed. `special_address`: the host is a private, loopback or otherwise special address. `out_of_range`: of a number. `wrong_content`: the bytes are not what the type says.
         * @enum {string}
         */
        ViolationCode: "required" | "unexpected_member" | "wrong_type" | "not_allowed" | "wrong_format" | "too_short" | "too_long" | "too_few_items" | "too_many_items" | "duplicate" | "unregistered_domain" | "not_https" | "special_address" | "out_of_range" | "wrong_content";
        /** @description One broken rule. */
        Violation: {
            /** @description The offending member as a JSON Pointer (RFC 6901) into the body, also when the member is missing or unexpected; or `?name` for a query parameter. The empty pointer is the body itself. */
            pointer: string;
            /** @description The broken rule as a word to program against. `required`: missing. `unexpected_member`: not part of the contract. `wrong_type`: another JSON type is expected. `not_allowed`: not one of the allowed values, or a value that a rule excludes. `wrong_format`: the text has not the expected form. `too_short`, `too_long`: of a text. `too_few_items`, `too_many_items`: of an array. `duplicate`: stands more than once where it must be unique. `unregistered_domain`: the host is not one of the domains registered for the partner. `not_https`: https is needed. `special_address`: the host is a private, loopback or otherwise special address. `out_of_range`: of a number. `wrong_content`: the bytes are not what the type says. */
            code: components["schemas"]["ViolationCode"];
            /** @description What is wrong with the member. It repeats no value that was sent. */
            detail: string;
        };
        /** @description The request is well-formed but breaks rules of the contract. All violations are listed, up to 1,000. */
        ValidationProblem: components["schemas"]["Problem"] & {
            /** @description Every violation, in no particular order. */
            errors: components["schemas"]["Violation"][];
        };
        /**
         * Format: date
         * @description A day that the calendar has, as `YYYY-MM-DD`. `2023-02-29` is refused.
         */
        CalendarDate: string;
        /**
         * @description A level of the Common European Framework of Reference for Languages.
         * @enum {string}
         */
        CefrLevel: "BELOW_A1" | "A1" | "A2" | "B1" | "B2" | "C1" | "C2";
        /** @description The score of one skill. */
        SubskillScore: {
            /** @description Name of the skill. */
            skill: components["schemas"]["Text"];
            /** @description The score, as the test writes it. */
            score: components["schemas"]["Text"];
        };
        /** @description The scores of an English proficiency test, on the test's own scale and as CEFR levels. */
        TestScores: {
            /** @description Levels of the Common European Framework of Reference, by skill. All members are optional. */
            cefr_scores: {
                /** @description The overall English level across the other skills. */
                combined?: components["schemas"]["CefrLevel"];
                /** @description A level of the Common European Framework of Reference for Languages. */
                reading?: components["schemas"]["CefrLevel"];
                /** @description A level of the Common European Framework of Reference for Languages. */
                listening?: components["schemas"]["CefrLevel"];
                /** @description A level of the Common European Framework of Reference for Languages. */
                speaking?: components["schemas"]["CefrLevel"];
                /** @description A level of the Common European Framework of Reference for Languages. */
                writing?: components["schemas"]["CefrLevel"];
            };
            /** @description The overall result on the test's own scale. */
            overall: {
                /** @description The score, as the test writes it. */
                score: components["schemas"]["Text"];
                /** @description The scale of the score, for example `0-9`. */
                scale: components["schemas"]["Text"];
            };
            /** @description Scores of single skills on the test's own scale. */
            subskills?: components["schemas"]["SubskillScore"][];
            /** @description Accepted here too, as well as in the credential itself and beside it in `data`. */
            partner_chain?: components["schemas"]["PartnerChain"];
        };
        /** @description The result of an English proficiency test. The CEFR levels by skill decide how the credential is shown and which requirements of a hirer it meets, so give as many of them as the test reports. */
        EnglishProficiencyCredential: {
            /** @description Name of the person who took the test. */
            full_name: components["schemas"]["Text"];
            /** @description Name of the party that holds the test. */
            test_provider: components["schemas"]["Text"];
            /** @description Name of the test. */
            test_name: components["schemas"]["Text"];
            /** @description When the test was taken. */
            completion_date: components["schemas"]["CalendarDate"];
            /** @description When the result stops being valid. */
            expiry_date?: components["schemas"]["CalendarDate"];
            /** @description The scores of an English proficiency test, on the test's own scale and as CEFR levels. */
            test_scores: components["schemas"]["TestScores"];
            /** @description The intermediate partners in a partner hierarchy of several layers. The user sees them, and the operator counts submissions by them. */
            partner_chain?: components["schemas"]["PartnerChain"];
        };
        /** @description The result of an English proficiency test submitted for a user. */
        EnglishProficiencySubmission: {
            /** @description The partner's identifier of the submission. It belongs to this partner alone; two partners may use the same one. */
            id: components["schemas"]["Identifier"];
            /**
             * @description The kind of the credential.
             * @constant
             */
            credential_type: "english_proficiency";
            /**
             * @description What kind of document `data.document` holds.
             * @constant
             */
            document_type: "english_assessment";
            /** @description The credential and its document. */
            data: {
                /** @description The result of an English proficiency test. The CEFR levels by skill decide how the credential is shown and which requirements of a hirer it meets, so give as many of them as the test reports. */
                credential: components["schemas"]["EnglishProficiencyCredential"];
                /** @description URL of the certificate of the test, a PDF file; null or absent when there is none. */
                document?: components["schemas"]["DocumentUrl"];
                /** @description Accepted here too, as well as in the credential itself. */
                partner_chain?: components["schemas"]["PartnerChain"];
            };
        };
        /** @description The name of the party that issued the credential. Refused are a generic word alone (`school`, `university`, `college`, `provider`, `institution`, `company`, `organisation`, `academy` and the like), several of them (`My school`, `Training Provider`, `Test University`), and a placeholder (`N/A`, `Unknown`, `Test`, `Self`, ...). */
        IssuerName: components["schemas"]["Text"];
        /** @description The name of the qualification. A generic title is refused, because nothing can be verified by it: `certificate`, `course`, `training`, `workshop`, certificate of participation, completion, attendance, achievement or merit, course completion, and the like. So is a placeholder (`N/A`, `Untitled`, `Test`, ...). */
        MicrocredentialName: components["schemas"]["Text"];
        /** @description The result of the assessment in the issuer's own words, or null when there is none. */
        AssessmentResult: string | null;
        /** @description A microcredential, the proof of a short course or of an assessed skill. */
        MicrocredentialCredential: {
            /** @description Name of the person who earned the microcredential. */
            full_name: components["schemas"]["Text"];
            /** @description The name of the party that issued the credential. Refused are a generic word alone (`school`, `university`, `college`, `provider`, `institution`, `company`, `organisation`, `academy` and the like), several of them (`My school`, `Training Provider`, `Test University`), and a placeholder (`N/A`, `Unknown`, `Test`, `Self`, ...). */
            issuer_name: components["schemas"]["IssuerName"];
            /** @description The name of the qualification. A generic title is refused, because nothing can be verified by it: `certificate`, `course`, `training`, `workshop`, certificate of participation, completion, attendance, achievement or merit, course completion, and the like. So is a placeholder (`N/A`, `Untitled`, `Test`, ...). */
            microcredential_name: components["schemas"]["MicrocredentialName"];
            /** @description When the microcredential was issued. */
            issue_date: components["schemas"]["CalendarDate"];
            /** @description When the microcredential stops being valid. */
            expiry_date?: components["schemas"]["CalendarDate"];
            /** @description The result of the assessment in the issuer's own words, or null when there is none. */
            assessment_result?: components["schemas"]["AssessmentResult"];
            /** @description The intermediate partners in a partner hierarchy of several layers. The user sees them, and the operator counts submissions by them. */
            partner_chain?: components["schemas"]["PartnerChain"];
        };
        /** @description A microcredential whose document is a PDF file behind a link. */
        MicrocredentialWithPdf: {
            /** @description The partner's identifier of the submission. It belongs to this partner alone; two partners may use the same one. In a batch it names the item. */
            id: components["schemas"]["Identifier"];
            /**
             * @description The kind of the credential.
             * @constant
             */
            credential_type: "microcredential";
            /**
             * @description That the document is a PDF file. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            document_type: "pdf";
            /** @description The credential and its document. */
            data: {
                /** @description A microcredential, the proof of a short course or of an assessed skill. */
                credential: components["schemas"]["MicrocredentialCredential"];
                /** @description URL of the PDF file; null or absent when there is none. */
                document?: components["schemas"]["DocumentUrl"];
                /** @description Accepted here too, as well as in the credential itself. */
                partner_chain?: components["schemas"]["PartnerChain"];
            };
        };
        /** @description A microcredential whose document is a PNG or JPEG file behind a link. */
        MicrocredentialWithImage: {
            /** @description The partner's identifier of the submission. It belongs to this partner alone; two partners may use the same one. In a batch it names the item. */
            id: components["schemas"]["Identifier"];
            /**
             * @description The kind of the credential.
             * @constant
             */
            credential_type: "microcredential";
            /**
             * @description Whether the document is a PNG or a JPEG file. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            document_type: "png" | "jpg";
            /** @description The credential and its document. */
            data: {
                /** @description A microcredential, the proof of a short course or of an assessed skill. */
                credential: components["schemas"]["MicrocredentialCredential"];
                /** @description URL of the image; null or absent when there is none. */
                document?: components["schemas"]["DocumentUrl"];
                /** @description Accepted here too, as well as in the credential itself. */
                partner_chain?: components["schemas"]["PartnerChain"];
            };
        };
        /** @description A microcredential whose document is an open certificate. */
        MicrocredentialWithOpenCertificate: {
            /** @description The partner's identifier of the submission. It belongs to this partner alone; two partners may use the same one. In a batch it names the item. */
            id: components["schemas"]["Identifier"];
            /**
             * @description The kind of the credential.
             * @constant
             */
            credential_type: "microcredential";
            /**
             * @description That the document is an open certificate. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            document_type: "open_cert";
            /** @description The credential and its document. */
            data: {
                /** @description A microcredential, the proof of a short course or of an assessed skill. */
                credential: components["schemas"]["MicrocredentialCredential"];
                /** @description Content of the open certificate document; null or absent when there is none. */
                document?: components["schemas"]["OpenCertificate"];
                /** @description Accepted here too, as well as in the credential itself. */
                partner_chain?: components["schemas"]["PartnerChain"];
            };
        };
        /** @description A microcredential without a document. */
        MicrocredentialWithoutDocument: {
            /** @description The partner's identifier of the submission. It belongs to this partner alone; two partners may use the same one. In a batch it names the item. */
            id: components["schemas"]["Identifier"];
            /**
             * @description The kind of the credential.
             * @constant
             */
            credential_type: "microcredential";
            /**
             * @description That there is no document. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            document_type: "none";
            /** @description The credential and its document. */
            data: {
                /** @description A microcredential, the proof of a short course or of an assessed skill. */
                credential: components["schemas"]["MicrocredentialCredential"];
                /** @description Null or absent, since there is no document. */
                document?: null;
                /** @description Accepted here too, as well as in the credential itself. */
                partner_chain?: components["schemas"]["PartnerChain"];
            };
        };
        /** @description A microcredential submitted for a user. */
        MicrocredentialSubmission: components["schemas"]["MicrocredentialWithPdf"] | components["schemas"]["MicrocredentialWithImage"] | components["schemas"]["MicrocredentialWithOpenCertificate"] | components["schemas"]["MicrocredentialWithoutDocument"];
        /**
         * @description An officially assigned ISO 3166-1 alpha-2 country code, in upper case.
         * @enum {string}
         */
        CountryCode: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW";
        /** @description The right to work in a country. */
        RightToWorkCredential: {
            /** @description Name of the person who has the right to work. */
            full_name: components["schemas"]["Text"];
            /** @description An officially assigned ISO 3166-1 alpha-2 country code, in upper case. */
            country: components["schemas"]["CountryCode"];
            /** @description The kind of right to work in Singapore. Required when `country` is `SG`. */
            singapore_work_rights?: components["schemas"]["Text"];
            /** @description The intermediate partners in a partner hierarchy of several layers. The user sees them, and the operator counts submissions by them. */
            partner_chain?: components["schemas"]["PartnerChain"];
        };
        /** @description A right to work submitted for a user. */
        RightToWorkSubmission: {
            /** @description The partner's identifier of the submission. It belongs to this partner alone; two partners may use the same one. */
            id: components["schemas"]["Identifier"];
            /**
             * @description The kind of the credential.
             * @constant
             */
            credential_type: "right_to_work";
            /**
             * @description That there is no document.
             * @constant
             */
            document_type: "none";
            /** @description The credential and its document. */
            data: {
                /** @description The right to work in a country. */
                credential: components["schemas"]["RightToWorkCredential"];
                /** @description A right to work has no document. Null or absent. */
                document?: null;
                /** @description Accepted here too, as well as in the credential itself. */
                partner_chain?: components["schemas"]["PartnerChain"];
            };
        };
        /** @description One microcredential of a v1 batch. It has no image for a document. */
        MicrocredentialBatchItem: components["schemas"]["MicrocredentialWithPdf"] | components["schemas"]["MicrocredentialWithOpenCertificate"] | components["schemas"]["MicrocredentialWithoutDocument"];
        /** @description Several microcredentials of one user, submitted as one unit. */
        MicrocredentialBatch: {
            /** @description The partner's identifier of the batch. */
            id: components["schemas"]["Identifier"];
            /** @description The microcredentials. Their `id` is unique within the batch, and often the batch's identifier with a numeric suffix. */
            credentials: components["schemas"]["MicrocredentialBatchItem"][];
        };
        /** @description The digital identity of the user, as the partner has established it. */
        DigitalIdentityItem: {
            /** @description The partner's identifier of the digital identity, unique within the batch. */
            credential_id: components["schemas"]["Identifier"];
            /** @description The identity data. */
            fields: {
                /** @description Name of the user. */
                full_name: components["schemas"]["Text"];
            };
        };
        /** @description A file announced for an education qualification; its bytes are uploaded after the batch was accepted. */
        EducationAsset: {
            /** @description The partner's identifier of the asset, unique within the batch. */
            asset_id: components["schemas"]["Identifier"];
            /**
             * @description What kind of file it is; it decides the `Content-Type` of the upload.
             * @enum {string}
             */
            asset_type: "pdf" | "open_cert";
        };
        /** @description An education qualification of a v2 batch. */
        EducationItem: {
            /** @description The partner's identifier of the item, unique within the batch. */
            credential_id: components["schemas"]["Identifier"];
            /** @description An education qualification. The title that users see is composed from it: `course_name`, then the majors in parentheses (joined with `and`; three or more as `A, B and C`), then `(Honours)` when `with_honours` is true, then `(Awaiting Graduation)` when `awaiting_graduation` is true. Example: `Bachelor of Commerce (Finance and Economics) (Honours) (Awaiting Graduation)`. A qualification that was completed but not yet conferred is submitted with `awaiting_graduation` true and `conferral_year` null. */
            fields: components["schemas"]["EducationCredential"];
            /** @description The files that support the credential. Each one gets an upload link in the answer. */
            assets?: components["schemas"]["EducationAsset"][];
        };
        /** @description A file announced for a microcredential; its bytes are uploaded after the batch was accepted. */
        MicrocredentialAsset: {
            /** @description The partner's identifier of the asset, unique within the batch. */
            asset_id: components["schemas"]["Identifier"];
            /**
             * @description What kind of file it is; it decides the `Content-Type` of the upload.
             * @enum {string}
             */
            asset_type: "pdf" | "jpg" | "png" | "open_cert";
        };
        /** @description A microcredential of a v2 batch. */
        MicrocredentialItem: {
            /** @description The partner's identifier of the item, unique within the batch. */
            credential_id: components["schemas"]["Identifier"];
            /** @description A microcredential, the proof of a short course or of an assessed skill. */
            fields: components["schemas"]["MicrocredentialCredential"];
            /** @description The files that support the credential. Each one gets an upload link in the answer. */
            assets?: components["schemas"]["MicrocredentialAsset"][];
        };
        /** @description A file announced for an English proficiency test result; its bytes are uploaded after the batch was accepted. */
        EnglishProficiencyAsset: {
            /** @description The partner's identifier of the asset, unique within the batch. */
            asset_id: components["schemas"]["Identifier"];
            /**
             * @description What kind of file it is; it decides the `Content-Type` of the upload.
             * @constant
             */
            asset_type: "pdf";
        };
        /** @description The result of an English proficiency test in a v2 batch. */
        EnglishProficiencyItem: {
            /** @description The partner's identifier of the item, unique within the batch. */
            credential_id: components["schemas"]["Identifier"];
            /** @description The result of an English proficiency test. The CEFR levels by skill decide how the credential is shown and which requirements of a hirer it meets, so give as many of them as the test reports. */
            fields: components["schemas"]["EnglishProficiencyCredential"];
            /** @description The files that support the credential. Each one gets an upload link in the answer. */
            assets?: components["schemas"]["EnglishProficiencyAsset"][];
        };
        /** @description A right to work in a v2 batch. It has no assets. */
        RightToWorkItem: {
            /** @description The partner's identifier of the item, unique within the batch. */
            credential_id: components["schemas"]["Identifier"];
            /** @description The right to work in a country. */
            fields: components["schemas"]["RightToWorkCredential"];
        };
        /** @description Credentials of several kinds of one user, submitted as one unit. The lists for education, microcredentials and English proficiency must be present and may be empty; the list for right to work may be left out. A `credential_id` is unique among the digital identity and the items of the batch, an `asset_id` among all assets of the batch. Each list that is not empty needs its own write scope, besides `write.digital_identity`; that is looked at once the body keeps every other rule. */
        CredentialBatch: {
            /** @description The partner's identifier of the batch request. */
            credential_id: components["schemas"]["Identifier"];
            /** @description The digital identity of the user, as the partner has established it. */
            digital_identity: components["schemas"]["DigitalIdentityItem"];
            /** @description Education qualifications. Needs the scope `write.education` when it is not empty. */
            education_items: components["schemas"]["EducationItem"][];
            /** @description Microcredentials. Needs the scope `write.microcredential` when it is not empty. */
            microcredential_items: components["schemas"]["MicrocredentialItem"][];
            /** @description English proficiency test results. Needs the scope `write.english_proficiency` when it is not empty. */
            english_proficiency_items: components["schemas"]["EnglishProficiencyItem"][];
            /** @description Rights to work. Needs the scope `write.right_to_work` when it is not empty. */
            right_to_work_items?: components["schemas"]["RightToWorkItem"][];
        };
        /** @description The upload link of one asset. */
        AssetUpload: {
            /** @description The partner's identifier of the asset. */
            asset_id: string;
            /**
             * @description What kind of file it takes, as the partner announced it. The `Content-Type` of the upload follows from it.
             * @enum {string}
             */
            asset_type: "pdf" | "jpg" | "png" | "open_cert";
            /**
             * Format: uri
             * @description Signed link to upload the file to, with `PUT` and no `Authorization` header. It is a secret of its own: whoever has it can upload. Its query has the `client_id` of the partner, by which the file is found sooner, the end and the signature. It ends with the submission, 48 hours after the first POST.
             */
            url: string;
        };
        /** @description Where to send the user, and where to upload the assets. */
        CredentialBatchLink: {
            /** @description Address to send the user's browser to: `{app_url}/partner/add/<type>#clientId=..&documentType=..&content=..`, where `<type>` is `education`, `englishProficiency`, `microcredential`, `rightToWork` or `batch`, `content` is the service's own identifier of the submission, and every value is percent-encoded. The link of a batch has no `documentType`. The `&` stands as itself in the answer; some clients print it as `\u0026`, which must be read as `&`. */
            redirect_uri: components["schemas"]["RedirectUri"];
            /** @description One entry for each submitted asset, in the order in which they were submitted. */
            asset_uploads: components["schemas"]["AssetUpload"][];
        };
        /** @description A file that was received and stored. */
        UploadedAsset: {
            /** @description The partner's identifier of the asset. */
            asset_id: string;
            /**
             * @description What kind of file it is.
             * @enum {string}
             */
            asset_type: "pdf" | "jpg" | "png" | "open_cert";
            /**
             * Format: int32
             * @description Bytes received.
             */
            size: number;
        };
        /**
         * Format: date-time
         * @description A moment in UTC with six digits of fraction, or null.
         */
        NullableTimestamp: string | null;
        /** @description A document that the submission gave the URL of, and what became of it. */
        SubmittedDocument: {
            /** @description The `id` of the submission that it belongs to; in a batch of microcredentials, that of the item. */
            id: string;
            /**
             * @description `pending`: it is not downloaded yet, or will be tried again. `stored`: it was downloaded, and is what `document_type` says. `unavailable`: it could not be had and is not tried again; the user is told so. `deleted`: it was stored, and is deleted, since the user has not signed in on the mobile application.
             * @enum {string}
             */
            state: "pending" | "stored" | "unavailable" | "deleted";
            /**
             * @description What was wrong when it was last tried; absent when nothing was. `unreachable`: the host was not found, did not answer in time, or broke off. `refused_address`: the host has a private or otherwise special address or one that the operator has denied, or the URL is not https. `error_status`: the answer had another status than 200. `redirected`: it was sent to another host, back to http, or on too often. `too_large`: it has too many bytes. `wrong_type`: its bytes are not what `document_type` says. `other`: the service could not try, or had no room for it.
             * @enum {string}
             */
            problem?: "unreachable" | "refused_address" | "error_status" | "redirected" | "too_large" | "wrong_type" | "other";
        };
        /** @description Where a submission stands. */
        SubmissionStatus: {
            /** @description The partner's own identifier (for a v2 batch its `credential_id`). */
            id: string;
            /**
             * @description `incomplete`: the user has not signed in at the link, or has not consented. `verified`: the user consented. `canceled`: 48 hours passed since the first POST, or the user declined; the submitted data is deleted.
             * @enum {string}
             */
            status: "incomplete" | "verified" | "canceled";
            /** @description When the status became `verified` or `canceled`; null while it is `incomplete`. */
            finalized_at: components["schemas"]["NullableTimestamp"];
            /** @description The documents that the submission gave the URLs of, in its order. Empty when it gave none, and once it is canceled. Files that are uploaded, and open certificates, are checked at once and do not stand here. */
            documents: components["schemas"]["SubmittedDocument"][];
        };
        /** @description Which submissions to report on. */
        SubmissionStatusQuery: {
            /** @description The partner's own identifiers. */
            ids: components["schemas"]["Identifier"][];
        };
        /** @description The status of each submission that was found, in the order asked. */
        SubmissionStatusList: {
            /** @description Identifiers that this partner does not have are left out. */
            credentials: components["schemas"]["SubmissionStatus"][];
        };
        /**
         * Format: uri
         * @description Where the user's browser goes afterwards, with `request_id` and `status` at the end of its query, in the place of parameters of these names that it has already. An absolute https URL in ASCII, without user info and fragment, whose host is one of the domains registered for the partner. Outside production, a loopback host that is registered may be reached by http.
         */
        CallbackUrl: string;
        /**
         * Format: uri
         * @description A logo to show to the user beside the name: image/png, image/jpeg, image/gif, image/webp, at most 256 KiB. An absolute https URL in ASCII, without user info. Its host must not be a private or otherwise special address. The service fetches it, and the user's browser gets it from the service alone. Without a logo, or where it cannot be had, initials of your name stand in its place.
         */
        LogoUrl: string;
        /** @description What the user is shown of the partner. */
        DisplayOptions: {
            /** @description The name under which the user knows the partner. It stands after the one that the partner is registered under, as a name that it uses. */
            partner_name: components["schemas"]["Text"];
            /** @description A logo to show to the user beside the name: image/png, image/jpeg, image/gif, image/webp, at most 256 KiB. An absolute https URL in ASCII, without user info. Its host must not be a private or otherwise special address. The service fetches it, and the user's browser gets it from the service alone. Without a logo, or where it cannot be had, initials of your name stand in its place. */
            partner_logo_url?: components["schemas"]["LogoUrl"];
        };
        /** @description Where a request comes from in a partner hierarchy. */
        RequestSource: {
            /** @description Name of the source. */
            name: components["schemas"]["Text"];
        };
        /** @description A request to verify a digital identity. */
        VerificationRequest: {
            /** @description The partner's own identifier of the request, unique for the partner. The same one again answers as the first time. Made by the service, a UUID, when it is absent. */
            request_id?: components["schemas"]["Identifier"];
            /** @description Where the user's browser goes afterwards, with `request_id` and `status` at the end of its query, in the place of parameters of these names that it has already. An absolute https URL in ASCII, without user info and fragment, whose host is one of the domains registered for the partner. Outside production, a loopback host that is registered may be reached by http. */
            callback_url?: components["schemas"]["CallbackUrl"];
            /** @description What the user is shown of the partner. */
            display_options: components["schemas"]["DisplayOptions"];
            /** @description Where the request comes from. The operator counts requests and their outcomes by it. */
            request_source?: components["schemas"]["RequestSource"][];
        };
        /** @description Where to send the user. */
        VerificationLink: {
            /** @description The identifier of the request, as the partner gave it or as the service made it. */
            request_id: string;
            /**
             * Format: uri
             * @description Address to send the user's browser to: `{app_url}/partner/verify/digitalIdentity?clientId=..&requestId=..`, each value percent-encoded. The `&` stands as itself in the answer; some clients print it as `\u0026`, which must be read as `&`.
             */
            redirect_uri: string;
        };
        /**
         * Format: date-time
         * @description A moment in UTC with six digits of fraction.
         */
        Timestamp: string;
        /** @description The user verified the request with a digital identity. */
        VerifiedCredential: {
            /**
             * @description The credential type.
             * @constant
             */
            credential_type: "digital_identity";
            /**
             * @description The user verified the request. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "verified";
            /** @description When the user verified it. */
            verified_at: components["schemas"]["Timestamp"];
            /** @description The verified identity. Further members may follow. */
            digital_identity: {
                /** @description Name of the user. */
                full_name: string;
            };
        };
        /** @description The user has not decided yet. */
        IncompleteCredential: {
            /**
             * @description The credential type.
             * @constant
             */
            credential_type: "digital_identity";
            /**
             * @description The user has not decided yet. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "incomplete";
        };
        /** @description The user canceled, or 48 hours passed. */
        CanceledCredential: {
            /**
             * @description The credential type.
             * @constant
             */
            credential_type: "digital_identity";
            /**
             * @description The user canceled, or 48 hours passed. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "canceled";
        };
        /** @description The result for one credential type. */
        CredentialResult: components["schemas"]["VerifiedCredential"] | components["schemas"]["IncompleteCredential"] | components["schemas"]["CanceledCredential"];
        /** @description What became of a verification request. */
        VerificationResult: {
            /** @description The identifier of the request. */
            request_id: string;
            /** @description When the request was made. */
            created_at: components["schemas"]["Timestamp"];
            /** @description One entry for each credential type, at present `digital_identity` alone. */
            results: components["schemas"]["CredentialResult"][];
        };
        /** @description What became of several verification requests. */
        VerificationResultList: {
            /** @description The requests in the order asked; ids that the partner does not have are left out. */
            requests: components["schemas"]["VerificationResult"][];
        };
        /** @description A webhook, without its secret. */
        Webhook: {
            /**
             * Format: uuid
             * @description Identifies the webhook.
             */
            id: string;
            /** @description The name as it was given, or null. */
            name: string | null;
            /** @description The description as it was given, or null. */
            description: string | null;
            /**
             * Format: uri
             * @description Where events are sent.
             */
            url: string;
            /** @description When the webhook was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description Until when deliveries are signed with the secret before the last rotation too; null when there is none, or when that has passed. */
            previous_secret_ends_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description The webhooks of the partner. */
        WebhookList: {
            /** @description Every webhook, oldest first, without secrets. */
            webhooks: components["schemas"]["Webhook"][];
        };
        /** @description A name on one line that holds more than white space, or null. */
        NullableName: string | null;
        /** @description Text that may be empty and may have several lines, or null. */
        NullableText: string | null;
        /**
         * Format: uri
         * @description Where events are sent. An absolute https URL in ASCII, without user info and fragment. Its host must not be a private, loopback, link-local, multicast or otherwise special address, in any notation; a name that leads to one is accepted here, and each delivery to it fails with `refused_address`. Outside production, loopback hosts are allowed, by http too.
         */
        WebhookUrl: string;
        /** @description A webhook as the partner wants it. */
        WebhookCreate: {
            /** @description A name for people. */
            name?: components["schemas"]["NullableName"];
            /** @description What the webhook is for. */
            description?: components["schemas"]["NullableText"];
            /** @description Where events are sent. An absolute https URL in ASCII, without user info and fragment. Its host must not be a private, loopback, link-local, multicast or otherwise special address, in any notation; a name that leads to one is accepted here, and each delivery to it fails with `refused_address`. Outside production, loopback hosts are allowed, by http too. */
            url: components["schemas"]["WebhookUrl"];
        };
        /** @description A webhook with its secret, which is shown this once, in two forms. */
        WebhookWithSecret: components["schemas"]["Webhook"] & {
            /** @description The shared key that signs the deliveries: 64 characters of `0-9` and `a-f`, whose ASCII bytes are the key of the HMAC. Keep it secret; it is not shown again. */
            secret: string;
            /** @description The same key in the form that the libraries of Standard Webhooks and of Svix take as it is: `whsec_` and the base64 of the characters of `secret`. Do not give them `secret`: it passes for base64, and then no signature matches. */
            standard_webhooks_secret: string;
        };
        /**
         * @description `incomplete`: the user has not decided; as an event, the owner opened the request for the first time. `verified`: the user verified it with a digital identity. `canceled`: the user canceled, or 48 hours passed. The last two are final.
         * @enum {string}
         */
        VerificationStatus: "incomplete" | "verified" | "canceled";
        /** @description That a verification request changed its status. */
        VerificationEvent: {
            /**
             * Format: uuid
             * @description Identifies the event, the same at every attempt and every redelivery. Skip one that you have processed.
             */
            event_id: string;
            /** @description The verification request. That of a test event starts with `test-` and belongs to no request. */
            request_id: string;
            /**
             * @description The kind of event.
             * @constant
             */
            type: "verification";
            /** @description `incomplete`: the user has not decided; as an event, the owner opened the request for the first time. `verified`: the user verified it with a digital identity. `canceled`: the user canceled, or 48 hours passed. The last two are final. */
            status: components["schemas"]["VerificationStatus"];
            /** @description When the status changed. Events can arrive out of order; this gives the order. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description One attempt of a delivery. */
        DeliveryAttempt: {
            /** @description When the attempt began. */
            started_at: components["schemas"]["Timestamp"];
            /** @description How long it took, in milliseconds. */
            duration_ms: number;
            /**
             * Format: int32
             * @description The status that the receiver answered with; null when none arrived. Only 200 is success.
             */
            http_status: number | null;
            /**
             * @description Why there was no complete answer; null when there was one. `refused_address`: the URL leads to a private, loopback or otherwise special address, or to one that the operator has denied, and no attempt follows. `dns_failure`: the name was not resolved. `connection_failed`: nothing took the connection. `tls_failure`: no TLS connection, for instance because of the certificate. `timeout`: the answer was not complete in time. `connection_closed`: the receiver hung up before the end of its answer. `response_too_large`: the answer had more bytes than are read. `invalid_response`: what came was not HTTP.
             * @enum {string|null}
             */
            error: "refused_address" | "dns_failure" | "connection_failed" | "tls_failure" | "timeout" | "connection_closed" | "response_too_large" | "invalid_response" | null;
        };
        /** @description The handing over of one event to one webhook. */
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description Identifies the delivery.
             */
            id: string;
            /**
             * @description `pending`: an attempt is being made or will be. `delivered`: the receiver answered 200 in time. `failed`: no attempt succeeded and none will be made; it can be redelivered.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /** @description When the delivery was made out. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the next attempt is due; null unless `pending`. */
            next_attempt_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: uuid
             * @description The delivery that this one repeats, or null.
             */
            redelivery_of: string | null;
            /** @description That a verification request changed its status. */
            event: components["schemas"]["VerificationEvent"];
            /** @description The attempts so far, in the order in which they were made. */
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        /** @description A page of the delivery log. */
        WebhookDeliveryList: {
            /** @description The deliveries, newest first. */
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description The `cursor` of the next page; null when this is the last one. */
            next_cursor: string | null;
        };
        /** @description The user verifies the request with a digital identity. */
        SharedIdentity: {
            /**
             * @description What the request becomes. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "verified";
            /** @description The identity that the user shares. */
            digital_identity: {
                /** @description Name of the user. */
                full_name: components["schemas"]["Text"];
            };
        };
        /** @description The user cancels the request. */
        RefusedVerification: {
            /**
             * @description What the request becomes. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "canceled";
        };
        /** @description What the user of a sandbox decides about a verification request. */
        VerificationDecision: components["schemas"]["SharedIdentity"] | components["schemas"]["RefusedVerification"];
        /** @description What the user of a sandbox decides about a submission. */
        SubmissionDecision: {
            /**
             * @description `verified`: the user consents. `canceled`: the user declines, and the submitted data is deleted.
             * @enum {string}
             */
            status: "verified" | "canceled";
        };
        /** @description The metadata of the authorization server (RFC 8414, section 2). */
        AuthorizationServerMetadata: {
            /**
             * Format: uri
             * @description The URL of the API, which is the `iss` of access tokens.
             */
            issuer: string;
            /**
             * Format: uri
             * @description Where `createTokenV2` is.
             */
            token_endpoint: string;
            /**
             * Format: uri
             * @description Where `getJwks` is.
             */
            jwks_uri: string;
            /** @description The scopes that a partner can be granted. */
            scopes_supported: string[];
            /** @description Empty: there is no authorization endpoint. */
            response_types_supported: string[];
            /** @description The grants of the token endpoint, of which there is one, `client_credentials`. */
            grant_types_supported: string[];
            /** @description How a client can authenticate at the token endpoint: `client_secret_basic` or `client_secret_post`. */
            token_endpoint_auth_methods_supported: string[];
            /**
             * Format: uri
             * @description The API reference.
             */
            service_documentation: string;
        };
        /** @description A public key on the curve P-256 (RFC 7518, section 6.2). */
        Jwk: {
            /**
             * @description The type of the key.
             * @constant
             */
            kty: "EC";
            /**
             * @description The curve of the key.
             * @constant
             */
            crv: "P-256";
            /** @description The x coordinate, base64url. */
            x: string;
            /** @description The y coordinate, base64url. */
            y: string;
            /** @description The key's thumbprint (RFC 7638); the `kid` of the tokens it signed. */
            kid: string;
            /**
             * @description What the key is for.
             * @constant
             */
            use: "sig";
            /**
             * @description The algorithm that the key signs with.
             * @constant
             */
            alg: "ES256";
        };
        /** @description The public keys that verify access tokens (RFC 7517). */
        Jwks: {
            /** @description The current key first; earlier keys stay until the tokens they signed have ended. */
            keys: components["schemas"]["Jwk"][];
        };
        /** @description The addresses that webhook deliveries come from. */
        WebhookSourceAddresses: {
            /** @description IPv4 and IPv6 addresses or CIDR ranges. Empty when deliveries may come from any address. */
            addresses: string[];
        };
    };
    responses: {
        /** @description What was refused before it was a request of this operation: another method at its address (405), a request that is not well-formed (400), that did not arrive in time (408), or whose headers are too large (431). */
        OtherProblem: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "method_not_allowed" | "malformed_request" | "request_timeout" | "headers_too_large";
                    /** @enum {unknown} */
                    status: 405 | 400 | 408 | 431;
                };
            };
        };
        /** @description The token request is not valid (RFC 6749, section 5.2). */
        TokenRequestInvalid: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /** @description The client credentials are missing or wrong, or the partner is disabled. */
        TokenClientInvalid: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                "WWW-Authenticate": components["headers"]["BasicChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /** @description The body is larger than 8 KiB. */
        TokenRequestTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /** @description The `Content-Type` is not `application/x-www-form-urlencoded`, or there is a `Content-Encoding`. */
        TokenMediaTypeUnsupported: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /** @description The partner has asked for more tokens than its rate limit allows. A token is valid for an hour, so keep it. */
        TokenRateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /** @description The fault is ours. */
        TokenServerError: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /** @description The service cannot reach its database at the moment. */
        TokenUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /** @description The body is not valid JSON in UTF-8. The code is `malformed_json`. */
        MalformedJson: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "malformed_json";
                    /** @enum {unknown} */
                    status: 400;
                };
            };
        };
        /** @description There is no access token, or it is not valid, or the partner is disabled. The code is `unauthenticated`. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "WWW-Authenticate": components["headers"]["BearerChallenge"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "unauthenticated";
                    /** @enum {unknown} */
                    status: 401;
                };
            };
        };
        /** @description The token does not carry a scope that the operation needs. The code is `insufficient_scope`. */
        InsufficientScope: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "WWW-Authenticate": components["headers"]["ScopeChallenge"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "insufficient_scope";
                    /** @enum {unknown} */
                    status: 403;
                };
            };
        };
        /** @description The same `id` was submitted within the last 48 hours under another credential type, or as a batch. Nothing was stored. The code is `id_conflict`. */
        IdConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "id_conflict";
                    /** @enum {unknown} */
                    status: 409;
                };
            };
        };
        /** @description The body is larger than the limit of the operation. The code is `payload_too_large`. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "payload_too_large";
                    /** @enum {unknown} */
                    status: 413;
                };
            };
        };
        /** @description The `Content-Type` is missing or is not one that the operation takes, or there is a `Content-Encoding`. The code is `unsupported_media_type`. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "unsupported_media_type";
                    /** @enum {unknown} */
                    status: 415;
                };
            };
        };
        /** @description The body breaks rules of the contract; every violation is listed, and nothing was stored. The code is `validation_failed`. */
        ValidationFailed: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ValidationProblem"] & {
                    /** @enum {unknown} */
                    code: "validation_failed";
                    /** @enum {unknown} */
                    status: 422;
                };
            };
        };
        /** @description The partner has sent more requests than its rate limit allows. The code is `rate_limited`. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "rate_limited";
                    /** @enum {unknown} */
                    status: 429;
                };
            };
        };
        /** @description The fault is ours. The code is `internal_error`. An add may be sent again with the same `id`. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "internal_error";
                    /** @enum {unknown} */
                    status: 500;
                };
            };
        };
        /** @description The service cannot reach its database or file store at the moment. The code is `unavailable`. An add may be sent again with the same `id`. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "unavailable";
                    /** @enum {unknown} */
                    status: 503;
                };
            };
        };
        /** @description The link is wrong or has expired, or the submission no longer takes files: the user has consented, or it was canceled. The code is `invalid_upload_link`. */
        InvalidUploadLink: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "invalid_upload_link";
                    /** @enum {unknown} */
                    status: 403;
                };
            };
        };
        /** @description The file is larger than the limit, or would bring the partner's files whose submissions nobody has consented to yet above 10 GiB together. Nothing was stored. The code is `payload_too_large`. */
        FileTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "payload_too_large";
                    /** @enum {unknown} */
                    status: 413;
                };
            };
        };
        /** @description The bytes are not what the asset type says, see [Batches and uploads](#tag/Batches). The code is `validation_failed`. */
        WrongContent: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ValidationProblem"] & {
                    /** @enum {unknown} */
                    code: "validation_failed";
                    /** @enum {unknown} */
                    status: 422;
                };
            };
        };
        /** @description There is no submission with this `id`, or it belongs to another partner; the answers are the same. The code is `not_found`. */
        SubmissionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "not_found";
                    /** @enum {unknown} */
                    status: 404;
                };
            };
        };
        /** @description There is no verification request with this `id`, or it belongs to another partner; the answers are the same. The code is `not_found`. */
        VerificationRequestNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "not_found";
                    /** @enum {unknown} */
                    status: 404;
                };
            };
        };
        /** @description The partner has 10 webhooks already. Nothing was stored. The code is `too_many_webhooks`. */
        TooManyWebhooks: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "too_many_webhooks";
                    /** @enum {unknown} */
                    status: 409;
                };
            };
        };
        /** @description There is no webhook with this `id`, or it belongs to another partner; the answers are the same. The code is `not_found`. */
        WebhookNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "not_found";
                    /** @enum {unknown} */
                    status: 404;
                };
            };
        };
        /** @description There is no webhook with this `id`, or it belongs to another partner, or its log has no such delivery; the answers are the same. The code is `not_found`. */
        DeliveryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "not_found";
                    /** @enum {unknown} */
                    status: 404;
                };
            };
        };
        /** @description It is `verified` or `canceled` already, and stays what it is. The code is `id_conflict`. */
        AlreadyDecided: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "id_conflict";
                    /** @enum {unknown} */
                    status: 409;
                };
            };
        };
    };
    parameters: {
        /**
         * @description The service's own identifier of the asset. Use the link as it was given; do not build it.
         * @example Zk3c8v0J2b5Qm1r7Yt9wXA
         */
        AssetKey: string;
        /**
         * @description When the link ends, in seconds since the Unix epoch.
         * @example 1795600800
         */
        Expires: number;
        /**
         * @description The partner's own identifier of the submission, percent-encoded (for a v2 batch its `credential_id`).
         * @example ACME-6c0ff0c6-3f2b-4d6f-9d3c-0a4a5c1f7a10
         */
        SubmissionRef: components["schemas"]["Identifier"];
        /**
         * @description The identifier of the verification request, percent-encoded.
         * @example ACME-V-6c0ff0c6-3f2b-4d6f-9d3c-0a4a5c1f7a10
         */
        VerificationRequestId: components["schemas"]["Identifier"];
        /**
         * @description The identifiers of the verification requests, one parameter each. The brackets may be percent-encoded.
         * @example [
         *       "ACME-V-6c0ff0c6-3f2b-4d6f-9d3c-0a4a5c1f7a10",
         *       "ACME-V-4"
         *     ]
         */
        VerificationRequestIds: components["schemas"]["Identifier"][];
        /**
         * @description The `id` of the webhook.
         * @example 0f1d1c0a-7e2d-4c1b-9d55-3f8a4f0c7b21
         */
        WebhookRef: string;
        /**
         * @description The `status` that the event tells; `verified` when it is absent.
         * @example canceled
         */
        TestEventStatus: "verified" | "incomplete" | "canceled";
        /**
         * @description How many deliveries a page has at most; 20 when it is absent.
         * @example 50
         */
        DeliveryLimit: number;
        /**
         * @description The `next_cursor` of the page before. Use it as it was given; do not build it.
         * @example 1769852520250000.6f3a9d1e-2c4b-4a57-8e0f-9b1c2d3e4f50
         */
        DeliveryCursor: string;
        /**
         * @description The `id` of the delivery.
         * @example 6f3a9d1e-2c4b-4a57-8e0f-9b1c2d3e4f50
         */
        DeliveryRef: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifies this answer in our logs. Quote it when you ask for help.
         * @example 0b5c8b52-6d0e-4f1c-8a53-0d1e5a3f4c9e
         */
        XRequestId: string;
        /**
         * @description The methods that the address has. In an answer 405 alone.
         * @example POST
         */
        Allow: string;
        /**
         * @description A token is never cached (RFC 6749, section 5.1).
         * @example no-store
         */
        NoStore: "no-store";
        /**
         * @description How a client may authenticate (RFC 6749, section 5.2, and RFC 7617). The form may carry the credentials instead.
         * @example Basic realm="partner-api", charset="UTF-8"
         */
        BasicChallenge: string;
        /**
         * @description After how many seconds to ask again.
         * @example 1
         */
        RetryAfter: number;
        /**
         * @description `true` when the id had been used before: the answer is that of the first time, and nothing was stored. Absent otherwise.
         * @example true
         */
        IdempotentReplayed: "true";
        /**
         * @description That a token is wanted (RFC 6750, section 3). With `error="invalid_token"` when one was sent that is not valid; without `error` when there was none.
         * @example Bearer realm="partner-api"
         */
        BearerChallenge: string;
        /**
         * @description Which scope the token lacks (RFC 6750, section 3.1). Several are separated by blanks.
         * @example Bearer realm="partner-api", error="insufficient_scope", scope="write.education"
         */
        ScopeChallenge: string;
        /**
         * @description How many requests the partner has left, `r`, for how many seconds, `t`, as a structured field (RFC 9651). It is that of draft-ietf-httpapi-ratelimit-headers-11, which is no RFC yet. Absent where there is no limit, and where a request is refused before it is counted. Bursts are beside it: at 0 the answer need not be 429.
         * @example "partner";r=42;t=1
         */
        RateLimit: string;
        /**
         * @description The limit that `RateLimit` counts down: `q` requests in `w` seconds. The operator may set another than the one in the limits.
         * @example "partner";q=100;w=1
         */
        RateLimitPolicy: string;
        /**
         * @description The address at which what was made can be read (RFC 9110, section 10.2.2).
         * @example https://api.partner-credentials.example/api/partner/v2/webhooks/0f1d1c0a-7e2d-4c1b-9d55-3f8a4f0c7b21
         */
        Location: string;
        /**
         * @description For how long the document may be cached, 5 minutes.
         * @example public, max-age=300
         */
        CacheControl: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createTokenV1: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["NoStore"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            400: components["responses"]["TokenRequestInvalid"];
            401: components["responses"]["TokenClientInvalid"];
            413: components["responses"]["TokenRequestTooLarge"];
            415: components["responses"]["TokenMediaTypeUnsupported"];
            429: components["responses"]["TokenRateLimited"];
            500: components["responses"]["TokenServerError"];
            503: components["responses"]["TokenUnavailable"];
        };
    };
    createTokenV2: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["NoStore"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            400: components["responses"]["TokenRequestInvalid"];
            401: components["responses"]["TokenClientInvalid"];
            413: components["responses"]["TokenRequestTooLarge"];
            415: components["responses"]["TokenMediaTypeUnsupported"];
            429: components["responses"]["TokenRateLimited"];
            500: components["responses"]["TokenServerError"];
            503: components["responses"]["TokenUnavailable"];
        };
    };
    addEducation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EducationSubmission"];
            };
        };
        responses: {
            /** @description The submission is stored, or was stored before under the same id. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionLink"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addEnglishProficiency: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnglishProficiencySubmission"];
            };
        };
        responses: {
            /** @description The submission is stored, or was stored before under the same id. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionLink"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addMicrocredential: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MicrocredentialSubmission"];
            };
        };
        responses: {
            /** @description The submission is stored, or was stored before under the same id. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionLink"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addRightToWork: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RightToWorkSubmission"];
            };
        };
        responses: {
            /** @description The submission is stored, or was stored before under the same id. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionLink"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addMicrocredentialBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MicrocredentialBatch"];
            };
        };
        responses: {
            /** @description The submission is stored, or was stored before under the same id. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionLink"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addCredentialBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CredentialBatch"];
            };
        };
        responses: {
            /** @description The submission is stored, or was stored before under the same `credential_id`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CredentialBatchLink"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadAsset: {
        parameters: {
            query: {
                /**
                 * @description When the link ends, in seconds since the Unix epoch.
                 * @example 1795600800
                 */
                expires: components["parameters"]["Expires"];
            };
            header?: never;
            path: {
                /**
                 * @description The service's own identifier of the asset. Use the link as it was given; do not build it.
                 * @example Zk3c8v0J2b5Qm1r7Yt9wXA
                 */
                asset_key: components["parameters"]["AssetKey"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/pdf": Blob | Uint8Array;
                "image/jpeg": Blob | Uint8Array;
                "image/png": Blob | Uint8Array;
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The file is stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadedAsset"];
                };
            };
            403: components["responses"]["InvalidUploadLink"];
            413: components["responses"]["FileTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["WrongContent"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSubmissionStatusV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner's own identifier of the submission, percent-encoded (for a v2 batch its `credential_id`).
                 * @example ACME-6c0ff0c6-3f2b-4d6f-9d3c-0a4a5c1f7a10
                 */
                id: components["parameters"]["SubmissionRef"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionStatus"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["SubmissionNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSubmissionStatusV2: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner's own identifier of the submission, percent-encoded (for a v2 batch its `credential_id`).
                 * @example ACME-6c0ff0c6-3f2b-4d6f-9d3c-0a4a5c1f7a10
                 */
                id: components["parameters"]["SubmissionRef"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionStatus"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["SubmissionNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSubmissionStatusesV1: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmissionStatusQuery"];
            };
        };
        responses: {
            /** @description The status of each submission that was found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionStatusList"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthenticated"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSubmissionStatusesV2: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmissionStatusQuery"];
            };
        };
        responses: {
            /** @description The status of each submission that was found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionStatusList"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthenticated"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createVerificationRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationRequest"];
            };
        };
        responses: {
            /** @description The request is made, or was made before under the same identifier. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationLink"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getVerificationRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The identifier of the verification request, percent-encoded.
                 * @example ACME-V-6c0ff0c6-3f2b-4d6f-9d3c-0a4a5c1f7a10
                 */
                id: components["parameters"]["VerificationRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result so far. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationResult"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["VerificationRequestNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listVerificationRequests: {
        parameters: {
            query: {
                /**
                 * @description The identifiers of the verification requests, one parameter each. The brackets may be percent-encoded.
                 * @example [
                 *       "ACME-V-6c0ff0c6-3f2b-4d6f-9d3c-0a4a5c1f7a10",
                 *       "ACME-V-4"
                 *     ]
                 */
                "request_id[]": components["parameters"]["VerificationRequestIds"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The results so far. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationResultList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description The webhook, with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["Location"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["TooManyWebhooks"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of the webhook.
                 * @example 0f1d1c0a-7e2d-4c1b-9d55-3f8a4f0c7b21
                 */
                id: components["parameters"]["WebhookRef"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["WebhookNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of the webhook.
                 * @example 0f1d1c0a-7e2d-4c1b-9d55-3f8a4f0c7b21
                 */
                id: components["parameters"]["WebhookRef"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description The webhook as it is now, without its secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["WebhookNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of the webhook.
                 * @example 0f1d1c0a-7e2d-4c1b-9d55-3f8a4f0c7b21
                 */
                id: components["parameters"]["WebhookRef"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["WebhookNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of the webhook.
                 * @example 0f1d1c0a-7e2d-4c1b-9d55-3f8a4f0c7b21
                 */
                id: components["parameters"]["WebhookRef"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook, with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["WebhookNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendTestEvent: {
        parameters: {
            query?: {
                /**
                 * @description The `status` that the event tells; `verified` when it is absent.
                 * @example canceled
                 */
                status?: components["parameters"]["TestEventStatus"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of the webhook.
                 * @example 0f1d1c0a-7e2d-4c1b-9d55-3f8a4f0c7b21
                 */
                id: components["parameters"]["WebhookRef"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery is queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["WebhookNotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description How many deliveries a page has at most; 20 when it is absent.
                 * @example 50
                 */
                limit?: components["parameters"]["DeliveryLimit"];
                /**
                 * @description The `next_cursor` of the page before. Use it as it was given; do not build it.
                 * @example 1769852520250000.6f3a9d1e-2c4b-4a57-8e0f-9b1c2d3e4f50
                 */
                cursor?: components["parameters"]["DeliveryCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The `id` of the webhook.
                 * @example 0f1d1c0a-7e2d-4c1b-9d55-3f8a4f0c7b21
                 */
                id: components["parameters"]["WebhookRef"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the log. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["WebhookNotFound"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliverEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of the webhook.
                 * @example 0f1d1c0a-7e2d-4c1b-9d55-3f8a4f0c7b21
                 */
                id: components["parameters"]["WebhookRef"];
                /**
                 * @description The `id` of the delivery.
                 * @example 6f3a9d1e-2c4b-4a57-8e0f-9b1c2d3e4f50
                 */
                delivery_id: components["parameters"]["DeliveryRef"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new delivery is queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["DeliveryNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    decideVerificationRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The identifier of the verification request, percent-encoded.
                 * @example ACME-V-6c0ff0c6-3f2b-4d6f-9d3c-0a4a5c1f7a10
                 */
                id: components["parameters"]["VerificationRequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationDecision"];
            };
        };
        responses: {
            /** @description The result, as decided. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationResult"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["VerificationRequestNotFound"];
            409: components["responses"]["AlreadyDecided"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    decideSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner's own identifier of the submission, percent-encoded (for a v2 batch its `credential_id`).
                 * @example ACME-6c0ff0c6-3f2b-4d6f-9d3c-0a4a5c1f7a10
                 */
                id: components["parameters"]["SubmissionRef"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmissionDecision"];
            };
        };
        responses: {
            /** @description The status, as decided. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionStatus"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["SubmissionNotFound"];
            409: components["responses"]["AlreadyDecided"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAuthorizationServerMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationServerMetadata"];
                };
            };
            500: components["responses"]["InternalError"];
        };
    };
    getJwks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Jwks"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookSourceAddresses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSourceAddresses"];
                };
            };
            500: components["responses"]["InternalError"];
        };
    };
    sendVerificationEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description When this attempt was signed, in seconds since the Unix epoch.
                 * @example 1769852521
                 */
                "X-Timestamp": string;
                /**
                 * @description HMAC-SHA256 of `<X-Timestamp>.<raw body>` under the secret of the webhook, in lower-case hex.
                 * @example 345903d79919821f1e65c07a7ba077bf9318c1bc5c09bb5e87f0b89f79084307
                 */
                "X-Signature": string;
                /**
                 * @description The same under the secret before, for 24 hours after the secret was rotated. Absent otherwise.
                 * @example ad7ae70d4278ffa8ab6199c28a597da6e8977ffae90f9e5443e1cb8a2c5e782f
                 */
                "X-Signature-Previous"?: string;
                /**
                 * @description The `event_id`, the same at every attempt (Standard Webhooks).
                 * @example 5f7c1f0e-6d8b-4c53-9a4e-2f1f6f3f7b11
                 */
                "webhook-id": string;
                /**
                 * @description As `X-Timestamp` (Standard Webhooks).
                 * @example 1769852521
                 */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64; two of them, separated by a blank, for 24 hours after the secret was rotated (Standard Webhooks).
                 * @example v1,AsmPKl5936c2GuSYBL9EafnBPihFjmMQqC+B9lTR1KQ= v1,St7gQx3dZOgwEDsNqOd8EftdVvN3YqhPyAMZ4sqBNss=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationEvent"];
            };
        };
        responses: {
            /** @description The event is received. Answer within 5 seconds, before you work on it; any other status, and a later answer, makes the service send it again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
