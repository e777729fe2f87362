import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operations, problems, service } from '../../generated/operations.ts';
import { seconds } from '../../server/domain/clock.ts';
import type { Services } from '../../server/services.ts';
import { contract, example } from '../support/contract.ts';
import { type Answer, type CallOptions, startService, type TestService } from '../support/service.ts';

// Every (operation, status) that the contract documents is produced by the running server. `service.call` fails when an
// answer departs from the contract, so that each is also checked: status, media type, headers and body.

let sound: TestService;
/** Allows one request a second. */
let limited: TestService;
/** Its parts throw what nobody foresaw. */
let broken: TestService;
/** Its database is gone. */
let cutOff: TestService;
let isBroken = false;

/** What the broken service's parts are replaced by: each throws at the first touch while `isBroken`. */
function breakable(services: Services): Partial<Services> {
  const brittle = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name) {
        if (isBroken) throw new Error('a fault that nobody foresaw');
        const member = Reflect.get(target, name);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  const { store, partners, signingKeys, webhookSourceAddresses, serverMetadata } = services;
  return {
    store: brittle(store),
    partners: brittle(partners),
    signingKeys: brittle(signingKeys),
    webhookSourceAddresses: brittle([...webhookSourceAddresses]),
    serverMetadata: brittle({ ...serverMetadata }),
  };
}

beforeAll(async () => {
  [sound, limited, broken, cutOff] = await Promise.all([
    startService(),
    startService({ env: { RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '1' } }),
    startService({ change: breakable }),
    startService(),
  ]);
});

afterAll(async () => {
  isBroken = false;
  await Promise.all([sound, limited, broken, cutOff].map((each) => each.stop()));
});

const tokenForm = {
  grant_type: 'client_credentials',
  client_id: 'sandbox-partner',
  client_secret: 'sandbox-secret',
};

/** A request that succeeds: the first example of the operation, under an id of its own. */
async function soundRequest(on: TestService, id: OperationId): Promise<{ target: string } & CallOptions> {
  const { method, path, security, requestTypes } = operations[id];
  if (requestTypes.some((type) => type === 'application/x-www-form-urlencoded')) {
    return { target: path, body: new URLSearchParams(tokenForm) };
  }
  if (id === 'uploadAsset') {
    const pdf = Buffer.from(example('PdfFile'));
    return { target: await uploadLink(on), body: pdf, headers: { 'Content-Type': 'application/pdf' } };
  }
  if (security.length === 0) return { target: path };
  const token = await on.token();
  const target = await soundTarget(on, id, token);
  const examples = contract.paths[path][method.toLowerCase()].requestBody?.content['application/json'].examples;
  if (examples === undefined) return { target, token };
  const body = example(examples[Object.keys(examples)[0] ?? ''].$ref.split('/').at(-1));
  for (const member of ['id', 'credential_id', 'request_id']) if (member in body) body[member] = randomUUID();
  return { target, token, body };
}

/** The address of something that exists, made for the request. */
async function soundTarget(on: TestService, id: OperationId, token: string): Promise<string> {
  const { path } = operations[id];
  if (path.includes('/verify/requests'))
    return path.replace('{id}', path.includes('{id}') ? await requestVerification(on, token) : '') + queryOf(id);
  if (!path.startsWith('/api/partner/v2/webhooks'))
    return path.includes('{id}') ? path.replace('{id}', await submit(on, token)) : path;
  // So many are made here that the limit would be reached.
  for (const { id: old } of (await on.call('GET', operations.listWebhooks.path, { token })).body.webhooks)
    await on.call('DELETE', `${operations.listWebhooks.path}/${old}`, { token });
  if (!path.includes('{id}')) return path;
  const webhook = await createWebhook(on, token);
  if (!path.includes('{delivery_id}')) return path.replace('{id}', webhook);
  const { body } = await on.call('POST', operations.sendTestEvent.path.replace('{id}', webhook), { token });
  return path.replace('{id}', webhook).replace('{delivery_id}', body.id);
}

const queryOf = (id: OperationId) => (id === 'listVerificationRequests' ? '?request_id[]=ACME-V-4' : '');

