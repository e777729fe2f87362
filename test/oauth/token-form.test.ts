import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../support/contract.ts';
import { startService, type TestService } from '../support/service.ts';

type Fields = Record<string, string>;

const valid: Fields = {
  grant_type: 'client_credentials',
  client_id: 'sandbox-partner',
  client_secret: 'sandbox-secret',
  scope: 'write.education',
};

/** A row for each keyword of the schema of the form: a form it accepts, and one it refuses with the error. */
const rows: Record<string, { accepted: Fields; refused: Fields; error: string; description: string }> = {
  'required/grant_type': {
    accepted: valid,
    refused: { ...valid, grant_type: '' },
    error: 'invalid_request',
    description: 'grant_type is missing.',
  },
  'properties/grant_type/const': {
    accepted: valid,
    refused: { ...valid, grant_type: 'password' },
    error: 'unsupported_grant_type',
    description: 'grant_type must be client_credentials.',
  },
};

/** A form is an object of strings, whatever is sent: nothing breaks these. */
const inherent = ['type', ...Object.keys(valid).map((name) => `properties/${name}/type`)];

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const send = (fields: Fields) =>
  service.call('POST', '/api/partner/v1/oauth/token.json', { body: new URLSearchParams(fields) });

describe.each(Object.entries(rows))('%s', (_, { accepted, refused, error, description }) => {
  test('holds', async () => {
    expect((await send(accepted)).status).toBe(200);
    expect(await send(refused)).toMatchObject({
      status: 400,
      body: { error, error_description: description },
    });
  });
});

test('every keyword of the form has a row, and every row a keyword', () => {
  const { type, required, properties, description, ...rest } = contract.components.schemas.TokenRequest;
  expect(rest).toEqual({});
  const keywords = [
    'type',
    ...required.map((name: string) => `required/${name}`),
    ...Object.entries<object>(properties).flatMap(([name, schema]) =>
      Object.keys(schema).flatMap((keyword) => (keyword === 'description' ? [] : [`properties/${name}/${keyword}`])),
    ),
  ];
  expect(keywords.sort()).toEqual([...Object.keys(rows), ...inherent].sort());
});
