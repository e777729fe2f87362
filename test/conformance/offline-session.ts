import type { PlannedCase } from '../../scripts/conformance/cases/scenarios/scenario.ts';
import type { ContractIndex } from '../../scripts/conformance/contract/contract-index.ts';
import { Session } from '../../scripts/conformance/target/session.ts';
import type { Wire } from '../../scripts/conformance/target/wire.ts';

/** Opens a session that builds the requests of schema cases without sending them. */
export function offlineSession(contract: ContractIndex, registeredDomains: readonly string[]) {
  const target = { name: 'none', baseUrl: 'http://localhost', clientId: 'a', clientSecret: 'b', registeredDomains };
  const session = new Session(contract, target, {} as Wire, 'a run');
  session.succeed = async () => ({ answer: { headers: new Headers() } }) as never;
  return session;
}

export const requestOf = async ({ request }: PlannedCase, session: Session) =>
  typeof request === 'function' ? request(session) : request;
