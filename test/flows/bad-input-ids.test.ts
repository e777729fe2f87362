import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { example } from '../support/contract.ts';
import { engines } from '../support/engines.ts';
import type { TestService } from '../support/service.ts';

// On both engines: they differ in the texts that they can hold.

const paths = [operations.getSubmissionStatusV1.path, operations.getSubmissionStatusV2.path];
const lists = [operations.listSubmissionStatusesV1.path, operations.listSubmissionStatusesV2.path];

const allowed = [
  'a/b',
  '/',
  '../../etc/passwd',
  '%',
  '%41',
  '%2f',
  '%00',
  '%ZZ',
  '%E0%A4%A',
  'a%é',
  'a b',
  ' a ',
  'a+b',
  'a?b=c&d#e',
  'a;b=c',
  'a\\b',
  ':id',
  '{id}',
  '*',
  '__proto__',
  'status.json',
  '/status.json',
  'naïve',
  'e\u0301',
  '日本語',
  '👩‍👩‍👧‍👦',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\uffff',
  "'; DROP TABLE submissions; --",
  '😀'.repeat(255),
  'é'.repeat(255),
];

/** As they stand in a path, and what no client's library makes of an id. */
const brokenInPaths = ['%00', 'a%00', '%0A', '%7F', '%C2%9F', '%ED%A0%80', '%FF', '%ZZ', '%', 'a'.repeat(256)];

describe.each(engines)('on $engine', ({ open }) => {
  let service: TestService;
  let token: string;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    ({ service, drop } = await open());
    token = await service.token();
  });

  afterAll(async () => {
    await service.stop();
    await drop();
  });

  const add = (id: string) =>
    service.call('POST', operations.addRightToWork.path, {
      token,
      body: { ...example('RightToWorkAustralia'), id },
    });

  test.each(allowed)('the id %j is found under it, and under no other', async (id) => {
    expect((await add(id)).status).toBe(201);
    for (const path of lists) {
      const { body } = await service.call('POST', path, { token, body: { ids: [id] } });
      expect(body.credentials).toMatchObject([{ id, status: 'incomplete' }]);
    }
    for (const path of paths) {
      const inPath = encodeURIComponent(id);
      const found = await service.call('GET', path.replace('{id}', inPath), { token });
      expect(found).toMatchObject({ status: 200, body: { id, status: 'incomplete' } });
      const twice = await service.call('GET', path.replace('{id}', encodeURIComponent(inPath)), { token });
      expect(twice.status).toBe(inPath === id ? 200 : 404);
    }
  });

  test.each([
    '',
    '\0',
    '\n',
    '\u007f',
    '\u009f',
    '\ud800',
    'a'.repeat(256),
  ])('the id %j is refused, with its pointer', async (id) => {
    const { status, body } = await add(id);
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ pointer: '/id' }]);
    for (const path of lists) {
      const list = await service.call('POST', path, { token, body: { ids: ['x', id] } });
      expect(list.status).toBe(422);
      expect(list.body.errors).toMatchObject([{ pointer: '/ids/1' }]);
    }
  });

  test.each(brokenInPaths)('there is no submission at the id %j of a path', async (inPath) => {
    for (const path of paths) {
      const { status, body } = await service.call('GET', path.replace('{id}', inPath), { token });
      expect([status, body.code]).toEqual([404, 'not_found']);
    }
  });

  test.each(['%00', '%ED%A0%80', 'a'.repeat(256), '__proto__'])('there is no client %j', async (client) => {
    const body = `grant_type=client_credentials&client_id=${client}&client_secret=x`;
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { status } = await service.call('POST', operations.createTokenV2.path, { body, headers });
    expect(status).toBe(client === '%ED%A0%80' ? 400 : 401);
  });
});
