import { readdirSync, readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import en from '../../server/pages/messages/en.json' with { type: 'json' };
import {
  english,
  type Language,
  languageOf,
  languages,
  type MessageKey,
  messagesIn,
} from '../../server/pages/messages/messages.tsx';
import { assetHref, createUserAppAssets } from '../../server/pages/page-assets.ts';
import { sizeOf } from '../../server/pages/views/credential.tsx';
import { AskerHeader } from '../../server/pages/views/decision-card.tsx';
import { ConsentPage } from '../../server/pages/views/decision-pages.tsx';
import { LinkErrorPage } from '../../server/pages/views/message-pages.tsx';
import { example } from '../support/contract.ts';
import {
  arabic,
  brand,
  consentProps,
  everyPage,
  inFrame,
  longest,
  page as pageOf,
  rightToLeft,
  spanish,
  unbroken,
  viewOf,
} from './pages.ts';

/** Returns the start tags of a page. Expects attribute values in double quotes, as hono/jsx renders them. */
function tagsOf(html: string) {
  return [...html.matchAll(/<([a-z][a-z0-9]*)((?:\s+[^\s=>"/]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, name = '', attributes = '']) => ({
      name,
      attributes: new Map(
        [...attributes.matchAll(/([^\s="/]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [key, value]),
      ),
    }),
  );
}
type Tag = ReturnType<typeof tagsOf>[number];

const named = (tags: readonly Tag[], ...names: string[]) => tags.filter(({ name }) => names.includes(name));
const pages = Object.entries(everyPage());

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

  it('the page has exactly one script, and loads no files from other hosts', () => {
    const scripts = named(tags, 'script').map(({ attributes }) => attributes.get('src'));
    expect(scripts).toEqual([assetHref(brand, name === 'open link' ? 'open-link.js' : 'local-time.js')]);
    expect(html).not.toMatch(/<script[^>]*>[^<]/);
    expect(named(tags, 'style', 'iframe', 'object', 'embed', 'base')).toEqual([]);
    for (const { attributes } of tags)
      expect([...attributes.keys()].filter((attribute) => /^on|^style$|^srcdoc$/i.test(attribute))).toEqual([]);
    for (const { attributes } of named(tags, 'link', 'img'))
      expect(attributes.get('href') ?? attributes.get('src')).toMatch(/^\/(user-app|partner|credentials)\//);
  });

  it('every form on the page uses POST and contains the CSRF token, except for the search form', () => {
    const forms = html
      .replace(/<search>.*<\/search>/s, '')
      .split('<form')
      .slice(1);
    expect(html.match(/ method="get"/g) ?? []).toHaveLength(named(tags, 'search').length);
    expect(forms).toHaveLength(named(tags, 'form').length - named(tags, 'search').length);
    for (const form of forms.map((rest) => rest.slice(0, rest.indexOf('</form>')))) {
      expect(form).toMatch(/^ method="post" action="[^"]+"/);
      expect(form).toContain('<input type="hidden" name="csrf" value="a&quot;csrf&lt;token&gt;"/>');
      expect(form).toMatch(/<button type="submit"/);
    }
    // Every button must be a submit button, because only submit buttons send a form with the CSRF token.
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
    expect(named(tags, 'script')).toHaveLength(1);
    for (const { attributes } of tags)
      for (const attribute of attributes.keys()) expect(attribute).not.toMatch(/^on|^style$/i);
    // Only links that the operator configures can lead to other hosts.
    for (const { attributes } of named(tags, 'a'))
      expect(attributes.get('href')).toMatch(/^[#/]|^https:\/\/partner\.example\/(privacy|help|app|play|home)$/);
    if (
      /^(sign in, refused|consent|decline|credential|my credentials|verify|shared|stop|sharing|refused|request expired)/.test(
        name,
      )
    )
      expect(html).toContain('&lt;b id=&quot;evil&quot; onclick=&#39;alert(1)&#39;&gt;');
  });

  // These characters start or end a text direction. Without isolation, they would reverse the adjacent page text.
  it.each(
    Object.entries(everyPage('\u2069\u2069\u202c\u202eevil\u2066\u2067\u2068\u202a\u202b\u202d')),
  )('the page "%s" isolates characters that change the text direction', (_name, html) => {
    const written = html.replace(/ (value|datetime)="[^"]*"/g, '');
    expect(written).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  it('the consent page shows strings and lists of the maximum length', () => {
    const props = {
      ...consentProps,
      asker: { name: unbroken, host: null },
      submission: viewOf('education', longest()),
    };
    const html = inFrame(pageOf(ConsentPage, props));
    for (const text of ['<summary>500 subjects</summary>', `<bdi>19 ${unbroken}</bdi>`]) expect(html).toContain(text);
    expect(html).toContain(`<bdi>${rightToLeft.replace(/[\u202c\u202e]/g, '')}</bdi>`);
  });
});

describe('The content of the pages', () => {
  const page = (name: string) => pages.find(([pageName]) => pageName === name)?.[1] ?? '';

  it('the consent page of a batch shows all credentials under one heading and asks for one decision', () => {
    const html = page('consent, v2 batch');
    expect(html).toContain('The 5 credentials');
    expect(html.match(/<details class="card credential"/g)).toHaveLength(5);
    expect(html.match(/value="accept"/g)).toHaveLength(1);
  });

  it('the page previews images of any size, but not PDF files, and loads each preview only when the preview becomes visible', () => {
    const images = (name: string) =>
      named(tagsOf(page(name)), 'img').flatMap(({ attributes }) =>
        attributes.has('loading') ? [Object.fromEntries(attributes)] : [],
      );
    expect(images('consent, microcredential with an image')).toEqual([
      { src: '/credentials/1/files/2', alt: '', width: '320', height: '240', loading: 'lazy', decoding: 'async' },
    ]);
    expect(page('consent, microcredential with an image')).toContain('Certificate, PNG image, 9.4 MB');
    expect(images('credential, v2 batch')).toEqual([]);
  });

  it('the page of a credential shows whether each file is available, not available yet, or deleted', () => {
    const html = page('credential, v2 batch');
    const links = html.matchAll(/<a href="\/credentials\/1\/files\/2" download="" class="stack strong"><span>([^<]*)/g);
    expect([...links].map(([, text]) => text)).toEqual([
      'Degree certificate, PDF, 48 KB',
      'Open certificate, JSON, 812 bytes',
    ]);
    // The page does not show the IDs from the partner, which mean nothing to users.
    expect(html).not.toContain('ACME-V2');
    expect(html).toContain('We could not get this file');
    expect(html).toContain('Not available yet');
    expect(page('credential, documents deleted')).toContain(
      'We deleted the documents on <time datetime="2026-02-02T10:00Z">2 February 2026 at 10:00 UTC</time>',
    );
  });

  it.each(
    pages.filter(([name]) => /^(link|session|sign-in failed|not found|forbidden|failed|unavailable)/.test(name)),
  )('the error page "%s" links to a next step', (_name, html) => {
    expect(html.slice(html.indexOf('<main'), html.indexOf('</main>'))).toMatch(/<(a|button)\b[^>]*class="button"/);
  });

  it('the page about a shared identity says until when the partner can read the identity', () => {
    const end = '<time datetime="2026-05-01T09:42Z">1 May 2026 at 09:42 UTC</time>';
    expect(page('shared')).toContain(`Shared until</dt><dd>${end}`);
    expect(page('verify, one identity')).toContain('can read it for 90 days');
  });

  it.each([
    ['microcredential', true],
    ['education with an open certificate', false],
    ['v2 batch', false],
  ])('the consent page for "%s" says that the partner reads whether documents have arrived: %s', (name, isSaid) =>
    expect(page(`consent, ${name}`).includes('We also say whether we have received each document')).toBe(isSaid));

  it('if a link does not work, the first button on the page offers to use another account', () => {
    const buttons = page('link error').match(/class="button[^>]*>[^<]*/g);
    expect(buttons?.map((button) => button.split('>')[1])).toEqual(['Use another account', 'Go to my credentials']);
  });

  it('above the main heading, every page has a link to each other language', () => {
    for (const [name, html] of pages)
      expect(html.slice(0, html.indexOf('<h1')).match(/hreflang="[a-z]+"/g), name).toEqual([
        'hreflang="es"',
        'hreflang="ar"',
      ]);
  });

  it('if a credential has several documents of the same kind, the page numbers the documents', () => {
    const content = example('CredentialBatchOfEveryKind');
    const [item] = content.education_items;
    item.assets.push({ asset_id: 'second', asset_type: 'pdf' });
    const html = inFrame(pageOf(ConsentPage, { ...consentProps, submission: viewOf('credential_batch', content) }));
    for (const name of ['Degree certificate 1, PDF, 48 KB', 'Degree certificate 2, PDF<', 'Open certificate, JSON'])
      expect(html).toContain(name);
  });

  it('the page of a verification request lists exactly the data that the user would share, and names the partner', () => {
    const html = page('verify, one identity');
    expect(html).toContain('Your full name: <strong><bdi>Alex Example</bdi></strong>');
    expect(html).toContain('<input type="hidden" name="identity" value="1"/>');
    expect(html).toMatch(/class="lead strong"><bdi>Acme Careers<\/bdi>/);
    expect(html).toContain('<bdi>Acme Hiring</bdi>, a name used by <bdi>Acme Careers</bdi>');
    expect(html).toContain('You return to <strong dir="ltr">hiring.acme.example</strong>');
    expect(page('verify, several identities')).not.toMatch(
      /<input type="radio"[^>]* checked|a name used by|You return/,
    );
    expect(page('verify, no identity')).not.toContain('value="verify"');
  });

  it.each([
    ['acme hiring & sons', 'AH'],
    ['  «Émile» (Zoë)', 'ÉZ'],
    ['李明 大学', '李大'],
    ['— —', ''],
  ])('if the partner "%s" has no logo, the page shows the initials "%s"', (partnerName, initials) =>
    expect(inFrame(pageOf(AskerHeader, { name: partnerName, host: null }))).toContain(`>${initials}</text></svg>`));

  it('all internal links on the pages start with the path of APP_URL', () => {
    const html = inFrame(pageOf(LinkErrorPage, {}), {
      appUrl: 'https://example.com/wallet',
      account: { csrf: 'c', name: null, signOutPath: '/wallet/sign-out' },
    });
    expect(html).toContain('href="/wallet/credentials"');
    expect(html).toContain('action="/wallet/sign-out"');
    expect(html).toContain(`href="/wallet${assetHref(brand, 'style.css')}"`);
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

  /** Returns the texts between the tags of a page, without the values from partners and users. */
  const textsOf = (html: string): string[] =>
    html
      .replace(/<(bdi|time|code|script)\b[^>]*>[^<]*<\/\1>/g, '')
      .split(/<[^>]*>/)
      .map((text) => text.trim())
      .filter((text) => text !== '');

  it('the code of the pages uses every message in the language file', () => {
    const folder = new URL('../../server/pages/', import.meta.url);
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(new URL(name, folder), 'utf8'))
      .join('\n');
    // The code composes some message keys, such as `kind.${kind}`. The sample pages do not use every composed key.
    const isComposed = (key: string) => sources.includes(`\`${key.slice(0, key.lastIndexOf('.') + 1)}\${`);
    const shown = new Set<string>();
    const get = (messages: Language['messages'], key: MessageKey) => {
      shown.add(key);
      return messages[key];
    };
    everyPage(undefined, { ...english, messages: new Proxy(english.messages, { get } as ProxyHandler<never>) });
    expect(keys.filter((key) => !shown.has(key) && !isComposed(key) && !sources.includes(`'${key}'`))).toEqual([]);
  });

  /** Words in Latin script that Arabic pages can contain: degrees, formats, products, languages, and the operator. */
  const LATIN =
    /\b(and|Honours|Awaiting Graduation|PDF|JPEG|PNG|JSON|ZIP|CEFR|JavaScript|App Store|Google Play|alex@example\.com|English|Español|documents\.example\.edu)\b|(hiring\.)?acme\.example|Partner Credentials|Credential Wallet|Digital Credentials Agency|1 Example Street, Example City/g;

  it('no page contains text that is not in the language file', () => {
    const isForeign = (text: string) => /[a-z]{2}/i.test(text.replace(LATIN, ''));
    for (const [name, html] of Object.entries(everyPage('§', arabic))) {
      expect(textsOf(html).filter(isForeign), name).toEqual([]);
      const attributes = tagsOf(html).flatMap((tag) =>
        ['alt', 'title', 'aria-label'].flatMap((attribute) => tag.attributes.get(attribute) ?? []),
      );
      expect(attributes.filter(isForeign), name).toEqual([]);
    }
  });

  it('each page sets the language and the direction of its text', () => {
    for (const language of languages)
      for (const html of Object.values(everyPage(undefined, language)))
        expect(html).toContain(`<html lang="${language.tag}" dir="${language.direction}">`);
  });

  /** Returns the names of the placeholders and tags in a message. */
  function partsOf(text: string): string[] {
    const found = new Set<string>();
    // In the syntax tree, type 0 is literal text, and type 7 is the number in a plural.
    JSON.parse(JSON.stringify(new IntlMessageFormat(text, 'en').getAst()), (_key, node) => {
      if (node?.type > 0 && node.type !== 7) found.add(node.value);
      return node;
    });
    return [...found].sort();
  }
  it.each([spanish, arabic])('the $name file has the same keys, placeholders, and tags as English', ({ messages }) => {
    expect(Object.keys(messages)).toEqual(keys);
    for (const key of keys) expect(partsOf(messages[key]), key).toEqual(partsOf(en[key]));
  });

  it.each([spanish, arabic])('in $name, plural messages have a form for each plural category', ({
    messages,
    locale,
  }) => {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    // No message needs the Arabic category `zero`, or the Spanish category `many`, which is for millions.
    const needed = pluralCategories.filter((name) => name !== 'zero' && !(locale === 'es' && name === 'many'));
    const plurals = keys.flatMap((key) => (messages[key].includes('one {') ? [messages[key]] : []));
    expect(plurals.length).toBeGreaterThan(10);
    for (const text of plurals) for (const name of needed) expect(text).toContain(`${name} {`);
  });

  it('pages show dates, numbers, and countries in the selected language', () => {
    const shown = languages.map((language) => {
      const { date, text, country } = messagesIn(language);
      const size = text('size.megabytes', { count: 1234.5 });
      return [date('2026-01-31'), date('2026-01-31T09:42Z'), size, country('SG')];
    });
    expect(shown).toEqual([
      ['31 January 2026', '31 January 2026 at 09:42 UTC', '1,234.5 MB', 'Singapore'],
      // The text between the date and the time depends on the version of the Unicode data (ICU) in Node.
      [
        '31 de enero de 2026',
        expect.stringMatching(/^31 de enero de 2026(,| a las) 09:42 UTC$/),
        '1234,5 MB',
        'Singapur',
      ],
      ['31 يناير 2026', '31 يناير 2026 في 09:42 ص UTC', '1,234.5 ميغابايت', 'سنغافورة'],
    ]);
  });

  it.each([
    [undefined, undefined, 'en'],
    ['*', undefined, 'en'],
    ['fr-FR, fr;q=0.9', undefined, 'en'],
    ['es', undefined, 'es'],
    ['ES-mx', undefined, 'es'],
    ['fr, ar;q=0.4, en;q=0.8', undefined, 'en'],
    ['es;q=0, ar-EG;q=0.1', undefined, 'ar'],
    [';;,q=', undefined, 'en'],
    ['es', 'ar', 'ar'],
    ['es', 'xx', 'es'],
  ])('the page language for Accept-Language "%s" and the cookie "%s" is %s', async (header, cookie, tag) => {
    const app = new Hono().get('/', (c) => c.text(languageOf(c).tag));
    const headers = { ...(header && { 'Accept-Language': header }), ...(cookie && { Cookie: `language=${cookie}` }) };
    expect(await (await app.request('/', { headers })).text()).toBe(tag);
  });
});

describe('The static files of the pages', () => {
  const app = createUserAppAssets(brand);

  it.each([
    ['style.css', 'text/css; charset=utf-8'],
    ['open-link.js', 'text/javascript; charset=utf-8'],
    ['logo', 'image/svg+xml'],
    ['files/inter-latin-wght-normal.woff2', 'font/woff2'],
  ] as const)('the server marks %s as immutable if the URL contains the hash of the file', async (name, type) => {
    const response = await app.request(assetHref(brand, name));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const etag = response.headers.get('etag') ?? '';
    const again = await app.request(assetHref(brand, name), { headers: { 'If-None-Match': `"other", W/${etag}` } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  it('if the URL of a stylesheet has no hash or an unknown hash, the server tells browsers to revalidate the file', async () => {
    for (const query of ['', '?v=old']) {
      const response = await app.request(`/user-app/style.css${query}`);
      expect(response.headers.get('cache-control')).toBe('no-cache');
    }
  });

  it('the server returns 404 for a path below /user-app/ that is not a static file', async () => {
    for (const path of ['/user-app/', '/user-app/assets.ts', '/user-app/%2e%2e/assets.ts'])
      expect((await app.request(path)).status).toBe(404);
  });
});
