import { expect, test } from 'vitest';
import type { ClientHooks } from '../../../server/sdk/client/client.ts';
import { BUSY, clientOf, json, SECRET, startStub } from './stub.ts';

const LIST = json({ webhooks: [] });

/** Returns hooks that record their calls, and the list of recorded calls. */
function recordingHooks() {
  const calls: [string, object][] = [];
  const record = (name: string) => (event: object) => void calls.push([name, event]);
  const names = ['onRequest', 'onResponse', 'onRetry', 'onToken'] as const;
  return { calls, hooks: Object.fromEntries(names.map((name) => [name, record(name)])) as ClientHooks };
}

test('the client calls the hooks for each attempt, response, retry and token, in order', async () => {
  const { calls, hooks } = recordingHooks();
  await clientOf(await startStub([BUSY, LIST]), { hooks }).client.listWebhooks();
  const of = (operation: string, attempt: number) => ({ operation, attempt });
  const completed = { failure: undefined, tookMs: 0 };
  expect(calls).toEqual([
    ['onRequest', of('createTokenV2', 1)],
    ['onResponse', { ...of('createTokenV2', 1), ...completed, status: 200, requestId: null }],
    ['onToken', { endsAt: new Date(Date.UTC(2026, 0, 31, 10, 30)) }],
    ['onRequest', of('listWebhooks', 1)],
    ['onResponse', { ...of('listWebhooks', 1), ...completed, status: 429, requestId: 'req-429' }],
    ['onRetry', { ...of('listWebhooks', 1), pauseMs: 3250 }],
    ['onRequest', of('listWebhooks', 2)],
    ['onResponse', { ...of('listWebhooks', 2), ...completed, status: 200, requestId: null }],
  ]);
  expect(JSON.stringify(calls)).not.toContain(SECRET);
  expect(JSON.stringify(calls)).not.toContain('token-1');
});

test('the client passes the network failure of an upload to the hooks', async () => {
  const { calls, hooks } = recordingHooks();
  const stub = await startStub(['reset']);
  const { client } = clientOf(stub, { hooks, retry: { attempts: 1 } });
  await expect(
    client.uploadAsset({ url: `${stub.url}/secret-link`, asset_type: 'pdf' }, Buffer.from('%PDF')),
  ).rejects.toThrow();
  expect(calls).toMatchObject([
    ['onRequest', { operation: 'uploadAsset' }],
    ['onResponse', { operation: 'uploadAsset', status: undefined, failure: 'network_failure' }],
  ]);
  expect(JSON.stringify(calls)).not.toContain('secret-link');
});

test('a call succeeds when a hook throws', async () => {
  const fail = () => {
    throw new Error('The log is full');
  };
  const hooks = { onRequest: fail, onResponse: fail, onRetry: fail, onToken: fail };
  const { client } = clientOf(await startStub([BUSY, LIST]), { hooks });
  expect((await client.listWebhooks()).data).toEqual({ webhooks: [] });
});
