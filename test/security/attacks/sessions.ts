import type { Person } from '../../pages/person.ts';
import { formIn } from '../../pages/sign-in-support.ts';
import { type Attack, attacksOf, changeCharacter, memoized } from '../attack.ts';
import type { Installation } from '../installation.ts';

const COOKIE = '__Host-session';

async function state({ tab }: Person): Promise<string> {
  return (await tab.send('/credentials')).status === 200 ? 'signed in' : 'signed out';
}

async function member({ visitor, signIn }: Installation, account = 'ada') {
  const who = visitor();
  const { html } = await signIn(who, account);
  return { who, csrf: formIn(html).csrf };
}

/** Cookies and form tokens of several sessions, which no attack signs out. */
const others = memoized(async (installation) => {
  const { who } = await member(installation);
  const { csrf: person } = await member(installation, 'mallory');
  const { tab: visitor } = installation.visitor();
  const { csrf: anonymous } = await visitor.form('/partner/add/education');
  const { tab: sandbox } = installation.sandbox.visitor();
  const { csrf } = await sandbox.form('/sign-in');
  await sandbox.send('/sign-in', { form: { csrf, email: 'ada@example.com' } });
  const cookieOf = ({ cookies }: Person['tab']) => cookies.get(COOKIE) ?? '';
  const cookies = { own: cookieOf(who.tab), anonymous: cookieOf(visitor), sandbox: cookieOf(sandbox) };
  return { cookies, tokens: { person, anonymous } };
});
type Others = Awaited<ReturnType<typeof others>>;

type Send = (
  csrf: string,
  tokens: Others['tokens'],
) => { form?: Record<string, string>; headers?: Record<string, string> };

const signOutForms: Record<string, Record<string, Send>> = {
  '303 signed out': { 'a form of the own page': (csrf) => ({ form: { csrf } }) },
  '403 signed in': {
    'a form without a token': () => ({ form: {} }),
    'a form with an empty token': () => ({ form: { csrf: '' } }),
    'a form with a changed token': (csrf) => ({ form: { csrf: `${csrf}A` } }),
    'a form with the token of a visitor': (_, { anonymous }) => ({ form: { csrf: anonymous } }),
    'a form with the token of another person': (_, { person }) => ({ form: { csrf: person } }),
    ...Object.fromEntries(
      (
        [
          { 'Sec-Fetch-Site': 'cross-site' },
          { 'Sec-Fetch-Site': 'same-site' },
          { Origin: 'https://evil.test' },
          { Origin: 'null' },
          { Origin: 'http://people.partner.example' },
          { Origin: 'https://people.partner.example.evil.test' },
          { Origin: 'https://api.partner.example' },
          { Origin: 'https://people.partner.example', 'Sec-Fetch-Site': 'cross-site' },
        ] as Record<string, string>[]
      ).map((headers) => [
        `a form with the token and ${JSON.stringify(headers)}`,
        (csrf: string) => ({ form: { csrf }, headers }),
      ]),
    ),
  },
  '415 signed in': {
    'a form with the token as text': (csrf) => ({ form: { csrf }, headers: { 'Content-Type': 'text/plain' } }),
    'a form with the token as JSON': (csrf) => ({ form: { csrf }, headers: { 'Content-Type': 'application/json' } }),
  },
  '404 signed in': { 'a link in place of the form': () => ({}) },
};

function partsOf(cookie: string): { id: string; content: string } {
  const at = cookie.lastIndexOf('.');
  return { id: cookie.slice(0, at), content: cookie.slice(at + 1) };
}

