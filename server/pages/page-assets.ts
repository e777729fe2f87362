import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { getMimeType } from 'hono/utils/mime';
import { storedPage } from '../api/stored-page.ts';
import type { Brand } from '../domain/brand.ts';

interface Asset {
  bytes: Uint8Array;
  mediaType: string;
  hash: string;
}

const asset = (name: string, bytes: Uint8Array, mediaType = getMimeType(name) ?? ''): [string, Asset] => {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  return [name, { bytes, mediaType, hash }];
};

/** `scripts/project/bundle.ts` copies the folder `assets` beside the bundle. */
const read = (name: string) => readFileSync(new URL(`./assets/${name}`, import.meta.url));

const packages = createRequire(import.meta.url);
const readFont = (name: string) => readFileSync(packages.resolve(`@fontsource-variable/inter/${name}`));

const fontFaces = readFont('wght.css').toString();
const fontFiles = [...fontFaces.matchAll(/\.\/files\/([\w-]+\.woff2)/g)].map(([, name]) => `files/${name}`);

const branded = new WeakMap<Brand, ReadonlyMap<string, Asset>>();

function assetsOf(brand: Brand): ReadonlyMap<string, Asset> {
  const { logo } = brand;
  const assets =
    branded.get(brand) ??
    new Map([
      ...fontFiles.map((name) => asset(name, readFont(name))),
      ...['open-link.js', 'local-time.js', 'copy-secret.js'].map((name) => asset(name, read(name))),
      asset('style.css', Buffer.from(fontFaces + read('base.css') + read('style.css'))),
      logo === null ? asset('logo', read('icon.svg'), 'image/svg+xml') : asset('logo', logo.bytes, logo.mediaType),
    ]);
  branded.set(brand, assets);
  return assets;
}

type AssetName = 'style.css' | 'open-link.js' | 'local-time.js' | 'copy-secret.js' | 'logo' | `files/${string}.woff2`;

export const assetHref = (brand: Brand, name: AssetName): string =>
  `/user-app/${name}?v=${assetsOf(brand).get(name)?.hash}`;

export function createUserAppAssets(brand: Brand): Hono {
  const app = new Hono();
  // Compresses only assets: the compressed length of a page could reveal personal data in it (BREACH attack).
  for (const [name, { bytes, mediaType, hash }] of assetsOf(brand)) {
    const page = storedPage(async () => bytes);
    app.get(`/user-app/${name}`, etag(), async (c) => {
      // Font files never change, so their URLs in the stylesheet contain no hash.
      const isFixed = fontFiles.includes(name) || c.req.query('v') === hash;
      const caching = isFixed ? 'public, max-age=31536000, immutable' : 'no-cache';
      const headers = { 'Content-Type': mediaType, 'Cache-Control': caching, 'X-Content-Type-Options': 'nosniff' };
      return (await page(c, headers)) ?? c.notFound();
    });
  }
  return app;
}
