import { expect, test } from 'vitest';
import type { Contract } from '../../scripts/contract/openapi.ts';
import { fillMarkedFigures } from '../../scripts/generate/figures.ts';

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
