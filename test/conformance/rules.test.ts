import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { NamingRules } from '../../generated/validators.js';
import { indexContract } from '../../scripts/conformance/index/contract-index.ts';
import { queryViolationsOf, violationsOf } from '../../scripts/conformance/judge/expected-violations.ts';
import { createResponseRules } from '../../scripts/conformance/judge/response-rules.ts';
import type { Answer, Made } from '../../scripts/conformance/kit-types.ts';
import { CANARY } from '../../scripts/conformance/target/valid-bodies.ts';
import type { ContractError } from '../../scripts/conformance/validators/schema-validator.ts';
import { matchingRules } from '../../scripts/conformance/validators/value-rules.ts';
import { mediaTypeOf } from '../../scripts/contract/bodies.ts';
import { jsonOf } from '../../scripts/contract/json.ts';
import { fieldsOf } from '../../scripts/contract/parameters.ts';
import { contractRules as serverRules } from '../../server/api/contract/extension-keywords.ts';
import statements from '../spec/names/statements.json' with { type: 'json' };
import { contract } from '../support/contract.ts';
import { offlineSession } from './offline-session.ts';

// These tests check how the kit parses requests and errors. extension-keywords.test.ts tests the rules for values.

test.each([
  [null, ''],
  ['', ''],
  ['application/json', 'application/json'],
  [' Application/JSON ; charset=utf-8', 'application/json'],
  ['application/jsonx', 'application/jsonx'],
  [';', ''],
])('the kit reads the media type of %j as %j', (header, type) => {
  expect(mediaTypeOf(header)).toBe(type);
});

test.each([
  [' {"a": 1}\r\n', { a: 1 }],
  ['\ufeff[]', []],
  ['null', null],
  ['', undefined],
  [' ', undefined],
  ['{"a": 1,}', undefined],
  ['\ufeff{"a": 1}', { a: 1 }],
  [Buffer.from([0x22, 0xff, 0x22]), undefined],
  [Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), undefined],
])('the kit reads the body %j as %j', (body, value) => {
  expect(jsonOf(Buffer.from(body as string))).toEqual(value);
});

test.each([
  ['', {}],
  ['?limit=2&limit=3&cursor=a&cursor=b', { limit: 2, cursor: 'a' }],
  ['?id[]=a&id%5B%5D=b+c&other=1', { 'id[]': ['a', 'b c'] }],
  ['?limit=', { limit: '' }],
  ['?limit=2.0', { limit: '2.0' }],
  ['?limit=-1', { limit: -1 }],
  ['?flag=true&sizes=1,2.5,x', { flag: true, sizes: [1, 2.5, 'x'] }],
  ['?filter[year]=1999&filter[name]=5', { filter: { year: 1999, name: '5' } }],
])('the kit reads the query %j as %j', (query, values) => {
  const year = { type: 'object', properties: { year: { type: 'integer' }, name: { type: 'string' } } };
  const sizes = { type: 'array', items: { anyOf: [{ type: 'number' }] } };
  const parameters = [
    { name: 'limit', in: 'query', schema: { type: 'integer' } },
    { name: 'cursor', in: 'query', schema: { type: 'string' } },
    { name: 'id[]', in: 'query', schema: { type: 'array' } },
    { name: 'flag', in: 'query', schema: { type: ['boolean', 'null'] } },
    { name: 'sizes', in: 'query', explode: false, schema: sizes },
    { name: 'filter', in: 'query', style: 'deepObject', schema: year },
  ];
  const given = [...new URL(`https://service.example/${query}`).searchParams];
  expect(fieldsOf(contract, parameters).read(given)).toEqual(values);
});

test('the kit writes a list parameter as one comma-separated value if the list contains no objects', () => {
  const sizes = { name: 'sizes', in: 'path', schema: { type: 'array' } };
  const written = (list: unknown[]) => fieldsOf(contract, [sizes]).write({ sizes: list });
  expect(written([1, null, 'x'])).toEqual([['sizes', '1,,x']]);
  const unprintable = { toString: null };
  expect(written([1, unprintable])).toEqual([
    ['sizes', 1],
    ['sizes', unprintable],
  ]);
});

