import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { service as figures, operations } from '../../generated/operations.ts';
import { seconds, toTimestamp } from '../../server/domain/clock.ts';
import { zipOf } from '../../server/pages/personal-data.ts';
import { example } from '../support/contract.ts';
import { sharedService } from '../support/shared-service.ts';
import { unzip } from '../support/unzip.ts';
import { damage, submitBatch } from '../work/lifecycle/support.ts';
import { email, person, plain } from './person.ts';

const service = sharedService();

/** Creates a user who accepted a batch with two files, shared an identity, and has an open verification request. */
async function holder(services = service.services) {
  const token = await service.token();
  const batch = await submitBatch(service, token, 2);
  const alex = person(services);
  const held = await alex.accept(await alex.openAs(email(), batch.link));
  const { path } = operations.createVerificationRequest;
  const ask = async () => {
    const body = { ...example('VerificationMinimal'), request_id: randomUUID() };
    const { body: created } = await service.call('POST', path, { token, body });
    const { pathname, search } = new URL(created.redirect_uri);
    return { id: body.request_id as string, page: await alex.visit(pathname + search) };
  };
  const shared = await ask();
  const identity = /name="identity" [^>]*value="([^"]+)"/.exec(shared.page.html)?.[1] ?? '';
  await alex.submit(shared.page, { decision: 'verify', identity });
  const waiting = await ask();
  await alex.submit(waiting.page, { decision: 'later' });
  return { alex, batch, held, shared, waiting };
}

async function download(alex: ReturnType<typeof person>) {
  const { html } = await alex.visit('/account');
  const csrf = /name="csrf" value="([^"]*)"/.exec(html)?.[1] ?? '';
  return alex.tab.send('/account', { form: { csrf, decision: 'download' } });
}

test('a user can download a ZIP file with all personal data as JSON and all credential files', async () => {
  const { alex, batch, shared, waiting } = await holder();
  const response = await download(alex);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="partner-credentials-[\d-]+\.zip"$/,
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
  const entries = unzip(Buffer.from(await response.arrayBuffer()));
  const names = [1, 2].map((number) => `credentials/1/${number} Degree certificate ${number}.pdf`);
  expect([...entries.keys()]).toEqual(['account.json', 'credentials/1/credential.json', ...names]);

  const read = (name: string) => JSON.parse(String(entries.get(name)));
  const partner = { client_id: 'sandbox-partner', name: 'Sandbox Partner' };
  const at = toTimestamp(service.clock.now());
  expect(read('account.json')).toMatchObject({
    made_at: at,
    verification_requests: expect.arrayContaining([
      {
        partner,
        request_id: shared.id,
        status: 'verified',
        created_at: at,
        ended_at: expect.any(String),
        shared: { full_name: 'Alex Example', source: { ...partner, accepted_at: at } },
      },
      { partner, request_id: waiting.id, status: 'incomplete', created_at: at, ended_at: null, shared: null },
    ]),
  });
  const credential = read('credentials/1/credential.json');
  expect(credential).toMatchObject({
    partner,
    id: batch.id,
    request_id: batch.requestId,
    status: 'verified',
    sent_at: at,
    accepted_at: at,
    content: batch.body,
  });
  expect(credential.files).toEqual(names.map((name) => ({ name, state: 'ready', size: expect.any(Number) })));
  const files = [...entries].filter(([name]) => name.endsWith('.pdf')).map(([, bytes]) => bytes);
  expect(files).toEqual([Buffer.from(example('PdfFile')), Buffer.from(example('PdfFile'))]);
});

test('if a row cannot be decrypted, the pages and the download omit only that row, and the log contains the key of the row', async () => {
  const { alex, batch, shared, waiting } = await holder();
  const kept = await submitBatch(service, await service.token(), 0);
  const offered = await submitBatch(service, await service.token(), 0);
  await alex.submit(await alex.open(kept.link), { decision: 'accept' });
  await alex.submit(await alex.open(offered.link), { decision: 'later' });
  const log = vi.spyOn(service.services.log, 'error');
  onTestFinished(() => log.mockRestore());
  const named = () => log.mock.calls.splice(0).map(([about]) => about);
  const line = (kind: string, id: string) => ({ kind, key: ['sandbox-partner', id], reason: 'DecryptionError' });
  /** Checks that the page contains every text in `shown` and no text in `hidden`. */
  const expectEntries = async (path: string, shown: string[], hidden: string[]) => {
    const { status, html } = await alex.visit(path);
    const found = [...shown, ...hidden].filter((id) => html.includes(id));
    expect([status, found]).toEqual([200, shown]);
  };

  const broken = [batch.requestId, offered.requestId];
  for (const id of broken) await damage(service.services, 'submissions', id);
  await expectEntries('/credentials', [kept.requestId, waiting.id], broken);
  const lines = broken.map((id) => line('submissions', id));
  expect(named()).toEqual(expect.arrayContaining(lines));
  const choice = await alex.visit(waiting.page.path);
  const identities = [...choice.html.matchAll(/name="identity" [^>]*value="([^"]+)"/g)].map(([, id]) => id);
  expect([identities, named()]).toEqual([[kept.requestId], [line('submissions', batch.requestId)]]);

  await alex.submit(choice, { decision: 'verify', identity: kept.requestId });
  await damage(service.services, 'identities', shared.id);
  named();
  await expectEntries('/account', [waiting.id], [shared.id]);
  expect(named()).toEqual([line('identities', shared.id)]);
  const list = `${operations.listVerificationRequests.path}?request_id[]=${shared.id}&request_id[]=${waiting.id}`;
  const { body } = await service.call('GET', list, { token: await service.token() });
  expect(body.requests).toMatchObject([{ request_id: waiting.id, results: [{ status: 'verified' }] }]);
  expect(named()).toEqual([line('identities', shared.id)]);

  const entries = unzip(Buffer.from(await (await download(alex)).arrayBuffer()));
  const credentials = [...entries].filter(([name]) => name.endsWith('credential.json'));
  expect(credentials.map(([, bytes]) => JSON.parse(String(bytes)).request_id)).toEqual([kept.requestId]);
  expect(JSON.parse(String(entries.get('account.json'))).verification_requests).toHaveLength(2);
  expect(named()).toEqual(expect.arrayContaining([...lines, line('identities', shared.id)]));
});