async function requestVerification(on: TestService, token: string): Promise<string> {
  const body = example('VerificationMinimal');
  const { body: answer } = await on.call('POST', operations.createVerificationRequest.path, { token, body });
  return answer.request_id;
}

async function createWebhook(on: TestService, token: string): Promise<string> {
  const body = example('WebhookMinimal');
  return (await on.call('POST', operations.createWebhook.path, { token, body })).body.id;
}

async function submit(on: TestService, token: string): Promise<string> {
  const body = { ...example('RightToWorkAustralia'), id: randomUUID() };
  await on.call('POST', operations.addRightToWork.path, { token, body });
  return body.id;
}

/** The link of a PDF asset. */
async function uploadLink(on: TestService): Promise<string> {
  const body = { ...example('CredentialBatchOfEveryKind'), credential_id: randomUUID() };
  const { body: answer } = await on.call('POST', operations.addCredentialBatch.path, {
    token: await on.token(),
    body,
  });
  return answer.asset_uploads[0].url;
}

async function send(
  on: TestService,
  id: OperationId,
  change: Partial<CallOptions & { target: string }> = {},
): Promise<Answer> {
  const { target, ...options } = { ...(await soundRequest(on, id)), ...change };
  return on.call(operations[id].method, target, options);
}

async function sendWithQuery(id: OperationId, query: string): Promise<Answer> {
  const { target, ...options } = await soundRequest(sound, id);
  return sound.call(operations[id].method, target + query, options);
}

const isTokenEndpoint = (id: OperationId) => id === 'createTokenV1' || id === 'createTokenV2';

/** How to get each status out of an operation. */
const provocations: Record<string, (id: OperationId) => Promise<Answer>> = {
  200: (id) => send(sound, id),
  201: (id) => send(sound, id),
  202: (id) => send(sound, id),
  204: (id) => send(sound, id),
  400: (id) =>
    send(
      sound,
      id,
      isTokenEndpoint(id)
        ? { body: new URLSearchParams() }
        : { body: '{"id":1,}', headers: { 'Content-Type': 'application/json' } },
    ),
  401: (id) =>
    isTokenEndpoint(id)
      ? send(sound, id, { body: new URLSearchParams({ ...tokenForm, client_secret: 'wrong' }) })
      : send(sound, id, { token: 'not.a.token' }),
  403: async (id) =>
    id === 'uploadAsset'
      ? send(sound, id, { target: `${(await uploadLink(sound)).slice(0, -1)}!` })
      : send(sound, id, {
          token: await sound.token({
            scope: operations[id].path.includes('/webhooks') ? 'write.education' : 'read.webhooks',
          }),
        }),
  404: (id) => send(sound, id, { target: operations[id].path.replace(/\{\w+\}/g, () => randomUUID()) }),
  409: async (id) => {
    const token = await sound.token();
    if (id === 'createWebhook') {
      for (let i = 0; i < service.max_webhooks; i++) await createWebhook(sound, token);
      return sound.call('POST', operations[id].path, { token, body: example('WebhookMinimal') });
    }
    if (id === 'decideSubmission' || id === 'decideVerificationRequest') {
      const { target, ...once } = await soundRequest(sound, id);
      await sound.call('POST', target, once);
      return sound.call('POST', target, once);
    }
    const { body } = await soundRequest(sound, id);
    const taken = randomUUID();
    const other = id === 'addRightToWork' ? 'addMicrocredential' : 'addRightToWork';
    const otherBody = example(other === 'addRightToWork' ? 'RightToWorkAustralia' : 'MicrocredentialPdf');
    await sound.call('POST', operations[other].path, { token, body: { ...otherBody, id: taken } });
    const reused = id === 'addCredentialBatch' ? { credential_id: taken } : { id: taken };
    return send(sound, id, { token, body: { ...(body as object), ...reused } });
  },
  413: async (id) => {
    const headers = { 'Content-Type': operations[id].requestTypes[0] ?? '' };
    return send(sound, id, { headers, body: new Uint8Array(operations[id].bodyLimit + 1).fill(32) });
  },
  415: (id) => send(sound, id, { body: 'x', headers: { 'Content-Type': 'text/plain' } }),
  422: (id) => {
    if (id === 'uploadAsset') return send(sound, id, { body: Buffer.from('not a PDF') });
    if (id === 'listVerificationRequests') return send(sound, id, { target: operations[id].path });
    if (operations[id].requestTypes.length === 0) return sendWithQuery(id, '?limit=0&status=failed');
    return send(sound, id, { body: {} });
  },
  429: async (id) => {
    const { target, ...options } = await soundRequest(sound, id);
    const own = { ...options, ...('token' in options && { token: limitedToken }) };
    // One more than two seconds allow, the token endpoint included: another second may begin meanwhile.
    const requests = Array.from({ length: 2 * service.rate_limits.token.burst + 1 }, () =>
      limited.call(operations[id].method, id === 'uploadAsset' ? limitedLink : target, own),
    );
    const answers = await Promise.all(requests);
    return answers.find(({ status }) => status === 429) ?? (answers[0] as Answer);
  },
  500: async (id) => {
    isBroken = false;
    const { target, ...options } = await soundRequest(broken, id);
    isBroken = true;
    return broken.call(operations[id].method, target, options).finally(() => {
      isBroken = false;
    });
  },
  503: async (id) => {
    const { target, ...options } = cutOffRequests.get(id) ?? (await soundRequest(sound, id));
    return cutOff.call(operations[id].method, target, options);
  },
};

