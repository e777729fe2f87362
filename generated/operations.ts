// Generated from spec/ by `npm run generate`. Do not edit: change spec/ and generate again.
/** Version of the contract. */
export const contractVersion = "0.1.0" as const;

/** Name of the npm package. */
export const npmPackage = "@partner-credentials/sdk" as const;

/** The operations of the contract. */
export const operations = {
  "createTokenV1": {
    "method": "POST",
    "path": "/api/partner/v1/oauth/token.json",
    "summary": "Get an access token",
    "security": [],
    "bodyLimit": 8192,
    "rateLimits": [
      "token"
    ],
    "idempotent": true,
    "requestTypes": [
      "application/x-www-form-urlencoded"
    ],
    "parameters": [],
    "responses": {
      "200": "application/json",
      "400": "application/json",
      "401": "application/json",
      "413": "application/json",
      "415": "application/json",
      "429": "application/json",
      "500": "application/json",
      "503": "application/json"
    }
  },
  "createTokenV2": {
    "method": "POST",
    "path": "/api/partner/v2/oauth/token.json",
    "summary": "Get an access token",
    "security": [],
    "bodyLimit": 8192,
    "rateLimits": [
      "token"
    ],
    "idempotent": true,
    "requestTypes": [
      "application/x-www-form-urlencoded"
    ],
    "parameters": [],
    "responses": {
      "200": "application/json",
      "400": "application/json",
      "401": "application/json",
      "413": "application/json",
      "415": "application/json",
      "429": "application/json",
      "500": "application/json",
      "503": "application/json"
    }
  },
  "addEducation": {
    "method": "POST",
    "path": "/api/partner/v1/add/education.json",
    "summary": "Submit an education qualification",
    "creates": "Submission",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": [
          "write.education"
        ]
      }
    ],
    "bodyLimit": 2097152,
    "rateLimits": [
      "partner",
      "json_bodies"
    ],
    "idempotent": {
      "member": "id",
      "differenceCode": "different_content"
    },
    "requestTypes": [
      "application/json"
    ],
    "parameters": [],
    "responses": {
      "201": "application/json",
      "400": "application/problem+json",
      "401": "application/problem+json",
      "403": "application/problem+json",
      "409": "application/problem+json",
      "413": "application/problem+json",
      "415": "application/problem+json",
      "422": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "addEnglishProficiency": {
    "method": "POST",
    "path": "/api/partner/v1/add/english_proficiency.json",
    "summary": "Submit an English proficiency test result",
    "creates": "Submission",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": [
          "write.english_proficiency"
        ]
      }
    ],
    "bodyLimit": 2097152,
    "rateLimits": [
      "partner",
      "json_bodies"
    ],
    "idempotent": {
      "member": "id",
      "differenceCode": "different_content"
    },
    "requestTypes": [
      "application/json"
    ],
    "parameters": [],
    "responses": {
      "201": "application/json",
      "400": "application/problem+json",
      "401": "application/problem+json",
      "403": "application/problem+json",
      "409": "application/problem+json",
      "413": "application/problem+json",
      "415": "application/problem+json",
      "422": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "addMicrocredential": {
    "method": "POST",
    "path": "/api/partner/v1/add/microcredential.json",
    "summary": "Submit a microcredential",
    "creates": "Submission",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": [
          "write.microcredential"
        ]
      }
    ],
    "bodyLimit": 2097152,
    "rateLimits": [
      "partner",
      "json_bodies"
    ],
    "idempotent": {
      "member": "id",
      "differenceCode": "different_content"
    },
    "requestTypes": [
      "application/json"
    ],
    "parameters": [],
    "responses": {
      "201": "application/json",
      "400": "application/problem+json",
      "401": "application/problem+json",
      "403": "application/problem+json",
      "409": "application/problem+json",
      "413": "application/problem+json",
      "415": "application/problem+json",
      "422": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "addRightToWork": {
    "method": "POST",
    "path": "/api/partner/v1/add/right_to_work.json",
    "summary": "Submit a right to work",
    "creates": "Submission",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": [
          "write.right_to_work"
        ]
      }
    ],
    "bodyLimit": 2097152,
    "rateLimits": [
      "partner",
      "json_bodies"
    ],
    "idempotent": {
      "member": "id",
      "differenceCode": "different_content"
    },
    "requestTypes": [
      "application/json"
    ],
    "parameters": [],
    "responses": {
      "201": "application/json",
      "400": "application/problem+json",
      "401": "application/problem+json",
      "403": "application/problem+json",
      "409": "application/problem+json",
      "413": "application/problem+json",
      "415": "application/problem+json",
      "422": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "addMicrocredentialBatch": {
    "method": "POST",
    "path": "/api/partner/v1/add/batch.json",
    "summary": "Submit several microcredentials",
    "creates": "Submission",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": [
          "write.microcredential"
        ]
      }
    ],
    "bodyLimit": 2097152,
    "rateLimits": [
      "partner",
      "json_bodies"
    ],
    "idempotent": {
      "member": "id",
      "differenceCode": "different_content"
    },
    "requestTypes": [
      "application/json"
    ],
    "parameters": [],
    "responses": {
      "201": "application/json",
      "400": "application/problem+json",
      "401": "application/problem+json",
      "403": "application/problem+json",
      "409": "application/problem+json",
      "413": "application/problem+json",
      "415": "application/problem+json",
      "422": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "addCredentialBatch": {
    "method": "POST",
    "path": "/api/partner/v2/add/requests/batch.json",
    "summary": "Submit credentials of several kinds",
    "creates": "Submission",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": [
          "write.digital_identity"
        ]
      }
    ],
    "bodyLimit": 2097152,
    "rateLimits": [
      "partner",
      "json_bodies"
    ],
    "idempotent": {
      "member": "credential_id",
      "differenceCode": "different_content"
    },
    "requestTypes": [
      "application/json"
    ],
    "parameters": [],
    "responses": {
      "201": "application/json",
      "400": "application/problem+json",
      "401": "application/problem+json",
      "403": "application/problem+json",
      "409": "application/problem+json",
      "413": "application/problem+json",
      "415": "application/problem+json",
      "422": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "uploadAsset": {
    "method": "PUT",
    "path": "/api/partner/v2/assets/{asset_key}",
    "summary": "Upload the file of an asset",
    "security": [
      {
        "scheme": "uploadLink",
        "scopes": []
      }
    ],
    "bodyLimit": 10485760,
    "rateLimits": [
      "partner",
      "files"
    ],
    "idempotent": true,
    "requestTypes": [
      "application/pdf",
      "image/jpeg",
      "image/png",
      "application/json"
    ],
    "parameters": [
      {
        "name": "asset_key",
        "in": "path",
        "type": "string"
      },
      {
        "name": "expires",
        "in": "query",
        "type": "integer"
      }
    ],
    "responses": {
      "200": "application/json",
      "403": "application/problem+json",
      "413": "application/problem+json",
      "415": "application/problem+json",
      "422": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "getSubmissionStatusV1": {
    "method": "GET",
    "path": "/api/partner/v1/submissions/{id}/status.json",
    "summary": "Get the status of a submission",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": []
      }
    ],
    "bodyLimit": 0,
    "rateLimits": [
      "partner"
    ],
    "idempotent": true,
    "requestTypes": [],
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string"
      }
    ],
    "responses": {
      "200": "application/json",
      "401": "application/problem+json",
      "404": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "getSubmissionStatusV2": {
    "method": "GET",
    "path": "/api/partner/v2/submissions/{id}/status.json",
    "summary": "Get the status of a submission",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": []
      }
    ],
    "bodyLimit": 0,
    "rateLimits": [
      "partner"
    ],
    "idempotent": true,
    "requestTypes": [],
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string"
      }
    ],
    "responses": {
      "200": "application/json",
      "401": "application/problem+json",
      "404": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "listSubmissionStatusesV1": {
    "method": "POST",
    "path": "/api/partner/v1/submissions/status.json",
    "summary": "Get the status of several submissions",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": []
      }
    ],
    "bodyLimit": 2097152,
    "rateLimits": [
      "partner",
      "json_bodies"
    ],
    "idempotent": true,
    "requestTypes": [
      "application/json"
    ],
    "parameters": [],
    "responses": {
      "200": "application/json",
      "400": "application/problem+json",
      "401": "application/problem+json",
      "413": "application/problem+json",
      "415": "application/problem+json",
      "422": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "listSubmissionStatusesV2": {
    "method": "POST",
    "path": "/api/partner/v2/submissions/status.json",
    "summary": "Get the status of several submissions",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": []
      }
    ],
    "bodyLimit": 2097152,
    "rateLimits": [
      "partner",
      "json_bodies"
    ],
    "idempotent": true,
    "requestTypes": [
      "application/json"
    ],
    "parameters": [],
    "responses": {
      "200": "application/json",
      "400": "application/problem+json",
      "401": "application/problem+json",
      "413": "application/problem+json",
      "415": "application/problem+json",
      "422": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "cancelSubmission": {
    "method": "POST",
    "path": "/api/partner/v2/submissions/{id}/cancel",
    "summary": "Cancel a submission",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": []
      }
    ],
    "bodyLimit": 0,
    "rateLimits": [
      "partner"
    ],
    "idempotent": true,
    "requestTypes": [],
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string"
      }
    ],
    "responses": {
      "200": "application/json",
      "401": "application/problem+json",
      "403": "application/problem+json",
      "404": "application/problem+json",
      "409": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "createVerificationRequest": {
    "method": "POST",
    "path": "/api/partner/v2/verify/requests/digital_identity.json",
    "summary": "Request verification of a digital identity",
    "creates": "VerificationRequest",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": [
          "write.digital_identity"
        ]
      }
    ],
    "bodyLimit": 2097152,
    "rateLimits": [
      "partner",
      "json_bodies"
    ],
    "idempotent": {
      "member": "request_id",
      "differenceCode": "different_content"
    },
    "requestTypes": [
      "application/json"
    ],
    "parameters": [],
    "responses": {
      "201": "application/json",
      "400": "application/problem+json",
      "401": "application/problem+json",
      "403": "application/problem+json",
      "413": "application/problem+json",
      "415": "application/problem+json",
      "422": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "getVerificationRequest": {
    "method": "GET",
    "path": "/api/partner/v2/verify/requests/{id}",
    "summary": "Get the result of a verification request",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": [
          "read.digital_identity"
        ]
      }
    ],
    "bodyLimit": 0,
    "rateLimits": [
      "partner"
    ],
    "idempotent": true,
    "requestTypes": [],
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string"
      }
    ],
    "responses": {
      "200": "application/json",
      "401": "application/problem+json",
      "403": "application/problem+json",
      "404": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "cancelVerificationRequest": {
    "method": "POST",
    "path": "/api/partner/v2/verify/requests/{id}/cancel",
    "summary": "Cancel a verification request",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": [
          "write.digital_identity"
        ]
      }
    ],
    "bodyLimit": 0,
    "rateLimits": [
      "partner"
    ],
    "idempotent": true,
    "requestTypes": [],
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string"
      }
    ],
    "responses": {
      "200": "application/json",
      "401": "application/problem+json",
      "403": "application/problem+json",
      "404": "application/problem+json",
      "409": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "listVerificationRequests": {
    "method": "GET",
    "path": "/api/partner/v2/verify/requests",
    "summary": "Get the results of several verification requests",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": [
          "read.digital_identity"
        ]
      }
    ],
    "bodyLimit": 0,
    "rateLimits": [
      "partner"
    ],
    "idempotent": true,
    "requestTypes": [],
    "parameters": [
      {
        "name": "request_id[]",
        "in": "query",
        "type": "array"
      }
    ],
    "responses": {
      "200": "application/json",
      "401": "application/problem+json",
      "403": "application/problem+json",
      "422": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "createWebhook": {
    "method": "POST",
    "path": "/api/partner/v2/webhooks",
    "summary": "Create a webhook",
    "creates": "Webhook",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": [
          "write.webhooks"
        ]
      }
    ],
    "bodyLimit": 2097152,
    "rateLimits": [
      "partner",
      "json_bodies"
    ],
    "idempotent": false,
    "requestTypes": [
      "application/json"
    ],
    "parameters": [],
    "responses": {
      "201": "application/json",
      "400": "application/problem+json",
      "401": "application/problem+json",
      "403": "application/problem+json",
      "409": "application/problem+json",
      "413": "application/problem+json",
      "415": "application/problem+json",
      "422": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "listWebhooks": {
    "method": "GET",
    "path": "/api/partner/v2/webhooks",
    "summary": "List the webhooks",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": [
          "read.webhooks"
        ]
      }
    ],
    "bodyLimit": 0,
    "rateLimits": [
      "partner"
    ],
    "idempotent": true,
    "requestTypes": [],
    "parameters": [],
    "responses": {
      "200": "application/json",
      "401": "application/problem+json",
      "403": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "getWebhook": {
    "method": "GET",
    "path": "/api/partner/v2/webhooks/{id}",
    "summary": "Get a webhook",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": [
          "read.webhooks"
        ]
      }
    ],
    "bodyLimit": 0,
    "rateLimits": [
      "partner"
    ],
    "idempotent": true,
    "requestTypes": [],
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string"
      }
    ],
    "responses": {
      "200": "application/json",
      "401": "application/problem+json",
      "403": "application/problem+json",
      "404": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "replaceWebhook": {
    "method": "PUT",
    "path": "/api/partner/v2/webhooks/{id}",
    "summary": "Replace a webhook",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": [
          "write.webhooks"
        ]
      }
    ],
    "bodyLimit": 2097152,
    "rateLimits": [
      "partner",
      "json_bodies"
    ],
    "idempotent": true,
    "requestTypes": [
      "application/json"
    ],
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string"
      },
      {
        "name": "If-Match",
        "in": "header",
        "type": "string"
      }
    ],
    "responses": {
      "200": "application/json",
      "400": "application/problem+json",
      "401": "application/problem+json",
      "403": "application/problem+json",
      "404": "application/problem+json",
      "412": "application/problem+json",
      "413": "application/problem+json",
      "415": "application/problem+json",
      "422": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "deleteWebhook": {
    "method": "DELETE",
    "path": "/api/partner/v2/webhooks/{id}",
    "summary": "Delete a webhook",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": [
          "write.webhooks"
        ]
      }
    ],
    "bodyLimit": 0,
    "rateLimits": [
      "partner"
    ],
    "idempotent": true,
    "requestTypes": [],
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string"
      },
      {
        "name": "If-Match",
        "in": "header",
        "type": "string"
      }
    ],
    "responses": {
      "204": null,
      "401": "application/problem+json",
      "403": "application/problem+json",
      "404": "application/problem+json",
      "412": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "rotateWebhookSecret": {
    "method": "POST",
    "path": "/api/partner/v2/webhooks/{id}/secret",
    "summary": "Rotate the secret of a webhook",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": [
          "write.webhooks"
        ]
      }
    ],
    "bodyLimit": 0,
    "rateLimits": [
      "partner"
    ],
    "idempotent": false,
    "requestTypes": [],
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string"
      },
      {
        "name": "If-Match",
        "in": "header",
        "type": "string"
      }
    ],
    "responses": {
      "200": "application/json",
      "401": "application/problem+json",
      "403": "application/problem+json",
      "404": "application/problem+json",
      "412": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "sendTestEvent": {
    "method": "POST",
    "path": "/api/partner/v2/webhooks/{id}/test",
    "summary": "Send a test event to a webhook",
    "creates": "Delivery",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": [
          "write.webhooks"
        ]
      }
    ],
    "bodyLimit": 0,
    "rateLimits": [
      "partner",
      "sent_on_request"
    ],
    "idempotent": false,
    "requestTypes": [],
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string"
      },
      {
        "name": "type",
        "in": "query",
        "type": "string",
        "default": "verification"
      },
      {
        "name": "status",
        "in": "query",
        "type": "string",
        "default": "verified"
      }
    ],
    "responses": {
      "202": "application/json",
      "401": "application/problem+json",
      "403": "application/problem+json",
      "404": "application/problem+json",
      "422": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "listWebhookDeliveries": {
    "method": "GET",
    "path": "/api/partner/v2/webhooks/{id}/deliveries",
    "summary": "List the deliveries of a webhook",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": [
          "read.webhooks"
        ]
      }
    ],
    "bodyLimit": 0,
    "rateLimits": [
      "partner"
    ],
    "idempotent": true,
    "requestTypes": [],
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string"
      },
      {
        "name": "limit",
        "in": "query",
        "type": "integer",
        "default": 20
      },
      {
        "name": "cursor",
        "in": "query",
        "type": "string"
      }
    ],
    "responses": {
      "200": "application/json",
      "401": "application/problem+json",
      "403": "application/problem+json",
      "404": "application/problem+json",
      "422": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "redeliverEvent": {
    "method": "POST",
    "path": "/api/partner/v2/webhooks/{id}/deliveries/{delivery_id}/redeliver",
    "summary": "Redeliver an event",
    "creates": "Delivery",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": [
          "write.webhooks"
        ]
      }
    ],
    "bodyLimit": 0,
    "rateLimits": [
      "partner",
      "sent_on_request"
    ],
    "idempotent": false,
    "requestTypes": [],
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string"
      },
      {
        "name": "delivery_id",
        "in": "path",
        "type": "string"
      }
    ],
    "responses": {
      "202": "application/json",
      "401": "application/problem+json",
      "403": "application/problem+json",
      "404": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "decideVerificationRequest": {
    "method": "POST",
    "path": "/api/partner/v2/sandbox/verify/requests/{id}/decision",
    "summary": "Decide a verification request in place of the user",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": [
          "write.digital_identity"
        ]
      }
    ],
    "bodyLimit": 65536,
    "rateLimits": [
      "partner",
      "json_bodies"
    ],
    "idempotent": false,
    "requestTypes": [
      "application/json"
    ],
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string"
      }
    ],
    "responses": {
      "200": "application/json",
      "400": "application/problem+json",
      "401": "application/problem+json",
      "403": "application/problem+json",
      "404": "application/problem+json",
      "409": "application/problem+json",
      "413": "application/problem+json",
      "415": "application/problem+json",
      "422": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "decideSubmission": {
    "method": "POST",
    "path": "/api/partner/v2/sandbox/submissions/{id}/decision",
    "summary": "Decide a submission in place of the user",
    "security": [
      {
        "scheme": "oauth2",
        "scopes": []
      }
    ],
    "bodyLimit": 65536,
    "rateLimits": [
      "partner",
      "json_bodies"
    ],
    "idempotent": false,
    "requestTypes": [
      "application/json"
    ],
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string"
      }
    ],
    "responses": {
      "200": "application/json",
      "400": "application/problem+json",
      "401": "application/problem+json",
      "404": "application/problem+json",
      "409": "application/problem+json",
      "413": "application/problem+json",
      "415": "application/problem+json",
      "422": "application/problem+json",
      "429": "application/problem+json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "getAuthorizationServerMetadata": {
    "method": "GET",
    "path": "/.well-known/oauth-authorization-server",
    "summary": "Get the metadata of the authorization server",
    "security": [],
    "bodyLimit": 0,
    "rateLimits": [],
    "idempotent": true,
    "requestTypes": [],
    "parameters": [],
    "responses": {
      "200": "application/json",
      "500": "application/problem+json"
    }
  },
  "getJwks": {
    "method": "GET",
    "path": "/.well-known/jwks.json",
    "summary": "Get the keys that verify access tokens",
    "security": [],
    "bodyLimit": 0,
    "rateLimits": [],
    "idempotent": true,
    "requestTypes": [],
    "parameters": [],
    "responses": {
      "200": "application/json",
      "500": "application/problem+json",
      "503": "application/problem+json"
    }
  },
  "getWebhookSourceAddresses": {
    "method": "GET",
    "path": "/.well-known/webhook-source-addresses.json",
    "summary": "Get the addresses that webhooks come from",
    "security": [],
    "bodyLimit": 0,
    "rateLimits": [],
    "idempotent": true,
    "requestTypes": [],
    "parameters": [],
    "responses": {
      "200": "application/json",
      "500": "application/problem+json"
    }
  }
} as const;

