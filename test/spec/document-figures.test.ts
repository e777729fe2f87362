import { expect, test } from 'vitest';
import type { Contract } from '../../scripts/contract/openapi.ts';
import { fillMarkedFigures, unmarkedFigures } from '../../scripts/generate/document-figures.ts';

const contract = {
  paths: { '/files': { put: { operationId: 'uploadFile', 'x-body-limit': 2 * 1024 ** 2 } } },
  webhooks: { event: { post: { 'x-delivery': { tolerance_seconds: 300 } } } },
  components: { schemas: { Url: { maxLength: 2048 } } },
  'x-service': { window_seconds: 172_800, sessions: { idle_seconds: 60 }, max_webhooks: 10 },
} as unknown as Contract;
const mark = (place: string, figure: string) => `<!-- ${place} -->${figure}<!-- / -->`;

test.each([
  ['x-service/window_seconds', '48 hours'],
  ['x-service/max_webhooks', '10'],
  ['x-delivery/tolerance_seconds', '5 minutes'],
  ['operations/uploadFile/x-body-limit', '2 MiB'],
  ['schemas/Url/maxLength', '2,048'],
])('a mark with %s is filled with %s', (place, figure) => {
  expect(fillMarkedFigures(`Up to ${mark(place, '1 hour')}.`, contract)).toBe(`Up to ${mark(place, figure)}.`);
});

test('a mark without a value in the contract is an error', () => {
  expect(() => fillMarkedFigures(mark('x-service/nothing_seconds', '1 hour'), contract)).toThrow('has no value for');
});

test.each([
  ['Wait for 48 hours.', '48 hours: write <!-- x-service/window_seconds -->48 hours<!-- / -->'],
  ['The 48-hour window.', '48-hour: write <!-- x-service/window_seconds -->48-hour<!-- / -->'],
  ['After 2 days', '2 days: write <!-- x-service/window_seconds -->2 days<!-- / -->'],
  ['in 60 seconds', '60 seconds: write <!-- x-service/sessions/idle_seconds -->60 seconds<!-- / -->'],
  ['2 MiB at most', '2 MiB: write <!-- operations/uploadFile/x-body-limit -->2 MiB<!-- / -->'],
])('a figure of the contract without a mark is found: %s', (text, finding) => {
  expect(unmarkedFigures(text, contract)).toEqual([finding]);
});

test.each([
  ['a marked figure', `After ${mark('x-service/window_seconds', '48 hours')}.`],
  ['code', 'Set it to `48 hours`.\n```text\n48 hours\n```\n'],
  ['another duration', 'About 20 seconds, or 148 hours.'],
  ['another unit', '60 bytes and 10 webhooks'],
])('%s needs no mark', (_, text) => {
  expect(unmarkedFigures(text, contract)).toEqual([]);
});
