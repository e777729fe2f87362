// Generated from spec/ by `npm run generate`. Do not edit: change spec/ and generate again.
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
        post: operations["listSubmissionStatusesV2"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/submissions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelSubmission"];
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
        get: operations["getVerificationRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partner/v2/verify/requests/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelVerificationRequest"];
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
        get: operations["listWebhooks"];
        put?: never;
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
        get: operations["getWebhook"];
        put: operations["replaceWebhook"];
        post?: never;
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
        put?: never;
        post: operations["rotateWebhookSecret"];
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
        post: operations["sendVerificationEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    submissionEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendSubmissionEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description A problem document (RFC 9457). Later versions can add properties. */
        Problem: {
            /**
             * Format: uri
             * @description A stable URL that identifies the problem and redirects to its explanation.
             */
            type: string;
            /** @description A short title of the problem. The title is the same for every occurrence. */
            title: string;
            /**
             * Format: int32
             * @description The HTTP status code of the response.
             */
            status: number;
            /** @description An explanation of this occurrence of the problem, and how to fix it. The explanation never contains values from the request. */
            detail: string;
            /** @description The error code. Branch on this value. Later versions can add values: handle an unknown code by the status of the response. */
            code: components["schemas"]["ProblemCode"];
            /**
             * Format: uuid
             * @description The `X-Request-Id` of the response. Quote it when you ask for help.
             */
            request_id: string;
        };
        /** @description A token request with the client credentials grant (RFC 6749, section 4.4). Do not repeat a field. The service ignores unknown fields (RFC 6749, section 3.2) and treats an empty field as absent. */
        TokenRequest: {
            /**
             * @description The grant type (RFC 6749, section 4.4).
             * @constant
             */
            grant_type: "client_credentials";
            /** @description The client ID of the partner. With HTTP Basic, omit it or send the same client ID. */
            client_id?: string;
            /** @description The client secret of the partner. With HTTP Basic, omit it. */
            client_secret?: string;
            /** @description The requested scopes, separated by single spaces. Default: all scopes that the partner was granted. The service rejects any other scope with `invalid_scope`. */
            scope?: string;
        };
        /** @description An access token (RFC 6749, section 5.1). */
        TokenResponse: {
            /** @description A JWT (RFC 9068) that is signed with ES256 and a key in `/.well-known/jwks.json`. Treat it as opaque and send it in `Authorization: Bearer`. */
            access_token: string;
            /**
             * @description How the token is used (RFC 6750).
             * @constant
             */
            token_type: "Bearer";
            /**
             * Format: int32
             * @description The lifetime of the token, in seconds.
             * @constant
             */
            expires_in: 3600;
            /** @description The scopes of the token, separated by spaces. */
            scope: string;
        };
        /** @description The reason why the service did not issue a token (RFC 6749, section 5.2). */
        TokenError: {
            /**
             * @description The reason for programs.
             *
             *     - `invalid_request`: a field is missing, repeated, or malformed, or the request has credentials both in the form and with
             *       HTTP Basic.
             *     - `invalid_client`: the credentials are missing or wrong, or the partner is disabled.
             *     - `unsupported_grant_type`: only `client_credentials` is supported.
             *     - `invalid_scope`: a scope is unknown, malformed, or not granted.
             *     - `temporarily_unavailable`: retry after `Retry-After`.
             *     - `server_error`: an unexpected error occurred in the service.
             * @enum {string}
             */
            error: "invalid_request" | "invalid_client" | "unsupported_grant_type" | "invalid_scope" | "temporarily_unavailable" | "server_error";
            /** @description An explanation for developers. It never contains values from the request. */
            error_description: string;
        };
        /** @description An identifier that the partner chooses. It can contain any characters except control characters, and is case-sensitive. The service rejects `.` and `..`, which a URL path cannot contain. Use a globally unique value in the form `<PREFIX>-<UUID>`. The prefix is optional. Do not use personal data, because the logs of the service contain the value. */
        Identifier: string;
        /** @description A name or a short text on a single line. It must not be blank. */
        Text: string;
        /**
         * @description The full name of the degree or course, in standard spelling: `Bachelor of Commerce`, `Master of Science`. The service rejects:
         *
         *     - honours words (`Honours`, `Honors`, `Hons`): set `with_honours` instead;
         *     - variant spellings of a degree (`Masters of`, `Master in`, `Bachelors of`, `Bachelor in`, `Batchelor of`): write `Master of`, `Bachelor of`;
         *     - abbreviations as the first word (`BSc`, `B.A.`, `EMBA`, `PhD`, `LLB`, `DipEd`, `Bach. of`, ...): write the words out in full;
         *     - an entry of `majors`.
         *
         *     The service accepts other names that look wrong, such as `Bachelor of Commerce (Finance)`, `Master's Degree`, or `N/A`, and returns `warnings`.
         */
        CourseName: components["schemas"]["Text"];
        /** @description The year in which the qualification was conferred, as four digits. Must be null or absent if `awaiting_graduation` is true. Otherwise, the year is required and must not be null. */
        ConferralYear: string | null;
        /** @description The name of a major, such as `Finance`. The service accepts names that look wrong, such as `Finance (Honours)`, `Major in Finance`, or `None`, and returns `warnings`. */
        Major: components["schemas"]["Text"];
        /** @description A real calendar date, as `YYYY-MM-DD`, or a year, as `YYYY`. */
        CalendarDateOrYear: string;
        /** @description Text that can be empty and can have several lines. */
        OptionalText: string;
        /** @description A subject in a transcript. */
        TranscriptSubject: {
            /** @description Name of the subject. */
            name: components["schemas"]["Text"];
            /** @description The institution's code for the subject. */
            code: components["schemas"]["Text"];
            /** @description The credit points in the institution's own format. */
            credit?: components["schemas"]["OptionalText"];
            /** @description The score in the institution's own format. */
            score?: components["schemas"]["OptionalText"];
            /** @description The grade in the institution's own words, for example a letter or `High Distinction`. */
            grade: components["schemas"]["Text"];
            /** @description Date on which the subject was completed. */
            completion_date: components["schemas"]["CalendarDateOrYear"];
        };
        /** @description The transcript of an education qualification. */
        Transcript: {
            /** @description The overall result. */
            overall: {
                /** @description Date on which the transcript was issued. */
                issuance_date: components["schemas"]["CalendarDateOrYear"];
                /** @description The overall score in the institution's own format, for example a grade point average. */
                score?: components["schemas"]["OptionalText"];
            };
            /** @description The completed subjects. */
            subjects: components["schemas"]["TranscriptSubject"][];
        };
        /** @description A partner institution in a partner hierarchy. */
        PartnerInstitution: {
            /** @description Name of the partner institution. */
            name: components["schemas"]["Text"];
        };
        /** @description The intermediate partners in a partner hierarchy with several levels. The user sees these partners, and the operator uses them for statistics. */
        PartnerChain: components["schemas"]["PartnerInstitution"][] | null;
        /** @description An education qualification. The service composes the title that users see: `course_name`, the majors in parentheses (joined with `and`; three or more as `A, B and C`), `(Honours)` if `with_honours` is true, and `(Awaiting Graduation)` if `awaiting_graduation` is true. Example: `Bachelor of Commerce (Finance and Economics) (Honours) (Awaiting Graduation)`. For a qualification that is completed but not yet conferred, set `awaiting_graduation` to true and `conferral_year` to null. */
        EducationCredential: {
            /** @description Name of the person who earned the qualification. */
            full_name: components["schemas"]["Text"];
            /** @description Name of the institution that provided the course. */
            education_provider: components["schemas"]["Text"];
            /**
             * @description The full name of the degree or course, in standard spelling: `Bachelor of Commerce`, `Master of Science`. The service rejects:
             *
             *     - honours words (`Honours`, `Honors`, `Hons`): set `with_honours` instead;
             *     - variant spellings of a degree (`Masters of`, `Master in`, `Bachelors of`, `Bachelor in`, `Batchelor of`): write `Master of`, `Bachelor of`;
             *     - abbreviations as the first word (`BSc`, `B.A.`, `EMBA`, `PhD`, `LLB`, `DipEd`, `Bach. of`, ...): write the words out in full;
             *     - an entry of `majors`.
             *
             *     The service accepts other names that look wrong, such as `Bachelor of Commerce (Finance)`, `Master's Degree`, or `N/A`, and returns `warnings`.
             */
            course_name: components["schemas"]["CourseName"];
            /** @description The year in which the qualification was conferred, as four digits. Must be null or absent if `awaiting_graduation` is true. Otherwise, the year is required and must not be null. */
            conferral_year?: null;
            /**
             * @description True if the course is completed but the qualification is not yet conferred. Default: false.
             * @constant
             */
            awaiting_graduation: true;
            /** @description Whether the qualification has majors. False with an entry in `majors` gets the warning `contradiction`. */
            has_majors?: boolean;
            /** @description The majors. `course_name` must not contain any of them as whole words, in any letter case. */
            majors?: components["schemas"]["Major"][];
            /** @description True if the qualification was awarded with honours. Do not put honours in any other property. */
            with_honours?: boolean;
            /** @description The transcript of an education qualification. */
            transcript?: components["schemas"]["Transcript"];
            /** @description The intermediate partners in a partner hierarchy with several levels. The user sees these partners, and the operator uses them for statistics. */
            partner_chain?: components["schemas"]["PartnerChain"];
        } | {
            /** @description Name of the person who earned the qualification. */
            full_name: components["schemas"]["Text"];
            /** @description Name of the institution that provided the course. */
            education_provider: components["schemas"]["Text"];
            /**
             * @description The full name of the degree or course, in standard spelling: `Bachelor of Commerce`, `Master of Science`. The service rejects:
             *
             *     - honours words (`Honours`, `Honors`, `Hons`): set `with_honours` instead;
             *     - variant spellings of a degree (`Masters of`, `Master in`, `Bachelors of`, `Bachelor in`, `Batchelor of`): write `Master of`, `Bachelor of`;
             *     - abbreviations as the first word (`BSc`, `B.A.`, `EMBA`, `PhD`, `LLB`, `DipEd`, `Bach. of`, ...): write the words out in full;
             *     - an entry of `majors`.
             *
             *     The service accepts other names that look wrong, such as `Bachelor of Commerce (Finance)`, `Master's Degree`, or `N/A`, and returns `warnings`.
             */
            course_name: components["schemas"]["CourseName"];
            /** @description The year in which the qualification was conferred, as four digits. Must be null or absent if `awaiting_graduation` is true. Otherwise, the year is required and must not be null. */
            conferral_year: string;
            /**
             * @description True if the course is completed but the qualification is not yet conferred. Default: false.
             * @constant
             */
            awaiting_graduation?: false;
            /** @description Whether the qualification has majors. False with an entry in `majors` gets the warning `contradiction`. */
            has_majors?: boolean;
            /** @description The majors. `course_name` must not contain any of them as whole words, in any letter case. */
            majors?: components["schemas"]["Major"][];
            /** @description True if the qualification was awarded with honours. Do not put honours in any other property. */
            with_honours?: boolean;
            /** @description The transcript of an education qualification. */
            transcript?: components["schemas"]["Transcript"];
            /** @description The intermediate partners in a partner hierarchy with several levels. The user sees these partners, and the operator uses them for statistics. */
            partner_chain?: components["schemas"]["PartnerChain"];
        };
        /**
         * Format: uri
         * @description The absolute https URL of the document, or null. The file must be downloadable without authentication, so the URL must not contain user info (`user:password@`). The host must be a registered domain of the partner. The URL must be ASCII: percent-encode spaces and other characters, and write the host in Punycode. Outside production, a registered loopback host can use http.
         */
        DocumentUrl: string | null;
        /** @description An education qualification with the URL of a PDF file. */
        EducationWithPdf: {
            /** @description The partner's identifier for the submission. Different partners can use the same identifier without a conflict. In a batch, it identifies the item. */
            id: components["schemas"]["Identifier"];
            /**
             * @description The kind of the credential.
             * @constant
             */
            credential_type: "education";
            /**
             * @description The type of the document: a PDF file. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            document_type: "pdf";
            /** @description The credential and its document. */
            data: {
                /** @description An education qualification. The service composes the title that users see: `course_name`, the majors in parentheses (joined with `and`; three or more as `A, B and C`), `(Honours)` if `with_honours` is true, and `(Awaiting Graduation)` if `awaiting_graduation` is true. Example: `Bachelor of Commerce (Finance and Economics) (Honours) (Awaiting Graduation)`. For a qualification that is completed but not yet conferred, set `awaiting_graduation` to true and `conferral_year` to null. */
                credential: components["schemas"]["EducationCredential"];
                /** @description The URL of the PDF file, or null. */
                document?: components["schemas"]["DocumentUrl"];
                /** @description An alternative position for the `partner_chain` of the credential. */
                partner_chain?: components["schemas"]["PartnerChain"];
            };
        };
        /** @description The content of an open certificate document: a string that contains a JSON object, or null. The maximum length is 1 MiB in UTF-8. */
        OpenCertificate: string | null;
        /** @description An education qualification with an open certificate. */
        EducationWithOpenCertificate: {
            /** @description The partner's identifier for the submission. Different partners can use the same identifier without a conflict. In a batch, it identifies the item. */
            id: components["schemas"]["Identifier"];
            /**
             * @description The kind of the credential.
             * @constant
             */
            credential_type: "education";
            /**
             * @description The type of the document: an open certificate. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            document_type: "open_cert";
            /** @description The credential and its document. */
            data: {
                /** @description An education qualification. The service composes the title that users see: `course_name`, the majors in parentheses (joined with `and`; three or more as `A, B and C`), `(Honours)` if `with_honours` is true, and `(Awaiting Graduation)` if `awaiting_graduation` is true. Example: `Bachelor of Commerce (Finance and Economics) (Honours) (Awaiting Graduation)`. For a qualification that is completed but not yet conferred, set `awaiting_graduation` to true and `conferral_year` to null. */
                credential: components["schemas"]["EducationCredential"];
                /** @description The content of the open certificate document, or null. */
                document?: components["schemas"]["OpenCertificate"];
                /** @description An alternative position for the `partner_chain` of the credential. */
                partner_chain?: components["schemas"]["PartnerChain"];
            };
        };
        /** @description An education qualification without a document. */
        EducationWithoutDocument: {
            /** @description The partner's identifier for the submission. Different partners can use the same identifier without a conflict. In a batch, it identifies the item. */
            id: components["schemas"]["Identifier"];
            /**
             * @description The kind of the credential.
             * @constant
             */
            credential_type: "education";
            /**
             * @description The submission has no document. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            document_type: "none";
            /** @description The credential and its document. */
            data: {
                /** @description An education qualification. The service composes the title that users see: `course_name`, the majors in parentheses (joined with `and`; three or more as `A, B and C`), `(Honours)` if `with_honours` is true, and `(Awaiting Graduation)` if `awaiting_graduation` is true. Example: `Bachelor of Commerce (Finance and Economics) (Honours) (Awaiting Graduation)`. For a qualification that is completed but not yet conferred, set `awaiting_graduation` to true and `conferral_year` to null. */
                credential: components["schemas"]["EducationCredential"];
                /** @description Null or absent, because the submission has no document. */
                document?: null;
                /** @description An alternative position for the `partner_chain` of the credential. */
                partner_chain?: components["schemas"]["PartnerChain"];
            };
        };
        /** @description An education qualification submitted for a user. */
        EducationSubmission: components["schemas"]["EducationWithPdf"] | components["schemas"]["EducationWithOpenCertificate"] | components["schemas"]["EducationWithoutDocument"];
        /**
         * Format: uri
         * @description The URL to send the user's browser to: `{app_url}/partner/add/<type>#clientId=..&documentType=..&content=..`. `<type>` is the credential type in camelCase, such as `rightToWork`, or `batch`. `content` is the service's identifier for the submission. The link of a batch has no `documentType`. Each value is percent-encoded. Some clients print `&` as the escape sequence `\u0026`: replace it with `&`.
         */
        RedirectUri: string;
        /**
         * @description What the value looks like. Later versions can add values. `placeholder`: a text for a missing value. `generic`: generic words that name nothing. `abbreviation`: an abbreviation. `spelling`: a variant spelling. `honours`: honours or their class. `major`: a major in the wrong property. `awaiting_graduation`: a degree that is not yet conferred. `guessable`: a `request_id` that others can guess. `contradiction`: a value that another property contradicts. `future`: a year or a date that is too far in the future. `different_content`: content that the service did not store, because the identifier was used before with different content.
         * @enum {string}
         */
        WarningCode: "placeholder" | "generic" | "abbreviation" | "spelling" | "honours" | "major" | "awaiting_graduation" | "guessable" | "contradiction" | "future" | "different_content";
        /** @description A value that looks wrong. */
        Warning: {
            /** @description The property with the value, as a JSON Pointer (RFC 6901) into the body of the request. */
            pointer: string;
            /** @description What the value looks like. Later versions can add values. `placeholder`: a text for a missing value. `generic`: generic words that name nothing. `abbreviation`: an abbreviation. `spelling`: a variant spelling. `honours`: honours or their class. `major`: a major in the wrong property. `awaiting_graduation`: a degree that is not yet conferred. `guessable`: a `request_id` that others can guess. `contradiction`: a value that another property contradicts. `future`: a year or a date that is too far in the future. `different_content`: content that the service did not store, because the identifier was used before with different content. */
            code: components["schemas"]["WarningCode"];
            /** @description An explanation of the warning, and how to fix the value. It never contains values from the request, except for words that a naming rule lists. */
            detail: string;
        };
        /** @description Values in the body of this request that look wrong, up to 1,000. The service has accepted them. Absent if there are no warnings. A repeated request (`Idempotent-Replayed: true`) gets the warnings about its own body, so an exact retry gets the same warnings. If its content differs from the first request, it also gets `different_content` for each property, or item of a list, at the top level of the body that differs. The order of properties in an object and white space do not matter. After the content of the first request was erased, there is no such warning. New warnings can be added at any time. */
        Warnings: components["schemas"]["Warning"][];
        /** @description The link for the user, and the warnings about the request. */
        SubmissionLink: {
            /** @description The URL to send the user's browser to: `{app_url}/partner/add/<type>#clientId=..&documentType=..&content=..`. `<type>` is the credential type in camelCase, such as `rightToWork`, or `batch`. `content` is the service's identifier for the submission. The link of a batch has no `documentType`. Each value is percent-encoded. Some clients print `&` as the escape sequence `\u0026`: replace it with `&`. */
            redirect_uri: components["schemas"]["RedirectUri"];
            /** @description Values in the body of this request that look wrong, up to 1,000. The service has accepted them. Absent if there are no warnings. A repeated request (`Idempotent-Replayed: true`) gets the warnings about its own body, so an exact retry gets the same warnings. If its content differs from the first request, it also gets `different_content` for each property, or item of a list, at the top level of the body that differs. The order of properties in an object and white space do not matter. After the content of the first request was erased, there is no such warning. New warnings can be added at any time. */
            warnings?: components["schemas"]["Warnings"];
        };
        /**
         * Format: date
         * @description A real calendar date, as `YYYY-MM-DD`. The service rejects `2023-02-29`.
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
            /** @description The score in the test's own format. */
            score: components["schemas"]["Text"];
        };
        /** @description The scores of an English proficiency test, on the test's own scale and as CEFR levels. */
        TestScores: {
            /** @description Levels of the Common European Framework of Reference for each skill. All properties are optional. */
            cefr_scores: {
                /** @description The overall English level across all skills. */
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
                /** @description The score in the test's own format. */
                score: components["schemas"]["Text"];
                /** @description The scale of the score, for example `0-9`. */
                scale: components["schemas"]["Text"];
            };
            /** @description The scores of the individual skills, on the test's own scale. */
            subskills?: components["schemas"]["SubskillScore"][];
            /** @description An alternative position for the `partner_chain` of the credential. */
            partner_chain?: components["schemas"]["PartnerChain"];
        };
        /** @description The result of an English proficiency test. The CEFR levels of the skills determine how the credential is displayed and which of a hirer's requirements it meets. Send all levels that the test reports. */
        EnglishProficiencyCredential: {
            /** @description Name of the person who took the test. */
            full_name: components["schemas"]["Text"];
            /** @description Name of the test provider. */
            test_provider: components["schemas"]["Text"];
            /** @description Name of the test. */
            test_name: components["schemas"]["Text"];
            /** @description Date on which the test was taken. */
            completion_date: components["schemas"]["CalendarDate"];
            /** @description Date on which the result expires. A date before `completion_date` gets the warning `contradiction`. */
            expiry_date?: components["schemas"]["CalendarDate"];
            /** @description The scores of an English proficiency test, on the test's own scale and as CEFR levels. */
            test_scores: components["schemas"]["TestScores"];
            /** @description The intermediate partners in a partner hierarchy with several levels. The user sees these partners, and the operator uses them for statistics. */
            partner_chain?: components["schemas"]["PartnerChain"];
        };
        /** @description The result of an English proficiency test submitted for a user. */
        EnglishProficiencySubmission: {
            /** @description The partner's identifier for the submission. Different partners can use the same identifier without a conflict. */
            id: components["schemas"]["Identifier"];
            /**
             * @description The kind of the credential.
             * @constant
             */
            credential_type: "english_proficiency";
            /**
             * @description The type of `data.document`.
             * @constant
             */
            document_type: "english_assessment";
            /** @description The credential and its document. */
            data: {
                /** @description The result of an English proficiency test. The CEFR levels of the skills determine how the credential is displayed and which of a hirer's requirements it meets. Send all levels that the test reports. */
                credential: components["schemas"]["EnglishProficiencyCredential"];
                /** @description The URL of the test certificate (a PDF file), or null. */
                document?: components["schemas"]["DocumentUrl"];
                /** @description An alternative position for the `partner_chain` of the credential. */
                partner_chain?: components["schemas"]["PartnerChain"];
            };
        };
        /** @description The name of the party that issued the credential. The service rejects a generic word alone (`School`, `University`, `College`, `Provider`, `Institution`, `Company`, `Organisation`, `Academy`, ...), also with an article (`The University`). It accepts other names that look wrong, such as `Training Provider`, `Website`, or `N/A`, and returns `warnings`. */
        IssuerName: components["schemas"]["Text"];
        /** @description The name of the qualification. The service rejects certificates of participation or completion that name no qualification: `Certificate of Participation`, `Certificate of Course Completion`, `Completion Certificate`, and similar spellings. It accepts other names that look wrong, such as `Certificate of Achievement`, `Module 1`, or `N/A`, and returns `warnings`. */
        MicrocredentialName: components["schemas"]["Text"];
        /** @description The result of the assessment in the issuer's own words, or null. */
        AssessmentResult: string | null;
        /** @description A microcredential: the proof of a short course or an assessed skill. */
        MicrocredentialCredential: {
            /** @description Name of the person who earned the microcredential. */
            full_name: components["schemas"]["Text"];
            /** @description The name of the party that issued the credential. The service rejects a generic word alone (`School`, `University`, `College`, `Provider`, `Institution`, `Company`, `Organisation`, `Academy`, ...), also with an article (`The University`). It accepts other names that look wrong, such as `Training Provider`, `Website`, or `N/A`, and returns `warnings`. */
            issuer_name: components["schemas"]["IssuerName"];
            /** @description The name of the qualification. The service rejects certificates of participation or completion that name no qualification: `Certificate of Participation`, `Certificate of Course Completion`, `Completion Certificate`, and similar spellings. It accepts other names that look wrong, such as `Certificate of Achievement`, `Module 1`, or `N/A`, and returns `warnings`. */
            microcredential_name: components["schemas"]["MicrocredentialName"];
            /** @description Date on which the microcredential was issued. */
            issue_date: components["schemas"]["CalendarDate"];
            /** @description Date on which the microcredential expires. A date before `issue_date` gets the warning `contradiction`. */
            expiry_date?: components["schemas"]["CalendarDate"];
            /** @description The result of the assessment in the issuer's own words, or null. */
            assessment_result?: components["schemas"]["AssessmentResult"];
            /** @description The intermediate partners in a partner hierarchy with several levels. The user sees these partners, and the operator uses them for statistics. */
            partner_chain?: components["schemas"]["PartnerChain"];
        };
        /** @description A microcredential with the URL of a PDF file. */
        MicrocredentialWithPdf: {
            /** @description The partner's identifier for the submission. Different partners can use the same identifier without a conflict. In a batch, it identifies the item. */
            id: components["schemas"]["Identifier"];
            /**
             * @description The kind of the credential.
             * @constant
             */
            credential_type: "microcredential";
            /**
             * @description The type of the document: a PDF file. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            document_type: "pdf";
            /** @description The credential and its document. */
            data: {
                /** @description A microcredential: the proof of a short course or an assessed skill. */
                credential: components["schemas"]["MicrocredentialCredential"];
                /** @description The URL of the PDF file, or null. */
                document?: components["schemas"]["DocumentUrl"];
                /** @description An alternative position for the `partner_chain` of the credential. */
                partner_chain?: components["schemas"]["PartnerChain"];
            };
        };
        /** @description A microcredential with the URL of a PNG or JPEG file. */
        MicrocredentialWithImage: {
            /** @description The partner's identifier for the submission. Different partners can use the same identifier without a conflict. In a batch, it identifies the item. */
            id: components["schemas"]["Identifier"];
            /**
             * @description The kind of the credential.
             * @constant
             */
            credential_type: "microcredential";
            /**
             * @description The type of the image: PNG or JPEG. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            document_type: "png" | "jpg";
            /** @description The credential and its document. */
            data: {
                /** @description A microcredential: the proof of a short course or an assessed skill. */
                credential: components["schemas"]["MicrocredentialCredential"];
                /** @description The URL of the image, or null. */
                document?: components["schemas"]["DocumentUrl"];
                /** @description An alternative position for the `partner_chain` of the credential. */
                partner_chain?: components["schemas"]["PartnerChain"];
            };
        };
        /** @description A microcredential with an open certificate. */
        MicrocredentialWithOpenCertificate: {
            /** @description The partner's identifier for the submission. Different partners can use the same identifier without a conflict. In a batch, it identifies the item. */
            id: components["schemas"]["Identifier"];
            /**
             * @description The kind of the credential.
             * @constant
             */
            credential_type: "microcredential";
            /**
             * @description The type of the document: an open certificate. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            document_type: "open_cert";
            /** @description The credential and its document. */
            data: {
                /** @description A microcredential: the proof of a short course or an assessed skill. */
                credential: components["schemas"]["MicrocredentialCredential"];
                /** @description The content of the open certificate document, or null. */
                document?: components["schemas"]["OpenCertificate"];
                /** @description An alternative position for the `partner_chain` of the credential. */
                partner_chain?: components["schemas"]["PartnerChain"];
            };
        };
        /** @description A microcredential without a document. */
        MicrocredentialWithoutDocument: {
            /** @description The partner's identifier for the submission. Different partners can use the same identifier without a conflict. In a batch, it identifies the item. */
            id: components["schemas"]["Identifier"];
            /**
             * @description The kind of the credential.
             * @constant
             */
            credential_type: "microcredential";
            /**
             * @description The submission has no document. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            document_type: "none";
            /** @description The credential and its document. */
            data: {
                /** @description A microcredential: the proof of a short course or an assessed skill. */
                credential: components["schemas"]["MicrocredentialCredential"];
                /** @description Null or absent, because the submission has no document. */
                document?: null;
                /** @description An alternative position for the `partner_chain` of the credential. */
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
            /**
             * @description An officially assigned ISO 3166-1 alpha-2 country code, in upper case.
             * @constant
             */
            country: "SG";
            /** @description The kind of right to work in Singapore. Required if `country` is `SG`. */
            singapore_work_rights: string;
            /** @description The intermediate partners in a partner hierarchy with several levels. The user sees these partners, and the operator uses them for statistics. */
            partner_chain?: components["schemas"]["PartnerChain"];
        } | {
            /** @description Name of the person who has the right to work. */
            full_name: components["schemas"]["Text"];
            /** @description An officially assigned ISO 3166-1 alpha-2 country code, in upper case. */
            country: Exclude<components["schemas"]["CountryCode"], "SG">;
            /** @description The kind of right to work in Singapore. Required if `country` is `SG`. */
            singapore_work_rights?: components["schemas"]["Text"];
            /** @description The intermediate partners in a partner hierarchy with several levels. The user sees these partners, and the operator uses them for statistics. */
            partner_chain?: components["schemas"]["PartnerChain"];
        };
        /** @description A right to work submitted for a user. */
        RightToWorkSubmission: {
            /** @description The partner's identifier for the submission. Different partners can use the same identifier without a conflict. */
            id: components["schemas"]["Identifier"];
            /**
             * @description The kind of the credential.
             * @constant
             */
            credential_type: "right_to_work";
            /**
             * @description The submission has no document.
             * @constant
             */
            document_type: "none";
            /** @description The credential and its document. */
            data: {
                /** @description The right to work in a country. */
                credential: components["schemas"]["RightToWorkCredential"];
                /** @description Null or absent, because a right to work has no document. */
                document?: null;
                /** @description An alternative position for the `partner_chain` of the credential. */
                partner_chain?: components["schemas"]["PartnerChain"];
            };
        };
        /** @description A microcredential in a v1 batch. Its document cannot be an image. */
        MicrocredentialBatchItem: components["schemas"]["MicrocredentialWithPdf"] | components["schemas"]["MicrocredentialWithOpenCertificate"] | components["schemas"]["MicrocredentialWithoutDocument"];
        /** @description Several microcredentials of one user, submitted together. */
        MicrocredentialBatch: {
            /** @description The partner's identifier for the batch. */
            id: components["schemas"]["Identifier"];
            /** @description The microcredentials. Each `id` must be unique within the batch, for example the `id` of the batch with a numeric suffix. */
            credentials: components["schemas"]["MicrocredentialBatchItem"][];
        };
        /** @description The digital identity of the user, as the partner has established it. */
        DigitalIdentityItem: {
            /** @description The partner's identifier for the digital identity, unique within the batch. */
            credential_id: components["schemas"]["Identifier"];
            /** @description The data of the identity. */
            fields: {
                /** @description Name of the user. */
                full_name: components["schemas"]["Text"];
            };
        };
        /** @description A file that supports an education qualification. Upload its bytes after the batch is accepted. */
        EducationAsset: {
            /** @description The partner's identifier for the asset, unique within the batch. */
            asset_id: components["schemas"]["Identifier"];
            /**
             * @description The type of the file. It determines the `Content-Type` of the upload.
             * @enum {string}
             */
            asset_type: "pdf" | "open_cert";
        };
        /** @description An education qualification in a v2 batch. */
        EducationItem: {
            /** @description The partner's identifier for the item, unique within the batch. */
            credential_id: components["schemas"]["Identifier"];
            /** @description An education qualification. The service composes the title that users see: `course_name`, the majors in parentheses (joined with `and`; three or more as `A, B and C`), `(Honours)` if `with_honours` is true, and `(Awaiting Graduation)` if `awaiting_graduation` is true. Example: `Bachelor of Commerce (Finance and Economics) (Honours) (Awaiting Graduation)`. For a qualification that is completed but not yet conferred, set `awaiting_graduation` to true and `conferral_year` to null. */
            fields: components["schemas"]["EducationCredential"];
            /** @description The files that support the credential. The response contains an upload link for each file. */
            assets?: components["schemas"]["EducationAsset"][];
        };
        /** @description A file that supports a microcredential. Upload its bytes after the batch is accepted. */
        MicrocredentialAsset: {
            /** @description The partner's identifier for the asset, unique within the batch. */
            asset_id: components["schemas"]["Identifier"];
            /**
             * @description The type of the file. It determines the `Content-Type` of the upload.
             * @enum {string}
             */
            asset_type: "pdf" | "jpg" | "png" | "open_cert";
        };
        /** @description A microcredential in a v2 batch. */
        MicrocredentialItem: {
            /** @description The partner's identifier for the item, unique within the batch. */
            credential_id: components["schemas"]["Identifier"];
            /** @description A microcredential: the proof of a short course or an assessed skill. */
            fields: components["schemas"]["MicrocredentialCredential"];
            /** @description The files that support the credential. The response contains an upload link for each file. */
            assets?: components["schemas"]["MicrocredentialAsset"][];
        };
        /** @description A file that supports an English proficiency test result. Upload its bytes after the batch is accepted. */
        EnglishProficiencyAsset: {
            /** @description The partner's identifier for the asset, unique within the batch. */
            asset_id: components["schemas"]["Identifier"];
            /**
             * @description The type of the file. It determines the `Content-Type` of the upload.
             * @constant
             */
            asset_type: "pdf";
        };
        /** @description The result of an English proficiency test in a v2 batch. */
        EnglishProficiencyItem: {
            /** @description The partner's identifier for the item, unique within the batch. */
            credential_id: components["schemas"]["Identifier"];
            /** @description The result of an English proficiency test. The CEFR levels of the skills determine how the credential is displayed and which of a hirer's requirements it meets. Send all levels that the test reports. */
            fields: components["schemas"]["EnglishProficiencyCredential"];
            /** @description The files that support the credential. The response contains an upload link for each file. */
            assets?: components["schemas"]["EnglishProficiencyAsset"][];
        };
        /** @description A right to work in a v2 batch. It has no assets. */
        RightToWorkItem: {
            /** @description The partner's identifier for the item, unique within the batch. */
            credential_id: components["schemas"]["Identifier"];
            /** @description The right to work in a country. */
            fields: components["schemas"]["RightToWorkCredential"];
        };
        /** @description Credentials of several kinds for one user, submitted together. The lists for education, microcredentials, and English proficiency are required and can be empty. The list for right to work is optional. Each `credential_id` must be unique among the digital identity and the items of the batch, and each `asset_id` among all assets of the batch. The token needs `write.digital_identity` and the write scope of each list that is not empty. The service checks the scopes of the lists after all other rules. */
        CredentialBatch: {
            /** @description The partner's identifier for the batch. */
            credential_id: components["schemas"]["Identifier"];
            /** @description The digital identity of the user, as the partner has established it. */
            digital_identity: components["schemas"]["DigitalIdentityItem"];
            /** @description Education qualifications. If the list is not empty, the token needs the scope `write.education`. */
            education_items: components["schemas"]["EducationItem"][];
            /** @description Microcredentials. If the list is not empty, the token needs the scope `write.microcredential`. */
            microcredential_items: components["schemas"]["MicrocredentialItem"][];
            /** @description English proficiency test results. If the list is not empty, the token needs the scope `write.english_proficiency`. */
            english_proficiency_items: components["schemas"]["EnglishProficiencyItem"][];
            /** @description Rights to work. If the list is not empty, the token needs the scope `write.right_to_work`. */
            right_to_work_items?: components["schemas"]["RightToWorkItem"][];
        };
        /** @description The upload link for an asset. */
        AssetUpload: {
            /** @description The partner's identifier for the asset. */
            asset_id: string;
            /**
             * @description The type of the file, as submitted. It determines the `Content-Type` of the upload.
             * @enum {string}
             */
            asset_type: "pdf" | "jpg" | "png" | "open_cert";
            /**
             * Format: uri
             * @description The signed upload link for the file. Send a `PUT` request without an `Authorization` header. Keep the link secret: anyone who has the link can upload a file. Its query contains the `client_id` of the partner, the expiry time, and the signature. The link expires with the submission, 48 hours after the first POST.
             */
            url: string;
        };
        /** @description The link for the user, the upload links for the assets, and the warnings about the request. */
        CredentialBatchLink: {
            /** @description The URL to send the user's browser to: `{app_url}/partner/add/<type>#clientId=..&documentType=..&content=..`. `<type>` is the credential type in camelCase, such as `rightToWork`, or `batch`. `content` is the service's identifier for the submission. The link of a batch has no `documentType`. Each value is percent-encoded. Some clients print `&` as the escape sequence `\u0026`: replace it with `&`. */
            redirect_uri: components["schemas"]["RedirectUri"];
            /** @description One entry for each submitted asset, in the order of the request. The list is empty if the response is for a repeated `credential_id` whose submission has been canceled. */
            asset_uploads: components["schemas"]["AssetUpload"][];
            /** @description Values in the body of this request that look wrong, up to 1,000. The service has accepted them. Absent if there are no warnings. A repeated request (`Idempotent-Replayed: true`) gets the warnings about its own body, so an exact retry gets the same warnings. If its content differs from the first request, it also gets `different_content` for each property, or item of a list, at the top level of the body that differs. The order of properties in an object and white space do not matter. After the content of the first request was erased, there is no such warning. New warnings can be added at any time. */
            warnings?: components["schemas"]["Warnings"];
        };
        /** @description A stored file. */
        UploadedAsset: {
            /** @description The partner's identifier for the asset. */
            asset_id: string;
            /**
             * @description The type of the file.
             * @enum {string}
             */
            asset_type: "pdf" | "jpg" | "png" | "open_cert";
            /**
             * Format: int32
             * @description The size of the file, in bytes.
             */
            size: number;
        };
        /**
         * Format: date-time
         * @description A UTC timestamp with microseconds, or null.
         */
        NullableTimestamp: string | null;
        /** @description A document that was submitted as a URL, with the state of its download. */
        SubmittedDocument: {
            /** @description The `id` of the submission or, in a batch of microcredentials, the `id` of the item. */
            id: string;
            /**
             * @description `pending`: the service has not downloaded the document yet, or will retry the download. `stored`: the document is downloaded and matches `document_type`. `unavailable`: the download failed and the service does not retry; the user sees that the document is unavailable. `deleted`: the service deleted the stored document, because the user has not signed in on the mobile application.
             * @enum {string}
             */
            state: "pending" | "stored" | "unavailable" | "deleted";
            /**
             * @description The problem of the last download attempt. Absent if there was no problem. Later versions can add values. `unreachable`: the host was not found, did not respond in time, or closed the connection. `refused_address`: the host has a private or other special address, or one that the operator has denied, the operator has removed the host from your registered domains, or the URL is not https. `error_status`: the response status was not 200. `redirected`: the response redirected to another host, to http, or too many times. `too_large`: the file is too large, or is an image with too many pixels. `wrong_type`: the bytes do not match `document_type`, or the response has a content encoding. `other`: the service could not start the download or has no storage space.
             * @enum {string}
             */
            problem?: "unreachable" | "refused_address" | "error_status" | "redirected" | "too_large" | "wrong_type" | "other";
        };
        /** @description The status of a submission. */
        SubmissionStatus: {
            /** @description The partner's identifier for the submission (for a v2 batch, its `credential_id`). */
            id: string;
            /**
             * @description `incomplete`: no user has decided. `verified`: the user consented. `canceled`: 48 hours have passed since the first POST, the user declined, or the partner canceled; the submitted data is deleted.
             * @enum {string}
             */
            status: "incomplete" | "verified" | "canceled";
            /** @description Time at which the status became `verified` or `canceled`. Null while the status is `incomplete`. */
            finalized_at: components["schemas"]["NullableTimestamp"];
            /** @description The documents that were submitted as URLs, in the order of the submission. The list is empty if the submission has no such documents or is canceled. It does not contain uploaded files or open certificates, because the service validates these at once. */
            documents: components["schemas"]["SubmittedDocument"][];
        } & (unknown & unknown);
        /** @description The submissions to return. */
        SubmissionStatusQuery: {
            /** @description The partner's identifiers of the submissions. */
            ids: components["schemas"]["Identifier"][];
        };
        /** @description The status of each submission that exists, in the order of the request. */
        SubmissionStatusList: {
            /** @description The submissions. The list omits identifiers that do not exist for this partner. */
            credentials: components["schemas"]["SubmissionStatus"][];
        };
        /**
         * Format: uri
         * @description The URL that the user's browser returns to. The service appends `request_id` and `status` to the query, and removes other parameters with these names. It must be an absolute https URL in ASCII, without user info and without a fragment. The host must be a registered domain of the partner. If the operator removes the domain later, the browser stays on a closing page of the service. Outside production, a registered loopback host can use http.
         */
        CallbackUrl: string;
        /**
         * Format: uri
         * @description The URL of a logo that the page shows next to the name: image/png, image/jpeg, at most 256 KiB. It must be an absolute https URL in ASCII, without user info. The host must be a registered domain of the partner, and must not be a private or other special address. The service downloads the logo and sends it to the user's browser. Without a logo, or if the download fails, the page shows the initials of your name.
         */
        LogoUrl: string;
        /** @description The information about the partner that the user sees. */
        DisplayOptions: {
            /** @description The name by which the user knows the partner. The page shows this name after the registered name of the partner. The service rejects a name that looks like the registered name of another partner, with the code `not_allowed`. Two names look alike if their skeletons are equal ([UTS 39](https://www.unicode.org/reports/tr39/#Confusable_Detection)), in any letter case. */
            partner_name: components["schemas"]["Text"];
            /** @description The URL of a logo that the page shows next to the name: image/png, image/jpeg, at most 256 KiB. It must be an absolute https URL in ASCII, without user info. The host must be a registered domain of the partner, and must not be a private or other special address. The service downloads the logo and sends it to the user's browser. Without a logo, or if the download fails, the page shows the initials of your name. */
            partner_logo_url?: components["schemas"]["LogoUrl"];
        };
        /** @description The client ID of a partner. */
        PartnerClientId: string;
        /** @description An origin of the request in a partner hierarchy. */
        RequestSource: {
            /** @description Name of the source. */
            name: components["schemas"]["Text"];
        };
        /** @description A request to verify a digital identity. */
        VerificationRequest: {
            /** @description The partner's identifier for the request, which must be unique among the partner's requests. If you repeat the identifier, you get the same response. Default, and recommended: a UUID with 122 random bits that the service generates. An identifier that others can guess (any that is not an `UnguessableId` of the full contract) is accepted with the warning `guessable`, and its link contains a `key`. */
            request_id?: components["schemas"]["Identifier"];
            /** @description The URL that the user's browser returns to. The service appends `request_id` and `status` to the query, and removes other parameters with these names. It must be an absolute https URL in ASCII, without user info and without a fragment. The host must be a registered domain of the partner. If the operator removes the domain later, the browser stays on a closing page of the service. Outside production, a registered loopback host can use http. */
            callback_url?: components["schemas"]["CallbackUrl"];
            /** @description The information about the partner that the user sees. */
            display_options: components["schemas"]["DisplayOptions"];
            /** @description The client IDs of the partners whose digital identities you accept. The user can share only an identity that one of these partners submitted. The service does not check whether a partner has such a client ID. Default: all partners. */
            accepted_sources?: components["schemas"]["PartnerClientId"][];
            /** @description The origin of the request in a partner hierarchy, for the operator's statistics. */
            request_source?: components["schemas"]["RequestSource"][];
        };
        /** @description An identifier that is at least as hard to guess as a random UUID: a UUID of version 4 or 7, or at least 32 hexadecimal digits of which one is a letter, with an optional prefix that ends with `-`. Other versions of UUIDs consist of a time and an address (1, 2, and 6), of a hash of a name (3 and 5), or of anything (8). An identifier with seven zeros in a row is a padded number. */
        UnguessableId: string;
        /** @description The link for the user, and the warnings about the request. */
        VerificationLink: {
            /** @description The identifier of the request, which the partner chose or the service generated. */
            request_id: string;
            /**
             * Format: uri
             * @description The URL to send the user's browser to: `{app_url}/partner/verify/digitalIdentity?clientId=..&requestId=..`. Each value is percent-encoded. If others can guess the `request_id`, or the operator has turned on link secrets for you, the URL ends with `&key=..`: 128 random bits in base64url, without which the link does not work. Some clients print `&` as the escape sequence `\u0026`: replace it with `&`.
             */
            redirect_uri: string;
            /** @description Values in the body of this request that look wrong, up to 1,000. The service has accepted them. Absent if there are no warnings. A repeated request (`Idempotent-Replayed: true`) gets the warnings about its own body, so an exact retry gets the same warnings. If its content differs from the first request, it also gets `different_content` for each property, or item of a list, at the top level of the body that differs. The order of properties in an object and white space do not matter. After the content of the first request was erased, there is no such warning. New warnings can be added at any time. */
            warnings?: components["schemas"]["Warnings"];
        };
        /**
         * Format: date-time
         * @description A UTC timestamp with microseconds, by the clock of the service's database.
         */
        Timestamp: string;
        /** @description The partner that vouches for the identity, and when the user accepted the identity. */
        IdentitySource: {
            /** @description The client ID of a partner. */
            client_id: components["schemas"]["PartnerClientId"];
            /** @description The registered name of the partner when the user shared the identity. No two partners have names that look alike. */
            name: string;
            /** @description Time at which the user accepted the identity from this partner. */
            accepted_at: components["schemas"]["Timestamp"];
        };
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
            /** @description Time at which the user verified the request. */
            verified_at: components["schemas"]["Timestamp"];
            /** @description The verified identity. Later versions can add properties. */
            digital_identity: {
                /** @description Name of the user. */
                full_name: string;
                /** @description The partner that vouches for the identity, and when the user accepted the identity. */
                source: components["schemas"]["IdentitySource"];
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
        /** @description The user or the partner canceled the request, or 48 hours have passed. */
        CanceledCredential: {
            /**
             * @description The credential type.
             * @constant
             */
            credential_type: "digital_identity";
            /**
             * @description The user or the partner canceled the request, or 48 hours have passed. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "canceled";
        };
        /** @description The result for one credential type. */
        CredentialResult: components["schemas"]["VerifiedCredential"] | components["schemas"]["IncompleteCredential"] | components["schemas"]["CanceledCredential"];
        /** @description The result of a verification request. */
        VerificationResult: {
            /** @description The identifier of the request. */
            request_id: string;
            /** @description Time at which the request was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description One entry for each credential type. At present, the only type is `digital_identity`. */
            results: components["schemas"]["CredentialResult"][];
        };
        /** @description The results of several verification requests. */
        VerificationResultList: {
            /** @description The results, in the order of the query. The list omits ids that do not exist for this partner. */
            requests: components["schemas"]["VerificationResult"][];
        };
        /**
         * @description `verification`: the status of a verification request changed. `submission`: a submission or batch became `verified` or `canceled`.
         * @enum {string}
         */
        WebhookEventType: "verification" | "submission";
        /** @description A webhook, without its secret. */
        Webhook: {
            /**
             * Format: uuid
             * @description The identifier of the webhook.
             */
            id: string;
            /** @description The name of the webhook, or null. */
            name: string | null;
            /** @description The description of the webhook, or null. */
            description: string | null;
            /**
             * Format: uri
             * @description The URL that receives events.
             */
            url: string;
            /** @description The types of the events that the webhook gets. */
            event_types: components["schemas"]["WebhookEventType"][];
            /** @description Time at which the webhook was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description Time at which the service stops signing with the previous secret. Null if there is no previous secret. */
            previous_secret_ends_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description The webhooks of the partner. */
        WebhookList: {
            /** @description All webhooks, without their secrets, oldest first. */
            webhooks: components["schemas"]["Webhook"][];
        };
        /** @description A name on a single line that is not blank, or null. */
        NullableName: string | null;
        /** @description Text that can be empty and can have several lines, or null. */
        NullableText: string | null;
        /**
         * Format: uri
         * @description The URL that receives events. It must be an absolute https URL in ASCII, without user info and without a fragment. The host must not be a private, loopback, link-local, multicast, or other special address, in any notation. The service accepts a host name that resolves to such an address, but each delivery to it fails with `refused_address`. The port must be one of 443, 8443. Outside production, loopback hosts are allowed, over http or https, with any port.
         */
        WebhookUrl: string;
        /** @description The webhook properties that the partner sets. */
        WebhookCreate: {
            /** @description A name that your team recognises. */
            name?: components["schemas"]["NullableName"];
            /** @description The purpose of the webhook. */
            description?: components["schemas"]["NullableText"];
            /** @description The URL that receives events. It must be an absolute https URL in ASCII, without user info and without a fragment. The host must not be a private, loopback, link-local, multicast, or other special address, in any notation. The service accepts a host name that resolves to such an address, but each delivery to it fails with `refused_address`. The port must be one of 443, 8443. Outside production, loopback hosts are allowed, over http or https, with any port. */
            url: components["schemas"]["WebhookUrl"];
            /**
             * @description The types of the events that the webhook gets. Default: `verification`.
             * @default [
             *       "verification"
             *     ]
             */
            event_types?: components["schemas"]["WebhookEventType"][];
        };
        /** @description A webhook with its secret in two forms. No other response contains the secret. */
        WebhookWithSecret: components["schemas"]["Webhook"] & {
            /** @description The shared key that signs deliveries: 64 characters of `0-9` and `a-f`. The ASCII bytes of these characters are the HMAC key. Store the secret safely: the service does not return it again. */
            secret: string;
            /** @description The same key for the libraries of Standard Webhooks and Svix: `whsec_` followed by the base64 form of the characters of `secret`. Do not pass `secret` to these libraries: they would decode it as base64, and no signature would match. */
            standard_webhooks_secret: string;
        };
        /**
         * @default verification
         * @enum {string}
         */
        TestEventType: "verification" | "submission";
        /**
         * @default verified
         * @enum {string}
         */
        TestEventStatus: "verified" | "incomplete" | "canceled";
        /**
         * @description `incomplete`: no user has decided; in an event, the request belongs to a user for the first time, who decided or chose to decide later. `verified`: the user verified the request with a digital identity. `canceled`: the user or the partner canceled, or 48 hours have passed. `verified` and `canceled` are final.
         * @enum {string}
         */
        VerificationStatus: "incomplete" | "verified" | "canceled";
        /** @description An event that reports a status change of a verification request. */
        VerificationEvent: {
            /**
             * Format: uuid
             * @description The identifier of the event, which is the same for every attempt and redelivery. Skip an event that you have already processed.
             */
            event_id: string;
            /** @description The identifier of the verification request. In a test event, the identifier starts with `test-` and does not belong to a request. */
            request_id: string;
            /**
             * @description The kind of event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "verification";
            /** @description `incomplete`: no user has decided; in an event, the request belongs to a user for the first time, who decided or chose to decide later. `verified`: the user verified the request with a digital identity. `canceled`: the user or the partner canceled, or 48 hours have passed. `verified` and `canceled` are final. */
            status: components["schemas"]["VerificationStatus"];
            /** @description Time at which the status changed. Events can arrive out of order: sort them by this time. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description An event that reports the end of a submission or batch. */
        SubmissionEvent: {
            /**
             * Format: uuid
             * @description The identifier of the event, which is the same for every attempt and redelivery. Skip an event that you have already processed.
             */
            event_id: string;
            /** @description The partner's identifier for the submission (for a v2 batch, its `credential_id`). In a test event, the identifier starts with `test-` and does not belong to a submission. */
            submission_id: string;
            /**
             * @description The kind of event. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "submission";
            /**
             * @description `verified`: the user consented. `canceled`: the user declined or deleted their account, the partner canceled, or 48 hours have passed since the first POST; the submitted data is deleted.
             * @enum {string}
             */
            status: "verified" | "canceled";
            /** @description Time at which the submission ended: the `finalized_at` of its status. Events can arrive out of order: sort them by this time. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description An event that the service sends to a webhook. The `type` determines the identifier and the statuses. */
        WebhookEvent: components["schemas"]["VerificationEvent"] | components["schemas"]["SubmissionEvent"];
        /** @description An attempt of a delivery. */
        DeliveryAttempt: {
            /** @description Time at which the attempt started. */
            started_at: components["schemas"]["Timestamp"];
            /**
             * Format: double
             * @description The duration of the attempt, in milliseconds.
             */
            duration_ms: number;
            /**
             * Format: int32
             * @description The HTTP status of the response, or null if no response arrived. Only status 200 is a success.
             */
            http_status: number | null;
            /**
             * @description The reason why no complete response arrived, or null if a complete response arrived. Later versions can add values. `refused_address`: the URL points to a private, loopback, or other special address, or to an address that the operator has denied; the service does not retry. `dns_failure`: the host name could not be resolved. `connection_failed`: the connection was refused or could not be opened. `tls_failure`: the TLS connection failed, for example because of the certificate. `timeout`: the response was not complete in time. `connection_closed`: the receiver closed the connection before the end of the response. `response_too_large`: the response was too large. `invalid_response`: the response was not valid HTTP. `partner_disabled`: the operator disabled the partner, so the service sent nothing.
             * @enum {string|null}
             */
            error: "refused_address" | "dns_failure" | "connection_failed" | "tls_failure" | "timeout" | "connection_closed" | "response_too_large" | "invalid_response" | "partner_disabled" | null;
        };
        /** @description The delivery of one event to one webhook. */
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description The identifier of the delivery.
             */
            id: string;
            /**
             * @description `pending`: an attempt is in progress or scheduled. `delivered`: the receiver responded with 200 in time. `failed`: all attempts failed; you can redeliver the event.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /** @description Time at which the delivery was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description Time at which the next attempt is due. Null unless the status is `pending`. */
            next_attempt_at: components["schemas"]["NullableTimestamp"];
            /**
             * Format: uuid
             * @description The identifier of the delivery that this redelivery repeats, or null.
             */
            redelivery_of: string | null;
            /** @description The event. Its `type` determines its other properties. */
            event: components["schemas"]["WebhookEvent"];
            /** @description The attempts so far, oldest first. */
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        /** @description A page of the delivery log. */
        WebhookDeliveryList: {
            /** @description The deliveries, newest first. */
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description The `cursor` of the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description The user verifies the request with a digital identity. */
        SharedIdentity: {
            /**
             * @description The new status of the request. (enum property replaced by openapi-typescript)
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
             * @description The new status of the request. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "canceled";
        };
        /** @description The decision of a sandbox user on a verification request. */
        VerificationDecision: components["schemas"]["SharedIdentity"] | components["schemas"]["RefusedVerification"];
        /** @description The decision of a sandbox user on a submission. */
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
             * @description The base URL of the API, which is the `iss` claim of access tokens.
             */
            issuer: string;
            /**
             * Format: uri
             * @description The URL of `createTokenV2`.
             */
            token_endpoint: string;
            /**
             * Format: uri
             * @description The URL of `getJwks`.
             */
            jwks_uri: string;
            /** @description The scopes that a partner can be granted. */
            scopes_supported: string[];
            /** @description Empty: there is no authorization endpoint. */
            response_types_supported: string[];
            /** @description The supported grant types: only `client_credentials`. */
            grant_types_supported: string[];
            /** @description How a client can authenticate at the token endpoint: `client_secret_basic` or `client_secret_post`. */
            token_endpoint_auth_methods_supported: string[];
            /**
             * Format: uri
             * @description The URL of the API reference.
             */
            service_documentation: string;
        };
        /** @description A public key on the curve P-256 (RFC 7518, section 6.2). */
        Jwk: {
            /**
             * @description The key type.
             * @constant
             */
            kty: "EC";
            /**
             * @description The curve of the key.
             * @constant
             */
            crv: "P-256";
            /** @description The x coordinate, encoded in base64url. */
            x: string;
            /** @description The y coordinate, encoded in base64url. */
            y: string;
            /** @description The thumbprint of the key (RFC 7638). It is also the `kid` of the tokens that are signed with the key. */
            kid: string;
            /**
             * @description The use of the key.
             * @constant
             */
            use: "sig";
            /**
             * @description The signature algorithm of the key.
             * @constant
             */
            alg: "ES256";
        };
        /** @description The public keys that verify access tokens (RFC 7517). */
        Jwks: {
            /** @description The keys, with the current key first. An earlier key stays in the set until all tokens that were signed with it have expired. */
            keys: components["schemas"]["Jwk"][];
        };
        /** @description The addresses that webhook deliveries come from. */
        WebhookSourceAddresses: {
            /** @description IPv4 and IPv6 addresses or CIDR ranges. The list is empty if deliveries can come from any address. */
            addresses: string[];
        };
        /**
         * @description The violated rule. Branch on this value. Later versions can add values.
         *
         *     - `required`: the property is missing.
         *     - `unexpected_member`: the property is not part of the contract.
         *     - `wrong_type`: the value does not have the expected JSON type.
         *     - `not_allowed`: the value is not one of the allowed values, or a rule excludes it.
         *     - `wrong_format`: the string does not have the expected format.
         *     - `too_short`, `too_long`: the string is too short or too long.
         *     - `too_few_items`, `too_many_items`: the array has too few or too many items.
         *     - `duplicate`: a value that must be unique, or a property of an object, is repeated.
         *     - `unregistered_domain`: the host is not a registered domain of the partner.
         *     - `not_https`: the URL must be https.
         *     - `special_address`: the host is a private, loopback, or other special address.
         *     - `port_not_allowed`: the URL has a port that the service does not connect to.
         *     - `out_of_range`: a number is too small or too large.
         *     - `wrong_content`: the bytes do not match the asset type.
         * @enum {string}
         */
        ViolationCode: "required" | "unexpected_member" | "wrong_type" | "not_allowed" | "wrong_format" | "too_short" | "too_long" | "too_few_items" | "too_many_items" | "duplicate" | "unregistered_domain" | "not_https" | "special_address" | "port_not_allowed" | "out_of_range" | "wrong_content";
        /** @description A violation of one rule. */
        Violation: {
            /** @description The property that violates the rule, as a JSON Pointer (RFC 6901) into the body, even if the property is missing or unexpected. For a query parameter, the value is `?name`. The empty pointer refers to the whole body. */
            pointer: string;
            /**
             * @description The violated rule. Branch on this value. Later versions can add values.
             *
             *     - `required`: the property is missing.
             *     - `unexpected_member`: the property is not part of the contract.
             *     - `wrong_type`: the value does not have the expected JSON type.
             *     - `not_allowed`: the value is not one of the allowed values, or a rule excludes it.
             *     - `wrong_format`: the string does not have the expected format.
             *     - `too_short`, `too_long`: the string is too short or too long.
             *     - `too_few_items`, `too_many_items`: the array has too few or too many items.
             *     - `duplicate`: a value that must be unique, or a property of an object, is repeated.
             *     - `unregistered_domain`: the host is not a registered domain of the partner.
             *     - `not_https`: the URL must be https.
             *     - `special_address`: the host is a private, loopback, or other special address.
             *     - `port_not_allowed`: the URL has a port that the service does not connect to.
             *     - `out_of_range`: a number is too small or too large.
             *     - `wrong_content`: the bytes do not match the asset type.
             */
            code: components["schemas"]["ViolationCode"];
            /** @description An explanation of the violation. It never contains values from the request, except for words that a naming rule lists. */
            detail: string;
        };
        /** @description The body cannot be read as JSON. */
        MalformedJsonProblem: components["schemas"]["Problem"] & {
            /** @description The first property that an object in the body contains twice. Absent if the body is not valid JSON. */
            errors?: components["schemas"]["Violation"][];
        };
        /** @description The request is well-formed, but violates rules of the contract. The response lists all violations, up to 1,000. */
        ValidationProblem: components["schemas"]["Problem"] & {
            /** @description The violations, in no particular order. */
            errors: components["schemas"]["Violation"][];
        };
        /**
         * @description The error code. Branch on this value. Later versions can add values: handle an unknown code by the status of the response.
         * @enum {string}
         */
        ProblemCode: "malformed_request" | "malformed_json" | "invalid_preference" | "unauthenticated" | "insufficient_scope" | "vouching_not_allowed" | "invalid_upload_link" | "not_found" | "method_not_allowed" | "request_timeout" | "id_conflict" | "already_verified" | "too_many_webhooks" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "rate_limited" | "headers_too_large" | "internal_error" | "unsupported_transfer_coding" | "unavailable";
    };
    responses: {
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
        /** @description The `Content-Type` is not `application/x-www-form-urlencoded`, or the request has a `Content-Encoding`. */
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
        /** @description The partner has requested more tokens than its rate limit allows, or the IP address has sent too many wrong client credentials (see [Limits](#tag/Limits)). Cache the token until it expires. */
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
        /** @description An unexpected error occurred in the service. */
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
        /** @description The service cannot reach its database at the moment. Retry after the number of seconds in `Retry-After`. */
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
        /**
         * @description `malformed_request`: The request is not complete, well-formed HTTP, or its target or its `Host` header is not valid. HTTP client libraries do not send such requests, so check the proxies between your program and the service. A sandbox also returns this problem if it does not recognise the host name in `Host`. The operator of the sandbox can add host names with `SANDBOX_HOSTS`.
         *
         *     `method_not_allowed`: The path exists, but does not support this method. The `Allow` header lists the supported methods.
         *
         *     `request_timeout`: The request line and headers did not arrive within 1 minute, the whole request did not arrive within 2 minutes, or the body arrived too slowly (see [Limits](#tag/Limits)). Send the request again.
         *
         *     `headers_too_large`: The request line and headers together are larger than 16 KiB.
         *
         *     `unsupported_transfer_coding`: The request has a `Transfer-Encoding` such as `gzip, chunked`, and the service supports only `chunked`. Send the body uncompressed, with `Content-Length` or `Transfer-Encoding: chunked`. HTTP client libraries do not send such requests, so check the proxies between your program and the service.
         */
        OtherProblem: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "malformed_request" | "method_not_allowed" | "request_timeout" | "headers_too_large" | "unsupported_transfer_coding";
                    /** @enum {unknown} */
                    status: 400 | 405 | 408 | 431 | 501;
                };
            };
        };
        /** @description `malformed_json`: The body is not valid JSON in UTF-8. Check the quotes, the commas, and the encoding. The service also rejects an object that contains a property twice, because programs disagree about which value counts. In that case, `errors` contains the property. */
        MalformedJsonOrRepeatedProperty: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["MalformedJsonProblem"] & {
                    /** @enum {unknown} */
                    code: "malformed_json";
                    /** @enum {unknown} */
                    status: 400;
                };
            };
        };
        /** @description `unauthenticated`: The request has no token in `Authorization: Bearer`, the token has expired or was not issued by this service, or the partner is disabled. Request a new token. */
        TokenMissingOrTokenExpiredOrTokenWrong: {
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
        /** @description `insufficient_scope`: The token is valid, but lacks the scope that the `WWW-Authenticate` header names. Request a token with that scope. In a v2 batch, each list that is not empty requires its own scope. */
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
        /** @description `id_conflict`: Within the last 48 hours, you submitted the same `id` with a different credential type or for a batch. Choose a different `id`. In a sandbox, a decision operation also returns this problem if the submission or verification request is already `verified` or `canceled`. */
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
        /** @description `payload_too_large`: The body is larger than the operation allows (see [Limits](#tag/Limits)), or the file would exceed your storage limit. Files of submissions without the user's consent count towards this limit, which is 10 GiB unless the operator has set a different limit. Space becomes available when users consent or decline, or when their submissions expire. Then upload the file again. */
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
        /** @description `unsupported_media_type`: `Content-Type` is missing or wrong, or the request has a `Content-Encoding` other than `identity`, which the service does not support. Send JSON as `application/json`, and send an asset with the media type for its asset type. */
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
        /** @description `validation_failed`: The request is well-formed, but violates rules of the contract. Each entry of `errors` describes one violation. */
        MemberMissingOrSeveralViolations: {
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
        /** @description `rate_limited`: You have sent too many requests or too many bytes (see [Limits](#tag/Limits)), or the service cut off a slow body to free memory. Wait for the number of seconds in `Retry-After`. */
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
        /** @description `internal_error`: An unexpected error occurred in the service. You can safely retry a submission with the same `id`, and a verification request with the same `request_id`. */
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
        /** @description `unavailable`: The service cannot reach its database or file store at the moment, or the clock of the server is wrong. The service stored nothing. Wait for the number of seconds in `Retry-After`, and send the request again. */
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
        /**
         * @description `insufficient_scope`: The token is valid, but lacks the scope that the `WWW-Authenticate` header names. Request a token with that scope. In a v2 batch, each list that is not empty requires its own scope.
         *
         *     `vouching_not_allowed`: A v2 batch contains a digital identity, and the operator has not allowed you to submit digital identities. Ask the operator for this right. A new token does not help. The service checks this right after all other rules.
         */
        InsufficientScopeOrVouchingNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                /**
                 * @description The scope that the token lacks (RFC 6750, section 3.1). If the token lacks several scopes, they are separated by spaces.
                 * @example Bearer realm="partner-api", error="insufficient_scope", scope="write.education"
                 */
                "WWW-Authenticate"?: string;
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "insufficient_scope" | "vouching_not_allowed";
                    /** @enum {unknown} */
                    status: 403;
                };
            };
        };
        /** @description `invalid_upload_link`: The upload link was changed or truncated, has expired, belongs to a submission that no longer accepts files, because the user has consented or the submission is canceled, or belongs to a disabled partner. Use the link exactly as it is in the response. */
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
        /** @description `payload_too_large`: The body is larger than the operation allows (see [Limits](#tag/Limits)), or the file would exceed your storage limit. Files of submissions without the user's consent count towards this limit, which is 10 GiB unless the operator has set a different limit. Space becomes available when users consent or decline, or when their submissions expire. Then upload the file again. */
        PayloadTooLargeOrNoRoomForFile: {
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
        /** @description `validation_failed`: The request is well-formed, but violates rules of the contract. Each entry of `errors` describes one violation. */
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
        /** @description `not_found`: The path does not exist or has invalid percent-encoding, no resource has this id, or the resource belongs to another partner. The response is the same in all cases. */
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
        /** @description `already_verified`: You can cancel a submission or a verification request only while its status is `incomplete`. A user has already accepted this submission or verified this request, and its status stays `verified`. */
        AlreadyVerified: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "already_verified";
                    /** @enum {unknown} */
                    status: 409;
                };
            };
        };
        /** @description `not_found`: The path does not exist or has invalid percent-encoding, no resource has this id, or the resource belongs to another partner. The response is the same in all cases. */
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
        /** @description `too_many_webhooks`: You already have 10 webhooks. Delete one that you no longer need. */
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
        /** @description `not_found`: The path does not exist or has invalid percent-encoding, no resource has this id, or the resource belongs to another partner. The response is the same in all cases. */
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
        /** @description `precondition_failed`: The webhook has changed since you read the version in `If-Match`, so the service changed nothing. Read the webhook again, and repeat the change with its current `ETag`. */
        WebhookChanged: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "precondition_failed";
                    /** @enum {unknown} */
                    status: 412;
                };
            };
        };
        /** @description `not_found`: The path does not exist or has invalid percent-encoding, no resource has this id, or the resource belongs to another partner. The response is the same in all cases. */
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
        /** @description `id_conflict`: Within the last 48 hours, you submitted the same `id` with a different credential type or for a batch. Choose a different `id`. In a sandbox, a decision operation also returns this problem if the submission or verification request is already `verified` or `canceled`. */
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
        /** @description `id_conflict`: Within the last 48 hours, you submitted the same `id` with a different credential type or for a batch. Choose a different `id`. In a sandbox, a decision operation also returns this problem if the submission or verification request is already `verified` or `canceled`. */
        SubmissionDecided: {
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
         * @description The service's identifier for the asset. Use the upload link unchanged; do not construct it yourself.
         * @example Zk3c8v0J2b5Qm1r7Yt9wXA
         */
        AssetKey: string;
        /**
         * @description Time at which the link expires, in seconds since the Unix epoch.
         * @example 1795600800
         */
        Expires: number;
        /**
         * @description The partner's identifier for the submission (for a v2 batch, its `credential_id`). Percent-encode it in the URL.
         * @example ACME-6c0ff0c6-3f2b-4d6f-9d3c-0a4a5c1f7a10
         */
        SubmissionRef: components["schemas"]["Identifier"];
        /**
         * @description The identifier of the verification request. Percent-encode it in the URL.
         * @example ACME-V-6c0ff0c6-3f2b-4d6f-9d3c-0a4a5c1f7a10
         */
        VerificationRequestId: components["schemas"]["Identifier"];
        /**
         * @description The identifiers of the verification requests. Repeat the parameter for each identifier. You can percent-encode the brackets. The service rejects other notations, such as `request_id=` and `request_id[0]=`.
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
         * @description The `ETag` of the webhook that you have read (RFC 9110, section 13.1.1). If the webhook has changed since then, the response is 412, and nothing changes. Without this header, the request applies to any version.
         * @example "1"
         */
        IfMatch: string;
        /**
         * @description The `type` of the event. Default: `verification`.
         * @example submission
         */
        TestEventType: components["schemas"]["TestEventType"];
        /**
         * @description The `status` of the event. Default: `verified`. Only a verification event can be `incomplete`.
         * @example canceled
         */
        TestEventStatus: components["schemas"]["TestEventStatus"];
        /**
         * @description The maximum number of items on a page. Default: 20.
         * @example 50
         */
        PageLimit: number;
        /**
         * @description The `next_cursor` of the previous page. Use the value unchanged; do not construct it yourself.
         * @example 1769852520250000.6f3a9d1e-2c4b-4a57-8e0f-9b1c2d3e4f50
         */
        PageCursor: string;
        /**
         * @description The `id` of the delivery.
         * @example 6f3a9d1e-2c4b-4a57-8e0f-9b1c2d3e4f50
         */
        DeliveryRef: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The identifier of the request in the service's logs. Quote it when you ask for help.
         * @example 0b5c8b52-6d0e-4f1c-8a53-0d1e5a3f4c9e
         */
        XRequestId: string;
        /**
         * @description HTTP caches must not store the response, because it contains secrets or personal data.
         * @example no-store
         */
        NoStore: "no-store";
        /**
         * @description The authentication scheme (RFC 6749, section 5.2, and RFC 7617). You can also send the client credentials in the form.
         * @example Basic realm="partner-api", charset="UTF-8"
         */
        BasicChallenge: "Basic realm=\"partner-api\", charset=\"UTF-8\"";
        /**
         * @description The number of seconds to wait before the next request.
         * @example 1
         */
        RetryAfter: number;
        /**
         * @description The URL of the submission's status (RFC 9110, section 10.2.2).
         * @example https://api.partner-credentials.example/api/partner/v1/submissions/ACME-6c0ff0c6-3f2b-4d6f-9d3c-0a4a5c1f7a10/status.json
         */
        SubmissionLocation: string;
        /**
         * @description `true` if the id was used before. The response is then the same as for the first request, except for `warnings`, and the service stored nothing. Otherwise, the header is absent.
         * @example true
         */
        IdempotentReplayed: "true";
        /**
         * @description The URL of the batch's status (RFC 9110, section 10.2.2).
         * @example https://api.partner-credentials.example/api/partner/v2/submissions/ACME-B-0b5c8b52/status.json
         */
        CredentialBatchLocation: string;
        /**
         * @description The URL of the verification request (RFC 9110, section 10.2.2).
         * @example https://api.partner-credentials.example/api/partner/v2/verify/requests/ACME-V-6c0ff0c6-3f2b-4d6f-9d3c-0a4a5c1f7a10
         */
        VerificationRequestLocation: string;
        /**
         * @description The version of the webhook (RFC 9110, section 8.8.3), which changes with every replacement and rotation. Send it as `If-Match` to change the webhook only if nobody else has changed it.
         * @example "1"
         */
        ETag: string;
        /**
         * @description The URL of the webhook (RFC 9110, section 10.2.2).
         * @example https://api.partner-credentials.example/api/partner/v2/webhooks/0f1d1c0a-7e2d-4c1b-9d55-3f8a4f0c7b21
         */
        WebhookLocation: string;
        /**
         * @description The document can be cached for 5 minutes.
         * @example public, max-age=300
         */
        CacheControl: string;
        /**
         * @description The authentication challenge (RFC 6750, section 3). It contains `error="invalid_token"` if the token is not valid, and no `error` if the request has no token.
         * @example Bearer realm="partner-api"
         */
        BearerChallenge: "Bearer realm=\"partner-api\"" | "Bearer realm=\"partner-api\", error=\"invalid_token\"";
        /**
         * @description The scope that the token lacks (RFC 6750, section 3.1). If the token lacks several scopes, they are separated by spaces.
         * @example Bearer realm="partner-api", error="insufficient_scope", scope="write.education"
         */
        ScopeChallenge: string;
        /**
         * @description The methods that the path supports. Only a 405 response has this header.
         * @example POST
         */
        Allow: string;
        /**
         * @description The remaining quota of the partner: `r` requests for `t` seconds, as a structured field (RFC 9651). The header follows draft-ietf-httpapi-ratelimit-headers-11, which is not an RFC yet. It is absent if there is no limit, or if the service rejects the request before counting it. Bursts are allowed in addition to the limit, so a request at `r=0` can still succeed.
         * @example "partner";r=42;t=1
         */
        RateLimit: string;
        /**
         * @description The limit that `RateLimit` counts down: `q` requests in `w` seconds. The operator can change the default limit.
         * @example "partner";q=100;w=1
         */
        RateLimitPolicy: string;
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
            /** @description The submission is stored, or a submission with the same `id` was already stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["SubmissionLocation"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionLink"];
                };
            };
            400: components["responses"]["MalformedJsonOrRepeatedProperty"];
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["MemberMissingOrSeveralViolations"];
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
            /** @description The submission is stored, or a submission with the same `id` was already stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["SubmissionLocation"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionLink"];
                };
            };
            400: components["responses"]["MalformedJsonOrRepeatedProperty"];
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["MemberMissingOrSeveralViolations"];
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
            /** @description The submission is stored, or a submission with the same `id` was already stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["SubmissionLocation"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionLink"];
                };
            };
            400: components["responses"]["MalformedJsonOrRepeatedProperty"];
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["MemberMissingOrSeveralViolations"];
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
            /** @description The submission is stored, or a submission with the same `id` was already stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["SubmissionLocation"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionLink"];
                };
            };
            400: components["responses"]["MalformedJsonOrRepeatedProperty"];
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["MemberMissingOrSeveralViolations"];
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
            /** @description The submission is stored, or a submission with the same `id` was already stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["SubmissionLocation"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionLink"];
                };
            };
            400: components["responses"]["MalformedJsonOrRepeatedProperty"];
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["IdConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["MemberMissingOrSeveralViolations"];
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
            /** @description The submission is stored, or a submission with the same `credential_id` was already stored. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["NoStore"];
                    Location: components["headers"]["CredentialBatchLocation"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CredentialBatchLink"];
                };
            };
            400: components["responses"]["MalformedJsonOrRepeatedProperty"];
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
            403: components["responses"]["InsufficientScopeOrVouchingNotAllowed"];
            409: components["responses"]["IdConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["MemberMissingOrSeveralViolations"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadAsset: {
        parameters: {
            query: {
                /**
                 * @description Time at which the link expires, in seconds since the Unix epoch.
                 * @example 1795600800
                 */
                expires: components["parameters"]["Expires"];
            };
            header?: never;
            path: {
                /**
                 * @description The service's identifier for the asset. Use the upload link unchanged; do not construct it yourself.
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
            413: components["responses"]["PayloadTooLargeOrNoRoomForFile"];
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
                 * @description The partner's identifier for the submission (for a v2 batch, its `credential_id`). Percent-encode it in the URL.
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
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
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
                 * @description The partner's identifier for the submission (for a v2 batch, its `credential_id`). Percent-encode it in the URL.
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
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
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
            /** @description The status of each submission that exists. */
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
            400: components["responses"]["MalformedJsonOrRepeatedProperty"];
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["MemberMissingOrSeveralViolations"];
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
            /** @description The status of each submission that exists. */
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
            400: components["responses"]["MalformedJsonOrRepeatedProperty"];
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["MemberMissingOrSeveralViolations"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The partner's identifier for the submission (for a v2 batch, its `credential_id`). Percent-encode it in the URL.
                 * @example ACME-6c0ff0c6-3f2b-4d6f-9d3c-0a4a5c1f7a10
                 */
                id: components["parameters"]["SubmissionRef"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The submission is canceled. */
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
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["SubmissionNotFound"];
            409: components["responses"]["AlreadyVerified"];
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
            /** @description The request is created, or a request with the same `request_id` already existed. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    Location: components["headers"]["VerificationRequestLocation"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationLink"];
                };
            };
            400: components["responses"]["MalformedJsonOrRepeatedProperty"];
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
            403: components["responses"]["InsufficientScope"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["MemberMissingOrSeveralViolations"];
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
                 * @description The identifier of the verification request. Percent-encode it in the URL.
                 * @example ACME-V-6c0ff0c6-3f2b-4d6f-9d3c-0a4a5c1f7a10
                 */
                id: components["parameters"]["VerificationRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["NoStore"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationResult"];
                };
            };
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["VerificationRequestNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelVerificationRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The identifier of the verification request. Percent-encode it in the URL.
                 * @example ACME-V-6c0ff0c6-3f2b-4d6f-9d3c-0a4a5c1f7a10
                 */
                id: components["parameters"]["VerificationRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request is canceled. */
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
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["VerificationRequestNotFound"];
            409: components["responses"]["AlreadyVerified"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listVerificationRequests: {
        parameters: {
            query: {
                /**
                 * @description The identifiers of the verification requests. Repeat the parameter for each identifier. You can percent-encode the brackets. The service rejects other notations, such as `request_id=` and `request_id[0]=`.
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
            /** @description The current results. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Cache-Control": components["headers"]["NoStore"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationResultList"];
                };
            };
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
            403: components["responses"]["InsufficientScope"];
            422: components["responses"]["MemberMissingOrSeveralViolations"];
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
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
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
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["WebhookLocation"];
                    "Cache-Control": components["headers"]["NoStore"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["MalformedJsonOrRepeatedProperty"];
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["TooManyWebhooks"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["MemberMissingOrSeveralViolations"];
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
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
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
            header?: {
                /**
                 * @description The `ETag` of the webhook that you have read (RFC 9110, section 13.1.1). If the webhook has changed since then, the response is 412, and nothing changes. Without this header, the request applies to any version.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
            /** @description The replaced webhook, without its secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["MalformedJsonOrRepeatedProperty"];
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["WebhookNotFound"];
            412: components["responses"]["WebhookChanged"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["MemberMissingOrSeveralViolations"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the webhook that you have read (RFC 9110, section 13.1.1). If the webhook has changed since then, the response is 412, and nothing changes. Without this header, the request applies to any version.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["WebhookNotFound"];
            412: components["responses"]["WebhookChanged"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the webhook that you have read (RFC 9110, section 13.1.1). If the webhook has changed since then, the response is 412, and nothing changes. Without this header, the request applies to any version.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
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
                    ETag: components["headers"]["ETag"];
                    "Cache-Control": components["headers"]["NoStore"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["WebhookNotFound"];
            412: components["responses"]["WebhookChanged"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendTestEvent: {
        parameters: {
            query?: {
                /**
                 * @description The `type` of the event. Default: `verification`.
                 * @example submission
                 */
                type?: components["parameters"]["TestEventType"];
                /**
                 * @description The `status` of the event. Default: `verified`. Only a verification event can be `incomplete`.
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
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["WebhookNotFound"];
            422: components["responses"]["MemberMissingOrSeveralViolations"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of items on a page. Default: 20.
                 * @example 50
                 */
                limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `next_cursor` of the previous page. Use the value unchanged; do not construct it yourself.
                 * @example 1769852520250000.6f3a9d1e-2c4b-4a57-8e0f-9b1c2d3e4f50
                 */
                cursor?: components["parameters"]["PageCursor"];
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
            /** @description A page of the delivery log. */
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
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["WebhookNotFound"];
            422: components["responses"]["MemberMissingOrSeveralViolations"];
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
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
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
                 * @description The identifier of the verification request. Percent-encode it in the URL.
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
            /** @description The result after the decision. */
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
            400: components["responses"]["MalformedJsonOrRepeatedProperty"];
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["VerificationRequestNotFound"];
            409: components["responses"]["AlreadyDecided"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["MemberMissingOrSeveralViolations"];
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
                 * @description The partner's identifier for the submission (for a v2 batch, its `credential_id`). Percent-encode it in the URL.
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
            /** @description The status after the decision. */
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
            400: components["responses"]["MalformedJsonOrRepeatedProperty"];
            401: components["responses"]["TokenMissingOrTokenExpiredOrTokenWrong"];
            404: components["responses"]["SubmissionNotFound"];
            409: components["responses"]["SubmissionDecided"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["MemberMissingOrSeveralViolations"];
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
            /** @description The requested document. */
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
            /** @description The requested document. */
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
            /** @description The requested document. */
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
                 * @description Time at which the delivery was signed, in seconds since the Unix epoch.
                 * @example 1769852521
                 */
                "X-Timestamp": string;
                /**
                 * @description The HMAC-SHA256 of `<X-Timestamp>.<raw body>`, computed with the secret of the webhook, in lower-case hex.
                 * @example 345903d79919821f1e65c07a7ba077bf9318c1bc5c09bb5e87f0b89f79084307
                 */
                "X-Signature": string;
                /**
                 * @description The signature with the previous secret, for 24 hours after a rotation. Otherwise, the header is absent.
                 * @example ad7ae70d4278ffa8ab6199c28a597da6e8977ffae90f9e5443e1cb8a2c5e782f
                 */
                "X-Signature-Previous"?: string;
                /**
                 * @description The `event_id`, which is the same for every attempt (Standard Webhooks).
                 * @example 5f7c1f0e-6d8b-4c53-9a4e-2f1f6f3f7b11
                 */
                "webhook-id": string;
                /**
                 * @description The same value as `X-Timestamp` (Standard Webhooks).
                 * @example 1769852521
                 */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` followed by the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. For 24 hours after a rotation, the header contains two signatures, separated by a space (Standard Webhooks).
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
            /** @description The receiver has stored the event. Respond within 5 seconds, before you process the event. After any other status or a late response, the service retries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    sendSubmissionEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Time at which the delivery was signed, in seconds since the Unix epoch.
                 * @example 1769851801
                 */
                "X-Timestamp": string;
                /**
                 * @description The HMAC-SHA256 of `<X-Timestamp>.<raw body>`, computed with the secret of the webhook, in lower-case hex.
                 * @example 5bb05a0f790ee39f1a9b491564dc6eeae152ad23939729b5d60422411753c66f
                 */
                "X-Signature": string;
                /**
                 * @description The signature with the previous secret, for 24 hours after a rotation. Otherwise, the header is absent.
                 * @example 24baed21b9d81112a9c62763c868fac0fdf19111e956560f8957ef4c495bb893
                 */
                "X-Signature-Previous"?: string;
                /**
                 * @description The `event_id`, which is the same for every attempt (Standard Webhooks).
                 * @example 7d4b9a3e-1c52-4f0e-8b67-2a9d0e5c4f18
                 */
                "webhook-id": string;
                /**
                 * @description The same value as `X-Timestamp` (Standard Webhooks).
                 * @example 1769851801
                 */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` followed by the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` in base64. For 24 hours after a rotation, the header contains two signatures, separated by a space (Standard Webhooks).
                 * @example v1,2HskoWrBRmpbPECYV+o4saLAiySijyiPlzSi1FaiNWw= v1,rf4JpnFw1wbXiLTEqqqtm5ZPj/qQNj9bl3DWyUDLpH4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmissionEvent"];
            };
        };
        responses: {
            /** @description The receiver has stored the event. Respond within 5 seconds, before you process the event. After any other status or a late response, the service retries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];
/** A problem document (RFC 9457). Later versions can add properties. */
export interface Problem extends Schema<'Problem'> {}
/** A token request with the client credentials grant (RFC 6749, section 4.4). Do not repeat a field. The service ignores unknown fields (RFC 6749, section 3.2) and treats an empty field as absent. */
export interface TokenRequest extends Schema<'TokenRequest'> {}
/** An access token (RFC 6749, section 5.1). */
export interface TokenResponse extends Schema<'TokenResponse'> {}
/** The reason why the service did not issue a token (RFC 6749, section 5.2). */
export interface TokenError extends Schema<'TokenError'> {}
/** A subject in a transcript. */
export interface TranscriptSubject extends Schema<'TranscriptSubject'> {}
/** The transcript of an education qualification. */
export interface Transcript extends Schema<'Transcript'> {}
/** A partner institution in a partner hierarchy. */
export interface PartnerInstitution extends Schema<'PartnerInstitution'> {}
/** An education qualification. The service composes the title that users see: `course_name`, the majors in parentheses (joined with `and`; three or more as `A, B and C`), `(Honours)` if `with_honours` is true, and `(Awaiting Graduation)` if `awaiting_graduation` is true. Example: `Bachelor of Commerce (Finance and Economics) (Honours) (Awaiting Graduation)`. For a qualification that is completed but not yet conferred, set `awaiting_graduation` to true and `conferral_year` to null. */
export type EducationCredential = Schema<'EducationCredential'>;
/** An education qualification with the URL of a PDF file. */
export interface EducationWithPdf extends Schema<'EducationWithPdf'> {}
/** An education qualification with an open certificate. */
export interface EducationWithOpenCertificate extends Schema<'EducationWithOpenCertificate'> {}
/** An education qualification without a document. */
export interface EducationWithoutDocument extends Schema<'EducationWithoutDocument'> {}
/** An education qualification submitted for a user. */
export type EducationSubmission = Schema<'EducationSubmission'>;
/** What the value looks like. Later versions can add values. `placeholder`: a text for a missing value. `generic`: generic words that name nothing. `abbreviation`: an abbreviation. `spelling`: a variant spelling. `honours`: honours or their class. `major`: a major in the wrong property. `awaiting_graduation`: a degree that is not yet conferred. `guessable`: a `request_id` that others can guess. `contradiction`: a value that another property contradicts. `future`: a year or a date that is too far in the future. `different_content`: content that the service did not store, because the identifier was used before with different content. */
export type WarningCode = Schema<'WarningCode'>;
/** A value that looks wrong. */
export interface Warning extends Schema<'Warning'> {}
/** The link for the user, and the warnings about the request. */
export interface SubmissionLink extends Schema<'SubmissionLink'> {}
/** A level of the Common European Framework of Reference for Languages. */
export type CefrLevel = Schema<'CefrLevel'>;
/** The score of one skill. */
export interface SubskillScore extends Schema<'SubskillScore'> {}
/** The scores of an English proficiency test, on the test's own scale and as CEFR levels. */
export interface TestScores extends Schema<'TestScores'> {}
/** The result of an English proficiency test. The CEFR levels of the skills determine how the credential is displayed and which of a hirer's requirements it meets. Send all levels that the test reports. */
export interface EnglishProficiencyCredential extends Schema<'EnglishProficiencyCredential'> {}
/** The result of an English proficiency test submitted for a user. */
export interface EnglishProficiencySubmission extends Schema<'EnglishProficiencySubmission'> {}
/** A microcredential: the proof of a short course or an assessed skill. */
export interface MicrocredentialCredential extends Schema<'MicrocredentialCredential'> {}
/** A microcredential with the URL of a PDF file. */
export interface MicrocredentialWithPdf extends Schema<'MicrocredentialWithPdf'> {}
/** A microcredential with the URL of a PNG or JPEG file. */
export interface MicrocredentialWithImage extends Schema<'MicrocredentialWithImage'> {}
/** A microcredential with an open certificate. */
export interface MicrocredentialWithOpenCertificate extends Schema<'MicrocredentialWithOpenCertificate'> {}
/** A microcredential without a document. */
export interface MicrocredentialWithoutDocument extends Schema<'MicrocredentialWithoutDocument'> {}
/** A microcredential submitted for a user. */
export type MicrocredentialSubmission = Schema<'MicrocredentialSubmission'>;
/** An officially assigned ISO 3166-1 alpha-2 country code, in upper case. */
export type CountryCode = Schema<'CountryCode'>;
/** The right to work in a country. */
export type RightToWorkCredential = Schema<'RightToWorkCredential'>;
/** A right to work submitted for a user. */
export interface RightToWorkSubmission extends Schema<'RightToWorkSubmission'> {}
/** A microcredential in a v1 batch. Its document cannot be an image. */
export type MicrocredentialBatchItem = Schema<'MicrocredentialBatchItem'>;
/** Several microcredentials of one user, submitted together. */
export interface MicrocredentialBatch extends Schema<'MicrocredentialBatch'> {}
/** The digital identity of the user, as the partner has established it. */
export interface DigitalIdentityItem extends Schema<'DigitalIdentityItem'> {}
/** A file that supports an education qualification. Upload its bytes after the batch is accepted. */
export interface EducationAsset extends Schema<'EducationAsset'> {}
/** An education qualification in a v2 batch. */
export interface EducationItem extends Schema<'EducationItem'> {}
/** A file that supports a microcredential. Upload its bytes after the batch is accepted. */
export interface MicrocredentialAsset extends Schema<'MicrocredentialAsset'> {}
/** A microcredential in a v2 batch. */
export interface MicrocredentialItem extends Schema<'MicrocredentialItem'> {}
/** A file that supports an English proficiency test result. Upload its bytes after the batch is accepted. */
export interface EnglishProficiencyAsset extends Schema<'EnglishProficiencyAsset'> {}
/** The result of an English proficiency test in a v2 batch. */
export interface EnglishProficiencyItem extends Schema<'EnglishProficiencyItem'> {}
/** A right to work in a v2 batch. It has no assets. */
export interface RightToWorkItem extends Schema<'RightToWorkItem'> {}
/** Credentials of several kinds for one user, submitted together. The lists for education, microcredentials, and English proficiency are required and can be empty. The list for right to work is optional. Each `credential_id` must be unique among the digital identity and the items of the batch, and each `asset_id` among all assets of the batch. The token needs `write.digital_identity` and the write scope of each list that is not empty. The service checks the scopes of the lists after all other rules. */
export interface CredentialBatch extends Schema<'CredentialBatch'> {}
/** The upload link for an asset. */
export interface AssetUpload extends Schema<'AssetUpload'> {}
/** The link for the user, the upload links for the assets, and the warnings about the request. */
export interface CredentialBatchLink extends Schema<'CredentialBatchLink'> {}
/** A stored file. */
export interface UploadedAsset extends Schema<'UploadedAsset'> {}
/** A document that was submitted as a URL, with the state of its download. */
export interface SubmittedDocument extends Schema<'SubmittedDocument'> {}
/** The status of a submission. */
export interface SubmissionStatus extends Schema<'SubmissionStatus'> {}
/** The submissions to return. */
export interface SubmissionStatusQuery extends Schema<'SubmissionStatusQuery'> {}
/** The status of each submission that exists, in the order of the request. */
export interface SubmissionStatusList extends Schema<'SubmissionStatusList'> {}
/** The information about the partner that the user sees. */
export interface DisplayOptions extends Schema<'DisplayOptions'> {}
/** An origin of the request in a partner hierarchy. */
export interface RequestSource extends Schema<'RequestSource'> {}
/** A request to verify a digital identity. */
export interface VerificationRequest extends Schema<'VerificationRequest'> {}
/** The link for the user, and the warnings about the request. */
export interface VerificationLink extends Schema<'VerificationLink'> {}
/** The partner that vouches for the identity, and when the user accepted the identity. */
export interface IdentitySource extends Schema<'IdentitySource'> {}
/** The user verified the request with a digital identity. */
export interface VerifiedCredential extends Schema<'VerifiedCredential'> {}
/** The user has not decided yet. */
export interface IncompleteCredential extends Schema<'IncompleteCredential'> {}
/** The user or the partner canceled the request, or 48 hours have passed. */
export interface CanceledCredential extends Schema<'CanceledCredential'> {}
/** The result for one credential type. */
export type CredentialResult = Schema<'CredentialResult'>;
/** The result of a verification request. */
export interface VerificationResult extends Schema<'VerificationResult'> {}
/** The results of several verification requests. */
export interface VerificationResultList extends Schema<'VerificationResultList'> {}
/** `verification`: the status of a verification request changed. `submission`: a submission or batch became `verified` or `canceled`. */
export type WebhookEventType = Schema<'WebhookEventType'>;
/** A webhook, without its secret. */
export interface Webhook extends Schema<'Webhook'> {}
/** The webhooks of the partner. */
export interface WebhookList extends Schema<'WebhookList'> {}
/** The webhook properties that the partner sets. */
export interface WebhookCreate extends Schema<'WebhookCreate'> {}
/** A webhook with its secret in two forms. No other response contains the secret. */
export interface WebhookWithSecret extends Schema<'WebhookWithSecret'> {}
/** undefined */
export type TestEventType = Schema<'TestEventType'>;
/** undefined */
export type TestEventStatus = Schema<'TestEventStatus'>;
/** `incomplete`: no user has decided; in an event, the request belongs to a user for the first time, who decided or chose to decide later. `verified`: the user verified the request with a digital identity. `canceled`: the user or the partner canceled, or 48 hours have passed. `verified` and `canceled` are final. */
export type VerificationStatus = Schema<'VerificationStatus'>;
/** An event that reports a status change of a verification request. */
export interface VerificationEvent extends Schema<'VerificationEvent'> {}
/** An event that reports the end of a submission or batch. */
export interface SubmissionEvent extends Schema<'SubmissionEvent'> {}
/** An event that the service sends to a webhook. The `type` determines the identifier and the statuses. */
export type WebhookEvent = Schema<'WebhookEvent'>;
/** An attempt of a delivery. */
export interface DeliveryAttempt extends Schema<'DeliveryAttempt'> {}
/** The delivery of one event to one webhook. */
export interface WebhookDelivery extends Schema<'WebhookDelivery'> {}
/** A page of the delivery log. */
export interface WebhookDeliveryList extends Schema<'WebhookDeliveryList'> {}
/** The user verifies the request with a digital identity. */
export interface SharedIdentity extends Schema<'SharedIdentity'> {}
/** The user cancels the request. */
export interface RefusedVerification extends Schema<'RefusedVerification'> {}
/** The decision of a sandbox user on a verification request. */
export type VerificationDecision = Schema<'VerificationDecision'>;
/** The decision of a sandbox user on a submission. */
export interface SubmissionDecision extends Schema<'SubmissionDecision'> {}
/** The metadata of the authorization server (RFC 8414, section 2). */
export interface AuthorizationServerMetadata extends Schema<'AuthorizationServerMetadata'> {}
/** A public key on the curve P-256 (RFC 7518, section 6.2). */
export interface Jwk extends Schema<'Jwk'> {}
/** The public keys that verify access tokens (RFC 7517). */
export interface Jwks extends Schema<'Jwks'> {}
/** The addresses that webhook deliveries come from. */
export interface WebhookSourceAddresses extends Schema<'WebhookSourceAddresses'> {}
/** The violated rule. Branch on this value. Later versions can add values.
 * 
 * - `required`: the property is missing.
 * - `unexpected_member`: the property is not part of the contract.
 * - `wrong_type`: the value does not have the expected JSON type.
 * - `not_allowed`: the value is not one of the allowed values, or a rule excludes it.
 * - `wrong_format`: the string does not have the expected format.
 * - `too_short`, `too_long`: the string is too short or too long.
 * - `too_few_items`, `too_many_items`: the array has too few or too many items.
 * - `duplicate`: a value that must be unique, or a property of an object, is repeated.
 * - `unregistered_domain`: the host is not a registered domain of the partner.
 * - `not_https`: the URL must be https.
 * - `special_address`: the host is a private, loopback, or other special address.
 * - `port_not_allowed`: the URL has a port that the service does not connect to.
 * - `out_of_range`: a number is too small or too large.
 * - `wrong_content`: the bytes do not match the asset type. */
export type ViolationCode = Schema<'ViolationCode'>;
/** A violation of one rule. */
export interface Violation extends Schema<'Violation'> {}
/** The body cannot be read as JSON. */
export interface MalformedJsonProblem extends Schema<'MalformedJsonProblem'> {}
/** The request is well-formed, but violates rules of the contract. The response lists all violations, up to 1,000. */
export interface ValidationProblem extends Schema<'ValidationProblem'> {}
/** The error code. Branch on this value. Later versions can add values: handle an unknown code by the status of the response. */
export type ProblemCode = Schema<'ProblemCode'>;
