import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Context, Hono } from 'hono';
import { load } from 'js-yaml';
import { appServer } from '../small-server.ts';

/** Path of the contract of the Museum API, a fictitious API that the tests of the kit use as an example. */
export const museumFile = fileURLToPath(new URL('museum.yaml', import.meta.url));

/** User name and password that the Museum API server accepts. */
export const DESK = 'desk:key';

type Members = Record<string, unknown>;

/** Behaviour of a correct Museum API server. A test replaces one part with a faulty version. */
const correct = {
  newId: (): string => randomUUID(),
  changed: (now: Members, change: Members): Members => ({ ...now, ...change }),
  isEnded: true,
};
export type Museum = typeof correct;

const problem = (status: number, title: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ title, status }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const { components } = load(readFileSync(museumFile, 'utf8')) as { components: { schemas: Record<string, object> } };
ajv.addSchema({ $id: 'museum', components });
const isA = (schema: string, value: unknown) => ajv.validate(`museum#/components/schemas/${schema}`, value);
const isDate = (value: string) => ajv.validate({ type: 'string', format: 'date' }, value);

/** Returns the JSON object in the request body, or undefined if the body is invalid. */
async function bodyOf(c: Context, schema: string): Promise<Members | undefined> {
  if (c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() !== 'application/json') return undefined;
  try {
    const body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await c.req.arrayBuffer()));
    return isA(schema, body) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the value of a query parameter, or NaN if the value is not an integer in the range. */
function numberIn(c: Context, name: string, least: number, most: number, byDefault: number): number {
  const text = c.req.query(name);
  if (text === undefined) return byDefault;
  const number = /^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : Number.NaN;
}

/** Creates a server for the contract in museum.yaml, with in-memory data and the given faults. */
function createMuseum(wrong: Partial<Museum> = {}): Hono {
  const museum = { ...correct, ...wrong };
  const exhibitions = new Map<string, Members>();
  const tickets = new Set<string>();
  const app = new Hono();
  const invalid = () => problem(400, 'The request is invalid');
  const missing = () => problem(404, 'The resource does not exist');

  app.get('/opening-hours', (c) => {
    const from = c.req.query('from') ?? new Date().toISOString().slice(0, 10);
    const days = numberIn(c, 'days', 1, 31, 7);
    if (!isDate(from) || Number.isNaN(days)) return invalid();
    const dates = Array.from({ length: days }, (_, i) => new Date(Date.parse(from) + i * 86_400_000).toISOString());
    // A date after the year 9999 starts with a sign and is not a valid full-date (RFC 3339).
    const validDates = dates.filter((date) => !date.startsWith('+')).map((date) => date.slice(0, 10));
    return c.json(validDates.map((date) => ({ date, opens: '10:00', closes: '18:00' })));
  });

  app.use(async (c, next) => {
    if (c.req.header('authorization') === `Basic ${btoa(DESK)}`) return next();
    return problem(401, 'The credentials are missing or invalid', { 'www-authenticate': 'Basic realm="museum"' });
  });

  app.get('/exhibitions', (c) => {
    const hall = c.req.query('hall');
    const [limit, offset] = [numberIn(c, 'limit', 1, 100, 100), numberIn(c, 'offset', 0, 100_000, 0)];
    if ((hall !== undefined && !isA('Hall', hall)) || Number.isNaN(limit) || Number.isNaN(offset)) return invalid();
    const all = [...exhibitions.values()].filter((each) => hall === undefined || each['hall'] === hall);
    return c.json(all.slice(offset, offset + limit));
  });
  app.post('/exhibitions', async (c) => {
    const body = await bodyOf(c, 'NewExhibition');
    if (body === undefined) return invalid();
    const exhibitionId = museum.newId();
    exhibitions.set(exhibitionId, { exhibitionId, ...body });
    return c.json({ exhibitionId, ...body }, 201);
  });

  app.get('/exhibitions/:id', (c) => {
    const exhibition = exhibitions.get(c.req.param('id'));
    return exhibition === undefined ? missing() : c.json(exhibition);
  });
  app.patch('/exhibitions/:id', async (c) => {
    const body = await bodyOf(c, 'ExhibitionChange');
    const id = c.req.param('id');
    const exhibition = exhibitions.get(id);
    if (exhibition === undefined) return missing();
    if (body === undefined) return invalid();
    exhibitions.set(id, museum.changed(exhibition, body));
    return c.json({ ...exhibition, ...body });
  });
  app.delete('/exhibitions/:id', (c) => {
    const id = c.req.param('id');
    if (!exhibitions.has(id)) return missing();
    if (museum.isEnded) exhibitions.delete(id);
    return c.body(null, 204);
  });

  app.post('/tickets', async (c) => {
    const body = await bodyOf(c, 'NewTicket');
    if (body === undefined) return invalid();
    const ticketId = museum.newId();
    tickets.add(ticketId);
    const price = Number(body['visitors']) * 8.5;
    return c.json({ ticketId, guide: false, ...body, price, soldAt: new Date().toISOString() }, 201);
  });
  app.get('/tickets/:id/code', (c) => {
    if (!tickets.has(c.req.param('id'))) return missing();
    return c.body('<svg xmlns="http://www.w3.org/2000/svg"/>', 200, { 'content-type': 'image/svg+xml' });
  });

  app.notFound(missing);
  return app;
}

/** Starts a Museum API server on a free local port. */
export const startMuseum = (wrong: Partial<Museum> = {}) => appServer(createMuseum(wrong));
