import type { EventEmitter } from 'node:events';
import { type OperationId, operations } from '../generated/operations.ts';
import type { MockRequest } from './running-mock.ts';

const MAX_REQUESTS = 1000;
const MAX_BODY_BYTES = 65_536;

export const LIST_PATH = '/__requests';
export const PREFERENCES_PATH = '/__preferences';

const SECRET_NAMES = ['access_token', 'client_secret'];
const REDACTED = '[Redacted]';

const addresses = (Object.keys(operations) as OperationId[]).map((id) => {
  const { method, path } = operations[id];
  return { id, method, pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`) };
});

/** Records no headers, because headers contain tokens. */
export function createRequestList(isVerbose: boolean) {
  const requests: MockRequest[] = [];
  return {
    list: (): MockRequest[] => [...requests],
    clear: () => void requests.splice(0),
    async record(request: Request, incoming: EventEmitter, respond: () => Response | Promise<Response>) {
      const url = new URL(request.url);
      if (url.pathname === LIST_PATH || url.pathname === PREFERENCES_PATH) return respond();
      const address = addresses.find((each) => each.method === request.method && each.pattern.test(url.pathname));
      const entry: MockRequest = {
        method: request.method,
        path: withoutSecrets(url),
        operation: address?.id ?? null,
        status: null,
        code: null,
        violations: [],
        body: null,
      };
      requests.push(entry);
      if (requests.length > MAX_REQUESTS) requests.shift();
      const chunks: Buffer[] = [];
      const collect = (chunk: Buffer) => void chunks.push(chunk);
      const start = () => void incoming.on('data', collect);
      // Waits until the app starts to read the body, because a `data` listener would start the stream too early.
      if (isJson(request)) incoming.once('resume', start);
      const response = await respond();
      incoming.off('resume', start).off('data', collect);
      Object.assign(entry, await outcomeOf(response));
      const body = Buffer.concat(chunks);
      if (body.length <= MAX_BODY_BYTES) entry.body = parse(body);
      if (isVerbose) process.stdout.write(lineOf(entry));
      return response;
    },
  };
}

function withoutSecrets(url: URL): string {
  for (const name of SECRET_NAMES) if (url.searchParams.has(name)) url.searchParams.set(name, REDACTED);
  return url.pathname + url.search;
}

const isJson = ({ headers }: Request | Response) => headers.get('Content-Type')?.includes('json') === true;

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString(), (name, value) => (SECRET_NAMES.includes(name) ? REDACTED : value));
  } catch {
    return null;
  }
}

async function outcomeOf(response: Response): Promise<Pick<MockRequest, 'status' | 'code' | 'violations'>> {
  const { status } = response;
  const text = status >= 400 && isJson(response) ? await response.clone().text() : '';
  // The response to a HEAD request has no body, and therefore no problem document.
  const problem = text === '' ? {} : JSON.parse(text);
  return { status, code: problem.code ?? problem.error ?? null, violations: problem.errors ?? [] };
}

function lineOf({ method, path, operation, status, code, violations }: MockRequest): string {
  const reasons = violations.map((violation) => `${violation.pointer} ${violation.code}`).join(', ');
  const parts = [method, path, operation, status, code, reasons].filter(Boolean);
  return `${parts.join(' ').replace(/\p{Cc}/gu, ' ')}\n`;
}
