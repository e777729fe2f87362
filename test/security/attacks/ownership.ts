import { SignJWT } from 'jose';
import { type OperationId, operations } from '../../../generated/operations.ts';
import type { Person } from '../../pages/person.ts';
import { formIn } from '../../pages/sign-in-support.ts';
import { type Attack, attacksOf, countsOf, memoized, outcomeOf } from '../attack.ts';
import { type Installation, MOBILE_AUDIENCE } from '../installation.ts';
import { accepted, ask, identityIn, kept, offer, openAs, pathOf, stranger, submissionIdIn } from '../people.ts';

// Omits list operations, which the conformance kit tests.
const OPERATIONS: readonly OperationId[] = [
  ...(['getSubmissionStatusV1', 'getSubmissionStatusV2', 'getVerificationRequest', 'getWebhook'] as const),
  ...(['replaceWebhook', 'rotateWebhookSecret', 'sendTestEvent', 'listWebhookDeliveries', 'redeliverEvent'] as const),
  ...([
    'deleteWebhook',
    'cancelSubmission',
    'cancelVerificationRequest',
    'decideVerificationRequest',
    'decideSubmission',
  ] as const),
];

const bodies: Partial<Record<OperationId, object>> = {
  replaceWebhook: { url: 'https://globex.example/' },
  decideVerificationRequest: { status: 'canceled' },
  decideSubmission: { status: 'canceled' },
};

/** Invalid requests. The responses must not reveal whether the resource exists. */
const invalid: [id: OperationId, expected: string, query: string, body?: object][] = [
  ['replaceWebhook', '422 required', '', {}],
  ['sendTestEvent', '422 not_allowed', '?status=failed'],
  ['listWebhookDeliveries', '422 out_of_range', '?limit=0'],
];

const NOBODY = '00000000-0000-4000-8000-000000000000';

interface Target {
  partner: 'acme' | 'globex';
  /** IDs of the target, by default a resource and a delivery of `acme`. */
  ids?: { resource: string; delivery: string };
  query?: string;
  body?: object | undefined;
}

async function callOn({ call, resources, tokens }: Installation, id: OperationId, target: Target) {
  const { partner, query = '', body = bodies[id] } = target;
  const { method, path } = operations[id];
  const resource = /webhooks/.test(path) ? resources.webhook : resources.submission;
  const ids = target.ids ?? { resource, delivery: resources.delivery };
  const address = path.replace('{id}', ids.resource).replace('{delivery_id}', ids.delivery);
  return call(method, address + query, { token: tokens[partner], body });
}

/** Requests a resource of another partner and a missing resource. Returns the outcome if both get equal responses. */
async function outcomeForOther(
  installation: Installation,
  id: OperationId,
  rest: Omit<Target, 'partner' | 'ids'> = {},
) {
  const partner = 'globex';
  const [found, missing] = [
    await callOn(installation, id, { ...rest, partner }),
    await callOn(installation, id, { ...rest, partner, ids: { resource: NOBODY, delivery: NOBODY } }),
  ];
  const [seen, expected] = [found, missing].map(({ status, headers, body }) => {
    const names = [...headers.keys()].filter((name) => name !== 'x-request-id' && name !== 'date');
    return JSON.stringify([status, { ...body, request_id: '' }, names]);
  });
  return seen === expected ? outcomeOf(found) : `${seen} is not ${expected}`;
}

/** Alternative spellings that some databases and URL parsers treat as the original ID. */
const spellings: readonly ((id: string) => string)[] = [
  ...['%00', '%20', "'%20or%20'1'='1"].map((end) => (id: string) => id + end),
  ...[(id: string) => `%7B${id}%7D`, (id: string) => `urn:uuid:${id}`],
  ...[(id: string) => id.replaceAll('-', ''), (id: string) => id.toUpperCase()],
];

const visits: Record<string, (ownerPath: string, ownerHtml: string) => string> = {
  'a stranger at the page of another person’s credential': (path) => path,
  'a stranger at the page of another person’s credential, with its partner': (path) => `${path}?clientId=acme`,
  'a stranger at the page right after the consent of another person': (path) => `${path}/done`,
  'a stranger at a file of another person’s credential': (_, html) =>
    /href="([^"]*\/files\/[^"]+)"/.exec(html)?.[1] ?? '',
};

/** Shares an identity. In the result, `question` is the page that asks whether to stop sharing. */
async function shareOf(installation: Installation, owner: Person) {
  const { id, link, status } = await ask(installation);
  const path = pathOf(link);
  const page = await owner.visit(path);
  await owner.submit(page, { decision: 'verify', identity: identityIn(page) });
  return { id, path, status, owner, question: await owner.visit(path.replace('?', '/stop?')) };
}

