import type { MockStart, RunningMock } from '../../../mock/running-mock.ts';
import { packageFiles } from './package-files.ts';
import { requirePeers } from './peers.ts';

export type { MockPartner, MockStart, RunningMock } from '../../../mock/running-mock.ts';
export { PeersMissing } from './peers.ts';

/**
 * Starts the mock of the service, for tests of a client: it refuses what the service refuses, answers the rest as the contract's
 * examples do, and remembers nothing. Rejects with `PeersMissing`, whose message says what to install, or when the address
 * cannot be listened on.
 *
 * @example
 * const mock = await startMock();
 * const client = createPartnerClient({ baseUrl: mock.url, clientId: 'sandbox-partner', clientSecret: 'sandbox-secret' });
 * await unwrap(client.listWebhooks());
 * await mock.stop();
 */
export async function startMock(options: MockStart = {}): Promise<RunningMock> {
  requirePeers('mock');
  const { startMock: start } = await import('../../../mock/create-mock.ts');
  return start({ ...options, files: packageFiles });
}
