import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { webhookDelivery } from '../../generated/operations.ts';
import { contract } from '../../scripts/bundled-targets/contract.ts';
import type { Target, TargetReport } from '../../scripts/conformance/kit-types.ts';
import type { JsonObject } from '../../scripts/contract/json.ts';
import type { Contract } from '../../scripts/contract/openapi.ts';
import { toTimestamp } from '../../server/domain/clock.ts';
import { signatureHeaders } from '../../server/domain/signature.ts';
import { freePort } from '../support/free-port.ts';
import { check, startChanged } from './check.ts';

// In each test, a proxy between the bundled server and the receiver breaks one delivery rule.

interface Sent {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Hook {
  /** Signing secrets, newest first. */
  secrets: [string, ...string[]];
  /** Paths of all URLs that the webhook has had, oldest first. */
  paths: string[];
  sent: Sent[];
  isDeleted?: true;
}

interface Break {
  /** Returns the delivery to forward. `attempts` is the number of previous attempts to deliver the event. */
  delivers?(sent: Sent, hook: Hook, attempts: number): Sent;
  /** Changes the response of the receiver. */
  responds?(answer: IncomingMessage): void;
  /** Returns additional deliveries, which the proxy sends after the response of the receiver. */
  sendsThen?(sent: Sent, answer: IncomingMessage): Sent[];
  sendsAfterDeletion?: true;
  /** Changes an entry in the delivery log. */
  logs?(delivery: Logged): object;
  /** Changes the response to a redelivery request. */
  redelivers?(delivery: JsonObject): object;
  /** Changes the response to a request for a test event. */
  tests?(delivery: JsonObject, url: string): object | Promise<object>;
  /** Overrides properties of the target. `policy` overrides the delivery policy in the contract. */
  target?: Partial<Target>;
  policy?: object;
}

interface Logged {
  event: { request_id?: string };
  next_attempt_at: string | null;
  attempts: { started_at: string; duration_ms: number }[];
}

const idOf = ({ body }: Sent): string => JSON.parse(body).event_id;

const signed = (sent: Sent, [current, previous]: readonly string[], { body = sent.body } = {}): Sent => {
  const { 'x-signature-previous': _, ...headers } = sent.headers;
  const signature = signatureHeaders({
    eventId: idOf({ ...sent, body }),
    body: Buffer.from(body),
    timestamp: Number(headers['x-timestamp']),
    secrets: previous === undefined ? [current ?? ''] : [current ?? '', previous],
  });
  const lower = Object.entries(signature).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...sent, body, headers: { ...headers, ...Object.fromEntries(lower) } };
};

function contractWith(policy: object): Contract {
  const changed = structuredClone(contract);
  for (const { post } of Object.values(changed.webhooks)) Object.assign(post['x-delivery'] ?? {}, policy);
  return changed;
}

const SOUND: Break = {};

