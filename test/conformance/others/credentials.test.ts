import { type Context, Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { indexContract, type Proofs } from '../../../scripts/conformance/index/contract-index.ts';
import type { Target } from '../../../scripts/conformance/kit-types.ts';
import type { Contract } from '../../../scripts/contract/openapi.ts';
import { complete } from '../../../scripts/contract/read-contract.ts';
import { check } from '../check.ts';
import { appServer } from '../small-server.ts';

// These tests use a contract whose operations have different security schemes.

const flows = { clientCredentials: { tokenUrl: '/issue/token', scopes: { read: 'Read' } } };
const operation = (security: object[]) => ({
  get: {
    security,
    responses: {
      '200': { content: { 'application/json': { schema: { type: 'object', required: ['ok'] } } } },
      '401': {},
    },
  },
});
const contract = complete({
  openapi: '3.1.0',
  info: { title: 'Keys', version: '1' },
  paths: {
    '/header': operation([{ header: [] }]),
    '/query': operation([{ query: [] }]),
    '/cookie': operation([{ cookie: [] }]),
    '/either': operation([{ header: [], basic: [] }, { query: [] }]),
    '/both': operation([{ query: [], oauth: ['read'] }]),
    '/open': operation([{}, { query: [] }]),
  },
  components: {
    schemas: {},
    securitySchemes: {
      header: { type: 'apiKey', in: 'header', name: 'X-Key' },
      query: { type: 'apiKey', in: 'query', name: 'key' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
      basic: { type: 'http', scheme: 'basic' },
      oauth: { type: 'oauth2', flows },
    },
  },
} as unknown as Contract);

const app = new Hono();
const answer = (c: Context, isAllowed: boolean) => (isAllowed ? c.json({ ok: true }) : c.body(null, 401));
const isKey = (c: Context) => c.req.query('key') === 'query-key';
app.get('/api/header', (c) => answer(c, c.req.header('x-key') === 'header-key'));
app.get('/api/query', (c) => answer(c, isKey(c)));
app.get('/api/cookie', (c) => answer(c, c.req.header('cookie') === 'session=cookie-key'));
app.get('/api/either', (c) => answer(c, isKey(c)));
app.get('/api/both', (c) => answer(c, isKey(c) && c.req.header('authorization') === 'Bearer issued'));
app.get('/api/open', (c) => answer(c, true));
// The token endpoint is not in the contract.
app.post('/issue/token', async (c) => {
  const form = await c.req.parseBody();
  return form['client_secret'] === 'secret' ? c.json({ access_token: 'issued' }) : c.json({}, 401);
});
const server = await appServer(app);
afterAll(() => server.stop());

async function checkWith(credentials: Partial<Target>) {
  const { target } = server;
  const given = { ...target, baseUrl: `${target.baseUrl}/api`, clientId: '', clientSecret: '', ...credentials };
  const { findings, notJudged = [] } = await check(given, { contract });
  const closed = notJudged.find(
    ({ cause }) => cause === 'the credentials do not satisfy the security of the operation',
  );
  return { mismatches: findings.flatMap(({ mismatches }) => mismatches), closed: closed?.names ?? [] };
}

test('the kit sends API keys in headers, queries, and cookies, and requests tokens with client credentials', async () => {
  const headers = { 'x-key': 'header-key', cookie: 'session=cookie-key' };
  const all = { headers, query: { key: 'query-key' }, clientId: 'client', clientSecret: 'secret' };
  expect(await checkWith(all)).toEqual({ mismatches: [], closed: [] });
});

test('the kit checks only operations whose security requirements the given credentials satisfy', async () => {
  const closed = ['get_header', 'get_cookie', 'get_both'];
  expect(await checkWith({ query: { key: 'query-key' } })).toEqual({ mismatches: [], closed });
});

test('the kit reports an operation that rejects the API key of the kit', async () => {
  const { mismatches } = await checkWith({ headers: { 'x-key': 'another-key' } });
  expect(mismatches).toContain('The response must be 200, but is 401.');
});

test('the kit uses the first security requirement that the credentials satisfy', () => {
  const requirementFor = (proofs: Proofs) => indexContract(contract, proofs).operationOf('get_either').requirement;
  const headers = { 'x-key': 'k', authorization: 'Basic x' };
  expect(requirementFor({ query: { key: 'k' } })).toEqual({ query: [] });
  expect(requirementFor({ query: { key: 'k' }, headers })).toEqual({ header: [], basic: [] });
  expect(requirementFor({ headers: { 'x-key': 'k' } })).toBeUndefined();
});
