import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { etag } from 'hono/etag';

/** Every file that the pages load. */
const mediaTypes = {
  'style.css': 'text/css; charset=utf-8',
  'open-link.js': 'text/javascript; charset=utf-8',
  'local-time.js': 'text/javascript; charset=utf-8',
  'developer.css': 'text/css; charset=utf-8',
  'developer.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;

type AssetName = keyof typeof mediaTypes;

const names = Object.keys(mediaTypes) as AssetName[];

/** Reads a file that lies beside this file in the sources, and beside the bundle in dist/: see scripts/build.ts. */
function read(name: AssetName) {
  const text = readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
  return { text, hash: createHash('sha256').update(text).digest('base64url').slice(0, 16) };
}

const assets = Object.fromEntries(names.map((name) => [name, read(name)])) as Record<
  AssetName,
  ReturnType<typeof read>
>;

/** Returns the path of an asset. It changes with the content, so that browsers may cache it for ever. */
export const assetHref = (name: AssetName): string => `/user-app/${name}?v=${assets[name].hash}`;

/** Serves the stylesheets, the scripts and the icon of the pages. */
export function createUserAppAssets(): Hono {
  const app = new Hono();
  app.use('/user-app/*', etag());
  for (const name of names) {
    const { text, hash } = assets[name];
    app.get(`/user-app/${name}`, (c) =>
      c.body(text, 200, {
        'Content-Type': mediaTypes[name],
        // Without the hash, or with that of another release, browsers ask each time.
        'Cache-Control': c.req.query('v') === hash ? 'public, max-age=31536000, immutable' : 'no-cache',
        'X-Content-Type-Options': 'nosniff',
      }),
    );
  }
  return app;
}