async function checkWith(broken: Break, maxSeconds = 60): Promise<TargetReport & { left: Hook[] }> {
  const hooks = new Map<string, Hook>();
  const port = await freePort();

  const forward = ({ path, headers, body }: Sent) =>
    request({
      port,
      host: '127.0.0.1',
      path,
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    })
      .on('error', () => {})
      .end(body);

  const proxy = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    const { host: _, ...headers } = incoming.headers;
    const sent: Sent = { path: incoming.url ?? '', headers, body: Buffer.concat(parts).toString() };
    const hook = [...hooks.values()].find(({ paths }) => paths.includes(sent.path)) as Hook;
    const attempts = hook.sent.filter((each) => idOf(each) === idOf(sent)).length;
    hook.sent.push(sent);
    const passedOn = forward(broken.delivers?.(sent, hook, attempts) ?? sent);
    outgoing.on('close', () => passedOn.destroy());
    passedOn.on('error', () => outgoing.destroy());
    passedOn.on('response', (answer) => {
      for (const more of broken.sendsThen?.(sent, answer) ?? []) forward(more);
      broken.responds?.(answer);
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.on('error', () => outgoing.destroy()).pipe(outgoing);
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');

  const own = await startChanged(async (answer, asked) => {
    const [, id = '', part] = /\/webhooks(?:\/([^/]+))?(?:\/(\w+))?/.exec(asked.url) ?? [];
    if (asked.method === 'DELETE' && answer.status === 204) {
      Object.assign(hooks.get(id) ?? {}, { isDeleted: true });
      if (broken.sendsAfterDeletion) setTimeout(() => hooks.get(id)?.sent.slice(-1).map(forward), 1500);
    }
    if (!answer.ok || answer.status === 204) return answer;
    const body = (await answer.clone().json()) as JsonObject & {
      deliveries?: Logged[];
      secret?: string;
      url?: string;
    };
    if (part === 'test') return Response.json((await broken.tests?.(body, asked.url)) ?? body, answer);
    if (asked.url.endsWith('/redeliver')) return Response.json(broken.redelivers?.(body) ?? body, answer);
    if (part === 'deliveries' && broken.logs && body.deliveries)
      return Response.json({ ...body, deliveries: body.deliveries.map(broken.logs) }, answer);
    const { secret, url } = body;
    const path = url === undefined ? '' : new URL(url).pathname + new URL(url).search;
    const known = hooks.get(id);
    if (known === undefined && secret !== undefined)
      hooks.set(String(body['id']), { secrets: [secret], paths: [path], sent: [] });
    else if (known !== undefined && secret !== undefined) known.secrets.unshift(secret);
    else if (known !== undefined && path !== '' && !known.paths.includes(path)) known.paths.push(path);
    return answer;
  });
  try {
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const report = await check(
      { ...own.target, limited: undefined, ...broken.target },
      {
        contract: contractWith(broken.policy ?? {}),
        maxSeconds,
        // For the bundled server, `only` names no check: the report would then lack the coverage that the test reads.
        only: broken === SOUND || broken === SLOW ? ['sendTestEvent'] : ['deliveries', 'sendTestEvent'],
        receiver: { url, port },
      },
    );
    return { ...report, left: [...hooks.values()].filter(({ isDeleted }) => isDeleted === undefined) };
  } finally {
    await own.stop();
    proxy.close();
    proxy.closeAllConnections();
  }
}

const WRONG = `v1,${'A'.repeat(43)}=`;
const withHeader = (name: string, value: string): Break => ({
  delivers: (sent) => ({ ...sent, headers: { ...sent.headers, [name]: value } }),
});
const oldSecret: Break = { delivers: (sent, { secrets }) => signed(sent, [secrets[0], ...secrets.slice(1).slice(-1)]) };
const newEventId: Break = {
  delivers: (sent, { secrets }, attempts) =>
    attempts === 0 ? sent : signed(sent, secrets, { body: sent.body.replace(idOf(sent), randomUUID()) }),
};
const following: Break = {
  sendsThen: (sent, { statusCode, headers }) => {
    const { pathname, search } = new URL(headers.location ?? 'http://nowhere');
    return statusCode === 302 ? [{ ...sent, path: pathname + search }] : [];
  },
};
const successFor = (status: number): Break => ({
  responds: (answer) => {
    if (answer.statusCode === status) answer.statusCode = 200;
  },
});
const withoutJitter: Break = {
  logs: (delivery) => {
    const last = delivery.attempts.at(-1);
    if (delivery.next_attempt_at === null || last === undefined) return delivery;
    const delay = (webhookDelivery.retry_delays_seconds[delivery.attempts.length - 1] ?? 0) / 5;
    const startedAt = Date.parse(last.started_at) * 1000 + Number(last.started_at.slice(23, 26));
    return { ...delivery, next_attempt_at: toTimestamp(startedAt + Math.round((last.duration_ms + delay) * 1000)) };
  },
};
const otherStatus: Break = {
  logs: (delivery) => ({ ...delivery, attempts: delivery.attempts.map((each) => ({ ...each, http_status: 418 })) }),
};
const ordinary: Break = { tests: ({ event, ...rest }) => ({ ...rest, event: { ...Object(event), request_id: 'A' } }) };
const SLOW: Break = { ...otherStatus, tests: (event, url) => sleep(url.includes('type=') ? 2600 : 0, event) };
/** Gives all events in the delivery log the same time, except test events, whose IDs start with `test-`. */
const simultaneous: Break = {
  logs: ({ event, ...rest }) => ({
    ...rest,
    event: event.request_id?.startsWith('test-') === false ? { ...event, created_at: toTimestamp(0) } : event,
  }),
};

const broken: Readonly<Record<string, [Break, string, RegExp]>> = {
  'a Standard Webhooks signature with a different secret': [
    withHeader('webhook-signature', WRONG),
    'Standard Webhooks',
    /webhook-signature must be the HMAC of the received bytes/,
  ],
  'a missing second signature after a rotation': [
    { delivers: (sent, { secrets }) => signed(sent, secrets.slice(0, 1)) },
    'rotation',
    /must be a second signature with the previous secret, besides X-Signature/,
  ],
  'a second signature with the oldest secret': [
    oldSecret,
    'second rotation',
    /uses a secret that a second rotation has inval/,
  ],
  'a missing retry after a 500 response': [successFor(500), 'retries', /not sent again after a 500 response/],
  'a missing retry after a 204 response': [successFor(204), 'retries', /not sent again after a 204 response/],
  'a delivery that follows a redirect': [following, 'redirects', /The target followed a redirect/],
  'a delivery to a deleted webhook': [
    { sendsAfterDeletion: true },
    'deletion',
    /arrived after its webhook was deleted/,
  ],
  'a delivery to a replaced URL': [
    { delivers: (sent, { paths: [path = ''] }) => ({ ...sent, path }) },
    'replacement',
    /arrived at a URL that had been replaced/,
  ],
  'a wrong media type': [withHeader('content-type', 'text/plain'), 'request', /Type must be application\/json/],
  'a retry with a new event ID': [newEventId, 'event', /All attempts must have the same event_id/],
  'an event in a wrong encoding': [
    { delivers: (sent, { secrets }) => signed(sent, secrets, { body: sent.body.replace('Ä', '?') }) },
    'event',
    /must be equal to the event in the delivery log/,
  ],
  'a wrong default for a property of a test event': [
    {
      tests: ({ event, ...rest }, url) =>
        url.includes('type=submission') && !url.includes('status=')
          ? { ...rest, event: { ...Object(event), status: 'canceled' } }
          : { event, ...rest },
    },
    'event',
    /The `status` of a test event must be "verified", as requested or by default/,
  ],
  'a test event with an ordinary identifier': [ordinary, 'event', /identifier in a test event must start/],
  'a log entry with a wrong HTTP status': [otherStatus, 'log', /logged http_status must be 200, but is 418/],
  'a retry before Retry-After': [
    { responds: (answer) => delete answer.headers['retry-after'] },
    'Retry-After',
    /After Retry-After: \d+, the next attempt must be due in \d+ s, but is due in \d/,
  ],
  'retry delays without jitter': [withoutJitter, 'jitter', /The retry delays have no jitter/],
  'a redelivery with a different event ID': [
    { redelivers: ({ event, ...rest }) => ({ ...rest, event: { ...Object(event), event_id: randomUUID() } }) },
    'redelivery',
    /must contain the original event/,
  ],
  'verification events with equal times in the log': [
    simultaneous,
    'decisions',
    /After decideVerificationRequest, each event must be later than the event before/,
  ],
  'retries that are too early': [{ target: { retrySpeed: 2500 } }, 'delays', /due in \d+ to \d+ ms, but is due/],
};

const differingPolicies: readonly [policy: object, rule: string, mismatch: RegExp][] = [
  [
    { signature: { ...webhookDelivery.signature, encoding: 'base64' } },
    'signature',
    /X-Signature must be the HMAC of the received bytes/,
  ],
  [{ tolerance_seconds: -1 }, 'timestamp', /X-Timestamp differs from the current time by \d s/],
  [{ timeout_seconds: 3 }, 'timeout', /An attempt must time out after 3 s, but lasts 5\d{3}/],
  [{ max_response_bytes: 1000 }, 'size', /not sent again after a longer response/],
  [{ retry_delays_seconds: [10, 60, 600, 3600] }, 'attempts', /must be 5 attempts, but there are 6/],
  [{ retry_after_max_seconds: 3600 }, 'longest Retry-After', /due in 3600 s, but is due in 21600/],
];
for (const [policy, rule, mismatch] of differingPolicies)
  Object.assign(broken, { [`a ${Object.keys(policy)} that differs from the contract`]: [{ policy }, rule, mismatch] });

test.concurrent('the kit reports no findings for the bundled server, and deletes the webhooks that the kit created', {
  timeout: 60_000,
}, async () => {
  const { findings, tallies, coverage, left } = await checkWith(SOUND);
  expect([findings, left]).toEqual([[], []]);
  const rules = coverage.find(({ kind }) => kind === 'delivery rule');
  expect(rules?.missing.map(({ name }) => name)).toEqual(['secret expiry by time', 'log retention']);
  expect(tallies).toContainEqual(expect.objectContaining({ check: 'deliveries', cases: rules?.covered, failed: 0 }));
});

test.concurrent('if the target is slow, the coverage names a wrong delivery log as a gap, instead of a finding', {
  timeout: 120_000,
}, async () => {
  const { findings, coverage } = await checkWith(SLOW);
  expect(findings).toEqual([]);
  const rules = coverage.find(({ kind }) => kind === 'delivery rule');
  expect(rules?.missing).toContainEqual({ name: 'log', reason: expect.stringMatching(/^a response took \d+ s/) });
});

test.concurrent('if a run stops early, the kit deletes the webhooks of the run', { timeout: 60_000 }, async () => {
  const { cutShortBy, left } = await checkWith({}, 4);
  expect(cutShortBy).toBeDefined();
  expect(left).toEqual([]);
});

test.concurrent.each(Object.entries(broken))(
  'the kit reports %s',
  // Repeats a test if this machine was so slow that the kit reports a gap instead of a finding.
  { timeout: 120_000, retry: 2 },
  async (_, [fault, rule, mismatch]) => {
    const { findings, coverage } = await checkWith(fault);
    const found = findings.find((finding) => finding.case === `deliveries: ${rule}`);
    const all = JSON.stringify([findings.map(({ mismatches }) => mismatches), coverage.map(({ missing }) => missing)]);
    expect(found?.mismatches.join('\n') ?? all).toMatch(mismatch);
  },
);
