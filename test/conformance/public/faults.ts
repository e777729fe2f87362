import { type Answered, type Handle, startProxy } from '../proxy.ts';
import type { PublicServer } from './servers.ts';

const withBody = (answer: Answered, change: (value: unknown) => unknown): Answered => {
  if (answer.status > 299 || answer.body.length === 0 || !String(answer.headers['content-type']).includes('json'))
    return answer;
  return { ...answer, body: Buffer.from(JSON.stringify(change(JSON.parse(String(answer.body))))) };
};

/** Changes an object, or the first object in an array. */
const inFirst = (value: unknown, change: (object: Record<string, unknown>) => object): unknown => {
  if (Array.isArray(value)) return value.map((each, index) => (index === 0 ? inFirst(each, change) : each));
  return typeof value === 'object' && value !== null ? change(value as Record<string, unknown>) : value;
};

const isItem = (url: string) => /\/([0-9]+|[0-9a-f-]{36})$/.test(new URL(url, 'http://server').pathname);

/** Returns the headers that authenticate requests, with names in lower case, as in the forwarded requests. */
export const credentialsOf = ({ headers }: PublicServer): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const faultsOf = (server: PublicServer): Readonly<Record<string, Handle>> => {
  const seen = new Map<string, Answered>();
  return {
    'a property of another type': async (asked, send) =>
      withBody(await send(asked), (body) =>
        inFirst(body, (object) => {
          const [name = 'x', value] = Object.entries(object).find(([, one]) => typeof one !== 'object') ?? [];
          return { ...object, [name]: typeof value === 'string' ? 1 : String(value) };
        }),
      ),
    'a missing property': async (asked, send) =>
      withBody(await send(asked), (body) =>
        inFirst(body, (object) =>
          Object.fromEntries(Object.entries(object).filter(([name]) => !['id', 'name'].includes(name))),
        ),
      ),
    'a success response that is not JSON': async (asked, send) => {
      const answer = await send(asked);
      return answer.status < 300 && answer.body.length > 0 ? { ...answer, body: answer.body.subarray(0, -1) } : answer;
    },
    'another success status': async (asked, send) => {
      const answer = await send(asked);
      return answer.status < 300 && answer.body.length > 0
        ? { ...answer, status: answer.status === 200 ? 202 : 200 }
        : answer;
    },
    'a 500 response to an invalid request': async (asked, send) => {
      const answer = await send(asked);
      return answer.status === 400 || answer.status === 422 ? { ...answer, status: 500 } : answer;
    },
    'requests without credentials are accepted': (asked, send) =>
      send({ ...asked, headers: { ...asked.headers, ...credentialsOf(server) } }),
    'a created resource that cannot be read': async (asked, send) => {
      const missing = { ...asked, url: asked.url.replace(/[0-9]+$/, '2147483646') };
      return send(asked.method === 'GET' && isItem(asked.url) ? missing : asked);
    },
    'a deleted resource that can still be read': async (asked, send) => {
      if (asked.method === 'DELETE') {
        const before = await send({ ...asked, method: 'GET', body: Buffer.alloc(0) });
        if (before.status === 200) seen.set(asked.url, before);
      }
      const answer = await send(asked);
      return asked.method === 'GET' && answer.status === 404 ? (seen.get(asked.url) ?? answer) : answer;
    },
    'an update that is not stored': async (asked, send) => {
      if (asked.method !== 'PUT') return send(asked);
      const before = await send({ ...asked, method: 'GET', body: Buffer.alloc(0) });
      const answer = await send(asked);
      if (answer.status !== 200) return answer;
      // Sends only the properties of the request, because the server can reject properties that only responses have.
      const stored = JSON.parse(before.body.toString());
      const sent = Object.keys(JSON.parse(asked.body.toString()));
      const body = Buffer.from(JSON.stringify(Object.fromEntries(sent.map((name) => [name, stored[name]]))));
      await send({ ...asked, body, headers: { ...asked.headers, 'content-length': String(body.length) } });
      return answer;
    },
  };
};

export const startFaulty = (server: PublicServer, port: number, name: string) =>
  startProxy(port, faultsOf(server)[name] ?? (() => Promise.reject(new RangeError(`There is no fault "${name}"`))));
