import { createGuardedAgent } from '../outbound/guarded-agent.ts';
import { createDownloader, type Downloader, type DownloaderOptions } from './downloader.ts';
import { createFetchDocument } from './fetch-document.ts';

/** The downloader over a client of its own, which `stop` closes. `allowLoopback`: outside production, also from this machine. */
export function createDownloads(
  options: Omit<DownloaderOptions, 'fetchDocument'> & { allowLoopback: boolean },
): Downloader {
  const { allowLoopback, ...parts } = options;
  const agent = createGuardedAgent({ allowLoopback });
  const fetchDocument = createFetchDocument({ agent });
  // Cuts off what has not ended; the downloader does not take that for an answer.
  return createDownloader({ ...parts, fetchDocument, close: () => agent.destroy() });
}
