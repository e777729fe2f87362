import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { hours } from '../../server/domain/clock.ts';
import { submissionOf } from '../lifecycle/support.ts';
import { example } from '../support/contract.ts';
import { engines } from '../support/engines.ts';
import { type Answer, startService, type TestService, testClock } from '../support/service.ts';

const kinds = [
  { id: 'addEducation', segment: 'education', documentType: 'pdf', body: 'EducationWithTranscript' },
  {
    id: 'addEnglishProficiency',
    segment: 'englishProficiency',
    documentType: 'english_assessment',
    body: 'EnglishProficiencyMinimal',
  },
  { id: 'addMicrocredential', segment: 'microcredential', documentType: 'png', body: 'MicrocredentialImage' },
  { id: 'addRightToWork', segment: 'rightToWork', documentType: 'none', body: 'RightToWorkAustralia' },
  {
    id: 'addMicrocredentialBatch',
    segment: 'batch',
    documentType: null,
    body: 'MicrocredentialBatchOfThree',
  },
  { id: 'addCredentialBatch', segment: 'batch', documentType: null, body: 'CredentialBatchOfEveryKind' },
] as const;

type Kind = (typeof kinds)[number];

const withId = ({ id, body }: Kind, value: string) => ({
  ...example(body),
  ...(id === 'addCredentialBatch' ? { credential_id: value } : { id: value }),
});

describe.each(engines)('on $engine', ({ open }) => {
  let service: TestService;
  let drop: () => Promise<void>;
  let token: string;

  beforeAll(async () => {
    ({ service, drop } = await open());
    token = await service.token();
  });
  afterAll(async () => {
    await service.stop();
    await drop();
  });

  const add = (kind: Kind, value: string, options: { token?: string; body?: object } = {}): Promise<Answer> =>
    service.call('POST', operations[kind.id].path, {
      token: options.token ?? token,
      body: options.body ?? withId(kind, value),
    });
  const status = async (id: string) =>
    (
      await service.call('GET', `/api/partner/v1/submissions/${encodeURIComponent(id)}/status.json`, {
        token,
      })
    ).body;

  describe.each(kinds)('$id', (kind) => {
    test('answers with the link of its kind', async () => {
      const answer = await add(kind, randomUUID());
      const documentType = kind.documentType === null ? '' : `&documentType=${kind.documentType}`;
      expect(answer.status).toBe(201);
      expect(answer.body.redirect_uri).toMatch(
        new RegExp(
          `^http://app\\.test/partner/add/${kind.segment}#clientId=sandbox-partner${documentType}&content=[0-9a-f-]{36}$`,
        ),
      );
      expect(answer.headers.has('idempotent-replayed')).toBe(false);
    });

    test('answers the same again within 48 hours, whatever the content, and keeps the first as it was sent', async () => {
      const id = randomUUID();
      const sent = JSON.stringify(withId(kind, id), null, 2);
      const first = await service.call('POST', operations[kind.id].path, {
        token,
        headers: { 'Content-Type': 'application/json' },
        body: `\ufeff${sent}`,
      });
      const changed = JSON.parse(JSON.stringify(withId(kind, id)).replaceAll('Alex Example', 'Somebody Else'));
      const again = await add(kind, id, { body: changed });
      expect(again.status).toBe(201);
      expect(again.body).toEqual(first.body);
      expect(again.headers.get('idempotent-replayed')).toBe('true');

      const submission = submissionOf(first.body.redirect_uri);
      const sealed = await service.services.store.readContent(submission);
      const content = service.services.sealer.open(
        sealed as NonNullable<typeof sealed>,
        `submission:${submission.requestId}`,
      );
      expect(Buffer.from(content).toString()).toBe(sent);
    });

    test('refuses an id that another kind has', async () => {
      const id = randomUUID();
      const other = kinds.find((candidate) => candidate.id !== kind.id) as Kind;
      await add(other, id);
      const answer = await add(kind, id);
      expect(answer.status).toBe(409);
      expect(answer.body.code).toBe('id_conflict');
    });
  });

  test('the upload links of a repeated batch are the same, and work', async () => {
    const id = randomUUID();
    const batch = kinds[5];
    const [first, again] = [await add(batch, id), await add(batch, id)];
    expect(again.body.asset_uploads).toEqual(first.body.asset_uploads);
    expect(first.body.asset_uploads.map((upload: { asset_id: string }) => upload.asset_id)).toEqual([
      'ACME-V2-417-E1-degree',
      'ACME-V2-417-E1-certificate',
      'ACME-V2-417-M1-photo',
      'ACME-V2-417-L1-result',
    ]);
    const body = Buffer.from(example('PdfFile'));
    const uploaded = await service.call('PUT', again.body.asset_uploads[0].url, {
      body,
      headers: { 'Content-Type': 'application/pdf' },
    });
    expect(uploaded).toMatchObject({
      status: 200,
      body: { asset_id: 'ACME-V2-417-E1-degree', asset_type: 'pdf', size: body.length },
    });
  });

  test('a bulk status answers in the order asked and leaves out what this partner does not have', async () => {
    const ids = [randomUUID(), randomUUID(), 'an id/with ünusual "characters" 🙂'];
    for (const id of ids) await add(kinds[3], id);
    const asked = [ids[2], randomUUID(), ids[0], ids[1]];
    for (const version of ['v1', 'v2']) {
      const { body } = await service.call('POST', `/api/partner/${version}/submissions/status.json`, {
        token,
        body: { ids: asked },
      });
      expect(body.credentials.map(({ id }: { id: string }) => id)).toEqual([ids[2], ids[0], ids[1]]);
    }
    expect(await status(ids[2] as string)).toMatchObject({ id: ids[2], status: 'incomplete' });
  });
});

describe('48 hours after the first POST', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ clock: testClock() });
  });
  afterAll(() => service.stop());

  test('a submission is canceled, and its id makes a new one', async () => {
    const [kind] = kinds;
    const id = randomUUID();
    const send = async () =>
      service.call('POST', operations[kind.id].path, {
        token: await service.token(),
        body: withId(kind, id),
      });
    const status = async () =>
      (
        await service.call('GET', `/api/partner/v2/submissions/${id}/status.json`, {
          token: await service.token(),
        })
      ).body;

    const first = await send();
    const createdAt = service.clock.now();
    service.clock.advance(hours(48) - 1);
    expect((await send()).body).toEqual(first.body);
    expect(await status()).toMatchObject({ status: 'incomplete', finalized_at: null });

    service.clock.advance(1);
    const end = new Date((createdAt + hours(48)) / 1000).toISOString().replace('Z', '000Z');
    expect(await status()).toEqual({ id, status: 'canceled', finalized_at: end, documents: [] });
    const second = await send();
    expect(second.body.redirect_uri).not.toBe(first.body.redirect_uri);
    expect(second.headers.has('idempotent-replayed')).toBe(false);
    expect(await status()).toEqual({
      id,
      status: 'incomplete',
      finalized_at: null,
      documents: [{ id, state: 'pending' }],
    });
    // What was first submitted is erased.
    expect(await service.services.store.readContent(submissionOf(first.body.redirect_uri))).toBeNull();
  });
});
