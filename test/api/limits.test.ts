import { expect, test } from 'vitest';
import { service, webhookDelivery } from '../../generated/operations.ts';
import { contract } from '../support/contract.ts';

test('the maximum list lengths in the contract match the limits of the service', () => {
  const { schemas, parameters } = contract.components;
  const most = (name: string, member: string): number => schemas[name].properties[member].maxItems;
  const assets = ['EducationItem', 'MicrocredentialItem', 'EnglishProficiencyItem'].map((item) => most(item, 'assets'));
  expect(most('WebhookList', 'webhooks')).toBe(service.max_webhooks);
  expect(most('WebhookDeliveryList', 'deliveries')).toBe(parameters.PageLimit.schema.maximum);
  expect(most('WebhookDelivery', 'attempts')).toBe(webhookDelivery.retry_delays_seconds.length + 1);
  expect(most('VerificationResultList', 'requests')).toBe(parameters.VerificationRequestIds.schema.maxItems);
  expect(most('CredentialBatchLink', 'asset_uploads')).toBe(
    assets.reduce((sum, each) => sum + each, 0) * most('CredentialBatch', 'education_items'),
  );
});
