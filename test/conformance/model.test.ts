import { expect, onTestFinished, test } from 'vitest';
import { contract } from '../../scripts/bundled-targets/contract.ts';
import { startServerTarget } from '../../scripts/bundled-targets/targets.ts';
import { checkTarget } from '../../scripts/conformance/check-target.ts';

// These servers violate relations of the contract (`x-resource`). The tests check what the kit reports.

type Change = NonNullable<Parameters<typeof startServerTarget>[1]>;

async function findingsFor(change: Change): Promise<string[]> {
  const { target, stop } = await startServerTarget('faulty', change);
  onTestFinished(stop);
  const { findings } = await checkTarget(target, {
    contract,
    seed: 1,
    cases: 50,
    concurrency: 8,
    maxRequests: 20_000,
    maxSeconds: 60,
    only: ['relations'],
  });
  return findings.flatMap(({ operation, mismatches }) => mismatches.map((each) => `${operation}: ${each}`));
}

const isWebhooks = ({ method, url }: Request, wanted: string) =>
  method === wanted && new URL(url).pathname.endsWith('/webhooks');

/** Returns the response with a changed body. */
const withBody = async (response: Response, change: (body: Record<string, unknown>) => object): Promise<Response> =>
  Response.json(change((await response.json()) as Record<string, unknown>), response);

test('a finding about the creation of a resource does not hide a fault in its list', async () => {
  const found = await findingsFor((fetch) => async (request, env) => {
    const [isCreate, isList] = [isWebhooks(request, 'POST'), isWebhooks(request, 'GET')];
    const response = await fetch(request, env);
    if (isCreate && response.status === 201)
      return withBody(response, (body) => ({ ...body, created_at: '2020-01-01T00:00:00.000000Z' }));
    if (isList && response.status === 200)
      return withBody(response, ({ webhooks }) => ({ webhooks: (webhooks as object[]).toReversed() }));
    return response;
  });
  expect(found).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^createWebhook: `created_at` is \d+ min too early\.$/),
      'listWebhooks: The list must be sorted oldest first.',
    ]),
  );
}, 60_000);

test.each([
  ['PUT', 'replaceWebhook', '`url` must be the stored value, but is not.'],
  ['DELETE', 'deleteWebhook', 'The response must be 200, but is 404 not_found.'],
])(
  'the kit finds a rejected %s request that affects the resource of another partner',
  async (method, operation, mismatch) => {
    /** Authorization headers of the partners that created the webhooks, by path. */
    const owners = new Map<string, string>();
    const found = await findingsFor((fetch) => async (request, env) => {
      const { pathname } = new URL(request.url);
      const authorization = request.headers.get('authorization') ?? '';
      const isCreate = isWebhooks(request, 'POST');
      const isWanted = request.method === method && !isWebhooks(request, method);
      const response = await fetch(request, env);
      if (isCreate && response.status === 201) {
        const { id } = (await response.clone().json()) as { id: string };
        owners.set(`${pathname}/${id}`, authorization);
      }
      const owner = owners.get(pathname);
      if (isWanted && response.status === 404 && owner !== undefined) {
        const headers = { authorization: owner, 'content-type': 'application/json' };
        const body = method === 'PUT' ? JSON.stringify({ url: 'https://changed.example/' }) : null;
        owners.delete(pathname);
        await globalThis.fetch(request.url, { method, headers, body });
      }
      return response;
    });
    expect(found).toContain(`${operation}: After this request was rejected, getWebhook: ${mismatch}`);
  },
  60_000,
);

test('the kit finds a shared identity whose source is not the first accepted source', async () => {
  type Result = { results: { digital_identity?: { source: object } }[] };
  const found = await findingsFor((fetch) => async (request, env) => {
    const response = await fetch(request, env);
    if (!request.url.endsWith('/decision') || response.status !== 200) return response;
    return withBody(response, (body) => {
      const [result] = (body as Partial<Result>).results ?? [];
      if (result?.digital_identity) Object.assign(result.digital_identity.source, { client_id: 'another-university' });
      return body;
    });
  });
  const mismatch = '`results.0.digital_identity.source.client_id` must be the stored value, but is not.';
  expect(found).toContain(`decideVerificationRequest: ${mismatch}`);
}, 60_000);
