import { createGuardedAgent, type GuardPolicy } from '../outbound/guarded-agent.ts';
import { createDownloader, type Downloader, type DownloaderOptions } from './downloader.ts';
import { createFetchDocument } from './fetch-document.ts';

/** Creates the downloader with its own HTTP client, which `stop` closes and `destinations` bounds. */
export function createDownloads(
  options: Omit<DownloaderOptions, 'fetchDocument'> & { destinations: GuardPolicy },
): Downloader {
  const { destinations, ...parts } = options;
  const agent = createGuardedAgent(destinations);
  const fetchDocument = createFetchDocument({ agent });
  // Aborts downloads in flight, which the downloader then does not record.
  return createDownloader({ ...parts, fetchDocument, close: () => agent.destroy() });
}
