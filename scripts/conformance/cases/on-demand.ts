import type { ContractIndex } from '../contract/contract-index.ts';
import type { Session } from '../target/session.ts';
import type { OperationId } from '../types.ts';
import type { PlannedCase } from './scenarios/scenario.ts';

/** Returns whether the target is stateless: it returns the response that `Prefer` (RFC 7240) requests. */
export async function takesPreferences(session: Session): Promise<boolean> {
  const [open] = session.contract.operationIds.filter(
    (id) => session.contract.shapeOf(id).method === 'GET' && session.contract.proofOf(id) === null,
  );
  if (open === undefined) return false;
  const request = { headers: { prefer: 'code=500' } };
  const { wire } = await session.prepare(open, request);
  const answer = await session.wire.send(wire).catch(() => null);
  return answer?.status === 500 && answer.headers.has('preference-applied');
}

/** Returns cases that use `Prefer` to request every documented response, by status and by example name. */
export function onDemandCases({ answerExamples, statusesOf }: ContractIndex, operation: OperationId): PlannedCase[] {
  return statusesOf(operation).flatMap((status) => {
    const names = answerExamples(operation, status).map(([name]) => name);
    const preferences = [`code=${status}`, ...names.map((name) => `code=${status}, example=${name}`)];
    return preferences.map((prefer) => ({
      name: `${operation}: ${prefer} on demand`,
      check: 'statuses' as const,
      operation,
      request: { headers: { prefer } },
      expects: { status: Number(status) },
      covers: [],
    }));
  });
}
