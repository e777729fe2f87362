import { type Attack, outcomeOf } from '../attack.ts';
import { newcomer, openAs, pathOf } from '../people.ts';

export const linkAttacks: readonly Attack[] = [
  {
    attack: 'a signed-in person who guesses 61 request IDs from different addresses',
    expected: '404, and then 429',
    async run(installation) {
      const who = installation.visitor();
      await installation.signIn(who, 'guesser');
      const statuses = new Set<number>();
      for (let i = 0; i < 61; i++) {
        installation.changeAddress();
        statuses.add((await who.tab.send(`/partner/verify/digitalIdentity?clientId=acme&requestId=CASE-${i}`)).status);
      }
      return [...statuses].join(', and then ');
    },
  },
  {
    attack: 'the add link of a disabled partner',
    expected: '403',
    run: async (installation) =>
      String((await openAs(installation, 'ada', installation.disabledLinks.addLink)).page.status),
  },
  {
    attack: 'the verification link of a disabled partner',
    expected: '403',
    async run(installation) {
      const { who } = await newcomer(installation);
      return String((await who.visit(pathOf(installation.disabledLinks.verifyLink))).status);
    },
  },
  {
    attack: 'an upload link of a disabled partner',
    expected: '403 invalid_upload_link',
    async run({ call, disabledLinks: { uploadLink } }) {
      const headers = { 'Content-Type': 'application/pdf' };
      return outcomeOf(await call('PUT', uploadLink, { body: Buffer.from('%PDF-1.7\n%%EOF\n'), headers }));
    },
  },
];
