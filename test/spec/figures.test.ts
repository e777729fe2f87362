import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Contract } from '../../scripts/generate/contract.ts';
import { figuresThatDiffer, fillFigures } from '../../scripts/generate/figures.ts';
import { root } from '../../scripts/root.ts';
import { contract } from '../support/contract.ts';

const figures = {
  ...contract,
  'x-service': {
    a_seconds: 1,
    b_seconds: 90,
    c_seconds: 3600,
    d_seconds: 86_400,
    e_seconds: 172_800,
    f_seconds: 259_200,
    g_seconds: 5400,
    h_seconds: [10, 60, 21_600],
    max_bytes: 1536,
    min_bytes: 1,
    part: 0.2,
    words: 'whsec_',
    several: { of: 1_234_567 },
  },
};

const told = async (text: string, folder = path.join(root, 'spec')) => {
  const filled = await fillFigures({ ...figures, info: { description: text } } as unknown as Contract, folder);
  return (filled.info as unknown as { description: string }).description;
};

test.each([
  ['x-service/a_seconds', '1 second'],
  ['x-service/b_seconds', '90 seconds'],
  ['x-service/c_seconds', '1 hour'],
  ['x-service/d_seconds', '24 hours'],
  ['x-service/e_seconds', '48 hours'],
  ['x-service/f_seconds', '3 days'],
  ['x-service/g_seconds', '90 minutes'],
  ['x-service/h_seconds', '10 seconds, 1 minute, 6 hours'],
  ['x-service/max_bytes', '1,536 bytes'],
  ['x-service/min_bytes', '1 byte'],
  ['x-service/part', '20 %'],
  ['x-service/words', 'whsec_'],
  ['x-service/several/of', '1,234,567'],
  ['x-delivery/max_response_bytes', '1 MiB'],
  ['operations/createTokenV2/x-body-limit', '8 KiB'],
  ['schemas/WebhookUrl/maxLength', '2,048'],
  ['schemas/ValidationProblem/allOf/1/properties/errors/maxItems', '1,000'],
  // Through a reference.
  ['schemas/SubmissionStatusQuery/properties/ids/items/maxLength', '255'],
])('%s is told as %s', async (place, words) => {
  expect(await told(`At most {{${place}}}, not {{${place}}}.`)).toBe(`At most ${words}, not ${words}.`);
});

test('placeholders that name no figure are refused with their files', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'figures-'));
  try {
    await cp(path.join(root, 'spec'), folder, { recursive: true });
    const wrong = ['{{x-service/none}}', '{{schemas/Text}}', '{{}}', '{{schemas/Nothing/maxLength}}'];
    await writeFile(path.join(folder, 'guides', 'limits.md'), wrong.join('\n'));
    await expect(told(wrong.join(' '), folder)).rejects.toThrow(
      wrong
        .map((each) => `${path.join('spec', 'guides', 'limits.md')}: ${each} names no figure of the contract`)
        .join('\n'),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

// biome-ignore lint/suspicious/noExplicitAny: a test changes whatever it likes in the contract
const change: Record<string, (c: any) => unknown> = {
  'schemas/TokenResponse.yaml#/properties/expires_in/const must be 1, as x-service/access_token_seconds is': (c) => {
    c['x-service'].access_token_seconds = 1;
  },
  'schemas/WebhookList.yaml#/properties/webhooks/maxItems must be 1, as x-service/max_webhooks is': (c) => {
    c['x-service'].max_webhooks = 1;
  },
  'schemas/WebhookDeliveryList.yaml#/properties/deliveries/maxItems must be 1, as parameters/DeliveryLimit/schema/maximum is':
    (c) => {
      c.components.parameters.DeliveryLimit.schema.maximum = 1;
    },
  'schemas/VerificationResultList.yaml#/properties/requests/maxItems must be 1, as parameters/VerificationRequestIds/schema/maxItems is':
    (c) => {
      c.components.parameters.VerificationRequestIds.schema.maxItems = 1;
    },
  'schemas/SubmissionStatusList.yaml#/properties/credentials/maxItems must be 1, as schemas/SubmissionStatusQuery/properties/ids/maxItems is':
    (c) => {
      c.components.schemas.SubmissionStatusQuery.properties.ids.maxItems = 1;
    },
  'schemas/SubmissionStatus.yaml#/properties/documents/maxItems must be 1, as schemas/MicrocredentialBatch/properties/credentials/maxItems is':
    (c) => {
      c.components.schemas.MicrocredentialBatch.properties.credentials.maxItems = 1;
    },
};

test.each(Object.entries(change))('a figure that stands twice is the same: spec/components/%s', (line, edit) => {
  const copy = structuredClone(contract);
  expect(figuresThatDiffer(copy)).toEqual([]);
  edit(copy);
  expect(figuresThatDiffer(copy)).toEqual([`spec/components/${line}`]);
});

test('a place that is there no more is no figure that is the same', () => {
  const copy = structuredClone(contract);
  delete copy.components.schemas.WebhookList.properties.webhooks.maxItems;
  delete copy['x-service'].max_webhooks;
  expect(figuresThatDiffer(copy).join()).toContain('WebhookList.yaml#/properties/webhooks/maxItems');
});