export type OperationId = keyof typeof operations;

/** Headers of all responses of the deprecated operations. */
export const deprecations: Partial<Record<OperationId, Record<string, string>>> = {};

/** The default values of properties in request bodies, by operation. */
export const bodyDefaults = {
  "createWebhook": {
    "event_types": [
      "verification"
    ]
  },
  "replaceWebhook": {
    "event_types": [
      "verification"
    ]
  }
} as const;

/** The scopes that a partner can be granted. */
export const scopes = [
  "write.education",
  "write.english_proficiency",
  "write.microcredential",
  "write.right_to_work",
  "write.digital_identity",
  "read.digital_identity",
  "write.webhooks",
  "read.webhooks"
] as const;

/** The problem codes, each with its HTTP status and title. */
export const problems = {
  "malformed_request": {
    "status": 400,
    "title": "The request is not valid HTTP"
  },
  "malformed_json": {
    "status": 400,
    "title": "The body is not valid JSON"
  },
  "invalid_preference": {
    "status": 400,
    "title": "The mock does not know the preference"
  },
  "unauthenticated": {
    "status": 401,
    "title": "No valid access token"
  },
  "insufficient_scope": {
    "status": 403,
    "title": "The token lacks a scope"
  },
  "vouching_not_allowed": {
    "status": 403,
    "title": "The partner may not submit digital identities"
  },
  "invalid_upload_link": {
    "status": 403,
    "title": "The upload link is not valid"
  },
  "not_found": {
    "status": 404,
    "title": "Not found"
  },
  "method_not_allowed": {
    "status": 405,
    "title": "The method is not allowed"
  },
  "request_timeout": {
    "status": 408,
    "title": "The request took too long to arrive"
  },
  "id_conflict": {
    "status": 409,
    "title": "The id is already in use"
  },
  "already_verified": {
    "status": 409,
    "title": "The user has already accepted"
  },
  "too_many_webhooks": {
    "status": 409,
    "title": "There are too many webhooks"
  },
  "precondition_failed": {
    "status": 412,
    "title": "The resource has changed"
  },
  "payload_too_large": {
    "status": 413,
    "title": "The body is too large"
  },
  "unsupported_media_type": {
    "status": 415,
    "title": "The media type is not supported"
  },
  "validation_failed": {
    "status": 422,
    "title": "The request violates the contract"
  },
  "rate_limited": {
    "status": 429,
    "title": "Too many requests"
  },
  "headers_too_large": {
    "status": 431,
    "title": "The headers are too large"
  },
  "internal_error": {
    "status": 500,
    "title": "Internal server error"
  },
  "unsupported_transfer_coding": {
    "status": 501,
    "title": "The transfer coding is not supported"
  },
  "unavailable": {
    "status": 503,
    "title": "The service is not available"
  }
} as const;

