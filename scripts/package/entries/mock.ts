import type { MockStart, RunningMock } from '../../../mock/running-mock.ts';
import { packageFiles } from './package-files.ts';

export type { MockPartner, MockRequest, MockStart, RunningMock } from '../../../mock/running-mock.ts';

/**
 * Starts the mock of the service, so that you can test a client. Like the service, the mock rejects invalid requests.
 * It is stateless, and returns the examples in the contract. Rejects if the mock cannot listen on the address.
 *
 * @example
 * const mock = await startMock();
 * const credentials = { clientId: 'sandbox-partner', clientSecret: 'sandbox-secret' };
 * const client = createPartnerClient({ baseUrl: mock.url, ...credentials });
 * await client.listWebhooks();
 * await mock.stop();
 */
export async function startMock(options: MockStart = {}): Promise<RunningMock> {
  const { startMock: start } = await import('../../../mock/create-mock.ts');
  return start({ ...options, files: packageFiles });
}
