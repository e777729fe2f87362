import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { operations } from '../../../generated/operations.ts';
import { example } from '../../support/contract.ts';
import { type Attack, outcomeOf } from '../attack.ts';
import type { Installation } from '../installation.ts';

const ADD = operations.addRightToWork;
const json = { 'Content-Type': 'application/json' };
const valid = () => ({ ...example('RightToWorkAustralia'), id: randomUUID() });

/** Serializes a valid body with more members. */
const withMembers = (members: string) => `${JSON.stringify(valid()).slice(0, -1)},${members}}`;

type Body = string | Uint8Array;

/** JSON bodies, with the response of an add endpoint. */
const bodies: Record<string, [expected: string, body: () => Body, headers?: Record<string, string>]> = {
  'a valid body': ['201', () => JSON.stringify(valid())],
  '500,000 nested arrays': ['400 malformed_json', () => '['.repeat(500_000)],
  '150,000 nested objects': [
    '422 required unexpected_member',
    () => `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`,
  ],
  '90,000 unknown members': [
    '422 unexpected_member',
    () => withMembers(Array.from({ length: 90_000 }, (_, i) => `"m${i}":1`).join()),
  ],
  'a number of a million digits': ['422 wrong_type', () => '9'.repeat(1_000_000)],
  'a body above the limit': ['413 payload_too_large', () => JSON.stringify(valid()).padEnd(ADD.bodyLimit + 1)],
  'a compressed body of 64 MiB': [
    '415 unsupported_media_type',
    () => gzipSync(Buffer.alloc(64 * 2 ** 20)),
    { 'Content-Encoding': 'gzip' },
  ],
  'a compressed valid body': [
    '415 unsupported_media_type',
    () => gzipSync(JSON.stringify(valid())),
    { 'Content-Encoding': 'gzip' },
  ],
  'a body with a member __proto__': ['422 unexpected_member', () => withMembers('"__proto__":{"isAdmin":true}')],
  'a body with a member constructor': [
    '422 unexpected_member',
    () => withMembers('"constructor":{"prototype":{"isAdmin":true}}'),
  ],
  'a body with members of Object.prototype': [
    '422 unexpected_member',
    () => withMembers('"toString":1,"hasOwnProperty":1,"valueOf":1,"toJSON":1'),
  ],
  'a body with a repeated property': ['400 duplicate', () => withMembers('"id":"other"')],
  'a body with a property in two spellings': ['400 duplicate', () => withMembers('"\\u0069d":"other"')],
  'a body with an invalid UTF-8 sequence': ['400 malformed_json', () => Buffer.from('{"id":"\xc0\xaf"}', 'latin1')],
  'a body in UTF-16': ['400 malformed_json', () => Buffer.from(JSON.stringify(valid()), 'utf16le')],
  'a body with a comment': ['400 malformed_json', () => `/* */${JSON.stringify(valid())}`],
  'a body after a JSON document': ['400 malformed_json', () => `${JSON.stringify(valid())}{}`],
  'a body of XML with an external entity': [
    '415 unsupported_media_type',
    () => '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>',
    { 'Content-Type': 'application/xml' },
  ],
  'a JSON body as a simple request of a browser': [
    '415 unsupported_media_type',
    () => JSON.stringify(valid()),
    { 'Content-Type': 'text/plain' },
  ],
  'an operator of a database as an id': ['422 wrong_type', () => JSON.stringify({ ...valid(), id: { $ne: null } })],
  'SQL as an id': ['201', () => JSON.stringify({ ...valid(), id: `'; drop table submissions; -- ${randomUUID()}` })],
};

/** Forms for the token endpoint. */
const forms: Record<string, [expected: string, form: (secret: string) => string]> = {
  'a repeated field': ['400 invalid_request', (secret) => `client_id=acme&client_id=globex&client_secret=${secret}`],
  'a field of an array': ['401 invalid_client', (secret) => `client_id[]=acme&client_secret=${secret}`],
  'a field __proto__': ['401 invalid_client', (secret) => `__proto__[client_id]=acme&client_secret=${secret}`],
  'a form above the limit': [
    '413 invalid_request',
    () => `client_id=${'a'.repeat(operations.createTokenV2.bodyLimit)}`,
  ],
};

export const bodyAttacks: readonly Attack[] = [
  ...Object.entries(bodies).map(([attack, [expected, body, headers]]) => ({
    attack,
    expected,
    run: async ({ call, tokens: { globex: token } }: Installation) =>
      outcomeOf(await call(ADD.method, ADD.path, { token, body: body(), headers: { ...json, ...headers } })),
  })),
  ...Object.entries(forms).map(([attack, [expected, form]]) => ({
    attack: `a token request with ${attack}`,
    expected,
    run: async ({ call, secrets }: Installation) => {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const body = `grant_type=client_credentials&${form(secrets.acme)}`;
      return outcomeOf(await call('POST', operations.createTokenV2.path, { body, headers }));
    },
  })),
];
