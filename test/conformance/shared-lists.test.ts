import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { checkTarget } from '../../scripts/conformance/check-target.ts';
import type { Contract } from '../../scripts/contract/openapi.ts';
import { complete } from '../../scripts/contract/read-contract.ts';
import { sized } from '../support/size.ts';

// A list of resources that clients cannot delete, and that other clients of the same partner also create.

const string = { type: 'string' };
const note = { type: 'object', required: ['id', 'text'], properties: { id: string, text: string } };
const json = (schema: object, example?: object) => ({
  content: { 'application/json': { schema, ...(example && { examples: { one: { value: example } } }) } },
});
const ok = (schema: object) => ({ description: 'OK', ...json(schema) });
const missing = { description: 'Not found', ...json({ type: 'object' }) };
const query = (name: string, schema: object) => ({ name, in: 'query', schema });

const notesContract = complete({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  'x-resources': { Note: { identifier: 'id' } },
  paths: {
    '/token': {
      post: {
        operationId: 'createToken',
        security: [],
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': { schema: { type: 'object', additionalProperties: true } },
          },
        },
        responses: { 200: ok({ type: 'object', required: ['access_token'], properties: { access_token: string } }) },
      },
    },
    '/notes': {
      post: {
        operationId: 'createNote',
        'x-resource': { creates: 'Note', id: '$response.body#/id', assigns: { text: '$request.body#/text' } },
        requestBody: { required: true, ...json({ ...note, required: ['text'] }, { text: 'Buy milk.' }) },
        responses: { 201: ok(note), 422: missing },
      },
      get: {
        operationId: 'listNotes',
        'x-resource': {
          lists: 'Note',
          items: '$response.body#/notes',
          order: 'newest first',
          page: { size: '$request.query.limit', cursor: '$request.query.cursor', next: '$response.body#/next' },
        },
        parameters: [
          query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
          query('cursor', string),
        ],
        responses: { 200: ok({ type: 'object', properties: { notes: { type: 'array', items: note } } }) },
      },
    },
    '/notes/{id}': {
      get: {
        operationId: 'getNote',
        'x-resource': { reads: 'Note', id: '$request.path.id' },
        parameters: [{ name: 'id', in: 'path', required: true, schema: string }],
        responses: { 200: ok(note), 404: missing },
      },
    },
  },
  security: [{ oauth: [] }],
  components: {
    securitySchemes: {
      oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/token', scopes: {} } } },
    },
  },
} as unknown as Contract);

interface Note {
  id: string;
  owner: string;
  text: string;
}

type Page = { notes: Note[]; next: string | null };

/** One fault of the list, in the terms of a page of the notes of an owner. */
interface Fault {
  visible?: (all: readonly Note[], owner: string) => readonly Note[];
  page?: (page: Page) => Page;
}

const ownNotes = (all: readonly Note[], owner: string) => all.filter((each) => each.owner === owner);

async function startNotes({ visible = ownNotes, page = (same) => same }: Fault = {}) {
  const all: Note[] = [];
  const add = (owner: string, text: string) => {
    const created = { id: `note-${all.length}`, owner, text };
    all.push(created);
    return created;
  };
  const app = new Hono<{ Variables: { owner: string } }>();
  app.post('/token', async (c) => c.json({ access_token: String((await c.req.parseBody())['client_id']) }));
  app.use(async (c, next) => {
    c.set('owner', c.req.header('authorization')?.slice('Bearer '.length) ?? '');
    await next();
  });
  app.post('/notes', async (c) => c.json(add(c.get('owner'), (await c.req.json()).text), 201));
  app.get('/notes/:id', (c) => {
    const found = all.find(({ id, owner }) => id === c.req.param('id') && owner === c.get('owner'));
    return found === undefined ? c.json({}, 404) : c.json(found);
  });
  app.get('/notes', (c) => {
    const [limit, cursor] = [Number(c.req.query('limit') ?? 20), c.req.query('cursor')];
    const own = visible(all, c.get('owner'));
    const sorted = own.toReversed();
    const start = cursor === undefined ? 0 : sorted.findIndex(({ id }) => id === cursor) + 1;
    const notes = sorted.slice(start, start + limit);
    const next = sorted.length > start + limit ? (notes.at(-1)?.id ?? null) : null;
    return c.json(page({ notes, next }));
  });
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(started));
  });
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  const target = {
    name: 'notes',
    baseUrl: `http://127.0.0.1:${port}`,
    registeredDomains: ['*'],
    clientId: 'acme',
    clientSecret: 'secret-1',
    other: { clientId: 'globex', clientSecret: 'secret-2' },
  };
  const check = (seed: number) =>
    checkTarget(target, {
      contract: notesContract,
      seed,
      cases: 500,
      concurrency: 4,
      only: ['relations'],
      maxRequests: 50_000,
      maxSeconds: 60,
    });
  return { add, check };
}

test('the kit reports no findings for a list with 10,000 items from before while other clients add items', async () => {
  const { add, check } = await startNotes();
  for (let i = 0; i < 10_000; i++) add(i % 3 === 0 ? 'globex' : 'acme', 'from before');
  const writer = setInterval(() => add(Math.random() < 0.5 ? 'acme' : 'globex', 'by another client'), 5);
  onTestFinished(() => clearInterval(writer));
  // The later runs also find the items of the earlier runs.
  for (let seed = 1; seed <= sized(1, 10); seed++) {
    const { findings, cutShort } = await check(seed);
    expect({ findings, cutShort }).toEqual({ findings: [], cutShort: false });
  }
}, 240_000);

const faults: Record<string, [Fault, RegExp]> = {
  'shows the items of another partner': [{ visible: (all) => all }, /contains \d+ items/],
  'skips an item between pages': [
    { page: ({ notes, next }) => ({ notes: next === null ? notes : notes.slice(0, -1), next }) },
    /must be full/,
  ],
};

test.each(Object.entries(faults))(
  'the kit finds a list that %s, among items that other clients created',
  async (_, [fault, found]) => {
    const { add, check } = await startNotes(fault);
    for (let i = 0; i < 150; i++) add('acme', 'from before');
    const { findings } = await check(1);
    expect(findings.map(({ operation, mismatches }) => `${operation}: ${mismatches}`).join('\n')).toMatch(found);
    expect(findings.map(({ operation }) => operation)).toContain('listNotes');
  },
  60_000,
);
