import { describe, expect, test } from 'vitest';
import {
  assetMediaTypes,
  maxViolations,
  type OperationId,
  operations,
  scopes,
  service,
  webhookDelivery,
} from '../../generated/operations.ts';
import { contract } from '../support/contract.ts';

// Other tests read these figures from the contract, and so cannot tell when one changes. Here they are written out.

const KIB = 1024;
const JSON_BODY = 1024 * KIB;
const NO_BODY = 0;

describe('the limits of the contract', () => {
  test('bodies have at most so many bytes', () => {
    const limits = Object.fromEntries(
      (Object.keys(operations) as OperationId[]).map((id) => [id, operations[id].bodyLimit]),
    );
    expect(limits).toEqual({
      createTokenV1: 8 * KIB,
      createTokenV2: 8 * KIB,
      addEducation: JSON_BODY,
      addEnglishProficiency: JSON_BODY,
      addMicrocredential: JSON_BODY,
      addRightToWork: JSON_BODY,
      addMicrocredentialBatch: JSON_BODY,
      addCredentialBatch: JSON_BODY,
      uploadAsset: 10 * JSON_BODY,
      getSubmissionStatusV1: NO_BODY,
      getSubmissionStatusV2: NO_BODY,
      listSubmissionStatusesV1: JSON_BODY,
      listSubmissionStatusesV2: JSON_BODY,
      createVerificationRequest: JSON_BODY,
      getVerificationRequest: NO_BODY,
      listVerificationRequests: NO_BODY,
      createWebhook: JSON_BODY,
      listWebhooks: NO_BODY,
      getWebhook: NO_BODY,
      replaceWebhook: JSON_BODY,
      deleteWebhook: NO_BODY,
      rotateWebhookSecret: NO_BODY,
      sendTestEvent: NO_BODY,
      listWebhookDeliveries: NO_BODY,
      redeliverEvent: NO_BODY,
      decideVerificationRequest: 64 * KIB,
      decideSubmission: 64 * KIB,
      getAuthorizationServerMetadata: NO_BODY,
      getJwks: NO_BODY,
      getWebhookSourceAddresses: NO_BODY,
    });
  });

  test('figures that no schema holds', () => {
    expect(service).toEqual({
      submission_window_seconds: 48 * 3600,
      verification_window_seconds: 48 * 3600,
      documents_kept_seconds: 48 * 3600,
      results_kept_seconds: 90 * 24 * 3600,
      sessions: { lifetime_seconds: 8 * 3600, idle_seconds: 1800, consent_within_seconds: 900 },
      access_token_seconds: 3600,
      disabled_within_seconds: 60,
      max_webhooks: 10,
      user_agent: 'Partner-Credential-Service',
      npm_package: '@partner-credentials/kit',
      document_download: {
        schemes: ['https'],
        timeout_seconds: 10,
        redirect_statuses: [301, 302, 303, 307, 308],
        max_redirects: 3,
        retry_delays_seconds: [60, 600, 3600, 6 * 3600],
      },
      logo: {
        media_types: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
        max_bytes: 256 * KIB,
        timeout_seconds: 5,
        cached_seconds: 24 * 3600,
      },
      pdf_marker_bytes: 1024,
      json_files: { max_depth: 100, max_values: 50_000 },
      max_header_bytes: 16 * KIB,
      headers_timeout_seconds: 60,
      request_timeout_seconds: 120,
      slowest_body: { per_second_bytes: 16 * KIB, after_seconds: 10 },
      bodies_under_way: { of_partner_bytes: 40 * 1024 * KIB, in_all_bytes: 96 * 1024 * KIB },
      waiting_files_bytes: 10 * 1024 ** 3,
      idle_connection_seconds: 75,
      well_known_cache_seconds: 300,
      rate_limits: {
        partner: { per_second: 100, burst: 200, burst_within_seconds: 10 },
        token: { per_second: 10, burst: 10 },
        small_body_bytes: 4 * KIB,
        json_bodies: { per_second_bytes: 1024 * KIB, burst_bytes: 10 * 1024 * KIB },
        files: { per_second_bytes: 4 * 1024 * KIB, burst_bytes: 100 * 1024 * KIB },
        sent_on_request: { per_second: 1, burst: 5 },
        visits: { within_seconds: 60, of_address: 600, of_session: 60 },
      },
    });
    expect(maxViolations).toBe(1000);
  });

  test('lists in answers are as long as what they list can be', () => {
    const { schemas, parameters } = contract.components;
    const most = (name: string, member: string): number => schemas[name].properties[member].maxItems;
    const assets = ['EducationItem', 'MicrocredentialItem', 'EnglishProficiencyItem'].map((item) =>
      most(item, 'assets'),
    );
    expect(most('WebhookList', 'webhooks')).toBe(service.max_webhooks);
    expect(most('WebhookDeliveryList', 'deliveries')).toBe(parameters.DeliveryLimit.schema.maximum);
    expect(most('WebhookDelivery', 'attempts')).toBe(webhookDelivery.retry_delays_seconds.length + 1);
    expect(most('VerificationResultList', 'requests')).toBe(parameters.VerificationRequestIds.schema.maxItems);
    expect(most('CredentialBatchLink', 'asset_uploads')).toBe(
      assets.reduce((sum, each) => sum + each, 0) * most('CredentialBatch', 'education_items'),
    );
  });
});

