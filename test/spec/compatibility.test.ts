import { beforeAll, expect, test } from 'vitest';
import type { Contract } from '../../scripts/contract/openapi.ts';
import {
  breaksOf,
  lastRelease,
  type Unreleased,
  unreleasedChanges,
} from '../../scripts/release/check-compatibility.ts';
import { contract } from '../support/contract.ts';
import {
  BREAKS,
  BREAKS_OF_NEW_RULES,
  BREAKS_UNDER_DEVELOPMENT,
  type Changes,
  changedBy,
  HARMLESS,
  pointerTo,
} from './compatibility-edits.ts';

let released: Contract;
let unreleased: Unreleased;

beforeAll(async () => {
  [released, unreleased] = await Promise.all([lastRelease(), unreleasedChanges()]);
});

/** Applies the changes to the contract, and fails if they have no effect. */
function revisionWith(changes: Changes) {
  const revision = changedBy(changes);
  expect(revision).not.toEqual(contract);
  return revision;
}

const firstOf = (changes: Changes) => Object.keys(changes)[0] ?? '';

/** Returns whether the check found a breaking change of a stable operation at `place` or at a parent of `place`. */
const isReported = (found: ReturnType<typeof breaksOf>, place: string) =>
  breaksIn(found).some(
    ([at, isUnderDevelopment]) => !isUnderDevelopment && `${pointerTo(place)}/`.startsWith(`${at}/`),
  );

const breaksIn = (found: ReturnType<typeof breaksOf>) =>
  found.map(({ pointer, isUnderDevelopment }) => [pointer.replaceAll('~1', '/'), isUnderDevelopment]);

test('the current contract is compatible with the last release', () => {
  expect(breaksOf(released, contract, unreleased)).toEqual([]);
});

test.each(BREAKS)('the compatibility check reports a breaking change: %s', (_name, changes, place = firstOf(
  changes,
)) => {
  const found = breaksOf(released, revisionWith(changes), unreleased);
  expect(isReported(found, place), JSON.stringify(found)).toBe(true);
});

test.each(HARMLESS)('the compatibility check reports no breaking change: %s', (_name, changes) => {
  expect(breaksOf(released, revisionWith(changes), unreleased)).toEqual([]);
});

test.each(
  BREAKS_OF_NEW_RULES,
)('the compatibility check reports one breaking change when an edit changes a rule that the last release lacks: %s', (_name, changes, place = firstOf(
  changes,
)) => {
  const found = breaksOf(contract, revisionWith(changes));
  expect([found.length, isReported(found, place)]).toEqual([1, true]);
});

test.each(
  BREAKS_UNDER_DEVELOPMENT,
)('the compatibility check reports and allows breaking changes to operations under development: %s', (_name, changes, places) => {
  const found = breaksIn(breaksOf(contract, revisionWith(changes)));
  expect(found.sort()).toEqual(places.map((place) => [pointerTo(place), true]).sort());
});

test('the compatibility check allows a new property in the initial values of a resource', () => {
  expect(breaksOf(contract, revisionWith({ 'x-resources/Submission/initial/note': null }))).toEqual([]);
});

test('the compatibility check rejects a breaking change to a component that at least one stable operation uses', () => {
  const place = 'MicrocredentialName/maxLength';
  expect(breaksIn(breaksOf(contract, revisionWith({ [place]: 10 })))).toEqual([[pointerTo(place), false]]);
});

test.each([
  '#/components/schemas/Text/maxLength',
  '#/paths/~1api~1partner~1v2~1webhooks/post/x-resource',
])('the compatibility check rejects an exemption for a difference that does not exist: %s', (pointer) => {
  const differences = [{ pointer, before: 1, after: 2 }];
  const found = breaksOf(contract, contract, { equivalent: [{ reason: 'A reason.', differences }], stricter: [] });
  expect(found).toMatchObject([{ pointer, isUnderDevelopment: false }]);
  expect(found[0]?.message).toContain('does not exist');
});

test('the compatibility check rejects an exemption without a reason', () => {
  const differences = [{ pointer: '#/components/schemas/Text/maxLength', before: 500, after: 400 }];
  const find = () => breaksOf(contract, contract, { equivalent: [], stricter: [{ reason: '', differences }] });
  expect(find).toThrow('has no reason');
});
