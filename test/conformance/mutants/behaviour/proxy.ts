import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { addressPattern } from '../../../../scripts/conformance/index/contract-index.ts';
import type { Target } from '../../../../scripts/conformance/kit-types.ts';
import { memberOf } from '../../../../scripts/contract/json.ts';
import { type Contract, listOperations } from '../../../../scripts/contract/openapi.ts';
import { relationsOf } from '../../../../scripts/contract/relations.ts';
import { type Answered, type Asked, createMemory, jsonOf, type Memory, type Send } from './exchange.ts';

/** Returns the response to a request. Can call `send` any number of times to send requests to the server. */
export type Behaviour = (asked: Asked, send: Send, memory: Memory) => Promise<Answered>;

export interface Proxy {
  baseUrl: string;
  /** Returns a copy of the target with the URL of the proxy. */
  before(server: Target): Target;
  /** Stops the proxy. Resolves to the number of changed requests and responses. */
  stop(): Promise<number>;
}

/** Connection-specific headers (RFC 9110, section 7.6.1), and headers that the proxy sets itself. */
const OF_A_CONNECTION = new Set(['connection', 'host', 'keep-alive', 'transfer-encoding', 'content-length']);

/**
 * Starts a proxy that changes the behaviour of a server. The proxy knows only the contract, so it works with any
 * server. Replaces the server URL in links with the URL of the proxy.
 */
export async function startProxy(contract: Contract, behave: Behaviour): Promise<Proxy> {
  const agent = new Agent({ headersTimeout: 30_000, bodyTimeout: 30_000 });
  const read = readerOf(contract);
  const authorizations = new Map<string, string>();
  const clients = new Map<string, string>();
  const memory = createMemory();
  let origin = '';
  let own = '';
  let altered = 0;

  async function forward(asked: Asked, asClient = asked.clientId): Promise<Answered> {
    const authorization = asClient === asked.clientId ? undefined : authorizations.get(asClient);
    const headers = asked.headers.flatMap((text, i, all) => {
      if (i % 2 === 1) return [];
      return [text, /^authorization$/i.test(text) && authorization ? authorization : (all[i + 1] ?? '')];
    });
    const {
      statusCode,
      headers: given,
      body,
    } = await request(origin + asked.target, {
      method: asked.method as 'GET',
      headers,
      body: asked.isChunked ? Readable.from([asked.body]) : asked.body.length === 0 ? null : asked.body,
      dispatcher: agent,
    });
    const bytes = Buffer.from(await body.arrayBuffer());
    const lead = (text: string) => text.replaceAll(origin, own);
    const isText = /json|text/.test(String(given['content-type']));
    return {
      status: statusCode,
      headers: Object.fromEntries(
        Object.entries(given)
          .filter(([name]) => !OF_A_CONNECTION.has(name))
          .map(([name, value]) => [name, Array.isArray(value) ? value.map(lead) : value && lead(value)]),
      ),
      body: isText ? Buffer.from(lead(bytes.toString())) : bytes,
    };
  }

  const proxy = createServer({ requireHostHeader: false }, async (incoming, outgoing) => {
    try {
      const received = await read(incoming);
      const header = String(incoming.headers.authorization ?? '');
      const asked = { ...received, clientId: clients.get(header.replace(/^Bearer /i, '')) ?? '' };
      if (asked.clientId !== '') authorizations.set(asked.clientId, header);
      let plain: Answered | undefined;
      const answered = await behave(
        asked,
        async (sent, asClient) => {
          const answer = await forward(sent, asClient);
          if (sent === asked && asClient === undefined) plain = answer;
          memory.saw({ ...sent, clientId: asClient ?? sent.clientId }, answer);
          return answer;
        },
        memory,
      );
      const token = memberOf(jsonOf(answered), 'access_token');
      if (typeof token === 'string') clients.set(token, clientIn(asked, header));
      if (answered !== plain && (plain === undefined || !isSame(answered, plain))) altered++;
      outgoing.writeHead(answered.status, { ...answered.headers } as Record<string, string>);
      outgoing.end(incoming.method === 'HEAD' ? undefined : answered.body);
    } catch {
      // Closes the connection, as a stopping server does.
      outgoing.destroy();
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  own = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    baseUrl: own,
    before(server) {
      origin = new URL(server.baseUrl).origin;
      return { ...server, baseUrl: own };
    },
    async stop() {
      proxy.closeAllConnections();
      proxy.close();
      await agent.close();
      return altered;
    },
  };
}

const isSame = (one: Answered, other: Answered) =>
  one.status === other.status &&
  one.body.equals(other.body) &&
  JSON.stringify(one.headers) === JSON.stringify(other.headers);

/** Returns the client ID in a token request (RFC 6749, section 2.3.1). */
function clientIn({ body }: Pick<Asked, 'body'>, authorization: string): string {
  const [, basic] = /^Basic (.*)$/i.exec(authorization) ?? [];
  if (basic !== undefined) return decodeURIComponent(Buffer.from(basic, 'base64').toString().split(':')[0] ?? '');
  return new URLSearchParams(body.toString()).get('client_id') ?? '';
}

function readerOf(contract: Contract): (incoming: IncomingMessage) => Promise<Omit<Asked, 'clientId'>> {
  const relations = new Map(relationsOf(contract).map((relation) => [relation.operation, relation]));
  // A literal path has precedence over a path with a parameter.
  const addresses = listOperations(contract)
    .toSorted((one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')))
    .map(({ method, path, operation: { operationId } }) => ({
      operationId,
      method: method.toUpperCase(),
      template: path,
      names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      pattern: new RegExp(`^${addressPattern(path)}$`),
    }));
  return async (incoming) => {
    const { method = '', url: target = '', rawHeaders } = incoming;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const [pathname = ''] = target.split('?');
    const address = addresses.find((each) => each.method === method && each.pattern.test(pathname));
    const values = address?.pattern.exec(pathname)?.slice(1) ?? [];
    return {
      operation: address?.operationId,
      relation: relations.get(address?.operationId ?? ''),
      method,
      target,
      template: address?.template ?? '',
      path: Object.fromEntries((address?.names ?? []).map((name, i) => [name, decoded(values[i] ?? '')])),
      headers: rawHeaders.flatMap((text, i) => {
        const name = rawHeaders[i - (i % 2)] ?? '';
        return OF_A_CONNECTION.has(name.toLowerCase()) ? [] : [text];
      }),
      body: Buffer.concat(chunks),
      isChunked: incoming.headers['transfer-encoding'] !== undefined,
    };
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
