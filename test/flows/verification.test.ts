import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { hours, seconds, toTimestamp } from '../../server/domain/clock.ts';
import { changeVerification, type UserAction } from '../../server/lifecycle/change-verification.ts';
import { expireVerifications } from '../../server/lifecycle/expire-verifications.ts';
import { example } from '../support/contract.ts';
import { engines } from '../support/engines.ts';
import { type Answer, addPartner, type TestService } from '../support/service.ts';

const PARTNER = { clientId: 'sandbox-partner', secret: 'sandbox-secret' };
const SECOND = { clientId: 'sandbox-partner-2', secret: 'sandbox-secret-2' };
type Credentials = typeof PARTNER;

const REQUESTS = operations.listVerificationRequests.path;
const requestAt = (id: string) => operations.getVerificationRequest.path.replace('{id}', encodeURIComponent(id));
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const open = { kind: 'open', userId: 'user-1' } as const;
const verifyAs = (full_name: string) => ({ kind: 'verify', userId: 'user-1', identity: { full_name } }) as const;
const cancel = { kind: 'cancel', userId: 'user-1' } as const;

const statusIn = ({ body }: Pick<Answer, 'body'>): string => body.results[0].status;

describe.each(engines)('on $engine', ({ open: openEngine }) => {
  let service: TestService;
  let drop: () => Promise<void>;

  // Time may pass between any two calls, so each call has a new token.
  const send = async (method: string, target: string, body?: object, as: Credentials = PARTNER) =>
    service.call(method, target, { token: await service.token(as), ...(body && { body }) });
  const create = (request: { request_id?: string } & Record<string, unknown> = {}, as?: Credentials) =>
    send('POST', operations.createVerificationRequest.path, { ...example('VerificationMinimal'), ...request }, as);
  const read = (id: string, as?: Credentials) => send('GET', requestAt(id), undefined, as);
  const list = (ids: readonly string[], as?: Credentials) =>
    send('GET', `${REQUESTS}?${ids.map((id) => `request_id[]=${encodeURIComponent(id)}`).join('&')}`, undefined, as);
  const act = (requestId: string, action: UserAction) =>
    changeVerification(service.services, { clientId: PARTNER.clientId, requestId }, action);

  beforeAll(async () => {
    ({ service, drop } = await openEngine());
  });
  afterAll(async () => {
    await service.stop();
    await drop();
  });

  describe('a request', () => {
    test('is made under the id of the partner, and answers with the link for the user', async () => {
      const id = `ACME-V-${randomUUID()}`;
      const { status, headers, body } = await create({ ...example('VerificationOfAcme'), request_id: id });
      expect(status).toBe(201);
      expect(body).toEqual({
        request_id: id,
        redirect_uri: `http://app.test/partner/verify/digitalIdentity?clientId=sandbox-partner&requestId=${id}`,
      });
      expect(headers.has('idempotent-replayed')).toBe(false);
    });

    test('without an id gets one, each POST another', async () => {
      const [first, second] = [await create(), await create()];
      for (const { status, headers, body } of [first, second]) {
        expect(status).toBe(201);
        expect(headers.has('idempotent-replayed')).toBe(false);
        expect(body.request_id).toMatch(UUID);
        expect(body.redirect_uri).toMatch(new RegExp(`&requestId=${body.request_id}$`));
        expect(statusIn(await read(body.request_id))).toBe('incomplete');
      }
      expect(second.body.request_id).not.toBe(first.body.request_id);
    });

    test('with odd ids has a link that gives them back, and is found by them', async () => {
      const odd = { clientId: `acme/eu?a#b&c=d e%41+${randomUUID()}`, secret: 'odd' };
      await addPartner(service, odd);
      const odds = ['a/b?c#d&e=ü 1', '%2F', '100%', 'a+b', ' ', '...', '../x', '[]=', `"'\\<>`, '🎓'];
      const ids = [...odds, 'x'.repeat(255)];
      for (const id of ids) {
        const { body } = await create({ request_id: id }, odd);
        expect(body.request_id).toBe(id);
        const link = new URL(body.redirect_uri);
        expect(link.origin + link.pathname).toBe('http://app.test/partner/verify/digitalIdentity');
        expect([...link.searchParams]).toEqual([
          ['clientId', odd.clientId],
          ['requestId', id],
        ]);
        expect(link.hash).toBe('');
        expect((await read(id, odd)).body).toMatchObject({ request_id: id });
      }
      const { body } = await list(ids, odd);
      expect(body.requests.map((each: { request_id: string }) => each.request_id)).toEqual(ids);
    });
  });

  describe('the same id again', () => {
    test('answers the same, marked as replayed, whatever the content, and changes nothing', async () => {
      const id = randomUUID();
      const original = { ...example('VerificationOfAcme'), request_id: id };
      const first = await create(original);
      const other = { request_id: id, display_options: { partner_name: 'Somebody Else' } };
      for (const body of [original, other]) {
        const again = await create(body);
        expect(again.status).toBe(201);
        expect(again.headers.get('idempotent-replayed')).toBe('true');
        expect(again.body).toEqual(first.body);
      }

      const key = { clientId: PARTNER.clientId, requestId: id };
      const { store, sealer } = service.services;
      const sealed = await store.readVerificationContent(key);
      if (sealed === null) throw new Error('The content is gone');
      const opened = sealer.open(sealed, `verification-request:${JSON.stringify([key.clientId, id])}`);
      expect(JSON.parse(Buffer.from(opened).toString())).toEqual(original);
    });

    test('answers the same after the user verified, and the result stays', async () => {
      const id = randomUUID();
      const first = await create({ request_id: id });
      await act(id, open);
      await act(id, verifyAs('Alex Example'));
      const result = await read(id);
      const again = await create({ request_id: id });
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
      expect(again.body).toEqual(first.body);
      expect((await read(id)).body).toEqual(result.body);
    });

    test('answers the same after 48 hours, and the request stays canceled', async () => {
      const id = randomUUID();
      const first = await create({ request_id: id });
      for (const expire of [async () => {}, () => expireVerifications(service.services)]) {
        service.clock.advance(hours(48));
        await expire();
        const again = await create({ request_id: id });
        expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
        expect(again.body).toEqual(first.body);
        expect(statusIn(await read(id))).toBe('canceled');
      }
    });
  });

  describe('the result', () => {
    test('is incomplete, also once the user has opened the link', async () => {
      const id = randomUUID();
      const createdAt = service.clock.now();
      await create({ request_id: id });
      const incomplete = {
        request_id: id,
        created_at: toTimestamp(createdAt),
        results: [{ credential_type: 'digital_identity', status: 'incomplete' }],
      };
      expect(await read(id)).toMatchObject({ status: 200, body: incomplete });
      service.clock.advance(seconds(5));
      await act(id, open);
      expect((await read(id)).body).toEqual(incomplete);
    });

    test('is verified, with the moment to the microsecond and the full name', async () => {
      service.clock.advance(250_041);
      const id = randomUUID();
      const createdAt = service.clock.now();
      await create({ request_id: id });
      await act(id, open);
      service.clock.advance(seconds(90) + 7);
      const verifiedAt = service.clock.now();
      await act(id, verifyAs('Zoë van der Ömer-Łącka 🎓'));
      service.clock.advance(hours(1000));
      expect((await read(id)).body).toEqual({
        request_id: id,
        created_at: toTimestamp(createdAt),
        results: [
          {
            credential_type: 'digital_identity',
            status: 'verified',
            verified_at: toTimestamp(verifiedAt),
            digital_identity: { full_name: 'Zoë van der Ömer-Łącka 🎓' },
          },
        ],
      });
    });

    test('is canceled, with nothing of an identity', async () => {
      const id = randomUUID();
      const createdAt = service.clock.now();
      await create({ request_id: id });
      await act(id, open);
      await act(id, cancel);
      expect((await read(id)).body).toEqual({
        request_id: id,
        created_at: toTimestamp(createdAt),
        results: [{ credential_type: 'digital_identity', status: 'canceled' }],
      });
    });
  });

  describe('a bulk result', () => {
    test('has each request in its state, in the order asked, without those that there are not', async () => {
      const [incomplete, verified, canceled, expired, foreign] = Array.from({ length: 5 }, () => randomUUID());
      const make = async (id = '', as?: Credentials) => create({ request_id: id }, as);
      await make(expired);
      service.clock.advance(hours(48));
      for (const id of [incomplete, verified, canceled]) await make(id);
      await make(foreign, SECOND);
      for (const id of [verified, canceled]) await act(id ?? '', open);
      await act(verified ?? '', verifyAs('Alex Example'));
      await act(canceled ?? '', cancel);

      const asked = [canceled, randomUUID(), expired, foreign, verified, incomplete].map((id) => id ?? '');
      const { status, body } = await list(asked);
      expect(status).toBe(200);
      expect(body.requests.map((each: Answer['body']) => [each.request_id, each.results[0].status])).toEqual([
        [canceled, 'canceled'],
        [expired, 'canceled'],
        [verified, 'verified'],
        [incomplete, 'incomplete'],
      ]);
      for (const each of body.requests) expect((await read(each.request_id)).body).toEqual(each);
    });

    test('takes 30 ids and no more, with the brackets as they are or encoded', async () => {
      const ids = Array.from({ length: 30 }, () => randomUUID());
      const last = ids[29] ?? '';
      await create({ request_id: last });
      for (const name of ['request_id[]', 'request_id%5B%5D', 'request_id%5b%5d']) {
        const query = (some: string[]) => `${REQUESTS}?${some.map((id) => `${name}=${id}`).join('&')}`;
        const { status, body } = await send('GET', query(ids));
        expect(status).toBe(200);
        expect(body.requests).toMatchObject([{ request_id: last }]);
        expect((await send('GET', query([...ids, randomUUID()]))).status).toBe(422);
      }
    });
  });

  describe('48 hours after it was made, a request', () => {
    test('is canceled by itself, to the microsecond, before anyone noted it and after', async () => {
      const id = randomUUID();
      await create({ request_id: id });
      await act(id, open);
      const status = async () => {
        const { body } = await list([id]);
        return [statusIn(await read(id)), statusIn({ body: body.requests[0] })];
      };

      service.clock.advance(hours(48) - seconds(1));
      await expireVerifications(service.services);
      expect(await status()).toEqual(['incomplete', 'incomplete']);
      service.clock.advance(seconds(1) - 1);
      expect(await status()).toEqual(['incomplete', 'incomplete']);
      service.clock.advance(1);
      expect(await status()).toEqual(['canceled', 'canceled']);
      const before = await read(id);
      await expireVerifications(service.services);
      expect((await read(id)).body).toEqual(before.body);
    });
  });
});
