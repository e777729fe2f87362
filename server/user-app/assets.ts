import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Hono } from 'hono';

/** Everything that the pages load. */
const mediaTypes = {
  'style.css': 'text/css; charset=utf-8',
  'open-link.js': 'text/javascript; charset=utf-8',
  'local-time.js': 'text/javascript; charset=utf-8',
  'developer.css': 'text/css; charset=utf-8',
  'developer.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;

type AssetName = keyof typeof mediaTypes;

interface Asset {
  text: string;
  hash: string;
}

/** Reads a file that lies beside this one in the sources, and beside the bundle in dist/: see scripts/build.ts. */
function read(name: AssetName): Asset {
  const text = readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
  return { text, hash: createHash('sha256').update(text).digest('base64url').slice(0, 16) };
}

const assets = Object.fromEntries((Object.keys(mediaTypes) as AssetName[]).map((name) => [name, read(name)])) as Record<
  AssetName,
  Asset
>;

/** The address of an asset. It changes with the content, so that browsers may cache it for ever. */
export function assetHref(name: AssetName): string {
  return `/user-app/${name}?v=${assets[name].hash}`;
}

/** The stylesheet, the script and the icon of the pages. */
export function createUserAppAssets(): Hono {
  const app = new Hono();
  for (const name of Object.keys(mediaTypes) as AssetName[]) {
    const { text, hash } = assets[name];
    app.get(`/user-app/${name}`, (c) => {
      const etag = `"${hash}"`;
      // Without the hash, or with that of another release, browsers ask for it each time.
      const current = c.req.query('v') === hash;
      const headers = {
        'Cache-Control': current ? 'public, max-age=31536000, immutable' : 'no-cache',
        ETag: etag,
        'X-Content-Type-Options': 'nosniff',
      };
      if (matches(c.req.header('If-None-Match'), etag)) return c.body(null, 304, headers);
      return c.body(text, 200, { ...headers, 'Content-Type': mediaTypes[name] });
    });
  }
  return app;
}

/** Whether an `If-None-Match` has the tag; proxies that compress turn it into a weak one. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
