import { isDeepStrictEqual } from 'node:util';
import { type OperationId, operations } from '../../../generated/operations.ts';
import { memberOf } from '../json.ts';
import type { Session } from '../target/session.ts';
import { withFreshIds } from '../target/sound-bodies.ts';
import type { Answer } from '../types.ts';
import type { Recorder } from './recorder.ts';

const REPLAYED = 'idempotent-replayed';

/**
 * A request that the contract calls idempotent by a member gets the first answer again, and says so (`x-idempotent`).
 */
export async function checkReplays(
  checked: readonly OperationId[],
  session: Session,
  recorder: Recorder,
): Promise<void> {
  for (const operation of checked) {
    const { idempotent } = operations[operation];
    if (typeof idempotent !== 'object') continue;
    const { member } = idempotent;
    const [, body] =
      session.contract
        .bodyExamples(operation, 'application/json')
        .find(([, value]) => memberOf(value, member) !== undefined) ?? [];
    const name = `${operation}: the same ${member} again`;
    await recorder.guarded('statuses', operation, name, async () => {
      const request = { body: { json: withFreshIds(session, operation, body) } };
      const first = await session.succeed(operation, request);
      const prepared = await session.prepare(operation, request);
      const answer = await session.wire.send(prepared.wire);
      const departures = replayDepartures(first.answer, answer);
      recorder.note({ name, group: 'statuses', operation, covers: [] }, prepared, answer, departures);
    });
  }
}

function replayDepartures(first: Answer, second: Answer): string[] {
  return [
    ...(first.headers.has(REPLAYED) ? ['The first answer says that it is a repeated one.'] : []),
    ...(second.headers.get(REPLAYED) === 'true' ? [] : ['The second answer does not say Idempotent-Replayed: true.']),
    ...(isDeepStrictEqual(first.json, second.json) ? [] : ['The second answer is not the same as the first.']),
  ];
}
