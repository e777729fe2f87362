import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { getMimeType } from 'hono/utils/mime';
import { type Brand, DEFAULT_ACCENT } from '../domain/brand.ts';

const FILES = ['style.css', 'open-link.js', 'local-time.js', 'developer.css', 'developer.js', 'logo'] as const;

/** Font files of the package. Browsers load the second file only for pages with its characters. */
export const FONTS = ['inter-latin-wght-normal.woff2', 'inter-latin-ext-wght-normal.woff2'] as const;

type AssetName = (typeof FILES | typeof FONTS)[number];

interface Asset {
  bytes: Uint8Array;
  mediaType: string;
  hash: string;
}

const asset = (bytes: Uint8Array, mediaType = 'image/svg+xml'): Asset => ({
  ...{ bytes, mediaType, hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 16) },
});
const styleSheet = (text: string) => asset(Buffer.from(text), getMimeType('style.css'));

const packages = createRequire(import.meta.url);
/** Returns a file of the font's package, or of the folder `assets`, next to this file and to the bundle in dist/. */
const place = (name: AssetName) =>
  name.endsWith('.woff2')
    ? packages.resolve(`@fontsource-variable/inter/files/${name}`)
    : new URL(`./assets/${name === 'logo' ? 'icon.svg' : name}`, import.meta.url);

const files = new Map(
  [...FONTS, ...FILES].map((name) => [name, asset(readFileSync(place(name)), getMimeType(name))] as const),
);
/** The style sheet. The URLs of the fonts in it contain their hashes, so that browsers can cache the fonts forever. */
const style = FONTS.reduce(
  (css, name) => css.replace(name, `${name}?v=${files.get(name)?.hash}`),
  readFileSync(place('style.css'), 'utf8'),
);
files.set('style.css', styleSheet(style));

const branded = new WeakMap<Brand, ReadonlyMap<AssetName, Asset>>();

/** Returns the assets with the colours and the logo of the brand. */
function assetsOf(brand: Brand): ReadonlyMap<AssetName, Asset> {
  const known = branded.get(brand);
  if (known !== undefined) return known;
  const assets = new Map(files);
  const { logo, accent } = brand;
  if (accent.light !== DEFAULT_ACCENT.light || accent.dark !== DEFAULT_ACCENT.dark) {
    const rule = `\n:root { --accent: light-dark(${accent.light}, ${accent.dark}); }\n`;
    assets.set('style.css', styleSheet(style + rule));
  }
  if (logo !== null) assets.set('logo', asset(logo.bytes, logo.mediaType));
  branded.set(brand, assets);
  return assets;
}

/** Returns the path of an asset. It changes with the content, so that browsers can cache it forever. */
export const assetHref = (brand: Brand, name: AssetName): string =>
  `/user-app/${name}?v=${assetsOf(brand).get(name)?.hash}`;

/** Serves the stylesheets, the scripts, the fonts, and the logo of the pages. */
export function createUserAppAssets(brand: Brand): Hono {
  const app = new Hono();
  // Only these files are compressed. A page contains personal data beside text that a partner chooses, so the length of
  // a compressed page would reveal the data (BREACH).
  app.use('/user-app/*', etag(), compress());
  for (const [name, { bytes, mediaType, hash }] of assetsOf(brand))
    app.get(`/user-app/${name}`, (c) =>
      c.body(new Uint8Array(bytes), 200, {
        'Content-Type': mediaType,
        // Without the hash, or with the hash of a different release, browsers revalidate each time.
        'Cache-Control': c.req.query('v') === hash ? 'public, max-age=31536000, immutable' : 'no-cache',
        'X-Content-Type-Options': 'nosniff',
      }),
    );
  return app;
}