/** Taken while the limit still had room. */
let limitedToken: string;
let limitedLink: string;

beforeAll(async () => {
  limitedLink = await uploadLink(limited);
  limitedToken = await limited.token();
});

/** Made while the service's database was still there. */
const cutOffRequests = new Map<OperationId, { target: string } & CallOptions>();

beforeAll(async () => {
  for (const id of Object.keys(operations) as OperationId[]) cutOffRequests.set(id, await soundRequest(cutOff, id));
  await cutOff.services.store.close();
  // Partners and keys that were looked up are remembered for half a minute.
  cutOff.clock.advance(seconds(31));
});

const codes: Record<string, string[]> = {};
for (const [code, { status }] of Object.entries(problems)) codes[status] = [...(codes[status] ?? []), code];

/** The words of the examples of an answer, and of an answer, without what differs from one operation to the next. */
const wordsOf = (text: string) =>
  text
    .replace(/\d+/g, '#')
    .replace(/(read|write)\.\w+/g, 'a.scope')
    .replace(/(\w+\/[\w-]+)( or \w+\/[\w-]+)*/g, 'a/type');

function documentedWords(id: OperationId, status: string): string[] {
  const response = contract.paths[operations[id].path][operations[id].method.toLowerCase()].responses[status];
  const { content } =
    response.$ref === undefined ? response : contract.components.responses[response.$ref.split('/').at(-1)];
  const { examples } = Object.values<{ examples: object }>(content)[0] ?? { examples: {} };
  return Object.keys(examples).map((name) => wordsOf(example(name).detail ?? example(name).error_description));
}

describe.each(Object.keys(operations) as OperationId[])('%s', (id) => {
  test.each(Object.keys(operations[id].responses))('answers %s as documented', async (status) => {
    const provoke = provocations[status];
    expect(provoke, `no test knows how to get ${status}`).toBeDefined();
    const answer = await provoke?.(id);
    expect(answer?.status, JSON.stringify(answer?.body)).toBe(Number(status));
    if (answer?.headers.get('content-type') === 'application/problem+json') {
      expect(codes[status]).toContain(answer.body.code);
      expect(answer.body).toMatchObject({
        status: Number(status),
        request_id: answer.headers.get('x-request-id'),
      });
      expect(answer.body.type).toBe(`http://api.test/problems/${answer.body.code}`);
    }
    // What the examples of a refusal say is what the server says. Violations have words of their own.
    if (Number(status) >= 400 && status !== '422') {
      const words = wordsOf(answer?.body.detail ?? answer?.body.error_description);
      expect(documentedWords(id, status)).toContain(words);
    }
  });
});
