import { expect, test } from 'vitest';
import { webhookDelivery } from '../../generated/operations.ts';
import type { Contract } from '../../scripts/contract/openapi.ts';
import { figuresOf, fillFigures, fillMarkedFigures } from '../../scripts/generate/figures.ts';
import { contract } from '../support/contract.ts';

const seconds = { a: 1, b: 90, c: 3600, d: 86_400, e: 172_800, f: 259_200, g: 5400, h: [10, 60, 21_600] };
const figures = {
  ...contract,
  'x-service': {
    ...Object.fromEntries(Object.entries(seconds).map(([name, value]) => [`${name}_seconds`, value])),
    ...{ max_bytes: 1536, min_bytes: 1, part: 0.2, words: 'whsec_', several: { of: 1_234_567 } },
  },
} as unknown as Contract;

const filled = (text: string) =>
  fillFigures({ ...figures, info: { ...figures.info, description: text } }).info.description;

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
  // This path leads through a `$ref` at `ids`.
  ['schemas/SubmissionStatusQuery/properties/ids/items/maxLength', '255'],
])('the generator writes the value %s as "%s" in the contract and in documents', (place, words) => {
  expect(filled(`At most {{${place}}}, not {{${place}}}.`)).toBe(`At most ${words}, not ${words}.`);
  const marked = (figure: string) => `Up to <!-- ${place} -->${figure}<!-- / -->.`;
  expect(fillMarkedFigures(marked('1 hour'), figures)).toBe(marked(words));
});

test('the generator fails for a placeholder or a marker comment that refers to no value in the contract', () => {
  const mark = '<!-- x-service/nothing_seconds -->1 hour<!-- / -->';
  expect(() => fillMarkedFigures(mark, figures)).toThrow('has no value for');
  for (const place of ['x-service/none', 'schemas/Text', '', 'schemas/Nothing/maxLength'])
    expect(() => filled(`{{${place}}}`)).toThrow(`spec/ has no value for ${place}`);
});

const { schemas } = contract.components;
const assets = ['EducationItem', 'MicrocredentialItem', 'EnglishProficiencyItem'];
const assetsOfItems = assets.reduce((sum, name) => sum + schemas[name].properties.assets.maxItems, 0);
const itemsOfKind = schemas.CredentialBatch.properties.education_items.maxItems;

test.each([
  ['SubmissionStatus/properties/documents/maxItems', 'schemas/MicrocredentialBatch/properties/credentials/maxItems'],
  ['SubmissionStatusList/properties/credentials/maxItems', 'schemas/SubmissionStatusQuery/properties/ids/maxItems'],
  ['TokenResponse/properties/expires_in/const', 'x-service/access_token_seconds'],
  ['VerificationResultList/properties/requests/maxItems', 'parameters/VerificationRequestIds/schema/maxItems'],
  ['WebhookDeliveryList/properties/deliveries/maxItems', 'parameters/PageLimit/schema/maximum'],
  ['WebhookList/properties/webhooks/maxItems', 'x-service/max_webhooks'],
  ['WebhookDelivery/properties/attempts/maxItems', webhookDelivery.retry_delays_seconds.length + 1],
  ['CredentialBatchLink/properties/asset_uploads/maxItems', assetsOfItems * itemsOfKind],
])('the limit at schemas/%s in the contract equals %s', (place, source) => {
  const figureAt = figuresOf(contract);
  expect(figureAt(`schemas/${place}`)).toBeTypeOf('number');
  expect(figureAt(`schemas/${place}`)).toBe(typeof source === 'number' ? source : figureAt(source));
});