/** The environment of each server in the contract, by URL. */
export const environments = {
  "http://localhost:3000": "sandbox",
  "https://api.staging.partner-credentials.example": "staging",
  "https://api.partner-credentials.example": "production"
} as const;

/** Maximum number of violations that a problem lists. */
export const maxViolations = 1000 as const;

/** The operation that adds each credential type. */
export const credentialTypes = {
  "education": "addEducation",
  "english_proficiency": "addEnglishProficiency",
  "microcredential": "addMicrocredential",
  "right_to_work": "addRightToWork"
} as const;

/** The media type of each asset type. */
export const assetMediaTypes = {
  "pdf": "application/pdf",
  "jpg": "image/jpeg",
  "png": "image/png",
  "open_cert": "application/json"
} as const;

/** Limits and times that JSON Schema cannot express (`x-service`). */
export const service = {
  "submission_window_seconds": 172800,
  "verification_window_seconds": 172800,
  "documents_kept_seconds": 172800,
  "results_kept_seconds": 7776000,
  "sessions": {
    "lifetime_seconds": 28800,
    "idle_seconds": 1800,
    "consent_within_seconds": 900
  },
  "access_token_seconds": 3600,
  "disabled_within_seconds": 60,
  "max_webhooks": 10,
  "user_agent": "Partner-Credential-Service",
  "npm_package": "@partner-credentials/sdk",
  "document_download": {
    "schemes": [
      "https"
    ],
    "timeout_seconds": 10,
    "redirect_statuses": [
      301,
      302,
      303,
      307,
      308
    ],
    "max_redirects": 3,
    "retry_delays_seconds": [
      60,
      600,
      3600,
      21600
    ]
  },
  "logo": {
    "media_types": [
      "image/png",
      "image/jpeg"
    ],
    "max_bytes": 262144,
    "max_pixels": 16777216,
    "timeout_seconds": 5,
    "cached_seconds": 86400
  },
  "pdf_marker_bytes": 1024,
  "max_image_pixels": 100000000,
  "json_files": {
    "max_depth": 100,
    "max_values": 50000
  },
  "max_header_bytes": 16384,
  "headers_timeout_seconds": 60,
  "request_timeout_seconds": 120,
  "slowest_body": {
    "per_second_bytes": 16384,
    "after_seconds": 10
  },
  "bodies_under_way": {
    "of_partner_bytes": 41943040,
    "in_all_bytes": 100663296,
    "anonymous": {
      "of_address_bytes": 1048576,
      "in_all_bytes": 16777216
    }
  },
  "pending_upload_bytes": 10737418240,
  "max_connections": {
    "of_address": 500,
    "in_all": 5000
  },
  "ipv6_networks": {
    "48": 4,
    "56": 2,
    "64": 1
  },
  "idle_connection_seconds": 75,
  "requests_of_connection": 16,
  "stalled_response_seconds": 25,
  "well_known_cache_seconds": 300,
  "rate_limits": {
    "partner": {
      "counts": "requests",
      "per_second": 100,
      "burst": 200,
      "headers": [
        "RateLimit",
        "RateLimit-Policy"
      ]
    },
    "token": {
      "counts": "token requests",
      "per_second": 10,
      "burst": 100
    },
    "sent_on_request": {
      "counts": "test events and redeliveries",
      "per_second": 1,
      "burst": 5
    },
    "json_bodies": {
      "counts": "bytes of JSON bodies",
      "per_second_bytes": 2097152,
      "burst_bytes": 20971520
    },
    "files": {
      "counts": "bytes of files",
      "per_second_bytes": 4194304,
      "burst_bytes": 104857600
    },
    "burst_within_seconds": 10,
    "small_body_bytes": 4096,
    "wrong_credentials": {
      "within_seconds": 10,
      "of_address": 20,
      "in_all": 200,
      "of_address_above_in_all": 5,
      "at_once": 5
    },
    "visits": {
      "within_seconds": 60,
      "of_address": 600,
      "of_session": 60
    },
    "public_files": {
      "within_seconds": 60,
      "of_address": 600,
      "rejected_after_seconds": 1
    },
    "taken_requests": {
      "within_seconds": 3600,
      "of_account": 10
    },
    "unknown_links": {
      "within_seconds": 3600,
      "of_address": 200,
      "of_account": 20,
      "above_every_seconds": 10
    }
  }
} as const;

