import { expect, test, vi } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { DOCUMENTS_KEPT } from '../../server/domain/submission-lifecycle.ts';
import { isoMinute } from '../../server/pages/content.ts';
import { example } from '../support/contract.ts';
import { sharedService } from '../support/shared-service.ts';
import { person } from './person.ts';

const service = sharedService();

test('a user can search credentials by text, kind, and partner, and the list shows how long each document is available', async () => {
  const token = await service.token();
  const batch = example('MicrocredentialBatchOfThree');
  batch.credentials[1].data.credential.issuer_name = 'Escuela José Martí';
  const bodies = { addMicrocredentialBatch: batch, addRightToWork: example('RightToWorkSingapore') };
  const { store } = service.services;
  const findPartner = vi.fn(store.findPartner);
  const alex = person({ ...service.services, store: { ...store, findPartner } });
  for (const [operation, body] of Object.entries(bodies)) {
    const { path } = operations[operation as keyof typeof bodies];
    const { redirect_uri } = (await service.call('POST', path, { token, body })).body;
    await alex.submit(await alex.openAs('alex@example.com', redirect_uri), { decision: 'accept' });
  }
  findPartner.mockClear();
  const { html: list } = await alex.visit('/credentials');
  // The page reads the partner only once, although both submissions in the list are from this partner.
  expect(findPartner).toHaveBeenCalledOnce();
  const deadline = isoMinute(service.clock.now() + DOCUMENTS_KEPT);
  expect(list.match(/Documents until <time datetime="[^"]*"/g)).toEqual([
    `Documents until <time datetime="${deadline}"`,
  ]);
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
    ['search=Sandbox+partner+Right+to+work', [work]],
    ['search=data+Right+to+work', []],
    ['search=Sandbox+partner+2', []],
    ['search=Education', []],
    ['search=jose+aid', []],
  ] as const)
    expect(new Set(await found(query)), query).toEqual(new Set(expected));
  const other = person(service.services);
  await other.signIn(await other.visit('/sign-in'), 'other@example.com');
  expect(await found('search=data', other)).toEqual([]);
});
