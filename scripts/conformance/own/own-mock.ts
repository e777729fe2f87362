import { scopes } from '../../../generated/operations.ts';
import { startMock } from '../../../mock/create-mock.ts';
import { indexContract } from '../contract/contract-index.ts';
import type { StartedTarget } from '../types.ts';
import { contract } from './own-contract.ts';
import { newPartner } from './own-server.ts';

/** Starts the bundled mock on a free port, with a new partner. */
export async function startOwnMock(name: string): Promise<StartedTarget> {
  const partner = newPartner('conformance');
  const registeredDomains = indexContract(contract).hostsInExamples();
  const mock = await startMock({
    port: 0,
    host: '127.0.0.1',
    partners: [{ clientId: partner.clientId, secret: partner.clientSecret, name, scopes, domains: registeredDomains }],
  });
  return {
    target: { name, baseUrl: mock.url, isOwn: true, ...partner, registeredDomains },
    stop: () => mock.stop(),
  };
}
