import { expect, test } from 'vitest';
import { nearestName } from '../../server/platform/nearest-name.ts';

const known = ['country', 'full_name', 'expiry_date', 'issue_date', 'id', 'majors'];

test.each([
  ['contry', 'country'],
  ['COUNTRY', 'country'],
  ['fullName', 'full_name'],
  ['expire_date', 'expiry_date'],
  ['issued_date', 'issue_date'],
  ['major', 'majors'],
  ['di', undefined],
  ['nationality', undefined],
  ['', undefined],
  ['x'.repeat(1_000_000), undefined],
])('for the unknown name "%s", the server suggests %s', (name, nearest) => {
  expect(nearestName(name, known)).toBe(nearest);
});
