import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { hours, seconds, toUnixSeconds } from '../../server/domain/clock.ts';
import { signUploadLink } from '../../server/domain/upload-link.ts';
import type { Store } from '../../server/store/store.ts';
import { act } from '../lifecycle/support.ts';
import { example } from '../support/contract.ts';
import { type Answer, startService, type TestService } from '../support/service.ts';

const types = {
  pdf: { mediaType: 'application/pdf', file: Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF\n') },
  open_cert: { mediaType: 'application/json', file: Buffer.from('{"certificate":{"name":"Ada"}}') },
  jpg: { mediaType: 'image/jpeg', file: Buffer.from('ffd8ffe000104a46494600ffd9', 'hex') },
  png: {
    mediaType: 'image/png',
    file: Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
  },
} as const;

type Type = keyof typeof types;
const typeNames = Object.keys(types) as Type[];
const LIMIT = operations.uploadAsset.bodyLimit;

/** A PDF of so many bytes, told from others by its mark. */
const pdf = (size: number, mark = 'x') => Buffer.from(`%PDF-1.7\n${mark.repeat(size - 15)}\n%%EOF`);

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

/** The upload links of a new batch with an asset of each type. */
async function links(on: TestService = service): Promise<Record<Type, URL>> {
  const body = { ...example('CredentialBatchOfEveryKind'), credential_id: randomUUID() };
  const asset = (type: Type) => ({ asset_id: type, asset_type: type });
  body.education_items[0].assets = [asset('pdf'), asset('open_cert')];
  body.microcredential_items = [{ ...body.microcredential_items[0], assets: [asset('jpg'), asset('png')] }];
  for (const item of [...body.education_items.slice(1), ...body.english_proficiency_items]) delete item.assets;
  const answer = await on.call('POST', operations.addCredentialBatch.path, { token: await on.token(), body });
  const uploads: { asset_id: Type; url: string }[] = answer.body.asset_uploads;
  return Object.fromEntries(uploads.map(({ asset_id, url }) => [asset_id, new URL(url)])) as Record<Type, URL>;
}

function upload(url: URL, body: Uint8Array, mediaType: string, on = service): Promise<Answer> {
  return on.call('PUT', url.href, { body, headers: { 'Content-Type': mediaType } });
}

const keyOf = (url: URL) => ({
  clientId: url.searchParams.get('client_id') ?? '',
  assetKey: url.pathname.split('/').at(-1) ?? '',
});

/** What the service has for the link. */
async function stored(url: URL, on = service): Promise<Uint8Array | null> {
  const asset = await on.services.store.findAsset(keyOf(url));
  return asset?.file == null ? null : on.services.files.get(asset.file.fileKey);
}

async function filesOnDisk(on: TestService): Promise<string[]> {
  const entries = await readdir(join(on.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe.each(typeNames)('an asset of the type %s', (type) => {
  const { mediaType, file } = types[type];

  test('takes its file', async () => {
    const { [type]: url } = await links();
    const { status, body } = await upload(url, file, mediaType);
    expect([status, body]).toEqual([200, { asset_id: type, asset_type: type, size: file.length }]);
    expect(await stored(url)).toEqual(file);
  });

  const others = typeNames.filter((other) => other !== type);

  test.each(others)('refuses the bytes of %s, and keeps the file before', async (other) => {
    const { [type]: url } = await links();
    await upload(url, file, mediaType);
    const { status, body } = await upload(url, types[other].file, mediaType);
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ pointer: '', code: 'wrong_content' }]);
    expect(await stored(url)).toEqual(file);
  });
});

describe('a file', () => {
  test('of exactly 10 MiB is taken, one of a byte more is refused and changes nothing', async () => {
    const { pdf: url } = await links();
    const largest = pdf(LIMIT);
    expect(largest).toHaveLength(LIMIT);
    expect(await upload(url, largest, 'application/pdf')).toMatchObject({
      status: 200,
      body: { size: LIMIT },
    });
    const { status, body } = await upload(url, pdf(LIMIT + 1), 'application/pdf');
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
    expect(largest.equals((await stored(url)) ?? Buffer.of())).toBe(true);
  });

  test('takes the place of the one before, which is deleted', async () => {
    const own = await startService();
    const { pdf: url } = await links(own);
    for (const mark of ['a', 'b', 'c']) {
      expect((await upload(url, pdf(1000, mark), 'application/pdf', own)).status).toBe(200);
      expect(await stored(url, own)).toEqual(pdf(1000, mark));
      expect(await filesOnDisk(own)).toHaveLength(1);
    }
    await own.stop();
  });

  test('that its partner has no room for is refused and not kept; there is room when the user has declined', async () => {
    const own = await startService({ env: { WAITING_FILES_MIB: '1' } });
    const [first, second] = [await links(own), await links(own)];
    const file = pdf(600 * 1024);
    expect((await upload(first.pdf, file, 'application/pdf', own)).status).toBe(200);
    const { status, body } = await upload(second.pdf, file, 'application/pdf', own);
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
    expect(await stored(second.pdf, own)).toBeNull();
    expect(await filesOnDisk(own)).toHaveLength(1);
    const asset = await own.services.store.findAsset(keyOf(first.pdf));
    if (asset === null) throw new Error('There is no asset');
    for (const kind of ['open', 'decline'] as const) await act(own, asset.submission, kind, 'user-1');
    expect((await upload(second.pdf, file, 'application/pdf', own)).status).toBe(200);
    await own.stop();
  });

  test('that is sent twice at the same time is stored once', async () => {
    const own = await startService();
    const { pdf: url } = await links(own);
    const marks = [...'abcdefgh'];
    const answers = await Promise.all(marks.map((mark) => upload(url, pdf(100_000, mark), 'application/pdf', own)));
    expect(answers.map(({ status }) => status)).toEqual(marks.map(() => 200));
    const kept = await stored(url, own);
    expect(marks.map((mark) => pdf(100_000, mark))).toContainEqual(Buffer.from(kept ?? []));
    expect(await filesOnDisk(own)).toHaveLength(1);
    await own.stop();
  });

  test.each([
    ['with its length', (url: URL) => `${head(url)}Content-Length: 1000000\r\n\r\n`, ''],
    ['in chunks', (url: URL) => `${head(url)}Transfer-Encoding: chunked\r\n\r\n7a120\r\n`, '\r\n'],
  ])('that is broken off, sent %s, leaves the one before and no other', async (_, headOf, after) => {
    const own = await startService();
    const { pdf: url } = await links(own);
    await upload(url, pdf(1000, 'a'), 'application/pdf', own);
    const before = await filesOnDisk(own);
    // As a whole file, so that only the end of the request is missing.
    const half = pdf(500_000, 'b');
    for (const leave of ['end', 'destroy', 'resetAndDestroy'] as const) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(new URL(own.url).port), '127.0.0.1');
        socket.on('error', () => {});
        socket.on('close', () => resolve());
        socket.resume();
        socket.write(headOf(url));
        socket.write(half);
        socket.write(after, () => setTimeout(() => socket[leave](), 50));
      });
    }
    // Time to do what must not be done.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await stored(url, own)).toEqual(pdf(1000, 'a'));
    expect(before).toHaveLength(1);
    expect(await filesOnDisk(own)).toEqual(before);
    await own.stop();
  });
});

