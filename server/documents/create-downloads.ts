import { createGuardedAgent } from '../outbound/guarded-agent.ts';
import { createDownloader, type Downloader, type DownloaderOptions } from './downloader.ts';
import { createFetchDocument } from './fetch-document.ts';

/** Creates the downloader with its own HTTP client, which `stop` closes. `allowLoopback`: outside production. */
export function createDownloads(
  options: Omit<DownloaderOptions, 'fetchDocument'> & { allowLoopback: boolean },
): Downloader {
  const { allowLoopback, ...parts } = options;
  const agent = createGuardedAgent({ allowLoopback });
  const fetchDocument = createFetchDocument({ agent });
  // Aborts downloads in flight, which the downloader then does not record.
  return createDownloader({ ...parts, fetchDocument, close: () => agent.destroy() });
}
