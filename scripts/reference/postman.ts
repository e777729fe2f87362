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
  'Every operation in the reference, with its first example. Set BASE_URL, CLIENT_ID, and CLIENT_SECRET. The collection gets ' +
  'access tokens and stores the response values that later requests need, so you can run all requests in order. Each run ' +
  'uses its own IDs, which end with the value of RUN.';

/**
 * Returns the script that runs before each request. It changes RUN before the request named `first`. It requests an
 * access token if there is none, or if the token expires soon.
 */
const prepare = (tokenUrl: string, first: string) => `
if (!pm.collectionVariables.get('RUN') || pm.info.requestName === ${JSON.stringify(first)})
  pm.collectionVariables.set('RUN', Date.now().toString(36));
if (!(Number(pm.collectionVariables.get('TOKEN_ENDS')) > Date.now())) {
  const body = { mode: 'urlencoded', urlencoded: [
    { key: 'grant_type', value: 'client_credentials' },
    { key: 'client_id', value: pm.variables.get('CLIENT_ID') },
    { key: 'client_secret', value: pm.variables.get('CLIENT_SECRET') },
  ] };
  pm.sendRequest({ url: pm.variables.get('BASE_URL') + '${tokenUrl}', method: 'POST', body }, (error, response) => {
    if (error || response.code !== 200) throw new Error('No access token: check BASE_URL, CLIENT_ID and CLIENT_SECRET');
    const { access_token, expires_in } = response.json();
    pm.collectionVariables.set('TOKEN', access_token);
    pm.collectionVariables.set('TOKEN_ENDS', Date.now() + (expires_in - 60) * 1000);
  });
}`;

/** Script that stores the response values that later requests need. */
const KEEP = `
pm.test('the request succeeds', () => pm.response.to.be.success);
const body = pm.response.text() === '' ? {} : pm.response.json();
const keep = (name, value) => value && pm.collectionVariables.set(name, value);
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

/** Returns the path of the token endpoint. */
export const tokenPathOf = ({ components }: Contract): string =>
  (components['securitySchemes']?.['oauth2'] as OAuth2).flows.clientCredentials.tokenUrl;

const FIELDS: Readonly<Record<string, string>> = {
  grant_type: 'client_credentials',
  client_id: '{{CLIENT_ID}}',
  client_secret: '{{CLIENT_SECRET}}',
};

/** Converts the contract to a Postman collection that requests its own access tokens. */
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

  const items = collection.item.map(({ id, item = [], ...folder }) => ({
    ...folder,
    item: inOrder(item).map(runnable),
  }));
  const first = items[0]?.item[0]?.name ?? '';
  const script = (listen: string, code: string) => ({ listen, script: { exec: code.trim().split('\n') } });
  const { _postman_id, ...info } = collection.info;
  const text = JSON.stringify({
    info: { ...info, description: DESCRIPTION },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{TOKEN}}', type: 'string' }] },
    event: [script('prerequest', prepare(tokenPathOf(contract), first)), script('test', KEEP)],
    variable: Object.entries({
      BASE_URL: contract.servers[0]?.url,
      CLIENT_ID: SANDBOX_FIELDS.client_id,
      CLIENT_SECRET: SANDBOX_FIELDS.client_secret,
    }).map(([key, value]) => ({ key, value })),
    item: items,
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

interface OAuth2 {
  flows: { clientCredentials: { tokenUrl: string } };
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
  const fields = body?.urlencoded && Object.entries(FIELDS).map(([key, value]) => ({ key, value, type: 'text' }));
  return {
    ...item,
    request: {
      ...rest,
      ...(!inherits && { auth: { type: 'noauth' } }),
      url: isUpload ? '{{UPLOAD_URL}}' : url,
      ...(body !== undefined && { body: { ...body, ...(fields && { urlencoded: fields }) } }),
    },
  };
}