const shared = memoized(async (installation) => shareOf(installation, (await kept(installation)).who));

type Stop = (share: Awaited<ReturnType<typeof shared>>, stranger: Person, csrf: string) => Promise<{ status: number }>;

const decision = 'stop_confirmed';

const attemptsToStop: Record<string, Record<string, Stop>> = {
  '404, verified': {
    'a stranger at the link of a share': ({ path }, who) => who.visit(path),
    'a stranger at the page right after the decision of another person': ({ path }, who) =>
      who.visit(path.replace('?', '/done?')),
    'a stranger at the question about a share': ({ question }, who) => who.visit(question.path),
  },
  '403, verified': {
    'a stranger who replays the form that stops a share': ({ question }, who) => who.submit(question, { decision }),
    'an owner who sends the form of another account': ({ owner, path }, _, csrf) =>
      owner.visit(path, { csrf, decision }),
    'another site that sends the form of the owner': ({ owner, path, question }) => {
      const { csrf } = formIn(question.html);
      return owner.tab.send(path, { form: { csrf, decision }, headers: { 'Sec-Fetch-Site': 'cross-site' } });
    },
  },
  '200, verified': {
    // The service redirects the stranger to the stranger's own account page.
    'a stranger who stops the share of another person': ({ path }, who, csrf) => who.visit(path, { csrf, decision }),
    'a link with the decision to stop': ({ owner, path }) => owner.visit(`${path}&decision=${decision}`),
  },
};

/** Replaces the session cookie, as a sign-in with another account in another tab does. */
async function switchAccount(installation: Installation, { tab }: Person) {
  const { who } = await stranger(installation);
  for (const [name, value] of who.tab.cookies) tab.cookies.set(name, value);
}

