import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assetHref, createUserAppAssets } from '../../server/user-app/assets.ts';
import { en } from '../../server/user-app/messages/en.ts';
import {
  chooseLanguage,
  english,
  type Language,
  type MessageKey,
  messagesIn,
} from '../../server/user-app/messages/messages.tsx';
import { sizeOf } from '../../server/user-app/views/files.tsx';
import { LinkErrorPage } from '../../server/user-app/views/message-pages.tsx';
import { PartnerHeader } from '../../server/user-app/views/parts.tsx';
import { ConsentPage } from '../../server/user-app/views/submission-pages.tsx';
import { example } from '../support/contract.ts';
import { everyPage, inFrame, longest, page as pageOf, rightToLeft, unbroken, viewOf } from './pages.ts';
import { lengthened, mirrored } from './pseudo-languages.ts';

interface Tag {
  name: string;
  attributes: Map<string, string>;
  /** Offset in the HTML. */
  at: number;
}

/** Returns the start tags of a page. Expects attribute values in double quotes, as hono/jsx renders them. */
function tagsOf(html: string): Tag[] {
  return [...html.matchAll(/<([a-z][a-z0-9]*)((?:\s+[^\s=>"/]+(?:="[^"]*")?)*)\s*\/?>/gi)].map((match) => ({
    name: match[1] ?? '',
    attributes: new Map(
      [...(match[2] ?? '').matchAll(/([^\s="/]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, value]),
    ),
    at: match.index,
  }));
}

const named = (tags: readonly Tag[], ...names: string[]) => tags.filter(({ name }) => names.includes(name));
const pages = Object.entries(everyPage());
const asked = { action: '/here', partnerName: 'Acme', digest: 'd', isOwned: false };

describe.each(pages)('The page "%s"', (name, html) => {
  const tags = tagsOf(html);

  it('the page is a complete document with a language, a title, and one main heading', () => {
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en" dir="ltr"><head><meta charset="utf-8"/);
    expect(html).toMatch(/<title>[^<]+ – Partner Credentials<\/title>/);
    expect(named(tags, 'h1')).toHaveLength(1);
    expect(named(tags, 'main')).toHaveLength(1);
    expect(html).toContain('name="viewport" content="width=device-width, initial-scale=1"');
    expect(html).toContain('<a class="visually-hidden" href="#main">');
  });

  it('the page has only the scripts for the link and for times, and no inline styles or handlers', () => {
    const scripts = named(tags, 'script').map(({ attributes }) => attributes.get('src'));
    const script = name === 'open link' ? 'open-link.js' : 'local-time.js';
    expect(scripts).toEqual(/^(open link|credential, |my cred)/.test(name) ? [assetHref(script)] : []);
    expect(html).not.toMatch(/<script[^>]*>[^<]/);
    expect(named(tags, 'style', 'iframe', 'object', 'embed', 'base')).toEqual([]);
    for (const { attributes } of tags)
      expect([...attributes.keys()].filter((attribute) => /^on|^style$|^srcdoc$/i.test(attribute))).toEqual([]);
  });

  it('the page loads nothing from other hosts', () => {
    const loaded = [
      ...named(tags, 'link').map(({ attributes }) => attributes.get('href') ?? ''),
      ...named(tags, 'img', 'script').map(({ attributes }) => attributes.get('src') ?? ''),
    ];
    expect(loaded.filter((address) => !/^\/(user-app|partner|credentials)\//.test(address))).toEqual([]);
  });

  it('every form on the page uses POST and contains the CSRF token', () => {
    const forms = html.split('<form').slice(1);
    expect(forms).toHaveLength(named(tags, 'form').length);
    for (const form of forms.map((rest) => rest.slice(0, rest.indexOf('</form>')))) {
      expect(form).toMatch(/^ method="post" action="[^"]+"/);
      expect(form).toContain('<input type="hidden" name="csrf" value="a&quot;csrf&lt;token&gt;"/>');
      expect(form).toMatch(/<button type="submit"/);
    }
    // A button outside a form would submit no token.
    expect(named(tags, 'button').every(({ attributes }) => attributes.get('type') === 'submit')).toBe(true);
  });

  it('the page opens external links without a referrer and without an opener', () => {
    for (const { attributes } of named(tags, 'a')) {
      const href = attributes.get('href') ?? '';
      expect(href).toMatch(/^(#|\/|https?:\/\/)/);
      if (href.startsWith('http')) expect(attributes.get('rel')).toBe('noopener noreferrer nofollow');
    }
  });
});

describe('Text from partners and users', () => {
  const markup = '</title></p><b id="evil" onclick=\'alert(1)\'><script>alert(1)</script>javascript:alert(1)';

  it.each(Object.entries(everyPage(markup)))('the page "%s" shows markup as text', (name, html) => {
    expect(html).not.toMatch(/<b[\s>]|<script>/);
    const tags = tagsOf(html);
    expect(named(tags, 'script')).toHaveLength(/^(open link|credential, |my cred)/.test(name) ? 1 : 0);
    for (const { attributes } of tags)
      for (const attribute of attributes.keys()) expect(attribute).not.toMatch(/^on|^style$/i);
    // Only links that the operator configures can lead to other hosts.
    for (const { attributes } of named(tags, 'a'))
      expect(attributes.get('href')).toMatch(/^[#/]|^https:\/\/partner\.example\/(privacy|help)$/);
    if (/^(sign in, refused|consent|decline|credential|my credentials|verify|closing)/.test(name))
      expect(html).toContain('&lt;b id=&quot;evil&quot; onclick=&#39;alert(1)&#39;&gt;');
  });

  // These characters start or end a text direction. Without isolation, they would reverse the adjacent page text.
  it.each(
    Object.entries(everyPage('\u2069\u2069\u202c\u202eevil\u2066\u2067\u2068\u202a\u202b\u202d')),
  )('the page "%s" isolates characters that change the text direction', (_name, html) => {
    const written = html.replace(/ (value|datetime)="[^"]*"/g, '');
    // The page uses the same characters to isolate the values in its title.
    const own = written.replace(/\u2068(evil|[^\u2066-\u2069\u202a-\u202e]*)\u2069/g, '');
    expect(own).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  it('the pages show strings and lists of the maximum length', () => {
    const submission = viewOf('education', longest());
    const html = inFrame(pageOf(ConsentPage, { ...asked, partnerName: unbroken, submission }));
    expect(html).toContain('<summary>500 subjects</summary>');
    expect(html).toContain(`<bdi>19 ${unbroken}</bdi>`);
    expect(html).toContain(`<bdi>${rightToLeft.replace(/[\u202c\u202e]/g, '')}</bdi>`);
  });
});

describe('The content of the pages', () => {
  const page = (name: string) => pages.find(([pageName]) => pageName === name)?.[1] ?? '';

  it('the page shows all items of a batch under one heading, with one decision', () => {
    const html = page('consent, v2 batch');
    expect(html).toContain('The 5 credentials');
    expect(html.match(/<article/g)).toHaveLength(5);
    expect(html.match(/value="accept"/g)).toHaveLength(1);
    expect(html).toContain('href="#decide"');
  });

  it('the page shows files in each state', () => {
    const html = page('credential, v2 batch');
    const links =
      html.match(/<a href="\/credentials\/1\/files\/2" download="" class="file-name strong"><span>[^<]*/g) ?? [];
    expect(links.map((link) => link.slice(link.lastIndexOf('>') + 1))).toEqual([
      'Degree certificate, PDF, 48 KB',
      'Open certificate, JSON, 812 bytes',
    ]);
    // The page does not show the partner's ids, which mean nothing to users.
    expect(html).not.toContain('ACME-V2');
    expect(html).toContain('We could not get this file');
    expect(html).toContain('Not available yet');
    expect(page('credential, documents deleted')).toContain(
      'were deleted on <time datetime="2026-02-02">2 February 2026</time>',
    );
  });

  it.each(
    pages.filter(([name]) => /^(link|session|sign-in failed|not found|forbidden|failed|unavailable)/.test(name)),
  )('the error page "%s" links to a next step', (_name, html) => {
    expect(html.slice(html.indexOf('<main'), html.indexOf('</main>'))).toMatch(/<(a|button)\b[^>]*class="button"/);
  });

  it('the page numbers similar documents of one credential', () => {
    const content = example('CredentialBatchOfEveryKind');
    const [item] = content.education_items;
    item.assets.push({ asset_id: 'second', asset_type: 'pdf' });
    const html = inFrame(pageOf(ConsentPage, { ...asked, submission: viewOf('credential_batch', content) }));
    for (const name of ['Degree certificate 1, PDF, 48 KB', 'Degree certificate 2, PDF<', 'Open certificate, JSON'])
      expect(html).toContain(name);
  });

  it('the page lists exactly the data that the user shares', () => {
    const html = page('verify, one identity');
    expect(html).toContain('Your full name: <strong><bdi>Alex Example</bdi></strong>');
    expect(html).toMatch(/<input type="radio"[^>]* value="1" checked=""/);
    expect(page('verify, several identities')).not.toContain('checked');
    expect(page('verify, no identity')).not.toContain('value="verify"');
  });

  it('the page names the partner: the registered name first, then the display name and the host', () => {
    const html = page('verify, one identity');
    expect(html).toMatch(/class="lead strong"><bdi>Acme Careers<\/bdi>/);
    expect(html).toContain('<bdi>Acme Hiring</bdi>, a name used by <bdi>Acme Careers</bdi>');
    expect(html).toContain('you will return to <strong dir="ltr">hiring.acme.example</strong>');
    expect(page('verify, several identities')).not.toMatch(/a name used by|you will return/);
  });

  it.each([
    ['Acme', 'A'],
    ['acme hiring & sons', 'AH'],
    ['  «Émile» (Zoë)', 'ÉZ'],
    ['李明 大学', '李大'],
    ['7-Eleven', '7'],
    ['— —', ''],
  ])('if "%s" has no logo, the page shows the initials "%s"', (partnerName, initials) =>
    expect(inFrame(pageOf(PartnerHeader, { partnerName }))).toContain(`>${initials}</text></svg>`));

  it('the links start with the path of APP_URL', () => {
    const html = inFrame(pageOf(LinkErrorPage, {}), {
      appUrl: 'https://example.com/wallet',
      account: { csrf: 'c', name: null, signOut: '/wallet/sign-out' },
    });
    expect(html).toContain('href="/wallet/credentials"');
    expect(html).toContain('action="/wallet/sign-out"');
    expect(html).toContain(`href="/wallet${assetHref('style.css')}"`);
  });

  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [48_213, '48 KB'],
    [999_499, '999 KB'],
    [999_500, '1.0 MB'],
    [10_485_760, '10.5 MB'],
  ])('the page shows %i bytes as %s', (bytes, text) => expect(messagesIn(english).text(...sizeOf(bytes))).toBe(text));
});

describe('Messages on the pages', () => {
  const keys = Object.keys(en) as MessageKey[];

  /** Returns the text between the tags of a page, without values. */
  const textsOf = (html: string): string[] =>
    html
      .replace(/<(bdi|time|code|script)\b[^>]*>[^<]*<\/\1>/g, '')
      .split(/<[^>]*>/)
      .map((text) => text.replace(/\u2068[^\u2069]*\u2069/g, '').trim())
      .filter((text) => text !== '');

  it('every message is used', () => {
    const folder = new URL('../../server/user-app/', import.meta.url);
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('messages/en.ts'))
      .map((name) => readFileSync(new URL(name, folder), 'utf8'))
      .join('\n');
    // Some keys are composed, such as `kind.${kind}`. The test pages do not show all of these messages.
    const isComposed = (key: string) => sources.includes(`\`${key.slice(0, key.lastIndexOf('.') + 1)}\${`);
    const shown = new Set<string>();
    const get = (messages: Language['messages'], key: MessageKey) => {
      shown.add(key);
      return messages[key];
    };
    everyPage(undefined, { ...english, messages: new Proxy(english.messages, { get } as ProxyHandler<never>) });
    expect(keys.filter((key) => !shown.has(key) && !isComposed(key) && !sources.includes(`'${key}'`))).toEqual([]);
  });

  it('no page contains text that is not in the language file', () => {
    for (const [name, html] of Object.entries(everyPage('§', mirrored))) {
      const texts = textsOf(html).filter((text) =>
        /[a-z]{2}/i.test(text.replace(/(documents\.example\.edu|hiring\.acme\.example)/, '')),
      );
      expect(texts, name).toEqual([]);
      const attributes = tagsOf(html).flatMap((tag) =>
        ['alt', 'title', 'aria-label'].flatMap((attribute) => tag.attributes.get(attribute) ?? []),
      );
      expect(
        attributes.filter((text) => /[a-z]{2}/i.test(text)),
        name,
      ).toEqual([]);
    }
  });

  it('each page sets the language and the direction of its text', () => {
    for (const language of [lengthened, mirrored])
      for (const html of Object.values(everyPage(undefined, language)))
        expect(html).toContain(`<html lang="${language.tag}" dir="${language.direction}">`);
  });

  it.each([
    [undefined, 'en'],
    ['*', 'en'],
    ['fr-FR, fr;q=0.9', 'en'],
    ['he-XB', 'he-XB'],
    ['HE-xb-variant', 'he-XB'],
    ['fr, he-XB;q=0.4, en;q=0.8', 'en'],
    ['he-XB;q=0, en-XA;q=0.1', 'en-XA'],
    ['en-US', 'en'],
    [';;,q=', 'en'],
  ])('the language for Accept-Language "%s" is %s', (header, tag) =>
    expect(chooseLanguage(header, [english, lengthened, mirrored]).tag).toBe(tag));
});

describe('The static files of the pages', () => {
  const app = createUserAppAssets();

  it.each([
    ['style.css', 'text/css; charset=utf-8'],
    ['open-link.js', 'text/javascript; charset=utf-8'],
    ['icon.svg', 'image/svg+xml'],
  ] as const)('the server returns %s as immutable when the URL contains its hash', async (name, type) => {
    const response = await app.request(assetHref(name));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const etag = response.headers.get('etag') ?? '';
    const again = await app.request(assetHref(name), { headers: { 'If-None-Match': `"other", W/${etag}` } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  it('the server disables caching for an unknown or missing hash', async () => {
    for (const query of ['', '?v=old']) {
      const response = await app.request(`/user-app/style.css${query}`);
      expect(response.headers.get('cache-control')).toBe('no-cache');
    }
  });

  it('the server returns no other files', async () => {
    for (const path of ['/user-app/', '/user-app/assets.ts', '/user-app/%2e%2e/assets.ts'])
      expect((await app.request(path)).status).toBe(404);
  });
});