const cookieChanges: Record<string, Record<string, (cookie: string, others: Others['cookies']) => string>> = {
  'signed in': { 'an unchanged cookie': (cookie) => cookie },
  'signed out': {
    'an empty cookie': () => '',
    'a cookie with the ID of another cookie': (cookie, { anonymous }) =>
      `${partsOf(anonymous).id}.${partsOf(cookie).content}`,
    ...Object.fromEntries(
      [0, 0.25, 0.5, 0.75, 0.99].map((position) => [
        `a cookie with a changed character at ${position * 100} % of its content`,
        (cookie: string) => {
          const { id, content } = partsOf(cookie);
          return `${id}.${changeCharacter(content, Math.floor(content.length * position))}`;
        },
      ]),
    ),
    'a cookie without its last bytes': (cookie) => cookie.slice(0, -8),
    'a cookie with more bytes': (cookie) => `${cookie}AAAA`,
    'a cookie of the sandbox': (_, { sandbox }) => sandbox,
    'a cookie of text': () => JSON.stringify({ userId: 'ada' }),
  },
};

export const sessionAttacks: readonly Attack[] = [
  ...attacksOf(signOutForms, async (installation, send) => {
    const { tokens } = await others(installation);
    const { who, csrf } = await member(installation);
    const { status } = await who.tab.send('/sign-out', send(csrf, tokens));
    return `${status} ${await state(who)}`;
  }),
  ...attacksOf(cookieChanges, async (installation, change) => {
    const { cookies: all } = await others(installation);
    const who = installation.visitor();
    who.tab.cookies.set(COOKIE, change(all.own, all));
    return state(who);
  }),
  {
    attack: 'a copy of the cookie after the sign-out, at both instances',
    expected: 'signed out, signed out',
    async run(installation) {
      const { who, csrf } = await member(installation);
      const cookie = who.tab.cookies.get(COOKIE) ?? '';
      await who.tab.send('/sign-out', { form: { csrf } });
      const outcomes: string[] = [];
      for (let i = 0; i < 2; i++) {
        const thief = installation.visitor();
        thief.tab.cookies.set(COOKIE, cookie);
        outcomes.push(await state(thief));
      }
      return outcomes.join(', ');
    },
  },
  {
    attack: 'a session cookie without its prefix',
    expected: 'signed out',
    async run(installation) {
      const { who } = await member(installation);
      const thief = installation.visitor();
      thief.tab.cookies.set('session', who.tab.cookies.get(COOKIE) ?? '');
      return state(thief);
    },
  },
  {
    attack: 'the state of a sign-in as the session cookie',
    expected: 'signed out',
    async run({ visitor }) {
      const { tab } = visitor();
      const location = new URL((await tab.send('/sign-in')).headers.get('location') ?? '');
      const thief = visitor();
      thief.tab.cookies.set(COOKIE, location.searchParams.get('state') ?? '');
      return state(thief);
    },
  },
  {
    attack: 'the session cookie as the link that a person opened',
    expected: '404',
    async run(installation) {
      const { who } = await member(installation);
      return String((await who.tab.send(`/open?link=${who.tab.cookies.get(COOKIE)}`)).status);
    },
  },
  {
    attack: 'the session cookie in a script or in a request from another site',
    expected: 'Path=/; HttpOnly; Secure; SameSite=Lax',
    async run({ visitor }) {
      const response = await visitor().tab.send('/partner/add/education');
      return (response.headers.getSetCookie()[0] ?? '').split('; ').slice(1).join('; ');
    },
  },
  {
    attack: 'a person who compares cookies to count the encrypted values of the service',
    expected: 'no counter',
    async run({ visitor }) {
      const cookies: Buffer[] = [];
      // Random bytes can look like a counter by chance, but almost never in 16 cookies.
      while (cookies.length < 16) {
        const { tab } = visitor();
        await (await tab.send('/partner/add/education')).text();
        cookies.push(Buffer.from(partsOf(tab.cookies.get(COOKIE) ?? '').content, 'base64url'));
      }
      // Consecutive requests go to different instances, so every second cookie is from the same instance.
      const isCounter = (at: number) =>
        cookies.slice(2).every((cookie, i) => {
          const step = cookie.readUInt32BE(at) - (cookies[i]?.readUInt32BE(at) ?? 0);
          return step > 0 && step < 1000;
        });
      return Array.from({ length: 64 }, (_, at) => at).some(isCounter) ? 'a counter' : 'no counter';
    },
  },
];
