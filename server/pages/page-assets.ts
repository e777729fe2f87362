import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { getMimeType } from 'hono/utils/mime';
import { storedPage } from '../api/stored-page.ts';
import type { Brand } from '../domain/brand.ts';

type AssetName = 'style.css' | 'open-link.js' | 'local-time.js' | 'logo' | `${string}.woff2`;

interface Asset {
  bytes: Uint8Array;
  mediaType: string;
  hash: string;
}

/** Static files by name. */
type Assets = ReadonlyMap<string, Asset>;

const asset = (name: string, bytes: Uint8Array, mediaType = getMimeType(name) ?? ''): [string, Asset] => {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  return [name, { bytes, mediaType, hash }];
};

/** Returns the path of an asset. It changes with the content, so that browsers can cache it forever. */
const hrefIn = (assets: Assets, name: string): string => `/user-app/${name}?v=${assets.get(name)?.hash}`;

/** Reads a file in the folder `assets`, which is next to this file and to a bundle (scripts/project/bundle.js). */
const read = (name: string) => readFileSync(new URL(`./assets/${name}`, import.meta.url));

const packages = createRequire(import.meta.url);
const readFont = (name: string) => readFileSync(packages.resolve(`@fontsource-variable/inter/${name}`));

const FONT_FILE = /\.\/files\/([\w-]+\.woff2)/g;
const fontFaces = readFont('wght.css').toString();

/** Font files of the package. Browsers load a file only for pages with its characters. */
const fonts: Assets = new Map(
  [...fontFaces.matchAll(FONT_FILE)].map(([, name = '']) => asset(name, readFont(`files/${name}`))),
);

/** The style sheet. The URLs of the fonts in it contain their hashes, so that browsers can cache the fonts forever. */
const style = fontFaces.replace(FONT_FILE, (_, name: string) => hrefIn(fonts, name)) + read('style.css');

const branded = new WeakMap<Brand, Assets>();

/** Returns the assets with the logo of the brand. */
function assetsOf(brand: Brand): Assets {
  const known = branded.get(brand);
  if (known !== undefined) return known;
  const { logo } = brand;
  const assets = new Map([
    ...fonts,
    asset('open-link.js', read('open-link.js')),
    asset('local-time.js', read('local-time.js')),
    asset('style.css', Buffer.from(style)),
    logo === null ? asset('logo', read('icon.svg'), 'image/svg+xml') : asset('logo', logo.bytes, logo.mediaType),
  ]);
  branded.set(brand, assets);
  return assets;
}

/** Returns the path of an asset in the design of the brand. It changes with the content. */
export const assetHref = (brand: Brand, name: AssetName): string => hrefIn(assetsOf(brand), name);

/** Serves the stylesheet, the scripts, the fonts, and the logo of the pages. */
export function createUserAppAssets(brand: Brand): Hono {
  const app = new Hono();
  // Only these files are compressed. A page contains personal data beside text that a partner chooses, so the length
  // of a compressed page would reveal the data (BREACH).
  for (const [name, { bytes, mediaType, hash }] of assetsOf(brand)) {
    const page = storedPage(async () => bytes);
    app.get(`/user-app/${name}`, etag(), async (c) => {
      // Without the hash, or with the hash of a different release, browsers revalidate each time.
      const caching = c.req.query('v') === hash ? 'public, max-age=31536000, immutable' : 'no-cache';
      const headers = { 'Content-Type': mediaType, 'Cache-Control': caching, 'X-Content-Type-Options': 'nosniff' };
      return (await page(c, headers)) ?? c.notFound();
    });
  }
  return app;
}