describe('The violations of a request', () => {
  const broken = (keyword: string, instancePath: string, more: Partial<ContractError> = {}) => ({
    keyword,
    instancePath,
    schemaPath: `#/${keyword}`,
    params: {},
    ...more,
  });
  const missing = { params: { missingProperty: 'a/b~c' } };
  const alternative = { schemaPath: '#/anyOf/0/format' };
  test.each<[string, ContractError[], string[]]>([
    [
      'a violation names a missing or unexpected property',
      [
        broken('required', '/data', missing),
        broken('additionalProperties', '', { params: { additionalProperty: 'x' } }),
      ],
      ['/data/a~1b~0c required', '/x unexpected_member'],
    ],
    [
      'a value of the wrong type has only one violation',
      [broken('minLength', '/a'), broken('type', '/a'), broken('not', '/b', { schema: { type: 'string' } })],
      ['/a wrong_type', '/b wrong_type'],
    ],
    [
      'a malformed URL has no violation of its parts',
      [broken('pattern', '/url'), broken('x-https', '/url'), broken('x-https', '/other')],
      ['/url wrong_format', '/other not_https'],
    ],
    [
      'a value has one violation per rule and none per alternative',
      [
        broken('format', '/day', alternative),
        ...['anyOf', 'if', 'maxLength', 'x-max-bytes'].map((keyword) => broken(keyword, '/day')),
      ],
      ['/day wrong_format', '/day too_long'],
    ],
    [
      'a rule for several properties has a violation at each property that breaks the rule',
      ['/0/id', '/1/id'].map((at) => broken('x-unique', '/items', { params: { at } })),
      ['/items/0/id duplicate', '/items/1/id duplicate'],
    ],
  ])('the kit derives the expected violations from validation errors: %s', (_, errors, expected) => {
    expect(violationsOf(errors).map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(expected);
  });

  test('for a query parameter with several values, the kit expects one violation per broken rule', () => {
    const errors = [broken('minLength', '/id[]/0'), broken('minLength', '/id[]/1'), broken('minimum', '/limit')];
    expect(queryViolationsOf(errors)).toEqual([
      { pointer: '?id[]', code: 'too_short' },
      { pointer: '?limit', code: 'out_of_range' },
    ]);
  });
});

test('for every name in test/spec/names, the kit finds the same violations of the naming rules as the server', () => {
  const real = ['qualifications', 'issuers', 'titles'].flatMap((file) =>
    readFileSync(new URL(`../spec/names/${file}.tsv`, import.meta.url), 'utf8').split(/[\t\n]/),
  );
  const named = statements.flatMap(({ refused, warned, accepted }) => [
    ...[refused, warned].flatMap((byRule) => Object.values(byRule as Record<string, string[]>)),
    accepted,
  ]);
  const names = [...real, ...named.flat(2)];
  const subject = { domains: [], scopes: [], allowLoopback: false };
  const server = serverRules(subject);
  for (const schema of ['CourseName', 'Major', 'IssuerName', 'MicrocredentialName'])
    for (const keyword of ['x-naming-rules', 'x-naming-warnings']) {
      const rules: NamingRules = contract.components.schemas[schema]?.[keyword] ?? {};
      // Compares without `expect`, which is slow for thousands of names.
      const isJudgedDifferently = (name: string) =>
        !isDeepStrictEqual(matchingRules(rules, name), server.brokenNamingRules(name, rules));
      expect(names.filter(isJudgedDifferently)).toEqual([]);
    }
});

describe('The rules for every response', () => {
  const answer = (status: number, headers: Record<string, string>, text = '{}') =>
    ({ status, headers: new Headers(headers), text, json: {} }) as Answer;
  const withLimit = (left: number, quota: number) =>
    answer(200, { ratelimit: `"a";r=${left};t=1`, 'ratelimit-policy': `"a";q=${quota};w=1` });
  const flag = answer(200, { 'idempotent-replayed': 'true' });
  test.each<[string, Answer[], RegExp]>([
    ['a value from the request', [answer(400, {}, `Not ${CANARY}`)], /echoes a value from the request/],
    ['a stack trace', [answer(500, {}, 'at read (/srv/store.ts:7:1)')], /reveals internals: a stack trace/],
    ['more remaining requests than the quota', [withLimit(200, 100)], /has more remaining requests than the quota/],
    [
      'a different quota than the previous response',
      [withLimit(0, 100), withLimit(0, 101)],
      /must not change, but was q=100;w=1 and is now q=101;w=1/,
    ],
    ['an undocumented Idempotent-Replayed header', [flag], /has no header idempotent-replayed for this response/],
  ])('the kit reports a response that contains %s', (_, answers, mismatch) => {
    const mismatchesOf = createResponseRules(offlineSession(indexContract(contract), ['*']));
    const wire = { method: 'POST', target: '/', headers: {}, body: Buffer.from(CANARY) };
    const sent = { operation: 'listWebhooks', path: {}, url: new URL('http://target') };
    const made = answers.map((each) => ({ wire, sent, answer: each }) as unknown as Made);
    expect(made.flatMap(mismatchesOf).join('\n')).toMatch(mismatch);
  });
});
