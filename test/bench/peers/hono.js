import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { link, partnerOf, path, port, validate } from './shared.js';

const app = new Hono();
app.post(path, async (c) => {
  if (!partnerOf(c.req.header('authorization'))) return c.json({ code: 'unauthenticated' }, 401);
  const body = await c.req.json();
  if (!validate(body)) return c.json({ code: 'validation_failed', errors: validate.errors }, 422);
  return c.json(link, 201);
});
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