test('webhook events are delivered and signed by these rules', () => {
  expect(webhookDelivery).toEqual({
    operations: {
      create: 'createWebhook',
      replace: 'replaceWebhook',
      rotate: 'rotateWebhookSecret',
      delete: 'deleteWebhook',
      test: 'sendTestEvent',
      redeliver: 'redeliverEvent',
      log: 'listWebhookDeliveries',
    },
    content_type: 'application/json',
    success_status: 200,
    timeout_seconds: 5,
    max_response_bytes: 1024 * KIB,
    max_in_flight_to_host: 64,
    retry_delays_seconds: [10, 60, 10 * 60, 3600, 6 * 3600],
    jitter: 0.2,
    retry_after_max_seconds: 6 * 3600,
    signature: {
      algorithm: 'HMAC-SHA256',
      signed_bytes: '{timestamp}.{body}',
      encoding: 'hex',
      headers: {
        timestamp: 'X-Timestamp',
        signature: 'X-Signature',
        previous_signature: 'X-Signature-Previous',
      },
    },
    standard_webhooks: {
      algorithm: 'HMAC-SHA256',
      signed_bytes: '{id}.{timestamp}.{body}',
      encoding: 'base64',
      version: 'v1',
      secret_prefix: 'whsec_',
      headers: { id: 'webhook-id', timestamp: 'webhook-timestamp', signature: 'webhook-signature' },
    },
    tolerance_seconds: 300,
    secret_characters: 64,
    previous_secret_seconds: 24 * 3600,
    log_seconds: 30 * 24 * 3600,
  });
});

test('every operation needs its scope and no other', () => {
  const needed = Object.fromEntries(
    (Object.keys(operations) as OperationId[]).map((id) => [
      id,
      operations[id].security.map(({ scheme, scopes }) => [scheme, ...scopes].join(' ')),
    ]),
  );
  expect(needed).toEqual({
    createTokenV1: [],
    createTokenV2: [],
    addEducation: ['oauth2 write.education'],
    addEnglishProficiency: ['oauth2 write.english_proficiency'],
    addMicrocredential: ['oauth2 write.microcredential'],
    addRightToWork: ['oauth2 write.right_to_work'],
    addMicrocredentialBatch: ['oauth2 write.microcredential'],
    addCredentialBatch: ['oauth2 write.digital_identity'],
    uploadAsset: ['uploadLink'],
    getSubmissionStatusV1: ['oauth2'],
    getSubmissionStatusV2: ['oauth2'],
    listSubmissionStatusesV1: ['oauth2'],
    listSubmissionStatusesV2: ['oauth2'],
    createVerificationRequest: ['oauth2 write.digital_identity'],
    getVerificationRequest: ['oauth2 read.digital_identity'],
    listVerificationRequests: ['oauth2 read.digital_identity'],
    createWebhook: ['oauth2 write.webhooks'],
    listWebhooks: ['oauth2 read.webhooks'],
    getWebhook: ['oauth2 read.webhooks'],
    replaceWebhook: ['oauth2 write.webhooks'],
    deleteWebhook: ['oauth2 write.webhooks'],
    rotateWebhookSecret: ['oauth2 write.webhooks'],
    sendTestEvent: ['oauth2 write.webhooks'],
    listWebhookDeliveries: ['oauth2 read.webhooks'],
    redeliverEvent: ['oauth2 write.webhooks'],
    decideVerificationRequest: ['oauth2 write.digital_identity'],
    decideSubmission: ['oauth2'],
    getAuthorizationServerMetadata: [],
    getJwks: [],
    getWebhookSourceAddresses: [],
  });
  expect(scopes).toEqual([
    'write.education',
    'write.english_proficiency',
    'write.microcredential',
    'write.right_to_work',
    'write.digital_identity',
    'read.digital_identity',
    'write.webhooks',
    'read.webhooks',
  ]);
});

test('every asset type has its media type', () => {
  expect(assetMediaTypes).toEqual({
    pdf: 'application/pdf',
    jpg: 'image/jpeg',
    png: 'image/png',
    open_cert: 'application/json',
  });
});
