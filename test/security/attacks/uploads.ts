import { randomUUID } from 'node:crypto';
import { operations } from '../../../generated/operations.ts';
import type { Answer, Caller } from '../../support/caller.ts';
import { example } from '../../support/contract.ts';
import { type Attack, attacksOf, changeCharacter, outcomeOf } from '../attack.ts';
import type { Installation } from '../installation.ts';

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF\n');

/** Submits a batch with two PDF assets. Resolves to the upload links of the assets. */
async function uploadLinks(call: Caller['call'], token: string): Promise<[URL, URL]> {
  const body = { ...example('CredentialBatchOfEveryKind'), credential_id: randomUUID() };
  body.education_items[0].assets = ['a', 'b'].map((asset_id) => ({ asset_id, asset_type: 'pdf' }));
  const answer = await call('POST', operations.addCredentialBatch.path, { token, body });
  const links = answer.body.asset_uploads.filter(({ asset_id }: { asset_id: string }) => /^[ab]$/.test(asset_id));
  return links.map(({ url }: { url: string }) => new URL(url));
}

const upload = (
  call: Caller['call'],
  url: URL | string,
  body: Uint8Array = PDF,
  type = 'application/pdf',
): Promise<Answer> => call('PUT', String(url), { body, headers: { 'Content-Type': type } });

const assetOf = ({ pathname }: URL) => pathname.split('/').at(-1) ?? '';
const withAsset = (link: URL, asset: string) => link.href.replace(assetOf(link), asset);

/** Returns a function that changes a query parameter of a link, or removes the parameter if `change` returns null. */
const changeParameter =
  (name: string, change: (value: string, other: string) => string | null) => (link: URL, other: URL) => {
    const changed = new URL(link);
    const value = change(link.searchParams.get(name) ?? '', other.searchParams.get(name) ?? '');
    if (value === null) changed.searchParams.delete(name);
    else changed.searchParams.set(name, value);
    return changed;
  };

const REFUSED = '403 invalid_upload_link';

/** Functions that change an upload link, keyed by response status. `other` is the upload link of another asset. */
const changes: Record<string, Record<string, (link: URL, other: URL) => URL | string>> = {
  '200': {
    'an upload to an unchanged link': (link) => link,
    'an upload to a link with its parameters in another order': (link) =>
      `${link.origin}${link.pathname}?${new URLSearchParams([...link.searchParams].reverse())}`,
  },
  [REFUSED]: {
    'an upload with another signature': changeParameter('signature', (value) => changeCharacter(value, 0)),
    'an upload with another last character of the signature': changeParameter('signature', (value) =>
      changeCharacter(value, value.length - 1),
    ),
    'an upload without a signature': changeParameter('signature', () => null),
    'an upload with an empty signature': changeParameter('signature', () => ''),
    'an upload with a signature in lower case': changeParameter('signature', (value) => value.toLowerCase()),
    'an upload with padding after the signature': changeParameter('signature', (value) => `${value}=`),
    'an upload with the signature of another asset': changeParameter('signature', (_, other) => other),
    'an upload to another asset': (link, other) => withAsset(link, assetOf(other)),
    'an upload to an asset in upper case': (link) => withAsset(link, assetOf(link).toUpperCase()),
    'an upload to the name of a prototype': (link) => withAsset(link, '__proto__'),
    'an upload to an asset with a NUL': (link) => withAsset(link, `${assetOf(link)}%00`),
    'an upload with a later expiry': changeParameter('expires', (value) => String(Number(value) + 1)),
    'an upload with a fraction in the expiry': changeParameter('expires', (value) => `${value}.0`),
    'an upload with a blank in the expiry': changeParameter('expires', (value) => ` ${value}`),
    'an upload with an expiry in hexadecimal': changeParameter('expires', (value) => `0x${Number(value).toString(16)}`),
    'an upload with an endless expiry': changeParameter('expires', () => 'Infinity'),
    'an upload with a negative expiry': changeParameter('expires', () => '-1'),
    'an upload with an expiry of 400 digits': changeParameter('expires', () => '9'.repeat(400)),
    'an upload without an expiry': changeParameter('expires', () => null),
    'an upload with the parameter EXPIRES': (link) => link.href.replace('expires', 'EXPIRES'),
    'an upload for another partner': changeParameter('client_id', () => 'globex'),
    'an upload without a partner': changeParameter('client_id', () => null),
    'an upload with an invalid escape': (link) => `${link}%ZZ`,
    'an upload with an earlier second signature': (link) => link.href.replace('?', '?signature=x&'),
    'an upload with an earlier second expiry': (link) => link.href.replace('?', '?expires=99999999999&'),
  },
};

const wrongFiles: Record<string, [expected: string, body: string, type?: string]> = {
  'a page of HTML': ['422 wrong_content', '<script>alert(1)</script>'],
  'a page of HTML as text/html': ['415 unsupported_media_type', '<script>alert(1)</script>', 'text/html'],
  'an SVG image with a script': ['422 wrong_content', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
  'a program': ['422 wrong_content', '\x7fELF'],
  'an archive': ['422 wrong_content', 'PK\x03\x04'],
  'an empty file': ['422 wrong_content', ''],
};

export const uploadAttacks: readonly Attack[] = [
  ...attacksOf(changes, async ({ call, tokens }, change) => {
    const [link, other] = await uploadLinks(call, tokens.acme);
    return outcomeOf(await upload(call, change(link, other)));
  }),
  ...Object.entries(wrongFiles).map(([attack, [expected, body, type]]) => ({
    attack: `an upload of ${attack}`,
    expected,
    async run({ call, tokens }: Installation) {
      const [link] = await uploadLinks(call, tokens.acme);
      return outcomeOf(await upload(call, link, Buffer.from(body, 'latin1'), type));
    },
  })),
  {
    attack: 'a download from an upload link',
    expected: '405 method_not_allowed',
    async run({ call, tokens }) {
      const [link] = await uploadLinks(call, tokens.acme);
      await upload(call, link);
      return outcomeOf(await call('GET', link.href));
    },
  },
  {
    attack: 'an upload to a link of the sandbox',
    expected: REFUSED,
    async run({ call, sandbox }) {
      const [link] = await uploadLinks(sandbox.call, sandbox.token);
      return outcomeOf(await upload(call, link));
    },
  },
];
