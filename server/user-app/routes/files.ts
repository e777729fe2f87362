import { type Context, Hono } from 'hono';
import { assetMediaTypes } from '../../../generated/operations.ts';
import type { AssetType } from '../../domain/file-type.ts';
import { inlineDocuments, readSubmission } from '../content.ts';
import { noStore } from '../no-store.ts';
import { isUserSession } from '../session.ts';
import type { UserApp } from '../user-app.ts';

/** Files come from strangers: nothing in one runs, loads or leads anywhere, even when a browser shows it. */
const POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** What browsers show without a program in it; anything else is saved. */
const SHOWN: readonly AssetType[] = ['jpg', 'png'];

/** `/credentials/<id>/files` and `/documents`: the files of what a person holds, to its owner alone. */
export function fileRoutes({ services, sessions }: UserApp): Hono {
  const { store, files } = services;
  const routes = new Hono();

  async function isOwn(c: Context, requestId: string): Promise<boolean> {
    const session = sessions.readSession(c);
    if (!isUserSession(session)) return false;
    const submission = await store.findSubmissionByRequestId(requestId);
    return submission !== null && submission.ownerId === session.userId && submission.state !== 'canceled';
  }

  function send(c: Context, bytes: Uint8Array, type: AssetType, name: string): Response {
    const disposition = SHOWN.includes(type) ? 'inline' : 'attachment';
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': assetMediaTypes[type],
      'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeName(`${name}.${extensions[type]}`)}`,
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
    });
  }

  routes.get('/credentials/:requestId/files/:assetKey', noStore, async (c) => {
    const { requestId, assetKey } = c.req.param();
    const asset = (await isOwn(c, requestId)) ? await store.findAsset(assetKey) : null;
    if (asset === null || asset.file === null || asset.submission.requestId !== requestId)
      return c.notFound();
    const bytes = await files.get(asset.file.fileKey);
    return bytes === null ? c.notFound() : send(c, bytes, asset.assetType as AssetType, asset.assetId);
  });

  routes.get('/credentials/:requestId/documents/:index{[0-9]+}', noStore, async (c) => {
    const { requestId, index } = c.req.param();
    const content = (await isOwn(c, requestId)) ? await readSubmission(services, requestId) : null;
    const document = content === null ? undefined : inlineDocuments(content)[Number(index)];
    return document === undefined
      ? c.notFound()
      : send(c, Buffer.from(document.text), 'open_cert', 'open-certificate');
  });
  return routes;
}

const extensions: Record<AssetType, string> = { pdf: 'pdf', jpg: 'jpg', png: 'png', open_cert: 'json' };

/** RFC 8187, section 3.2: what `encodeURIComponent` leaves and an `attr-char` is not. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