test('the download of personal data contains no data of other users, and requires a new sign-in after inactivity', async () => {
  const one = person(service.services);
  const address = email();
  await one.signIn(await one.visit('/sign-in'), address);
  const entries = unzip(Buffer.from(await (await download(one)).arrayBuffer()));
  expect([...entries.keys()]).toEqual(['account.json']);
  service.clock.advance(seconds(figures.sessions.consent_within_seconds));
  expect((await download(one)).headers.get('location')).toMatch(/\/sign-in-again\?link=/);
});

test('the service limits concurrent downloads of personal data, and a finished or canceled download frees its slot', async () => {
  // The files are too large to be buffered before the client reads them.
  const files = { ...service.services.files, get: async () => new Uint8Array(1_000_000) };
  const { alex: one } = await holder({ ...service.services, files });
  const many = figures.bodies_under_way.of_partner_bytes / operations.uploadAsset.bodyLimit;
  for (let round = 0; round < 2; round++) {
    const taken = [];
    for (let n = 0; n < many; n++) taken.push(await download(one));
    expect(taken.map(({ status }) => status)).toEqual(Array.from({ length: many }, () => 200));
    expect((await download(one)).status).toBe(503);
    await taken[0]?.body?.cancel();
    await Promise.all(taken.slice(1).map((response) => response.arrayBuffer()));
    await vi.waitFor(async () => {
      const again = await download(one);
      await again.arrayBuffer();
      expect(again.status).toBe(200);
    });
  }
});

test('a receipt for accepted or shared data is visible only to the user who accepted or shared the data', async () => {
  const { alex, held, shared } = await holder();
  const { html } = await alex.visit('/account');
  const receipts = [
    [held.path, /[0-9a-f-]{36}/.exec(held.path)?.[0] ?? ''],
    [plain(/href="([^"]*)">See the details/.exec(html)?.[1] ?? ''), shared.id],
  ] as const;
  const otherUser = person(service.services);
  await otherUser.signIn(await otherUser.visit('/sign-in'), email());
  for (const [href, number] of receipts) {
    expect((await otherUser.visit(href)).status).toBe(404);
    const receipt = await alex.visit(href);
    expect(receipt.status).toBe(200);
    const year = String(new Date(service.clock.now() / 1000).getUTCFullYear());
    for (const part of ['Sandbox Partner', 'If you change your mind', number, year])
      expect(receipt.html, href).toContain(part);
    expect((await person(service.services).visit(href)).path).toMatch(/^\/sign-in/);
  }
  expect((await alex.visit(receipts[1][0])).html).toContain('Alex Example');
  expect((await alex.visit(receipts[0][0])).html).toContain('Degree certificate 2');
});

describe('A ZIP stream', () => {
  afterEach(() => vi.useRealTimers());

  async function* large(produced: number[]) {
    for (let n = 0; n < 8; n++) {
      produced.push(n);
      yield { name: `${n}.pdf`, bytes: new Uint8Array(1_000_000).fill(n) };
    }
  }

  test('the ZIP stream reads the next file only after the client has read the previous file', async () => {
    const produced: number[] = [];
    const zip = zipOf(large(produced), 0);
    zip.once('readable', () => {});
    await vi.waitFor(() => expect(zip.readableLength).toBeGreaterThan(0));
    for (let tick = 0; tick < 100; tick++) await new Promise(setImmediate);
    expect(produced).toEqual([0]);
    const entries = unzip(Buffer.concat(await zip.toArray()));
    expect([...entries.values()].map((bytes) => [bytes.length, bytes[0], bytes.at(-1)])).toEqual(
      Array.from({ length: 8 }, (_, n) => [1_000_000, n, n]),
    );
  });

  test('the ZIP stream stops when the client disconnects, and fails when the source of the files fails', async () => {
    const produced: number[] = [];
    const left = zipOf(large(produced), 0);
    left.once('readable', () => {});
    await vi.waitFor(() => expect(produced).toEqual([0]));
    left.destroy();
    for (let tick = 0; tick < 100; tick++) await new Promise(setImmediate);
    expect(produced).toEqual([0]);
    async function* failing() {
      yield { name: 'a.json', bytes: Buffer.from('{}') };
      throw new Error('disk failure');
    }
    await expect(zipOf(failing(), 0).toArray()).rejects.toThrow('disk failure');
  });

  test('the ZIP stream closes with an error when the client reads too slowly', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const produced: number[] = [];
    const zip = zipOf(large(produced), 0);
    const error = new Promise((resolve) => zip.once('error', resolve));
    vi.advanceTimersByTime(figures.slowest_body.after_seconds * 1000);
    expect(zip.destroyed).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(await error).toMatchObject({ message: 'The client reads too slowly' });
  });
});
