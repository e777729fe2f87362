import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { type Brand, DEFAULT_ACCENT } from '../domain/brand.ts';

const mediaTypes = {
  'style.css': 'text/css; charset=utf-8',
  'open-link.js': 'text/javascript; charset=utf-8',
  'local-time.js': 'text/javascript; charset=utf-8',
  'developer.css': 'text/css; charset=utf-8',
  'developer.js': 'text/javascript; charset=utf-8',
  logo: 'image/svg+xml',
} as const;

/** Font files of the package. Browsers load the second file only for pages with its characters. */
export const FONTS = ['inter-latin-wght-normal.woff2', 'inter-latin-ext-wght-normal.woff2'] as const;

type AssetName = keyof typeof mediaTypes | (typeof FONTS)[number];

interface Asset {
  bytes: Uint8Array;
  mediaType: string;
  hash: string;
}

const asset = (bytes: Uint8Array, mediaType: string): Asset => ({
  ...{ bytes, mediaType, hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 16) },
});

const packages = createRequire(import.meta.url);
const fonts = FONTS.map((name): [AssetName, Asset] => [
  name,
  asset(readFileSync(packages.resolve(`@fontsource-variable/inter/files/${name}`)), 'font/woff2'),
]);

/** Reads a file in the folder `assets`, which is next to this file and to the bundle in dist/ (scripts/build.ts). */
const read = (name: string) => readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');

/** The style sheet. The URLs of the fonts in it contain their hashes, so that browsers can cache the fonts forever. */
const style = fonts.reduce((css, [name, { hash }]) => css.replace(name, `${name}?v=${hash}`), read('style.css'));

const files = Object.entries(mediaTypes).map(([name, mediaType]): [AssetName, Asset] => [
  name as AssetName,
  asset(Buffer.from(name === 'style.css' ? style : read(name === 'logo' ? 'icon.svg' : name)), mediaType),
]);

const branded = new WeakMap<Brand, ReadonlyMap<AssetName, Asset>>();

/** Returns the assets with the colours and the logo of the brand. */
function assetsOf(brand: Brand): ReadonlyMap<AssetName, Asset> {
  const known = branded.get(brand);
  if (known !== undefined) return known;
  const assets = new Map([...fonts, ...files]);
  const { logo, accent } = brand;
  if (accent.light !== DEFAULT_ACCENT.light || accent.dark !== DEFAULT_ACCENT.dark) {
    const rule = `\n:root { --accent: light-dark(${accent.light}, ${accent.dark}); }\n`;
    assets.set('style.css', asset(Buffer.from(style + rule), mediaTypes['style.css']));
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
