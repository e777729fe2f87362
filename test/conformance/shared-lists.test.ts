import { type Context, Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import type { Contract } from '../../scripts/contract/openapi.ts';
import { complete } from '../../scripts/contract/read-contract.ts';
import { sized } from '../support/size.ts';
import { check } from './check.ts';
import { appServer } from './small-server.ts';

// The tests use a list whose items cannot be deleted, and to which other clients of the same partner add items.

const string = { type: 'string' };
const note = { type: 'object', required: ['id', 'text'], properties: { id: string, text: string } };
const json = (schema: object, examples?: object) => ({ content: { 'application/json': { schema, examples } } });
const tokens = { type: 'object', required: ['access_token'], properties: { access_token: string } };
const form = { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } };
const query = (name: string, schema: object) => ({ name, in: 'query', schema });

const contract = complete({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  'x-resources': { Note: { identifier: 'id' } },
  paths: {
    '/token': {
      post: { operationId: 'createToken', security: [], requestBody: form, responses: { 200: json(tokens) } },
    },
    '/notes': {
      post: {
        operationId: 'createNote',
        'x-resource': { creates: 'Note', id: '$response.body#/id', assigns: { text: '$request.body#/text' } },
        requestBody: json({ ...note, required: ['text'] }, { one: { value: { text: 'Buy milk.' } } }),
        responses: { 201: json(note), 422: json({ type: 'object' }) },
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
        responses: { 200: json({ type: 'object', properties: { notes: { type: 'array', items: note } } }) },
      },
    },
  },
  security: [{ oauth: [] }],
  components: {
    securitySchemes: { oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/token', scopes: {} } } } },
  },
} as unknown as Contract);

interface Note {
  id: string;
  owner: string;
  text: string;
}

const ownNotes = (all: readonly Note[], owner: string) => all.filter((each) => each.owner === owner);
const pageOf = (notes: readonly Note[], limit: number) => notes.slice(0, limit);

/** Starts a notes server. `visible` selects the notes that a client can list, and `page` returns one page of them. */
async function startNotes({ visible = ownNotes, page = pageOf } = {}) {
  const all: Note[] = [];
  const add = (owner: string, text: string) => {
    const created = { id: `note-${all.length}`, owner, text };
    all.push(created);
    return created;
  };
  const ownerOf = (c: Context) => c.req.header('authorization')?.slice('Bearer '.length) ?? '';
  const app = new Hono();
  app.post('/token', async (c) => c.json({ access_token: String((await c.req.parseBody())['client_id']) }));
  app.post('/notes', async (c) => c.json(add(ownerOf(c), (await c.req.json()).text), 201));
  app.get('/notes', (c) => {
    const limit = Number(c.req.query('limit') ?? 20);
    const newestFirst = visible(all, ownerOf(c)).toReversed();
    const start = newestFirst.findIndex(({ id }) => id === c.req.query('cursor')) + 1;
    const rest = newestFirst.slice(start);
    return c.json({ notes: page(rest, limit), next: rest.length > limit ? rest[limit - 1]?.id : null });
  });
  const { target, stop } = await appServer(app);
  onTestFinished(stop);
  const other = { clientId: 'globex', clientSecret: 'secret-2' };
  const run = (seed: number) =>
    check({ ...target, other }, { contract, seed, sequences: 10, concurrency: 4, only: ['relations'] });
  return { add, run };
}

test('the kit reports no findings for a list of 10,000 items while other clients add items', async () => {
  const { add, run } = await startNotes();
  for (let i = 0; i < 10_000; i++) add(i % 3 === 0 ? 'globex' : 'acme', 'from before');
  const writer = setInterval(() => add(Math.random() < 0.5 ? 'acme' : 'globex', 'by another client'), 5);
  onTestFinished(() => clearInterval(writer));
  // All runs use the same list, so the list in a later run also contains the items of earlier runs.
  for (let seed = 1; seed <= sized(1, 10); seed++) {
    const { findings, cutShortBy } = await run(seed);
    expect({ findings, cutShortBy }).toEqual({ findings: [], cutShortBy: undefined });
  }
}, 240_000);

test.each<[string, Parameters<typeof startNotes>[0], RegExp]>([
  ['shows the items of another partner', { visible: (all) => [...all] }, /listNotes: .*contains \d+ items/],
  [
    'skips an item between pages',
    { page: (notes, limit) => notes.slice(0, notes.length > limit ? limit - 1 : limit) },
    /listNotes: .*must be full/,
  ],
])(
  'the kit reports a list that %s, even if other clients created most items in the list',
  async (_, fault, found) => {
    const { add, run } = await startNotes(fault);
    for (let i = 0; i < 150; i++) add('acme', 'from before');
    const { findings } = await run(1);
    expect(findings.map(({ operation, mismatches }) => `${operation}: ${mismatches}`).join('\n')).toMatch(found);
  },
  60_000,
);
