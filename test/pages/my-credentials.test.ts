import { expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { readPage } from '../../server/pages/routes/my-credentials.tsx';
import { example } from '../support/contract.ts';
import { sharedService } from '../support/shared-service.ts';
import { person } from './person.ts';

const service = sharedService();

test('a person finds credentials by words, kind, and partner, also inside a batch, but none of another person', async () => {
  const token = await service.token();
  const batch = example('MicrocredentialBatchOfThree');
  batch.credentials[1].data.credential.issuer_name = 'Escuela José Martí';
  const bodies = { addMicrocredentialBatch: batch, addRightToWork: example('RightToWorkSingapore') };
  const alex = person(service.services);
  for (const [operation, body] of Object.entries(bodies)) {
    const { path } = operations[operation as keyof typeof bodies];
    const { redirect_uri } = (await service.call('POST', path, { token, body })).body;
    await alex.submit(await alex.openAs('alex@example.com', redirect_uri), { decision: 'accept' });
  }
  const found = async (query: string, who = alex) => {
    const { html } = await who.visit(`/credentials?${query}`);
    const links = html.matchAll(/<h3><a href="[^"]*?(#[^"]*)?">(.*?)<\/a>/g);
    return [...links].map(([, anchor, title = '']) => [title.replace(/<[^>]*>/g, ''), anchor]);
  };
  const work = ['Right to work: Singapore', undefined];
  const data = ['Introduction to Data Analysis', '#credential-1'];
  for (const [query, expected] of [
    ['', [work, ['Workplace First Aid', '#credential-0'], data, ['Food Safety Supervision', '#credential-2']]],
    ['search=JOSE+data', [data]],
    ['search=sandbox+partner&kind=right_to_work', [work]],
    ['search=data&kind=right_to_work', []],
    ['partner=sandbox-partner-2', []],
    ['kind=education', []],
  ] as const)
    expect(new Set(await found(query)), query).toEqual(new Set(expected));
  const other = person(service.services);
  await other.signIn(await other.visit('/sign-in'), 'other@example.com');
  expect(await found('search=data', other)).toEqual([]);
});

test('a page of search results decrypts at most 200 submissions, and all pages together contain each match once', async () => {
  const items = Array.from({ length: 450 }, (_, index) => index);
  const isMatch = (item: number) => item % 4 === 0 || item < 20;
  const found: number[] = [];
  for (let at = 0; at < items.length; ) {
    const page = await readPage(items.slice(at), async (item) => (isMatch(item) ? item : null));
    expect(page.entries.length).toBeLessThanOrEqual(30);
    expect(page.read).toBeLessThanOrEqual(200);
    found.push(...page.entries);
    at += page.read;
  }
  expect(found).toEqual(items.filter(isMatch));
  expect((await readPage(items, async () => null)).read).toBe(200);
});
