import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';

const mediaTypes = {
  'style.css': 'text/css; charset=utf-8',
  'open-link.js': 'text/javascript; charset=utf-8',
  'local-time.js': 'text/javascript; charset=utf-8',
  'developer.css': 'text/css; charset=utf-8',
  'developer.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;

type AssetName = keyof typeof mediaTypes;

/** Assets by name. The folder `assets` is next to this file, and next to the bundle in dist/ (scripts/build.ts). */
const assets = new Map(
  Object.entries(mediaTypes).map(([name, mediaType]) => {
    const text = readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
    return [name, { text, mediaType, hash: createHash('sha256').update(text).digest('base64url').slice(0, 16) }];
  }),
);

/** Returns the path of an asset. It changes with the content, so that browsers can cache it forever. */
export const assetHref = (name: AssetName): string => `/user-app/${name}?v=${assets.get(name)?.hash}`;

/** Serves the stylesheets, the scripts, and the icon of the pages. */
export function createUserAppAssets(): Hono {
  const app = new Hono();
  // Only these files are compressed. A page contains personal data beside text that a partner chooses, so the length of
  // a compressed page would reveal the data (BREACH).
  app.use('/user-app/*', etag(), compress());
  for (const [name, { text, mediaType, hash }] of assets)
    app.get(`/user-app/${name}`, (c) =>
      c.body(text, 200, {
        'Content-Type': mediaType,
        // Without the hash, or with the hash of a different release, browsers revalidate each time.
        'Cache-Control': c.req.query('v') === hash ? 'public, max-age=31536000, immutable' : 'no-cache',
        'X-Content-Type-Options': 'nosniff',
      }),
    );
  return app;
}
