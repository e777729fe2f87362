// Generated from spec/ by `npm run generate`. Do not edit: change spec/ and generate again.
/** The workflows of spec/workflows/. */
export const workflows = [
  {
    "workflowId": "submit-education",
    "summary": "Submit an education qualification",
    "stateful": false,
    "steps": [
      {
        "stepId": "get-token",
        "operationId": "createTokenV2",
        "requestBody": {
          "contentType": "application/x-www-form-urlencoded",
          "payload": {
            "grant_type": "client_credentials",
            "client_id": "$inputs.client_id",
            "client_secret": "$inputs.client_secret"
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          }
        ],
        "outputs": {
          "token": "$response.body#/access_token"
        }
      },
      {
        "stepId": "submit",
        "operationId": "addEducation",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "requestBody": {
          "contentType": "application/json",
          "payload": {
            "id": "{$inputs.run_id}-education",
            "credential_type": "education",
            "document_type": "none",
            "data": {
              "credential": {
                "full_name": "Alex Example",
                "education_provider": "Example University",
                "course_name": "Bachelor of Commerce",
                "conferral_year": "2024",
                "majors": [
                  "Finance",
                  "Economics"
                ]
              }
            }
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 201"
          }
        ],
        "outputs": {
          "redirect_uri": "$response.body#/redirect_uri"
        }
      },
      {
        "stepId": "get-status",
        "operationId": "getSubmissionStatusV1",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "value": "{$inputs.run_id}-education"
          }
        ],
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          }
        ]
      }
    ]
  },
  {
    "workflowId": "submit-english-proficiency",
    "summary": "Submit an English proficiency test result",
    "stateful": false,
    "steps": [
      {
        "stepId": "get-token",
        "operationId": "createTokenV2",
        "requestBody": {
          "contentType": "application/x-www-form-urlencoded",
          "payload": {
            "grant_type": "client_credentials",
            "client_id": "$inputs.client_id",
            "client_secret": "$inputs.client_secret"
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          }
        ],
        "outputs": {
          "token": "$response.body#/access_token"
        }
      },
      {
        "stepId": "submit",
        "operationId": "addEnglishProficiency",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "requestBody": {
          "contentType": "application/json",
          "payload": {
            "id": "{$inputs.run_id}-english",
            "credential_type": "english_proficiency",
            "document_type": "english_assessment",
            "data": {
              "credential": {
                "full_name": "Alex Example",
                "test_provider": "Example Language Testing",
                "test_name": "Example Test of Academic English",
                "completion_date": "2025-03-14",
                "test_scores": {
                  "cefr_scores": {
                    "combined": "C1"
                  },
                  "overall": {
                    "score": "7.5",
                    "scale": "0-9"
                  }
                }
              }
            }
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 201"
          }
        ],
        "outputs": {
          "redirect_uri": "$response.body#/redirect_uri"
        }
      },
      {
        "stepId": "get-status",
        "operationId": "getSubmissionStatusV1",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "value": "{$inputs.run_id}-english"
          }
        ],
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          }
        ]
      }
    ]
  },
  {
    "workflowId": "submit-microcredential",
    "summary": "Submit a microcredential",
    "stateful": false,
    "steps": [
      {
        "stepId": "get-token",
        "operationId": "createTokenV2",
        "requestBody": {
          "contentType": "application/x-www-form-urlencoded",
          "payload": {
            "grant_type": "client_credentials",
            "client_id": "$inputs.client_id",
            "client_secret": "$inputs.client_secret"
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          }
        ],
        "outputs": {
          "token": "$response.body#/access_token"
        }
      },
      {
        "stepId": "submit",
        "operationId": "addMicrocredential",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "requestBody": {
          "contentType": "application/json",
          "payload": {
            "id": "{$inputs.run_id}-microcredential",
            "credential_type": "microcredential",
            "document_type": "none",
            "data": {
              "credential": {
                "full_name": "Alex Example",
                "issuer_name": "Example Skills Academy",
                "microcredential_name": "Food Safety Supervision",
                "issue_date": "2025-06-30"
              }
            }
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 201"
          }
        ],
        "outputs": {
          "redirect_uri": "$response.body#/redirect_uri"
        }
      },
      {
        "stepId": "get-status",
        "operationId": "getSubmissionStatusV1",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "value": "{$inputs.run_id}-microcredential"
          }
        ],
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          }
        ]
      }
    ]
  },
  {
    "workflowId": "submit-right-to-work",
    "summary": "Submit a right to work",
    "stateful": false,
    "steps": [
      {
        "stepId": "get-token",
        "operationId": "createTokenV2",
        "requestBody": {
          "contentType": "application/x-www-form-urlencoded",
          "payload": {
            "grant_type": "client_credentials",
            "client_id": "$inputs.client_id",
            "client_secret": "$inputs.client_secret"
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          }
        ],
        "outputs": {
          "token": "$response.body#/access_token"
        }
      },
      {
        "stepId": "submit",
        "operationId": "addRightToWork",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "requestBody": {
          "contentType": "application/json",
          "payload": {
            "id": "{$inputs.run_id}-right-to-work",
            "credential_type": "right_to_work",
            "document_type": "none",
            "data": {
              "credential": {
                "full_name": "Alex Example",
                "country": "SG",
                "singapore_work_rights": "Employment Pass"
              }
            }
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 201"
          }
        ],
        "outputs": {
          "redirect_uri": "$response.body#/redirect_uri"
        }
      },
      {
        "stepId": "get-status",
        "operationId": "getSubmissionStatusV1",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "value": "{$inputs.run_id}-right-to-work"
          }
        ],
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          }
        ]
      }
    ]
  },
  {
    "workflowId": "repeat-a-submission",
    "summary": "Repeat a submission",
    "stateful": true,
    "steps": [
      {
        "stepId": "get-token",
        "operationId": "createTokenV2",
        "requestBody": {
          "contentType": "application/x-www-form-urlencoded",
          "payload": {
            "grant_type": "client_credentials",
            "client_id": "$inputs.client_id",
            "client_secret": "$inputs.client_secret"
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          }
        ],
        "outputs": {
          "token": "$response.body#/access_token"
        }
      },
      {
        "stepId": "submit",
        "operationId": "addRightToWork",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "requestBody": {
          "contentType": "application/json",
          "payload": {
            "id": "{$inputs.run_id}-repeated",
            "credential_type": "right_to_work",
            "document_type": "none",
            "data": {
              "credential": {
                "full_name": "Alex Example",
                "country": "SG",
                "singapore_work_rights": "Employment Pass"
              }
            }
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 201"
          },
          {
            "condition": "$response.header.Idempotent-Replayed == null"
          }
        ],
        "outputs": {
          "redirect_uri": "$response.body#/redirect_uri"
        }
      },
      {
        "stepId": "submit-again",
        "operationId": "addRightToWork",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "requestBody": {
          "contentType": "application/json",
          "payload": {
            "id": "{$inputs.run_id}-repeated",
            "credential_type": "right_to_work",
            "document_type": "none",
            "data": {
              "credential": {
                "full_name": "Alex Example",
                "country": "SG",
                "singapore_work_rights": "Employment Pass"
              }
            }
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 201"
          },
          {
            "condition": "$response.header.Idempotent-Replayed == 'true'"
          },
          {
            "condition": "$response.body#/redirect_uri == $steps.submit.outputs.redirect_uri"
          }
        ]
      },
      {
        "stepId": "submit-another-kind",
        "operationId": "addMicrocredential",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "requestBody": {
          "contentType": "application/json",
          "payload": {
            "id": "{$inputs.run_id}-repeated",
            "credential_type": "microcredential",
            "document_type": "none",
            "data": {
              "credential": {
                "full_name": "Alex Example",
                "issuer_name": "Example Skills Academy",
                "microcredential_name": "Food Safety Supervision",
                "issue_date": "2025-06-30"
              }
            }
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 409"
          },
          {
            "condition": "$response.body#/code == 'id_conflict'"
          }
        ]
      },
      {
        "stepId": "get-status",
        "operationId": "getSubmissionStatusV2",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "value": "{$inputs.run_id}-repeated"
          }
        ],
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          },
          {
            "condition": "$response.body#/id == $request.path.id"
          },
          {
            "condition": "$response.body#/status == 'incomplete'"
          },
          {
            "condition": "$response.body#/finalized_at == null"
          }
        ]
      }
    ]
  },
  {
    "workflowId": "submit-microcredentials",
    "summary": "Submit several microcredentials",
    "stateful": false,
    "steps": [
      {
        "stepId": "get-token",
        "operationId": "createTokenV2",
        "requestBody": {
          "contentType": "application/x-www-form-urlencoded",
          "payload": {
            "grant_type": "client_credentials",
            "client_id": "$inputs.client_id",
            "client_secret": "$inputs.client_secret"
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          }
        ],
        "outputs": {
          "token": "$response.body#/access_token"
        }
      },
      {
        "stepId": "submit",
        "operationId": "addMicrocredentialBatch",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "requestBody": {
          "contentType": "application/json",
          "payload": {
            "id": "{$inputs.run_id}-several",
            "credentials": [
              {
                "id": "{$inputs.run_id}-several-1",
                "credential_type": "microcredential",
                "document_type": "none",
                "data": {
                  "credential": {
                    "full_name": "Alex Example",
                    "issuer_name": "Example Skills Academy",
                    "microcredential_name": "Food Safety Supervision",
                    "issue_date": "2025-06-30"
                  }
                }
              },
              {
                "id": "{$inputs.run_id}-several-2",
                "credential_type": "microcredential",
                "document_type": "none",
                "data": {
                  "credential": {
                    "full_name": "Alex Example",
                    "issuer_name": "Example Skills Academy",
                    "microcredential_name": "Barista Skills",
                    "issue_date": "2025-07-31"
                  }
                }
              }
            ]
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 201"
          }
        ],
        "outputs": {
          "redirect_uri": "$response.body#/redirect_uri"
        }
      },
      {
        "stepId": "get-status",
        "operationId": "getSubmissionStatusV1",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "value": "{$inputs.run_id}-several"
          }
        ],
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          }
        ]
      }
    ]
  },
  {
    "workflowId": "submit-with-a-file",
    "summary": "Submit credentials with a file",
    "stateful": true,
    "steps": [
      {
        "stepId": "get-token",
        "operationId": "createTokenV2",
        "requestBody": {
          "contentType": "application/x-www-form-urlencoded",
          "payload": {
            "grant_type": "client_credentials",
            "client_id": "$inputs.client_id",
            "client_secret": "$inputs.client_secret"
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          }
        ],
        "outputs": {
          "token": "$response.body#/access_token"
        }
      },
      {
        "stepId": "submit",
        "operationId": "addCredentialBatch",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "requestBody": {
          "contentType": "application/json",
          "payload": {
            "credential_id": "{$inputs.run_id}-batch",
            "digital_identity": {
              "credential_id": "{$inputs.run_id}-batch-identity",
              "fields": {
                "full_name": "Alex Example"
              }
            },
            "education_items": [],
            "microcredential_items": [
              {
                "credential_id": "{$inputs.run_id}-batch-microcredential",
                "fields": {
                  "full_name": "Alex Example",
                  "issuer_name": "Example Skills Academy",
                  "microcredential_name": "Workplace First Aid",
                  "issue_date": "2025-06-30"
                },
                "assets": [
                  {
                    "asset_id": "{$inputs.run_id}-batch-certificate",
                    "asset_type": "open_cert"
                  }
                ]
              }
            ],
            "english_proficiency_items": []
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 201"
          },
          {
            "condition": "$response.body#/asset_uploads/0/asset_id == $request.body#/microcredential_items/0/assets/0/asset_id"
          }
        ],
        "outputs": {
          "asset_id": "$response.body#/asset_uploads/0/asset_id",
          "upload_url": "$response.body#/asset_uploads/0/url",
          "redirect_uri": "$response.body#/redirect_uri"
        }
      },
      {
        "stepId": "upload-file",
        "x-operation-id": "uploadAsset",
        "x-operation": {
          "url": "$steps.submit.outputs.upload_url",
          "method": "PUT"
        },
        "requestBody": {
          "contentType": "application/json",
          "payload": {
            "data": {
              "id": "first-aid"
            }
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          },
          {
            "condition": "$response.body#/asset_id == $steps.submit.outputs.asset_id"
          },
          {
            "condition": "$response.body#/asset_type == 'open_cert'"
          }
        ]
      },
      {
        "stepId": "submit-again",
        "operationId": "addCredentialBatch",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "requestBody": {
          "contentType": "application/json",
          "payload": {
            "credential_id": "{$inputs.run_id}-batch",
            "digital_identity": {
              "credential_id": "{$inputs.run_id}-batch-identity",
              "fields": {
                "full_name": "Alex Example"
              }
            },
            "education_items": [],
            "microcredential_items": [
              {
                "credential_id": "{$inputs.run_id}-batch-microcredential",
                "fields": {
                  "full_name": "Alex Example",
                  "issuer_name": "Example Skills Academy",
                  "microcredential_name": "Workplace First Aid",
                  "issue_date": "2025-06-30"
                },
                "assets": [
                  {
                    "asset_id": "{$inputs.run_id}-batch-certificate",
                    "asset_type": "open_cert"
                  }
                ]
              }
            ],
            "english_proficiency_items": []
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 201"
          },
          {
            "condition": "$response.header.Idempotent-Replayed == 'true'"
          },
          {
            "condition": "$response.body#/redirect_uri == $steps.submit.outputs.redirect_uri"
          },
          {
            "condition": "$response.body#/asset_uploads/0/url == $steps.submit.outputs.upload_url"
          }
        ]
      },
      {
        "stepId": "get-status",
        "operationId": "getSubmissionStatusV2",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "value": "{$inputs.run_id}-batch"
          }
        ],
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          },
          {
            "condition": "$response.body#/id == $request.path.id"
          },
          {
            "condition": "$response.body#/status == 'incomplete'"
          }
        ]
      }
    ]
  },
  {
    "workflowId": "verify-an-identity",
    "summary": "Request a verification and read its result",
    "stateful": true,
    "steps": [
      {
        "stepId": "get-token",
        "operationId": "createTokenV2",
        "requestBody": {
          "contentType": "application/x-www-form-urlencoded",
          "payload": {
            "grant_type": "client_credentials",
            "client_id": "$inputs.client_id",
            "client_secret": "$inputs.client_secret"
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          }
        ],
        "outputs": {
          "token": "$response.body#/access_token"
        }
      },
      {
        "stepId": "request",
        "operationId": "createVerificationRequest",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "requestBody": {
          "contentType": "application/json",
          "payload": {
            "request_id": "{$inputs.run_id}-verification",
            "display_options": {
              "partner_name": "Example Hiring"
            }
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 201"
          },
          {
            "condition": "$response.header.Idempotent-Replayed == null"
          },
          {
            "condition": "$response.body#/request_id == $request.body#/request_id"
          }
        ],
        "outputs": {
          "request_id": "$response.body#/request_id",
          "redirect_uri": "$response.body#/redirect_uri"
        }
      },
      {
        "stepId": "get-result",
        "operationId": "getVerificationRequest",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "value": "$steps.request.outputs.request_id"
          }
        ],
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          },
          {
            "condition": "$response.body#/request_id == $steps.request.outputs.request_id"
          },
          {
            "condition": "$response.body#/results/0/status == 'incomplete'"
          }
        ]
      },
      {
        "stepId": "list-results",
        "operationId": "listVerificationRequests",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "parameters": [
          {
            "name": "request_id[]",
            "in": "query",
            "value": "$steps.request.outputs.request_id"
          }
        ],
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          },
          {
            "condition": "$response.body#/requests/0/request_id == $steps.request.outputs.request_id"
          }
        ]
      },
      {
        "stepId": "request-again",
        "operationId": "createVerificationRequest",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "requestBody": {
          "contentType": "application/json",
          "payload": {
            "request_id": "{$inputs.run_id}-verification",
            "display_options": {
              "partner_name": "Example Hiring"
            }
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 201"
          },
          {
            "condition": "$response.header.Idempotent-Replayed == 'true'"
          },
          {
            "condition": "$response.body#/redirect_uri == $steps.request.outputs.redirect_uri"
          }
        ]
      }
    ]
  },
  {
    "workflowId": "look-after-a-webhook",
    "summary": "Create, change, test, and delete a webhook",
    "stateful": true,
    "steps": [
      {
        "stepId": "get-token",
        "operationId": "createTokenV2",
        "requestBody": {
          "contentType": "application/x-www-form-urlencoded",
          "payload": {
            "grant_type": "client_credentials",
            "client_id": "$inputs.client_id",
            "client_secret": "$inputs.client_secret"
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          }
        ],
        "outputs": {
          "token": "$response.body#/access_token"
        }
      },
      {
        "stepId": "create",
        "operationId": "createWebhook",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "requestBody": {
          "contentType": "application/json",
          "payload": {
            "name": "{$inputs.run_id}",
            "url": "https://receiver.invalid/events",
            "event_types": [
              "verification",
              "submission"
            ]
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 201"
          }
        ],
        "outputs": {
          "id": "$response.body#/id"
        }
      },
      {
        "stepId": "get",
        "operationId": "getWebhook",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "value": "$steps.create.outputs.id"
          }
        ],
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          },
          {
            "condition": "$response.body#/id == $steps.create.outputs.id"
          },
          {
            "condition": "$response.body#/url == 'https://receiver.invalid/events'"
          }
        ]
      },
      {
        "stepId": "list",
        "operationId": "listWebhooks",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          }
        ]
      },
      {
        "stepId": "replace",
        "operationId": "replaceWebhook",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "value": "$steps.create.outputs.id"
          }
        ],
        "requestBody": {
          "contentType": "application/json",
          "payload": {
            "url": "https://receiver.invalid/other-events"
          }
        },
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          },
          {
            "condition": "$response.body#/url == 'https://receiver.invalid/other-events'"
          },
          {
            "condition": "$response.body#/name == null"
          }
        ]
      },
      {
        "stepId": "rotate-secret",
        "operationId": "rotateWebhookSecret",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "value": "$steps.create.outputs.id"
          }
        ],
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          },
          {
            "condition": "$response.body#/id == $steps.create.outputs.id"
          }
        ]
      },
      {
        "stepId": "send-test-event",
        "operationId": "sendTestEvent",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "value": "$steps.create.outputs.id"
          }
        ],
        "successCriteria": [
          {
            "condition": "$statusCode == 202"
          },
          {
            "condition": "$response.body#/status == 'pending'"
          }
        ],
        "outputs": {
          "delivery_id": "$response.body#/id"
        }
      },
      {
        "stepId": "list-deliveries",
        "operationId": "listWebhookDeliveries",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "value": "$steps.create.outputs.id"
          }
        ],
        "successCriteria": [
          {
            "condition": "$statusCode == 200"
          },
          {
            "condition": "$response.body#/deliveries/0/id == $steps.send-test-event.outputs.delivery_id"
          }
        ]
      },
      {
        "stepId": "redeliver",
        "operationId": "redeliverEvent",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "value": "$steps.create.outputs.id"
          },
          {
            "name": "delivery_id",
            "in": "path",
            "value": "$steps.send-test-event.outputs.delivery_id"
          }
        ],
        "successCriteria": [
          {
            "condition": "$statusCode == 202"
          },
          {
            "condition": "$response.body#/redelivery_of == $steps.send-test-event.outputs.delivery_id"
          }
        ]
      },
      {
        "stepId": "delete",
        "operationId": "deleteWebhook",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "value": "$steps.create.outputs.id"
          }
        ],
        "successCriteria": [
          {
            "condition": "$statusCode == 204"
          }
        ]
      },
      {
        "stepId": "get-deleted",
        "operationId": "getWebhook",
        "x-security": [
          {
            "schemeName": "oauth2",
            "values": {
              "accessToken": "$steps.get-token.outputs.token"
            }
          }
        ],
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "value": "$steps.create.outputs.id"
          }
        ],
        "successCriteria": [
          {
            "condition": "$statusCode == 404"
          },
          {
            "condition": "$response.body#/code == 'not_found'"
          }
        ]
      }
    ]
  }
] as const;
