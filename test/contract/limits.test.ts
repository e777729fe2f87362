import { describe, expect, test } from 'vitest';
import {
  assetMediaTypes,
  maxViolations,
  type OperationId,
  operations,
  scopes,
  service,
} from '../../generated/operations.ts';

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
      getJwks: NO_BODY,
      getWebhookSourceAddresses: NO_BODY,
    });
  });

  test('figures that no schema holds', () => {
    expect(service).toEqual({
      submission_window_seconds: 48 * 3600,
      access_token_seconds: 3600,
      rate_limits: { partner: { per_second: 100, burst: 200 }, token: { per_second: 10, burst: 10 } },
    });
    expect(maxViolations).toBe(1000);
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