const head = (url: URL) =>
  `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: api.test\r\nContent-Type: application/pdf\r\n`;

describe('an upload link', () => {
  const file = types.pdf.file;

  async function refusalOf(url: URL): Promise<Answer> {
    const answer = await upload(url, file, 'application/pdf');
    expect(answer).toMatchObject({ status: 403, body: { code: 'invalid_upload_link' } });
    return answer;
  }

  const changed = (url: URL, change: (url: URL) => void) => {
    const copy = new URL(url);
    change(copy);
    return copy;
  };
  const last = (text: string | null) => `${text?.slice(0, -1)}${text?.endsWith('A') ? 'B' : 'A'}`;

  const setParameter = (name: string, change: (value: string) => string) => (url: URL) =>
    url.searchParams.set(name, change(url.searchParams.get(name) ?? ''));
  const setSearch = (change: (search: string, other: URL) => string) => (url: URL, other: URL) => {
    url.search = change(url.search, other);
  };
  const setPath = (change: (pathname: string) => string) => (url: URL) => {
    url.pathname = change(url.pathname);
  };

  test.each<[string, (url: URL, other: URL) => void]>([
    ['the path of another asset', (url, other) => setPath(() => other.pathname)(url)],
    ['an unknown asset', setPath(last)],
    ['an asset called __proto__', setPath((pathname) => pathname.replace(/[^/]+$/, '__proto__'))],
    ['a NUL in the asset', setPath((pathname) => `${pathname}%00`)],
    ['another partner', setParameter('client_id', () => 'sandbox-partner-2')],
    ['a fraction in expires', setParameter('expires', (expires) => `${expires}.0`)],
    ['a hexadecimal expires', setParameter('expires', (expires) => `0x${Number(expires).toString(16)}`)],
    ['a negative expires', setParameter('expires', () => '-1')],
    ['an expires that no number can hold', setParameter('expires', () => '9'.repeat(400))],
    ['a signature with padding', setParameter('signature', (signature) => `${signature}=`)],
    ['a lower-case signature', setParameter('signature', (signature) => signature.toLowerCase())],
    ['upper-case parameters', setSearch((search) => search.replace('expires', 'EXPIRES'))],
    ['an invalid escape', setSearch((search) => `${search}%ZZ`)],
    ['the parameters of another link first', setSearch((search, other) => `${other.search}&${search.slice(1)}`)],
    ['a later expires first', setSearch((search) => `?expires=9999999999&${search.slice(1)}`)],
  ])('is refused with %s', async (_, change) => {
    const { pdf: url, open_cert: other } = await links();
    await refusalOf(changed(url, (copy) => change(copy, other)));
    expect(await stored(url)).toBeNull();
  });

  test('is refused alike, whether there is such an asset or not', async () => {
    const { pdf: url } = await links();
    const answers = await Promise.all([
      refusalOf(changed(url, (copy) => copy.searchParams.set('signature', 'A'.repeat(43)))),
      refusalOf(
        changed(url, (copy) => {
          copy.pathname = last(copy.pathname);
        }),
      ),
    ]);
    const [one, two] = answers.map(({ body }) => ({ ...body, request_id: '' }));
    expect(one).toEqual(two);
  });

  test('of an asset that is gone is refused, however well signed', async () => {
    const [key] = service.services.uploadLinkKeys;
    const assetKey = 'A'.repeat(22);
    const expires = toUnixSeconds(service.clock.now()) + 1000;
    const signature = signUploadLink(key ?? Buffer.of(), assetKey, expires);
    const path = operations.uploadAsset.path.replace('{asset_key}', assetKey);
    await refusalOf(new URL(`${service.url}${path}?expires=${expires}&signature=${signature}`));
  });

  test('needs no Authorization header, and does not mind one', async () => {
    const { pdf: url } = await links();
    for (const authorization of ['Bearer x', 'Basic eDp5', '']) {
      const headers = { 'Content-Type': 'application/pdf', Authorization: authorization };
      expect((await service.call('PUT', url.href, { body: file, headers })).status).toBe(200);
    }
  });

  test('ends 48 hours after the first POST, to the second', async () => {
    const own = await startService();
    const { pdf: url } = await links(own);
    own.clock.advance(hours(48) - seconds(1));
    expect((await upload(url, file, 'application/pdf', own)).status).toBe(200);
    own.clock.advance(seconds(1));
    expect((await upload(url, file, 'application/pdf', own)).status).toBe(403);
    await own.stop();
  });
});

