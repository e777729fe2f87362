import { beforeAll, describe, expect, test } from 'vitest';
import type { Contract } from '../../scripts/contract/openapi.ts';
import {
  breaksOf,
  lastRelease,
  type Unreleased,
  unreleasedChanges,
} from '../../scripts/release/check-compatibility.ts';
import { contract } from '../support/contract.ts';
import { BREAKS, BREAKS_OF_NEW_RULES, BREAKS_UNDER_DEVELOPMENT, type Edit, HARMLESS } from './compatibility-edits.ts';

let released: Contract;
let unreleased: Unreleased;

beforeAll(async () => {
  [released, unreleased] = await Promise.all([lastRelease(), unreleasedChanges()]);
});

// biome-ignore lint/suspicious/noExplicitAny: a test changes any part of the contract
function editedBy(edit: Edit): any {
  const copy = structuredClone(contract);
  edit(copy);
  expect(copy, 'the edit changes something').not.toEqual(contract);
  return copy;
}

/** Returns the pointers of the breaking changes to stable operations. */
const stableIn = (found: ReturnType<typeof breaksOf>) =>
  found.filter(({ isUnderDevelopment }) => !isUnderDevelopment).map(({ pointer }) => pointer.replaceAll('~1', '/'));

test('the contract is compatible with its last release', () => {
  expect(breaksOf(released, contract, unreleased)).toEqual([]);
});

describe('Compared with the last release and its exemptions', () => {
  test.each(BREAKS)('the check reports the breaking change: %s', (_name, edit, end) => {
    const pointers = stableIn(breaksOf(released, editedBy(edit), unreleased));
    expect(pointers.filter((pointer) => pointer.endsWith(end))).not.toEqual([]);
  });

  test.each(HARMLESS)('the check reports no breaking change: %s', (_name, edit) => {
    expect(breaksOf(released, editedBy(edit), unreleased)).toEqual([]);
  });
});

test.each(
  BREAKS_OF_NEW_RULES,
)('the check reports a breaking change of a rule that the next release adds: %s', (_name, edit, end) => {
  expect(stableIn(breaksOf(contract, editedBy(edit)))).toEqual([expect.stringContaining(end)]);
});

describe('The classification of a breaking change', () => {
  const breaksOfEdit = (edit: Edit) =>
    breaksOf(contract, editedBy(edit)).map(({ pointer, isUnderDevelopment }) => [pointer, isUnderDevelopment]);

  test.each([
    [
      'event',
      [
        '#/components/schemas/VerificationEvent/required',
        '#/webhooks/verificationEvent/post/parameters/0',
        '#/webhooks/verificationEvent/post/parameters/1/required',
      ],
    ],
    ['path', ['delete', 'get', 'put'].map((method) => `#/paths/~1api~1partner~1v2~1webhooks~1{id}/${method}`)],
    [
      'operations',
      [
        '#/components/parameters/PageLimit/schema/default',
        '#/components/schemas/WebhookCreate/required',
        '#/paths/~1api~1partner~1v2~1webhooks~1{id}/put',
        '#/paths/~1api~1partner~1v2~1webhooks~1{id}~1deliveries/get/x-resource',
        '#/webhooks/verificationEvent/post/x-delivery',
      ],
    ],
  ])('the check reports and allows breaking changes under development: %s', (name, pointers) => {
    const found = breaksOfEdit(BREAKS_UNDER_DEVELOPMENT[name] as Edit);
    expect(found.sort()).toEqual(pointers.map((pointer) => [pointer, true]));
  });

  test('a change to a component counts as stable if any stable operation uses the component', () => {
    const found = breaksOfEdit((c) => {
      c.components.schemas.MicrocredentialName.maxLength = 10;
    });
    expect(found).toEqual([['#/components/schemas/MicrocredentialName/maxLength', false]]);
  });
});

test('a condition can list one value instead of the same constant', () => {
  const revision = editedBy((c) => {
    c.components.schemas.WebhookDelivery.if.properties.status = { enum: ['pending'] };
  });
  expect(breaksOf(contract, revision)).toEqual([]);
});

test('a resource can assign values to more properties', () => {
  const revision = editedBy((c) => {
    c['x-resources'].Submission.initial.note = null;
    c['x-resources'].Note = { identifier: 'id' };
  });
  expect(breaksOf(contract, revision)).toEqual([]);
});

test.each([
  ['#/components/schemas/Text/maxLength', false],
  ['#/paths/~1api~1partner~1v2~1webhooks/post/x-resource', true],
])('the check reports an exemption for a difference that does not exist: %s', (pointer, isUnderDevelopment) => {
  const differences = [{ pointer, before: 1, after: 2 }];
  const found = breaksOf(contract, contract, { equivalent: [{ reason: 'A reason.', differences }], stricter: [] });
  expect(found).toMatchObject([{ pointer, isUnderDevelopment }]);
  expect(found[0]?.message).toContain('does not exist');
});

test('an exemption needs a reason', () => {
  const differences = [{ pointer: '#/components/schemas/Text/maxLength', before: 500, after: 400 }];
  const find = () => breaksOf(contract, contract, { equivalent: [], stricter: [{ reason: '', differences }] });
  expect(find).toThrow('has no reason');
});
