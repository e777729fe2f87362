import type { OperationId } from '../../generated/operations.ts';
import type { PlannedCase } from '../../scripts/conformance/cases/planned-case.ts';
import { schemaCases } from '../../scripts/conformance/cases/schema-cases.ts';
import type { ContractIndex } from '../../scripts/conformance/index/contract-index.ts';
import { Session } from '../../scripts/conformance/target/target-session.ts';
import type { Wire } from '../../scripts/conformance/target/wire.ts';

/** Builds the requests of schema cases without sending the requests. */
export function offlineSession(contract: ContractIndex, registeredDomains: readonly string[]) {
  const target = { name: 'none', baseUrl: 'http://localhost', clientId: 'a', clientSecret: 'b', registeredDomains };
  const session = new Session(contract, target, {} as Wire);
  session.succeed = async () => ({ answer: { headers: new Headers() } }) as never;
  return session;
}

export const requestOf = async ({ request }: PlannedCase, session: Session) =>
  typeof request === 'function' ? request(session) : request;

export async function bodiesOf(contract: ContractIndex, id: OperationId, registeredDomains: readonly string[]) {
  const session = offlineSession(contract, registeredDomains);
  const cases = await schemaCases(contract, id, registeredDomains, 'all');
  const requests = await Promise.all(cases.map((each) => requestOf(each, session)));
  return requests.flatMap(({ body }): unknown[] => {
    if (body === undefined || 'bytes' in body) return [];
    return ['json' in body ? body.json : Object.fromEntries(body.form)];
  });
}
