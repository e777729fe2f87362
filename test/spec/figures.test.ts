import { expect, test } from 'vitest';
import type { Contract } from '../../scripts/contract/openapi.ts';
import { figuresOf, fillFigures } from '../../scripts/generate/figures.ts';
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

const filled = (text: string) =>
  fillFigures({ ...figures, info: { description: text } } as unknown as Contract).info.description;

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
  // The placeholder follows a reference in the contract.
  ['schemas/SubmissionStatusQuery/properties/ids/items/maxLength', '255'],
])('the generator replaces the placeholder %s with %s', (place, words) => {
  expect(filled(`At most {{${place}}}, not {{${place}}}.`)).toBe(`At most ${words}, not ${words}.`);
});

test('the generator rejects a placeholder without a value', () => {
  const wrong = ['{{x-service/none}}', '{{schemas/Text}}', '{{}}', '{{schemas/Nothing/maxLength}}'];
  expect(() => filled(wrong.join(' '))).toThrow(`spec/ has no value for ${wrong.join(', ')}`);
});

test.each([
  [
    'schemas/SubmissionStatus/properties/documents/maxItems',
    'schemas/MicrocredentialBatch/properties/credentials/maxItems',
  ],
  [
    'schemas/SubmissionStatusList/properties/credentials/maxItems',
    'schemas/SubmissionStatusQuery/properties/ids/maxItems',
  ],
  ['schemas/TokenResponse/properties/expires_in/const', 'x-service/access_token_seconds'],
  ['schemas/VerificationResultList/properties/requests/maxItems', 'parameters/VerificationRequestIds/schema/maxItems'],
  ['schemas/WebhookDeliveryList/properties/deliveries/maxItems', 'parameters/PageLimit/schema/maximum'],
  ['schemas/WebhookList/properties/webhooks/maxItems', 'x-service/max_webhooks'],
])('the limits %s and %s are equal', (place, source) => {
  const figureAt = figuresOf(contract);
  expect(figureAt(place)).toBeTypeOf('number');
  expect(figureAt(place)).toBe(figureAt(source));
});
