import { once } from 'node:events';
import type { Dispatcher } from 'undici';
import { operations, service } from '../../generated/operations.ts';
import { hostKind } from '../domain/addresses.ts';
import { type AssetType, matchesAssetType } from '../domain/file-type.ts';
import { AddressRefused } from '../outbound/guarded-agent.ts';

/**
 * `error` is the reason of a failed download: a key of `PROBLEMS` in domain/documents.ts, or the status as
 * `status_404`. It reveals neither the owner nor the URL of the document.
 */
export type Fetched = { bytes: Uint8Array } | { error: string };

/** Downloads a file. Does not reject for failures of the server, DNS, or the network. */
export type FetchFile = (url: string) => Promise<Fetched>;

/** Downloads a document, whose bytes must have the format of the type. */
export type FetchDocument = (url: string, type: AssetType) => Promise<Fetched>;

/** Rules for downloads ("How a `document` is downloaded", guide on submissions). */
const rules: {
  schemes: readonly string[];
  /** Time limit from the first DNS query to the last byte, including redirects. */
  timeout_seconds: number;
  redirect_statuses: readonly number[];
  max_redirects: number;
} = service.document_download;
/** Maximum size in bytes, equal to the limit of an upload. */
const MAX_BYTES = operations.uploadAsset.bodyLimit;

/** Creates a function that downloads documents through `agent`. */
export function createFetchDocument(agent: Dispatcher, timeoutMs = rules.timeout_seconds * 1000): FetchDocument {
  const fetchFile = createFetchFile({ agent, timeoutMs, maxBytes: MAX_BYTES });
  return async (url, type) => {
    const fetched = await fetchFile(url);
    return 'error' in fetched || matchesAssetType(fetched.bytes, type) ? fetched : { error: 'wrong_type' };
  };
}

/** Creates a function that downloads through `agent`, which checks all addresses, including those of redirects. */
export function createFetchFile(options: { agent: Dispatcher; timeoutMs: number; maxBytes: number }): FetchFile {
  const { agent, timeoutMs, maxBytes } = options;

  async function follow(url: string, signal: AbortSignal): Promise<Fetched> {
    let target = webUrl(url);
    for (let redirects = 0; redirects <= rules.max_redirects; redirects++) {
      if (target === null) return { error: redirects === 0 ? 'refused_address' : 'redirected_elsewhere' };
      const answer = await get(agent, target, signal, maxBytes);
      if (!('location' in answer)) return answer;
      target = redirectTarget(target, answer.location);
    }
    return { error: 'too_many_redirects' };
  }

  return async (url) => {
    const signal = AbortSignal.timeout(timeoutMs);
    // The signal is not enough, because a request that waits for its connection ignores it.
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
    // Closes the connection: files from one server are rare, and the server would have closed an idle connection.
    reset: true,
    signal,
  });
  // The unread rest of a body ends with its connection; its error does not matter.
  body.on('error', () => {});
  try {
    const { location } = headers;
    if (rules.redirect_statuses.includes(statusCode) && typeof location === 'string') return { location };
    if (statusCode !== 200) return { error: `status_${statusCode}` };
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
  // In production, the agent rejects loopback addresses.
  const isLocal = protocol === 'http:' && hostKind(hostname) === 'loopback';
  return isLocal || rules.schemes.includes(protocol.slice(0, -1)) ? parsed : null;
}

/**
 * Returns the target of a redirect, if it stays on the host that was checked at the submission. A redirect can change
 * from http to https, but not back, so that an encrypted download stays encrypted.
 */
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
