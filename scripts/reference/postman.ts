import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { type Contract, listOperations } from '../generate/contract.ts';
import { examplesOf } from './page.ts';

/** Postman's converter, loaded with `require` because the package has no types. */
const { convertV2 } = createRequire(import.meta.url)('openapi-to-postmanv2');
const convert: (input: object, options: object) => Promise<{ reason?: string; output?: { data: Collection }[] }> =
  promisify(convertV2);

interface Item {
  id?: string;
  name: string;
  item?: Item[];
  request?: {
    method: string;
    auth?: object | null;
    url: { path: string[] } | string;
    body?: { urlencoded?: object[] };
  };
  response?: unknown;
}

/** A Postman collection (format 2.1.0). */
interface Collection {
  info: Record<string, unknown>;
  variable: { key: string; value: string }[];
  item: Item[];
}

const DESCRIPTION =
  'Every operation in the reference, with its first example. Set BASE_URL, CLIENT_ID, and CLIENT_SECRET, and send a request ' +
  'for an access token first. The collection stores the token and the other response values that later requests need, so ' +
  'you can run all requests in order. The IDs in requests end with RUN, which changes with each token.';

/** Script that stores the response values that later requests need. */
const KEEP = `
pm.test('the request succeeds', () => pm.response.to.be.success);
const body = pm.response.text() === '' ? {} : pm.response.json();
const keep = (name, value) => value && pm.collectionVariables.set(name, value);
keep('TOKEN', body.access_token);
keep('RUN', body.access_token && Date.now().toString(36));
keep('UPLOAD_URL', body.asset_uploads && body.asset_uploads[0].url);
keep('WEBHOOK_ID', body.secret && body.id);
keep('DELIVERY_ID', body.event && body.id);`;

/** Path parameters whose values come from a response. */
const KEPT: Readonly<Record<string, string>> = { WebhookRef: '{{WEBHOOK_ID}}', DeliveryRef: '{{DELIVERY_ID}}' };

/** Form fields of a token request of the first sandbox partner, whose secret is public. */
export const SANDBOX_FIELDS = {
  grant_type: 'client_credentials',
  client_id: 'sandbox-partner',
  client_secret: 'sandbox-secret',
};

/** Converts the contract to a Postman collection whose requests succeed in order. */
export async function postmanCollection(contract: Contract): Promise<Collection> {
  const input: Contract = structuredClone(contract);
  const tagNames = new Set(listOperations(input).flatMap(({ operation }) => operation.tags));
  input.tags = input.tags.filter(({ name }) => tagNames.has(name));
  for (const [name, parameter] of Object.entries(input.components['parameters'] ?? {}))
    if (name in KEPT) Object.assign(parameter as object, { schema: { type: 'string' }, example: KEPT[name] });
  // Keeps only the first media type. Otherwise, the converter would select JSON for an upload of another type.
  for (const {
    operation: { requestBody },
  } of listOperations(input))
    if (requestBody !== undefined)
      requestBody.content = Object.fromEntries(Object.entries(requestBody.content).slice(0, 1));
  const options = { folderStrategy: 'Tags', parametersResolution: 'Example', enableOptionalParameters: false };
  const { output, reason } = await convert({ type: 'json', data: input }, options);
  const collection = output?.[0]?.data;
  if (collection === undefined) throw new Error(`The contract cannot be converted to a Postman collection: ${reason}`);

  const { _postman_id, ...info } = collection.info;
  const text = JSON.stringify({
    info: { ...info, description: DESCRIPTION },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{TOKEN}}', type: 'string' }] },
    event: [{ listen: 'test', script: { exec: KEEP.trim().split('\n') } }],
    variable: Object.entries({
      BASE_URL: contract.servers[0]?.url,
      CLIENT_ID: SANDBOX_FIELDS.client_id,
      CLIENT_SECRET: SANDBOX_FIELDS.client_secret,
    }).map(([key, value]) => ({ key, value })),
    item: collection.item.map(({ id, item = [], ...folder }) => ({ ...folder, item: inOrder(item).map(runnable) })),
  });
  // IDs in descriptions are in backticks (\x60), and do not change.
  const ids = new RegExp(`(?<![\\w\x60-])(${[...new Set(idsIn(contract))].join('|')})(?![\\w-])`, 'g');
  return JSON.parse(text.replaceAll('{{baseUrl}}', '{{BASE_URL}}').replaceAll(ids, '$1-{{RUN}}'));
}

/** Returns the resource IDs in the first example of each request body. */
function idsIn(contract: Contract): string[] {
  const names = Object.values(contract['x-resources'] as Record<string, { identifier: string }>);
  return listOperations(contract).flatMap(({ operation }) => {
    const [media] = Object.values(operation.requestBody?.content ?? {});
    const { value } = examplesOf(contract, media)[0] ?? {};
    return names.flatMap(({ identifier }) => (value as Record<string, string> | undefined)?.[identifier] ?? []);
  });
}

/** Moves deletions to the end, because later requests cannot use a deleted resource. */
const inOrder = (items: Item[]) =>
  items.toSorted((a, b) => Number(a.request?.method === 'DELETE') - Number(b.request?.method === 'DELETE'));

/** Returns a request that succeeds in the sandbox, without the ID and the sample responses that the converter adds. */
function runnable({ id, response, request, ...item }: Item): Item {
  if (request === undefined) return item;
  const { auth, url, body, ...rest } = request;
  const isUpload = typeof url === 'object' && url.path.includes('assets');
  const inherits = auth !== null && !isUpload;
  const fields = { grant_type: 'client_credentials', client_id: '{{CLIENT_ID}}', client_secret: '{{CLIENT_SECRET}}' };
  const urlencoded = body?.urlencoded && Object.entries(fields).map(([key, value]) => ({ key, value, type: 'text' }));
  return {
    ...item,
    request: {
      ...rest,
      ...(!inherits && { auth: { type: 'noauth' } }),
      url: isUpload ? '{{UPLOAD_URL}}' : url,
      ...(body !== undefined && { body: { ...body, ...(urlencoded && { urlencoded }) } }),
    },
  };
}