describe('when the submission', () => {
  const { mediaType, file } = types.pdf;

  /** A service whose store says something else of an asset or of an upload. */
  const startWith = (change: (store: Store) => Partial<Store>) =>
    startService({
      change: ({ store }) => ({
        store: new Proxy(store, {
          get(target, name) {
            const member = Reflect.get({ ...change(target) }, name) ?? Reflect.get(target, name);
            return typeof member === 'function' ? member.bind(target) : member;
          },
        }),
      }),
    });

  test.each(['completed', 'canceled'] as const)('is %s, its links take nothing', async (state) => {
    const own = await startWith((store) => ({
      async findAsset(assetKey) {
        const asset = await store.findAsset(assetKey);
        return asset && { ...asset, submission: { ...asset.submission, state } };
      },
    }));
    const { pdf: url } = await links(own);
    expect((await upload(url, file, mediaType, own)).status).toBe(403);
    expect(await filesOnDisk(own)).toEqual([]);
    await own.stop();
  });

  test('ends while the file is on its way, the file is refused and not kept', async () => {
    const own = await startWith(() => ({ recordUpload: async () => ({ outcome: 'closed' }) }));
    const { pdf: url } = await links(own);
    const { status, body } = await upload(url, file, mediaType, own);
    expect([status, body.code]).toEqual([403, 'invalid_upload_link']);
    expect(await filesOnDisk(own)).toEqual([]);
    await own.stop();
  });
});