/** Webhook events, with the property that identifies the resource. */
export const events = {
  "verification": {
    "identifier": "request_id",
    "resource": "VerificationRequest"
  },
  "submission": {
    "identifier": "submission_id",
    "resource": "Submission"
  }
} as const;

/** Delivery and signature rules (`x-delivery`). */
export const webhookDelivery = {
  "content_type": "application/json",
  "success_status": 200,
  "timeout_seconds": 5,
  "max_response_bytes": 1048576,
  "max_in_flight_to_host": 64,
  "retry_delays_seconds": [
    10,
    60,
    600,
    3600,
    21600
  ],
  "jitter": 0.2,
  "retry_after_max_seconds": 21600,
  "signature": {
    "algorithm": "HMAC-SHA256",
    "signed_bytes": "{timestamp}.{body}",
    "encoding": "hex",
    "headers": {
      "timestamp": "X-Timestamp",
      "signature": "X-Signature",
      "previous_signature": "X-Signature-Previous"
    }
  },
  "standard_webhooks": {
    "algorithm": "HMAC-SHA256",
    "signed_bytes": "{id}.{timestamp}.{body}",
    "encoding": "base64",
    "version": "v1",
    "secret_prefix": "whsec_",
    "headers": {
      "id": "webhook-id",
      "timestamp": "webhook-timestamp",
      "signature": "webhook-signature"
    }
  },
  "tolerance_seconds": 300,
  "secret_characters": 64,
  "previous_secret_seconds": 86400,
  "event_order": "created_at",
  "test_prefix": "test-",
  "log_seconds": 2592000,
  "operations": {
    "create": "createWebhook",
    "replace": "replaceWebhook",
    "rotate": "rotateWebhookSecret",
    "delete": "deleteWebhook",
    "test": "sendTestEvent",
    "redeliver": "redeliverEvent",
    "log": "listWebhookDeliveries"
  }
} as const;
