import { randomUUID } from 'node:crypto';
import { operations } from '../../../generated/operations.ts';
import type { Person } from '../../pages/person.ts';
import { formIn } from '../../pages/sign-in-support.ts';
import { type Attack, attacksOf, countsOf } from '../attack.ts';
import type { Installation } from '../installation.ts';
import { accepted, ask, identityIn, newcomer, offer, openAs, pathOf } from '../people.ts';

async function verify(who: Person, link: string) {
  const page = await who.visit(pathOf(link));
  return who.submit(page, { decision: 'verify', identity: identityIn(page) });
}

const keyChanges: Record<string, Record<string, (link: string) => string>> = {
  '200': { 'an unchanged link with a key': (link) => link },
  '404': {
    'a link without its key': (link) => link.replace(/&key=[^&]*/, ''),
    'a link with an empty key': (link) => link.replace(/key=[^&]*/, 'key='),
    'a link with another key': (link) => link.replace(/key=[^&]*/, `key=${'A'.repeat(22)}`),
    'a link with part of its key': (link) => link.slice(0, -1),
    'a link with the key of another request': (link) => link.replace(/requestId=[^&]*/, 'requestId=CASE-1002'),
  },
};

export const linkAttacks: readonly Attack[] = [
  ...attacksOf(keyChanges, async (installation, change) => {
    await ask(installation, { request_id: 'CASE-1002' }, 'keyed');
    const { link } = await ask(installation, { request_id: randomUUID() }, 'keyed');
    const { who } = await newcomer(installation);
    return String((await who.visit(pathOf(change(link)))).status);
  }),
  {
    attack: 'a stranger who only looks at the link of a request',
    expected: 'the stranger: 200, verified',
    async run(installation) {
      const { who: owner } = await accepted(installation);
      const { link, status } = await ask(installation);
      const { who } = await newcomer(installation);
      const looked = await who.visit(pathOf(link));
      await verify(owner, link);
      return `the stranger: ${looked.status}, ${await status()}`;
    },
  },
  {
    attack: 'a stranger who only looks at the link of a credential',
    expected: 'the stranger: 200, the owner: 200, verified',
    async run(installation) {
      const { link, status } = await offer(installation);
      const { page: looked } = await openAs(installation, 'mallory', link);
      const { who, page } = await openAs(installation, 'ada', link);
      const { status: shown } = await who.submit(page, { decision: 'accept' });
      return `the stranger: ${looked.status}, the owner: ${shown}, ${await status()}`;
    },
  },
  ...['refuse_confirmed', 'later'].map((decision) => ({
    attack: `a stranger who looked at a request, and sends ${decision} after its owner answered`,
    expected: '404, verified',
    async run(installation: Installation) {
      const { who: owner } = await accepted(installation);
      const { link, status } = await ask(installation);
      const { who } = await newcomer(installation);
      const looked = await who.visit(pathOf(link));
      await verify(owner, link);
      return `${(await who.submit(looked, { decision })).status}, ${await status()}`;
    },
  })),
  {
    attack: 'a signed-in person who answers 40 requests whose IDs are a sequence, without their links',
    expected: '40 x incomplete, the real person: 200',
    async run(installation) {
      const { call, tokens } = installation;
      const ids = Array.from({ length: 40 }, (_, i) => `CASE-${9000 + i}`);
      const links: string[] = [];
      for (const request_id of ids) links.push((await ask(installation, { request_id })).link);
      const who = installation.visitor();
      const { html } = await installation.signIn(who, randomUUID());
      const { csrf } = formIn(html);
      for (const [i, id] of ids.entries()) {
        const form = { csrf, decision: i % 2 === 0 ? 'refuse_confirmed' : 'later' };
        await who.tab.send(`/partner/verify/digitalIdentity?clientId=globex&requestId=${id}`, { form });
      }
      const { method, path } = operations.listVerificationRequests;
      const statuses: string[] = [];
      for (let i = 0; i < ids.length; i += 30) {
        const query = ids.slice(i, i + 30).map((id) => `request_id[]=${id}`);
        const { body } = await call(method, `${path}?${query.join('&')}`, { token: tokens.globex });
        statuses.push(...body.requests.map(({ results }: { results: { status: string }[] }) => results[0]?.status));
      }
      const { who: realPerson } = await newcomer(installation);
      const { status } = await realPerson.visit(pathOf(links[1] ?? ''));
      return `${countsOf(statuses)}, the real person: ${status}`;
    },
  },
  {
    attack: 'a signed-in person who guesses 60 request IDs from different addresses',
    // Each of the two instances counts separately, so the limit is twice as high.
    expected: '42 x 404, 18 x 429',
    async run(installation) {
      const who = installation.visitor();
      await installation.signIn(who, 'guesser');
      const statuses: number[] = [];
      for (let i = 0; i < 60; i++) {
        installation.changeAddress();
        statuses.push((await who.tab.send(`/partner/verify/digitalIdentity?clientId=acme&requestId=CASE-${i}`)).status);
      }
      return countsOf(statuses);
    },
  },
];
