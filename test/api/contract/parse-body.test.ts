import { check, jsonValue, property } from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '../../../server/api/contract/parse-body.ts';
import { Refusal } from '../../../server/api/contract/problem.ts';

function read(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, errors } = error.statement;
    return [code, ...(errors ?? []).map(({ pointer, code }) => [pointer, code])];
  }
}

test.each([
  ['{"a":1,"a":1}', '/a'],
  ['{"a":1,"b":{"a":1},"\\u0061":2}', '/a'],
  ['{"a\\\\":1,"a\\\\":2}', '/a\\'],
  ['{"a\\"":"\\\\","a\\"":2}', '/a"'],
  ['{ "x" : [ 1 , [ ] , { "a/b~" : "," , "c" : {} ,\n"a/b~"\t: 1 } ] }', '/x/2/a~1b~0'],
  ['[{"a":1},{"a":1,"b":[{}],"a":2}]', '/1/a'],
  ['{"__proto__":1,"__proto__":2}', '/__proto__'],
  ['{"":1,"":2}', '/'],
  ['{"a":{"b":1},"c":{"b":2,"b":3},"c":4}', '/c/b'],
])('the server rejects a body with a repeated property: %s', (text, pointer) => {
  expect(read(text)).toEqual(['malformed_json', [pointer, 'duplicate']]);
});

test.each([
  '{"a":"a","b":["a","a","b:"],"c":{"a":1,"b":{"a":"}"}}}',
  '[{"a":1},{"a":1}]',
  '{"a":"\\"a\\":1,\\"a\\":1"}',
  '{"constructor":1,"__proto__":2,"toString":3}',
  '{"a":1,"A":2,"\u00e9":3,"e\u0301":4}',
])('the server accepts a body without a repeated property: %s', (text) => {
  expect(read(text)).toEqual(JSON.parse(text));
});

test('the server parses every JSON value that has no duplicate properties', () => {
  const isRead = (value: unknown, spaces: number) => {
    const text = JSON.stringify(value, null, spaces);
    return JSON.stringify(read(text)) === JSON.stringify(JSON.parse(text));
  };
  const result = check(
    property(jsonValue({ noUnicodeString: false }), (value) => isRead(value, 0) && isRead(value, 2)),
    { numRuns: 500 },
  );
  expect(result.counterexample).toBeNull();
});

test.each([
  ['objects', '{"a":', '1', '}'],
  ['arrays', '[', '1', ']'],
])('the server reads deeply nested %s without a stack overflow', (_, start, middle, end) => {
  const depth = 150_000;
  expect(() => parseJson(start.repeat(depth) + middle + end.repeat(depth))).not.toThrow();
});
