import fc from 'fast-check';
import { fuzzRequests } from '../cases/fuzz-requests.ts';
import { type ContractIndex, isSigned } from '../contract/contract-index.ts';
import { nothingThere } from '../contract/refusals.ts';
import { credentialFields } from '../contract/token-requests.ts';
import type { Session } from '../target/session.ts';
import type { CaseRequest, CheckOptions, Justified, OperationId } from '../types.ts';
import { inLanes } from './lanes.ts';
import type { Recorder } from './recorder.ts';

/** Cases in a row; the rows of all operations go on side by side. */
const ROW = 250;

/** An operation that takes a body has more to get wrong. */
const WEIGHT_OF_BODY = 5;

/** Sends seeded requests, valid and mutated, and shrinks each one that is answered wrongly. */
export async function fuzz(
  checked: readonly OperationId[],
  session: Session,
  recorder: Recorder,
  { cases, seed, concurrency }: CheckOptions,
): Promise<void> {
  const weights = checked.map((id) =>
    session.contract.operationOf(id).operation.requestBody === undefined ? 1 : WEIGHT_OF_BODY,
  );
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const rows = checked.flatMap((operation, place) => {
    const share = Math.ceil((cases * (weights[place] ?? 0)) / whole);
    // The same whichever operations are checked: a finding can be had again from this one alone.
    const index = session.contract.operationIds.indexOf(operation);
    return Array.from({ length: Math.ceil(share / ROW) }, (_, row) => ({
      operation,
      // Different for every row, so that no two make the same identifiers.
      seed: seed * 1_000_003 + index * 10_007 + row,
      name: `${operation}: fuzz ${seed}.${row}`,
      cases: Math.min(ROW, share - row * ROW),
    }));
  });
  recorder.expect(rows.flatMap((row) => Array.from({ length: row.cases }, () => ({ group: 'fuzz' as const }))));
  await inLanes(rows, { contract: session.contract, concurrency }, (row) => runRow(row, session, recorder));
}

interface Row {
  operation: OperationId;
  seed: number;
  name: string;
  cases: number;
}

async function runRow({ operation, seed, name, cases }: Row, session: Session, recorder: Recorder): Promise<void> {
  const arbitrary = fuzzRequests(session.contract, operation, {
    registeredDomains: session.target.registeredDomains,
    ...(session.contract.givesTokens(operation) && { formFields: credentialFields(session.credentials) }),
  });
  const preparedFor = async (request: CaseRequest) => {
    const prepared = await session.prepare(operation, request);
    return {
      ...prepared,
      sent: {
        ...prepared.sent,
        undecided: [...(prepared.sent.undecided ?? []), ...undecidedOf(session.contract, operation, request)],
      },
    };
  };
  let sent = 0;
  let hasFailed = false;
  const asked = async (request: CaseRequest) => {
    const prepared = await preparedFor(request);
    const answer = await session.wire.send(prepared.wire);
    if (answer.status < 300) await session.resources.settle({ sent: prepared.sent, answer });
    const planned = { name: `${name}.${sent}`, group: 'fuzz' as const, operation, covers: [] };
    sent++;
    // While a failure is made smaller, its like are not counted: the smallest is noted at the end.
    if (hasFailed) return recorder.isRight(prepared, answer);
    hasFailed = !recorder.note(planned, prepared, answer, true);
    return !hasFailed;
  };
  await recorder.guarded('fuzz', operation, name, async (toSend) => {
    const { failed, counterexample } = await fc.check(fc.asyncProperty(arbitrary, asked), {
      seed,
      numRuns: cases,
    });
    if (!failed || counterexample === null) return;
    const prepared = toSend(await preparedFor(counterexample[0]));
    const answer = await session.wire.send(prepared.wire);
    recorder.note({ name: `${name}, made smaller`, group: 'fuzz', operation, covers: [] }, prepared, answer);
  });
}

/** A made-up address may be that of nothing, and a made-up identifier that of something else. */
function undecidedOf(contract: ContractIndex, operation: OperationId, { path, query }: CaseRequest): Justified[] {
  const isMadeUp = path !== undefined || (query !== undefined && isSigned(contract, operation));
  const mayBeTaken = contract.problemCodes(operation, '409').includes('id_conflict');
  return [
    ...(isMadeUp ? [nothingThere(contract, operation)] : []),
    ...(mayBeTaken ? [{ status: 409, code: 'id_conflict' }] : []),
  ];
}
