import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { actions, links, notices, outcomes, pages, questions } from '../../generated/pages.ts';
import { renderPages } from '../../scripts/generate/pages.ts';
import { root } from '../../scripts/project/root.ts';
import en from '../../server/pages/messages/en.json' with { type: 'json' };
import { temporaryFolder } from '../support/folders.ts';

test('every title, button, and link in spec/pages.yaml refers to an existing message', () => {
  const keys = [
    ...Object.values(actions),
    ...[pages, outcomes, notices].flatMap((table) => Object.values(table)).map(({ title }) => title),
    ...Object.values(questions).flatMap(({ title, button }) => [title, button]),
  ];
  expect(keys.filter((key) => !(key in en))).toEqual([]);
});

test('a person who is signed out or does not own a link cannot see whether the link exists', () => {
  for (const rows of Object.values(links)) {
    expect(new Set(Object.values(rows).map(({ signedOut }) => signedOut))).toEqual(new Set(['signIn']));
    /** Excludes the states in which the link has no owner, and the states in which everyone sees the same page. */
    const { notOpened, expired, canceled, canceledByPartner, paused, ...others } = rows;
    expect(new Set(Object.values(others).map(({ other }) => other))).toEqual(new Set(['linkError']));
  }
});

test.each([
  ['no page for submission, open, owner', 'open: { signedOut: signIn, owner: consent,', 'open: { signedOut: signIn,'],
  ['no page for submission, frozen, owner', 'states:\n', 'states:\n  frozen: It cannot be decided.\n'],
  ['unknown state or viewer: submission, opened, other', '    open: {', '    opened: {'],
  ['unknown page: consents', 'other: consent }', 'other: consents }'],
  ['no cell shows the page frozen', 'pages:\n', 'pages:\n  frozen: { title: a, status: 200, actions: [] }\n'],
  ['unknown action: sign', 'actions: [signIn]', 'actions: [signIn, sign]'],
  ['no page offers the action freeze', 'actions:\n', 'actions:\n  freeze: a\n'],
])('the generator rejects a spec/pages.yaml with the defect "%s"', async (defect, from, to) => {
  const folder = await temporaryFolder();
  const table = await readFile(path.join(root, 'spec/pages.yaml'), 'utf8');
  expect(table).toContain(from);
  await writeFile(path.join(folder, 'pages.yaml'), table.replace(from, to));
  await expect(renderPages(folder)).rejects.toThrow(defect);
});
