import type { OperationId } from '../../../../generated/operations.ts';
import type { ContractIndex } from '../../contract/contract-index.ts';
import type { Session } from '../../target/session.ts';
import { soundJson } from '../../target/sound-bodies.ts';
import type { CaseRequest } from '../../types.ts';
import { type Bare, status } from './situation.ts';

/** What the state stands against, by the codes that the contract has for a 409. */
export function conflictCases({ problemCodes }: ContractIndex, operation: OperationId): Bare[] {
  return problemCodes(operation, '409').map((code) =>
    status(code, (session) => conflicts[code]?.(session, operation) ?? notProvided(code), {
      expects: { status: 409, code },
      needsState: true,
      isAlone: code !== 'id_conflict',
    }),
  );
}

const conflicts: Readonly<Record<string, (session: Session, operation: OperationId) => Promise<CaseRequest>>> = {
  /** The identifier was used for something of another kind. */
  async id_conflict(session, operation) {
    const { identifiersOf, operationIds, problemCodes } = session.contract;
    const [name = ''] = identifiersOf(operation);
    const other = operationIds.find(
      (id) => id !== operation && problemCodes(id, '409').includes('id_conflict'),
    ) as OperationId;
    const [otherName = ''] = identifiersOf(other);
    const taken = session.fresh();
    await session.succeed(other, { body: { json: { ...soundJson(session, other), [otherName]: taken } } });
    return { body: { json: { ...soundJson(session, operation), [name]: taken } } };
  },
  /** As many as there may be are made, and afterwards ended. */
  async too_many_webhooks(session, operation) {
    await session.resources.fill(operation);
    return {};
  },
};

const notProvided = (code: string) => Promise.reject(new TypeError(`How to cause ${code} is not known here`));
