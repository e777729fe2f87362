// Generated from spec/ by `npm run generate`. Do not edit: change spec/ and generate again.
/** Every journey: its file in spec/workflows/, whether it relies on what earlier steps left behind, and the operation of each step. */
export const journeys = [
  {
    "workflowId": "submit-education",
    "file": "one-credential.arazzo.yaml",
    "summary": "Submit an education qualification",
    "stateful": false,
    "operations": {
      "get-token": "createTokenV2",
      "submit": "addEducation",
      "get-status": "getSubmissionStatusV1"
    }
  },
  {
    "workflowId": "submit-english-proficiency",
    "file": "one-credential.arazzo.yaml",
    "summary": "Submit an English proficiency test result",
    "stateful": false,
    "operations": {
      "get-token": "createTokenV2",
      "submit": "addEnglishProficiency",
      "get-status": "getSubmissionStatusV1"
    }
  },
  {
    "workflowId": "submit-microcredential",
    "file": "one-credential.arazzo.yaml",
    "summary": "Submit a microcredential",
    "stateful": false,
    "operations": {
      "get-token": "createTokenV2",
      "submit": "addMicrocredential",
      "get-status": "getSubmissionStatusV1"
    }
  },
  {
    "workflowId": "submit-right-to-work",
    "file": "one-credential.arazzo.yaml",
    "summary": "Submit a right to work",
    "stateful": false,
    "operations": {
      "get-token": "createTokenV2",
      "submit": "addRightToWork",
      "get-status": "getSubmissionStatusV1"
    }
  },
  {
    "workflowId": "repeat-a-submission",
    "file": "one-credential.arazzo.yaml",
    "summary": "Repeat a submission",
    "stateful": true,
    "operations": {
      "get-token": "createTokenV2",
      "submit": "addRightToWork",
      "submit-again": "addRightToWork",
      "submit-another-kind": "addMicrocredential",
      "get-status": "getSubmissionStatusV2"
    }
  },
  {
    "workflowId": "submit-microcredentials",
    "file": "several-credentials.arazzo.yaml",
    "summary": "Submit several microcredentials",
    "stateful": false,
    "operations": {
      "get-token": "createTokenV2",
      "submit": "addMicrocredentialBatch",
      "get-status": "getSubmissionStatusV1"
    }
  },
  {
    "workflowId": "submit-with-a-file",
    "file": "several-credentials.arazzo.yaml",
    "summary": "Submit credentials with a file",
    "stateful": true,
    "operations": {
      "get-token": "createTokenV2",
      "submit": "addCredentialBatch",
      "upload-file": "uploadAsset",
      "submit-again": "addCredentialBatch",
      "get-status": "getSubmissionStatusV2"
    }
  },
  {
    "workflowId": "verify-an-identity",
    "file": "verification.arazzo.yaml",
    "summary": "Request a verification and read its result",
    "stateful": true,
    "operations": {
      "get-token": "createTokenV2",
      "request": "createVerificationRequest",
      "get-result": "getVerificationRequest",
      "list-results": "listVerificationRequests",
      "request-again": "createVerificationRequest"
    }
  },
  {
    "workflowId": "look-after-a-webhook",
    "file": "webhooks.arazzo.yaml",
    "summary": "Create, change, test and delete a webhook",
    "stateful": true,
    "operations": {
      "get-token": "createTokenV2",
      "create": "createWebhook",
      "get": "getWebhook",
      "list": "listWebhooks",
      "replace": "replaceWebhook",
      "rotate-secret": "rotateWebhookSecret",
      "send-test-event": "sendTestEvent",
      "list-deliveries": "listWebhookDeliveries",
      "redeliver": "redeliverEvent",
      "delete": "deleteWebhook",
      "get-deleted": "getWebhook"
    }
  }
] as const;
