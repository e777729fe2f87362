import { headersOf, sampleCall } from './code-samples.ts';
import { groupsOf, type Site } from './page.ts';

const KEEP = `
pm.test('the request succeeds', () => pm.response.to.be.success);
const body = pm.response.text() === '' ? {} : pm.response.json();
const keep = (name, value) => value && pm.collectionVariables.set(name, value);
keep('TOKEN', body.access_token);
keep('UPLOAD_URL', body.asset_uploads && body.asset_uploads[0].url);
keep('WEBHOOK_ID', body.secret && body.id);
keep('WEBHOOK_ETAG', pm.response.headers.get('ETag'));
keep('DELIVERY_ID', body.event && body.id);`;

const pairs = (values: Record<string, string>) => Object.entries(values).map(([key, value]) => ({ key, value }));

function requestOf({ contract, titleOf }: Site, id: string) {
  const call = sampleCall(contract, id);
  const { method, url, json, form, file } = call;
  const header = pairs(headersOf(call));
  const raw = json === undefined ? file : JSON.stringify(json, null, 2);
  const body = form ? { mode: 'urlencoded', urlencoded: pairs(form) } : { mode: 'raw', raw };
  return { name: titleOf(id), request: { method, url, header, body } };
}

/** Credentials of the first sandbox partner, whose secret is public. */
export const SANDBOX_CREDENTIALS = { CLIENT_ID: 'sandbox-partner', CLIENT_SECRET: 'sandbox-secret' };

/** Returns a Postman collection (format 2.1.0) whose requests succeed in order. */
export function postmanCollection(site: Site) {
  const { contract } = site;
  return {
    info: {
      name: contract.info.title,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
      description: contract.info.summary,
    },
    event: [{ listen: 'test', script: { exec: KEEP.trim().split('\n') } }],
    variable: pairs({ BASE_URL: contract.servers[0]?.url ?? '', ...SANDBOX_CREDENTIALS }),
    item: groupsOf(site).map(([name, operations]) => {
      const requests = operations.map(({ operationId }) => requestOf(site, operationId));
      // Deletions come last, because other requests cannot use a deleted resource.
      const isDeletion = ({ request }: (typeof requests)[number]) => Number(request.method === 'DELETE');
      return { name, item: requests.toSorted((a, b) => isDeletion(a) - isDeletion(b)) };
    }),
  };
}
