import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { contract as ours } from '../../../scripts/bundled-targets/contract.ts';
import { runCommand } from '../../../scripts/conformance/run-command.ts';
import { type Json, memberOf, parsed } from '../../../scripts/contract/json.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { appServer } from '../small-server.ts';

// Each row has a small contract with an unusual feature, a small server, and the verdict that the kit must return.

const folder = await temporaryFolder();
afterEach(() => vi.restoreAllMocks());

type Reply = readonly [status: number, body?: unknown];
interface Row {
  paths: object;
  components?: object;
  version?: string;
  reply: (url: URL, body: Json, text: string) => Reply;
  options?: readonly string[];
  exit: number;
  says: RegExp;
}

const integer = { type: 'integer' };
const text = { type: 'string' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const body = (schema: object) => ({ required: true, ...json(schema) });
const objectOf = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const at = (method: string, operation: object) => ({ [method]: { responses: { '200': {}, '422': {} }, ...operation } });
const reading = (...parameters: object[]) => at('get', { parameters });
const inPath = (name: string, more: object = {}) => ({ name, in: 'path', required: true, schema: text, ...more });
const titled = objectOf({ title: text });
const labeled = objectOf({ id: text, label: text });
const isInteger = (value = '') => /^[+-]?\d+(\.0*)?$/.test(value);
const valid = (isValid: boolean): Reply => [isValid ? 200 : 422];
const hasInteger = (body: Json) => Number.isInteger(memberOf(body, 'n'));
const schemaOf = (...names: string[]) => names.map((name) => ({ $ref: `#/components/schemas/${name}` }));

const protectedByKey = {
  paths: { '/a': at('get', { security: [{ key: [] }] }) },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  reply: (): Reply => [401],
};

const rows: Record<string, Row> = {
  'a pattern of another dialect': {
    paths: { '/a': at('post', { requestBody: body(objectOf({ n: { type: 'string', pattern: '(?i)^a$' } })) }) },
    reply: (_, body) => valid(typeof memberOf(body, 'n') === 'string'),
    exit: 0,
    says: /cannot use these parts .*properties\/n\/pattern \(Invalid regular expression/,
  },
  'a keyword of an older dialect': {
    paths: { '/a': reading({ name: 'n', in: 'query', schema: { ...integer, exclusiveMaximum: true } }) },
    reply: ({ searchParams: query }) => valid(isInteger(query.get('n') ?? '0')),
    exit: 0,
    says: /schema\/exclusiveMaximum \(must be number\)/,
  },
  '`nullable` without `type`': {
    paths: { '/a': at('post', { requestBody: body(objectOf({ n: { nullable: true, allOf: [integer] } })) }) },
    reply: (_, body) => valid(hasInteger(body)),
    exit: 0,
    says: /PASSED/,
  },
  'a reference to a schema below `paths`': {
    paths: {
      '/a': at('post', {
        requestBody: body(objectOf({ n: integer })),
        responses: {
          '200': json({ $ref: '#/paths/~1a/post/requestBody/content/application~1json/schema' }),
          '422': {},
        },
      }),
    },
    reply: (_, body) => (hasInteger(body) ? [200, { n: 'wrong' }] : [422]),
    exit: 1,
    says: /Body \/n violates type: must be integer/,
  },
  'operations of OpenAPI 3.2': {
    version: '3.2.0',
    paths: { '/a': { ...reading(), query: { responses: { '200': {} } } } },
    reply: () => [200],
    exit: 0,
    says: /cannot use these parts of the contract: query of \/a \(OpenAPI 3\.2\)/,
  },
  'a discriminator whose variants do not state its values': {
    paths: {
      '/a': at('post', { requestBody: body({ oneOf: schemaOf('Cat', 'Dog'), discriminator: { propertyName: 'is' } }) }),
    },
    components: { schemas: { Cat: objectOf({ is: text, lives: integer }), Dog: objectOf({ is: text, bark: text }) } },
    reply: (_, body) => {
      const isCat = memberOf(body, 'is') === 'Cat' && Number.isInteger(memberOf(body, 'lives'));
      return valid(isCat || (memberOf(body, 'is') === 'Dog' && typeof memberOf(body, 'bark') === 'string'));
    },
    exit: 0,
    says: /PASSED/,
  },
  'a status that the contract does not document for a wrong body': {
    paths: { '/a': at('post', { requestBody: body(objectOf({ n: integer })), responses: { '200': {}, '401': {} } }) },
    reply: (_, body) => valid(hasInteger(body)),
    exit: 0,
    says: /PASSED/,
  },
  'a server that uses the last of repeated form fields': {
    paths: {
      '/a': at('post', {
        requestBody: {
          required: true,
          content: { 'application/x-www-form-urlencoded': { schema: objectOf({ n: integer }) } },
        },
      }),
    },
    reply: (_, __, body) => valid(isInteger(new URLSearchParams(body).getAll('n').at(-1) ?? 'none')),
    exit: 0,
    says: /PASSED/,
  },
  'parameters in the styles matrix, label, and form, and as JSON': {
    paths: {
      '/m/{n}': reading(inPath('n', { style: 'matrix', schema: integer })),
      '/l/{n}': reading(inPath('n', { style: 'label', schema: integer })),
      '/f': reading({ name: 'f', in: 'query', required: true, schema: objectOf({ n: integer }) }),
      '/j': reading({ name: 'j', in: 'query', required: true, ...json(objectOf({ n: integer })) }),
    },
    reply: ({ pathname, searchParams: query }) => {
      const [, place, value = ''] = decodeURIComponent(pathname).split('/');
      if (place === 'm') return valid(value.startsWith(';n=') && isInteger(value.slice(3)));
      if (place === 'l') return valid(value.startsWith('.') && isInteger(value.slice(1)));
      if (place === 'f') return valid(isInteger(query.get('n') ?? 'none'));
      return valid(hasInteger(parsed(query.get('j') ?? '')));
    },
    exit: 0,
    says: /PASSED/,
  },
  'a collection in a resource': {
    paths: {
      '/shelves': at('post', { responses: { '201': json(objectOf({ id: integer })) } }),
      '/shelves/{id}': at('get', { parameters: [inPath('id', { schema: integer })] }),
      '/shelves/{id}/books': at('post', {
        parameters: [inPath('id', { schema: integer })],
        requestBody: body(objectOf({ title: text })),
        responses: { '201': json(objectOf({ id: integer, title: text })), '404': {}, '422': {} },
      }),
      '/shelves/{id}/books/{book}': at('get', {
        parameters: ['id', 'book'].map((name) => inPath(name, { schema: integer })),
        responses: { '200': json(objectOf({ id: integer, title: text })), '404': {} },
      }),
    },
    // The fault: the server does not store the titles of books.
    reply: ({ pathname }, sent) => {
      const [, , shelf, inside, book] = pathname.split('/');
      if (shelf === undefined) return [201, { id: ++lastId }];
      if (!isInteger(shelf) || Number(shelf) > lastId || Number(book ?? 0) > lastId) return [404];
      if (inside === undefined || book !== undefined) return [200, { id: Number(book), title: 'forgotten' }];
      const title = memberOf(sent, 'title');
      return typeof title === 'string' ? [201, { id: ++lastId, title }] : [422];
    },
    exit: 1,
    says: /get_shelves_id_books_book_[^\n]*\n +`title` must be the stored value/,
  },
  'identifiers that the client chooses, in a PUT that creates and in the body of a POST': {
    paths: {
      '/notes/{name}': {
        parameters: [inPath('name')],
        ...at('put', { requestBody: body(titled), responses: { '201': json(titled), '422': {} } }),
        ...at('get', { responses: { '200': json(titled), '404': {} } }),
      },
      '/tags': at('post', { requestBody: body(labeled), responses: { '201': {}, '409': {}, '422': {} } }),
      '/tags/{id}': at('get', { parameters: [inPath('id')], responses: { '200': json(labeled), '404': {} } }),
    },
    // The fault: the server stores neither the titles of notes nor the labels of tags.
    reply: ({ pathname }, sent, bytes) => {
      const [, place, id = memberOf(sent, 'id')] = pathname.split('/');
      const isKnown = given.has(`${place} ${id}`);
      if (bytes === '') return isKnown ? [200, { id, title: 'forgotten', label: 'forgotten' }] : [404];
      const title = memberOf(sent, 'title') ?? memberOf(sent, 'label');
      if (typeof id !== 'string' || typeof title !== 'string') return [422];
      if (place === 'tags' && isKnown) return [409];
      given.add(`${place} ${id}`);
      return [201, { title }];
    },
    exit: 1,
    says: /(?=[\s\S]*get_notes_name_[^\n]*\n +`title` must)(?=[\s\S]*get_tags_id_[^\n]*\n +`label` must)/,
  },
  'an identifier that is an integer, in requests for missing resources too': {
    paths: {
      '/files': at('post', { responses: { '201': json(objectOf({ id: integer })) } }),
      '/files/{id}': at('get', {
        parameters: [inPath('id', { schema: integer })],
        responses: { '200': json(objectOf({ id: integer })), '404': {} },
      }),
    },
    reply: ({ pathname }) => {
      const [, , id] = pathname.split('/');
      if (id === undefined) return [201, { id: ++lastId }];
      if (!isInteger(id)) return [500];
      return Number(id) > lastId ? [404] : [200, { id: Number(id) }];
    },
    options: ['--only', 'relations'],
    exit: 0,
    says: /PASSED/,
  },
  'a string as a JSON body, and an example that violates its schema': {
    paths: {
      '/a': at('post', {
        requestBody: body({ $schema: 'http://json-schema.org/draft-04/schema#', ...text, example: 1 }),
      }),
    },
    reply: (_, sent) => valid(typeof sent === 'string'),
    exit: 0,
    says: /PASSED/,
  },
  'an integer beyond 64 bits, and base64 with line breaks': {
    paths: {
      '/a': at('post', {
        requestBody: body(objectOf({ n: { ...integer, format: 'int64' }, file: { ...text, format: 'byte' } })),
      }),
    },
    reply: (_, sent) => {
      const file = memberOf(sent, 'file');
      return valid(Number.isSafeInteger(memberOf(sent, 'n')) && typeof file === 'string' && !file.includes('\n'));
    },
    exit: 0,
    says: /PASSED/,
  },
  'an operation whose credentials are missing': {
    ...protectedByKey,
    exit: 3,
    says: /Every operation requires credentials/,
  },
  'an operation that rejects the given credentials': {
    ...protectedByKey,
    options: ['--header', 'X-Key: wrong'],
    exit: 3,
    says: /The target rejects the credentials: get_a responded with 401/,
  },
  'an operation that never succeeds': {
    paths: { '/a/{n}': at('get', { parameters: [inPath('n')], responses: { '200': {}, '404': {} } }) },
    reply: () => [404],
    exit: 1,
    says: /INCOMPLETE: .*: No request to get_a_n_ succeeded/,
  },
};
let lastId = 0;
const given = new Set<string>();

test.each(Object.entries(rows))('the kit returns the correct exit code and message for %s', async (_, {
  reply,
  options = [],
  exit,
  says,
  ...document
}) => {
  const server = await appServer({
    async fetch(request: Request) {
      const [status, body] = reply(new URL(request.url), parsed(await request.clone().text()), await request.text());
      const headers = { 'content-type': 'application/json' };
      return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
    },
  });
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { version: openapi = '3.1.0', ...rest } = document;
  const file = path.join(folder, `${randomUUID()}.json`);
  writeFileSync(file, JSON.stringify({ openapi, info: { title: 'Small', version: '1' }, ...rest }));
  const given = ['--contract', file, '--base-url', server.target.baseUrl, '--sequences', '1', ...options];
  try {
    const code = await runCommand({ contract: ours, command: 'kit' }, given);
    const output = [...out.mock.calls, ...errors.mock.calls].join('');
    expect(output).toMatch(says);
    expect(code).toBe(exit);
  } finally {
    await server.stop();
  }
});
