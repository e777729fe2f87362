import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Origin } from '../security-log.ts';

/** Where the request of a page came from. */
export const requestOrigin = (c: Context): Origin => ({
  remoteAddress: remoteAddressOf(c),
  header: (name) => c.req.header(name),
  requestId: c.get('requestId'),
});

/** Undefined where no connection is behind the request. */
export const remoteAddressOf = (c: Context): string | undefined =>
  (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress;
