import { once } from 'node:events';
import type { Dispatcher } from 'undici';
import { operations, service } from '../../../generated/operations.ts';
import { hostKind } from '../../domain/address-kind.ts';
import { type AssetType, problemOfFile } from '../../domain/file-type.ts';
import { AddressRefused } from '../../platform/outbound/guarded-agent.ts';

/** `error` is a key of `PROBLEMS` in domain/documents.ts, or a status such as `status_404`. */
export type Fetched = { bytes: Uint8Array } | { error: string };

/** Does not reject for failures of the server, DNS, or the network. */
export type FetchFile = (url: string) => Promise<Fetched>;

export type FetchDocument = (url: string, type: AssetType) => Promise<Fetched>;

const rules = service.document_download;
const SCHEMES: readonly string[] = rules.schemes;
const REDIRECTS: readonly number[] = rules.redirect_statuses;
const MAX_BYTES = operations.uploadAsset.bodyLimit;

export function createFetchDocument(agent: Dispatcher, timeoutMs = rules.timeout_seconds * 1000): FetchDocument {
  const fetchFile = createFetchFile({ agent, timeoutMs, maxBytes: MAX_BYTES });
  return async (url, type) => {
    const fetched = await fetchFile(url);
    const problem = 'error' in fetched ? null : problemOfFile(fetched.bytes, type);
    return problem === null ? fetched : { error: problem.error };
  };
}

/** The `agent` checks all addresses, including those of redirects. */
export function createFetchFile(options: { agent: Dispatcher; timeoutMs: number; maxBytes: number }): FetchFile {
  const { agent, timeoutMs, maxBytes } = options;

  async function follow(url: string, signal: AbortSignal): Promise<Fetched> {
    let target = webUrl(url);
    for (let redirects = 0; redirects <= rules.max_redirects; redirects++) {
      if (target === null) return { error: redirects === 0 ? 'refused_address' : 'redirected_elsewhere' };
      const response = await get(agent, target, signal, maxBytes);
      if (!('location' in response)) return response;
      target = redirectTarget(target, response.location);
    }
    return { error: 'too_many_redirects' };
  }

  return async (url) => {
    const signal = AbortSignal.timeout(timeoutMs);
    // The signal alone is not enough, because requests that wait for a connection ignore the signal.
    const late = once(signal, 'abort').then((): Fetched => ({ error: 'timeout' }));
    try {
      return await Promise.race([follow(url, signal), late]);
    } catch (error) {
      return { error: errorOf(error) };
    }
  };
}

async function get(agent: Dispatcher, url: URL, signal: AbortSignal, maxBytes: number) {
  const { statusCode, headers, body } = await agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: 'GET',
    headers: { 'User-Agent': service.user_agent, Accept: '*/*', 'Accept-Encoding': 'identity' },
    // Closes the connection after the response: an idle connection would time out before the next download.
    reset: true,
    signal,
  });
  // Destroying a body that was not read to its end emits an error, which can be ignored.
  body.on('error', () => {});
  try {
    const { location, 'content-encoding': encoding = 'identity' } = headers;
    if (REDIRECTS.includes(statusCode) && typeof location === 'string') return { location };
    if (statusCode !== 200) return { error: `status_${statusCode}` };
    if (encoding !== 'identity') return { error: 'wrong_type' };
    if (Number(headers['content-length']) > maxBytes) return { error: 'too_large' };
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) return { error: 'too_large' };
      chunks.push(chunk);
    }
    return { bytes: Buffer.concat(chunks) };
  } finally {
    body.destroy();
  }
}

function webUrl(url: string, base?: URL): URL | null {
  if (!URL.canParse(url, base?.href)) return null;
  const parsed = new URL(url, base);
  const { protocol, hostname } = parsed;
  // Permits http on loopback addresses. In production, the agent rejects these addresses.
  const isLocal = protocol === 'http:' && hostKind(hostname) === 'loopback';
  return isLocal || SCHEMES.includes(protocol.slice(0, -1)) ? parsed : null;
}

function redirectTarget(from: URL, location: string): URL | null {
  const to = webUrl(location, from);
  const isDowngrade = from.protocol === 'https:' && to?.protocol !== 'https:';
  return to === null || to.hostname !== from.hostname || isDowngrade ? null : to;
}

function errorOf(error: unknown): string {
  if (error instanceof AddressRefused) return 'refused_address';
  if (error instanceof DOMException) return 'timeout';
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  if (code.endsWith('_TIMEOUT') || code === 'ETIMEDOUT') return 'timeout';
  return syscall.startsWith('query') || code === 'ENOTFOUND' ? 'dns_failure' : 'connection_failed';
}
