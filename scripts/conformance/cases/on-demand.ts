import { type ContractIndex, simpleReads } from '../index/contract-index.ts';
import type { OperationId } from '../kit-types.ts';
import type { Session } from '../target/target-session.ts';
import { type PlannedCase, status as statusCase } from './planned-case.ts';

/** Returns whether the target returns the response that `Prefer` (RFC 7240) requests. Such a target is stateless. */
export async function takesPreferences(session: Session): Promise<boolean> {
  const { answerOf, proofOf } = session.contract;
  const read = simpleReads(session.contract).find(
    (id) => answerOf(id, 500) !== undefined && proofOf(id)?.by !== 'token',
  );
  if (read === undefined) return false;
  const statusFor = async (headers: Record<string, string>) => {
    const { wire } = await session.prepare(read, { headers });
    const answer = await session.wire.send(wire).catch(() => null);
    return answer?.status ?? Number.NaN;
  };
  return (await statusFor({ prefer: 'code=500' })) === 500 && (await statusFor({})) < 300;
}

/** Returns cases that use `Prefer` to request every documented response, by status and by example name. */
export function onDemandCases({ answerExamples, statusesOf }: ContractIndex, operation: OperationId): PlannedCase[] {
  return statusesOf(operation).flatMap((status) => {
    const names = answerExamples(operation, status).map(([name]) => name);
    const preferences = [`code=${status}`, ...names.map((name) => `code=${status}, example=${name}`)];
    const caseOf = (prefer: string) =>
      statusCase(`${operation}: ${prefer} on demand`, { headers: { prefer } }, { expects: { status: Number(status) } });
    return preferences.map((prefer) => ({ ...caseOf(prefer), operation, covers: [] }));
  });
}
