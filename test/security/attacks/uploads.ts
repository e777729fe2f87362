import { randomUUID } from 'node:crypto';
import { operations } from '../../../generated/operations.ts';
import type { Answer, Caller } from '../../support/caller.ts';
import { example } from '../../support/contract.ts';
import { type Attack, outcomeOf, withOther } from '../attack.ts';
import type { Installation } from '../installation.ts';

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF\n');

/** Submits a batch with two assets of type PDF. Resolves to their upload links. */
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

/** Returns a copy of the link with another value of a query parameter; null removes the parameter. */
function withParameter(link: URL, name: string, change: (value: string) => string | null): URL {
  const changed = new URL(link);
  const value = change(link.searchParams.get(name) ?? '');
  if (value === null) changed.searchParams.delete(name);
  else changed.searchParams.set(name, value);
  return changed;
}

const assetOf = ({ pathname }: URL) => pathname.split('/').at(-1) ?? '';
const withAsset = (link: URL, asset: string) => link.href.replace(assetOf(link), asset);
const parameter = (name: string, change: (value: string) => string | null) => (link: URL) =>
  withParameter(link, name, change);

const REFUSED = '403 invalid_upload_link';

/** Changes of a valid link. `other` is the link of another asset of the same submission. */
const changes: Record<string, [expected: string, change: (link: URL, other: URL) => URL | string]> = {
  'an unchanged link': ['200', (link) => link],
  'a link with its parameters in another order': [
    '200',
    (link) => {
      const reordered = new URL(link);
      reordered.search = String(new URLSearchParams([...link.searchParams].reverse()));
      return reordered;
    },
  ],
  'another signature': [REFUSED, parameter('signature', (value) => withOther(value, 0))],
  'the last character of the signature changed': [
    REFUSED,
    parameter('signature', (value) => withOther(value, value.length - 1)),
  ],
  'no signature': [REFUSED, parameter('signature', () => null)],
  'an empty signature': [REFUSED, parameter('signature', () => '')],
  'a signature in lower case': [REFUSED, parameter('signature', (value) => value.toLowerCase())],
  'a signature with padding': [REFUSED, parameter('signature', (value) => `${value}=`)],
  'the signature of another asset': [
    REFUSED,
    (link, other) => withParameter(link, 'signature', () => other.searchParams.get('signature')),
  ],
  'another asset': [REFUSED, (link, other) => withAsset(link, assetOf(other))],
  'an asset in upper case': [REFUSED, (link) => withAsset(link, assetOf(link).toUpperCase())],
  'a later expiry': [REFUSED, parameter('expires', (value) => String(Number(value) + 1))],
  'an expiry with a fraction': [REFUSED, parameter('expires', (value) => `${value}.0`)],
  'an expiry with a blank': [REFUSED, parameter('expires', (value) => ` ${value}`)],
  'an expiry in hexadecimal': [REFUSED, parameter('expires', (value) => `0x${Number(value).toString(16)}`)],
  'an endless expiry': [REFUSED, parameter('expires', () => 'Infinity')],
  'a negative expiry': [REFUSED, parameter('expires', () => '-1')],
  'an expiry of 400 digits': [REFUSED, parameter('expires', () => '9'.repeat(400))],
  'the expiry in a parameter in upper case': [REFUSED, (link) => link.href.replace('expires', 'EXPIRES')],
  'an invalid escape': [REFUSED, (link) => `${link}%ZZ`],
  'the name of a prototype as the asset': [REFUSED, (link) => withAsset(link, '__proto__')],
  'a NUL after the asset': [REFUSED, (link) => withAsset(link, `${assetOf(link)}%00`)],
  'no expiry': [REFUSED, parameter('expires', () => null)],
  'another partner': [REFUSED, parameter('client_id', () => 'globex')],
  'no partner': [REFUSED, parameter('client_id', () => null)],
  'an earlier second signature': [REFUSED, (link) => link.href.replace('?', '?signature=x&')],
  'an earlier second expiry': [REFUSED, (link) => link.href.replace('?', '?expires=99999999999&')],
};

/** Files that are not what their link and type say. */
const files: Record<string, [expected: string, body: string, type?: string]> = {
  'a page of HTML': ['422 wrong_content', '<script>alert(1)</script>'],
  'a page of HTML as text/html': ['415 unsupported_media_type', '<script>alert(1)</script>', 'text/html'],
  'an SVG image with a script': ['422 wrong_content', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
  'a program': ['422 wrong_content', '\x7fELF'],
  'an archive': ['422 wrong_content', 'PK\x03\x04'],
  'an empty file': ['422 wrong_content', ''],
};

export const uploadAttacks: readonly Attack[] = [
  ...Object.entries(changes).map(([attack, [expected, change]]) => ({
    attack: `an upload to ${attack.startsWith('a') ? attack : `a link with ${attack}`}`,
    expected,
    async run({ call, tokens }: Installation) {
      const [link, other] = await uploadLinks(call, tokens.acme);
      return outcomeOf(await upload(call, change(link, other)));
    },
  })),
  ...Object.entries(files).map(([attack, [expected, body, type]]) => ({
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
