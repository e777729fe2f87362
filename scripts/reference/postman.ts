import { exampleRequest } from '../generate/code-samples.ts';
import { listOperations } from '../generate/contract.ts';
import type { Site } from './page.ts';

/** A Postman collection (format 2.1.0). */
export interface Collection {
  info: { name: string; schema: string; description: string };
  event: { listen: 'test'; script: { exec: string[] } }[];
  variable: Pair[];
  /** Folders of requests. */
  item: { name: string; item: Request[] }[];
}

interface Pair {
  key: string;
  value: string;
}

interface Request {
  name: string;
  request: {
    method: string;
    url: string;
    header: Pair[];
    body: { mode: 'raw'; raw: string } | { mode: 'urlencoded'; urlencoded: Pair[] };
  };
}

const DESCRIPTION =
  'Every operation in the reference, with its first example. Set BASE_URL, CLIENT_ID, and CLIENT_SECRET, and send a request ' +
  'for an access token first. The collection stores the token and the other response values that later requests need, so ' +
  'you can run all requests in order on a new sandbox.';

/** Script that stores the response values that later requests need. */
const KEEP = `
pm.test('the request succeeds', () => pm.response.to.be.success);
const body = pm.response.text() === '' ? {} : pm.response.json();
const keep = (name, value) => value && pm.collectionVariables.set(name, value);
keep('TOKEN', body.access_token);
keep('UPLOAD_URL', body.asset_uploads && body.asset_uploads[0].url);
keep('WEBHOOK_ID', body.secret && body.id);
keep('DELIVERY_ID', body.event && body.id);`;

const pairs = (values: Record<string, string>): Pair[] =>
  Object.entries(values).map(([key, value]) => ({ key, value }));

/** Returns a request of the collection for an operation. */
function requestOf({ contract, titleOf }: Site, id: string): Request {
  const { headers, body = '', form, ...rest } = exampleRequest(contract, id);
  const sent = form
    ? ({ mode: 'urlencoded', urlencoded: pairs(form) } as const)
    : ({ mode: 'raw', raw: body } as const);
  return { name: titleOf(id), request: { ...rest, header: pairs(headers), body: sent } };
}

/** Credentials of the first sandbox partner, whose secret is public. */
export const SANDBOX_CREDENTIALS = { CLIENT_ID: 'sandbox-partner', CLIENT_SECRET: 'sandbox-secret' };

/** Returns a Postman collection whose requests succeed in order. */
export function postmanCollection(site: Site): Collection {
  const { contract, titleOf } = site;
  const operations = listOperations(contract);
  const tags = new Set(operations.map(({ operation }) => operation.tags[0] ?? ''));
  return {
    info: {
      name: contract.info.title,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
      description: DESCRIPTION,
    },
    event: [{ listen: 'test', script: { exec: KEEP.trim().split('\n') } }],
    variable: pairs({ BASE_URL: contract.servers[0]?.url ?? '', ...SANDBOX_CREDENTIALS }),
    item: [...tags].map((tag) => ({
      name: titleOf(tag),
      item: operations
        .filter(({ operation }) => operation.tags[0] === tag)
        // Later requests cannot use a deleted resource.
        .toSorted((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete'))
        .map(({ operation }) => requestOf(site, operation.operationId)),
    })),
  };
}