export const ownershipAttacks: readonly Attack[] = [
  ...OPERATIONS.map((id) => ({
    attack: `another partner that calls ${id}`,
    expected: '404 not_found',
    run: (installation: Installation) => outcomeForOther(installation, id),
  })),
  ...invalid.map(([id, expected, query, body]) => ({
    attack: `another partner that calls ${id} with an invalid request`,
    expected,
    run: (installation: Installation) => outcomeForOther(installation, id, { query, body }),
  })),
  {
    attack: 'a partner that uses other spellings of the IDs of its webhook and of its delivery',
    expected: `${spellings.length + 3} x 404 not_found`,
    async run(installation) {
      const { webhook, delivery } = installation.resources;
      const outcomes: string[] = [];
      const note = async (id: OperationId, ids: Target['ids'] & object) =>
        outcomes.push(outcomeOf(await callOn(installation, id, { partner: 'acme', ids })));
      for (const spell of spellings) await note('getWebhook', { resource: spell(webhook), delivery });
      // Tests only three spellings, because redeliveries have a rate limit.
      for (const spell of spellings.slice(-3))
        await note('redeliverEvent', { resource: webhook, delivery: spell(delivery) });
      return countsOf(outcomes);
    },
  },
  {
    attack: 'the owner, after the calls of the other partner',
    expected: '200, 200, 200, https://hiring.acme.example/events',
    async run(installation) {
      const ids = ['getSubmissionStatusV2', 'getVerificationRequest', 'getWebhook'] as const;
      const answers = await Promise.all(ids.map((id) => callOn(installation, id, { partner: 'acme' })));
      return [...answers.map(({ status }) => status), answers[2]?.body.url].join(', ');
    },
  },
  ...[
    '/credentials',
    '/credentials/x',
    '/account',
    '/partner/verify/digitalIdentity/done?clientId=acme&requestId=x',
  ].map((path) => ({
    attack: `a visitor without a session at ${path}`,
    expected: '303 /sign-in',
    async run({ visitor }: Installation) {
      const response = await visitor().tab.send(path);
      return `${response.status} ${new URL(response.headers.get('location') ?? '').pathname}`;
    },
  })),
  {
    attack: 'a second person with the link of a credential that was accepted',
    expected: '404, the owner: 200',
    async run(installation) {
      const { link, who, page } = await kept(installation);
      const { page: second } = await openAs(installation, 'mallory', link);
      return `${second.status}, the owner: ${(await who.visit(page.path)).status}`;
    },
  },
  ...attacksOf({ '404': visits }, async (installation, pathFor) => {
    const { page } = await kept(installation);
    const { who } = await stranger(installation);
    return String((await who.visit(pathFor(page.path, page.html))).status);
  }),
  ...['accept', 'decline_confirmed', 'delete_confirmed'].map((decision) => ({
    attack: `a stranger who sends the decision ${decision} for another person’s credential`,
    expected: '404, the owner: 200',
    async run(installation: Installation) {
      const { page, who: owner } = await kept(installation);
      const { who, csrf } = await stranger(installation);
      const { status } = await who.visit(page.path, { csrf, decision });
      return `${status}, the owner: ${(await owner.visit(page.path)).status}`;
    },
  })),
  {
    attack: 'two people who accept the same credential at the same time',
    expected: '1 owner, verified',
    async run(installation) {
      const { link, status } = await offer(installation);
      const people = [await openAs(installation, 'ada', link), await openAs(installation, 'mallory', link)];
      await Promise.all(
        people.map(({ who, page }) => (page.status === 200 ? who.submit(page, { decision: 'accept' }) : page)),
      );
      const id = submissionIdIn(link);
      const shown = await Promise.all(people.map(({ who }) => who.visit(`/credentials/${id}`)));
      return `${shown.filter((page) => page.status === 200).length} owner, ${await status()}`;
    },
  },
  ...attacksOf(attemptsToStop, async (installation, send) => {
    const share = await shared(installation);
    const { who, csrf } = await stranger(installation);
    const { status } = await send(share, who, csrf);
    return `${status}, ${await share.status()}`;
  }),
  {
    attack: 'the form that stops a share, after a change of the account in another tab',
    expected: '403, verified',
    async run(installation) {
      const { question, status, owner } = await shareOf(installation, (await accepted(installation)).who);
      await switchAccount(installation, owner);
      return `${(await owner.submit(question, { decision })).status}, ${await status()}`;
    },
  },
  {
    attack: 'the page after the end of a share, for another account in the same browser',
    expected: 'the owner: Globex, the other: /account',
    async run(installation) {
      const { question, owner } = await shareOf(installation, (await accepted(installation)).who);
      const stopped = await owner.submit(question, { decision });
      const [, partner] = /copy deleted, ask <bdi>(.*?)<\/bdi>/.exec((await owner.visit(stopped.path)).html) ?? [];
      await switchAccount(installation, owner);
      return `the owner: ${partner}, the other: ${(await owner.visit(stopped.path)).path}`;
    },
  },
  {
    attack: 'a person who shares the identity of another person',
    expected: '422, incomplete',
    async run(installation) {
      const { link: batch } = await kept(installation);
      const { link, status } = await ask(installation);
      const { who } = await stranger(installation);
      const page = await who.visit(pathOf(link));
      const identity = submissionIdIn(batch);
      const { csrf } = formIn(page.html);
      return `${(await who.visit(pathOf(link), { csrf, decision: 'verify', identity })).status}, ${await status()}`;
    },
  },
  {
    attack: 'a request ID with parameters of the callback',
    expected: 'request_id=x&status=verified#, status=canceled',
    async run(installation) {
      const fields = {
        request_id: 'x&status=verified#',
        callback_url: 'https://hiring.acme.example/back?status=verified',
      };
      const { link } = await ask(installation, fields);
      const { who } = await stranger(installation);
      const page = await who.visit(pathOf(link));
      const confirm = await who.submit(page, { decision: 'refuse' });
      const { path } = await who.submit(confirm, { decision: 'refuse_confirmed' });
      return [...new URL(path).searchParams].map((pair) => pair.join('=')).join(', ');
    },
  },
  {
    attack: 'a cookie of an account that was deleted',
    expected: '200, the cookie: 303, the page: 404, the status: verified',
    async run(installation) {
      const offered = await offer(installation);
      const { who, page } = await openAs(installation, 'leaving', offered.link);
      const { path } = await who.submit(page, { decision: 'accept' });
      const cookies = new Map(who.tab.cookies);
      const account = await who.visit('/account');
      const confirm = await who.submit(account, { decision: 'delete' });
      const deleted = await who.submit(confirm, { decision: 'delete_confirmed' });
      for (const [name, value] of cookies) who.tab.cookies.set(name, value);
      const { status } = await who.tab.send('/account');
      const again = installation.visitor();
      await installation.signIn(again, 'leaving');
      const shown = (await again.visit(path)).status;
      return `${deleted.status}, the cookie: ${status}, the page: ${shown}, the status: ${await offered.status()}`;
    },
  },
  {
    attack: 'a mobile sign-in in place of a session',
    expected: '204, 303',
    async run({ provider, visitor }) {
      const { issuer } = provider.settings;
      const token = await new SignJWT({ sub: 'ada', iss: issuer, aud: MOBILE_AUDIENCE })
        .setProtectedHeader({ alg: 'RS256', kid: 'test' })
        .setExpirationTime('1m')
        .sign(provider.signingKey);
      const { tab } = visitor();
      const headers = { authorization: `Bearer ${token}` };
      const reported = await tab.send('/mobile/sign-in', { form: {}, headers });
      return `${reported.status}, ${(await tab.send('/credentials', { headers })).status}`;
    },
  },
];
