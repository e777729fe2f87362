import type { Session } from '../target/session.ts';
import type { OperationId } from '../types.ts';
import type { Recorder } from './recorder.ts';

/** What says the same to HEAD as to GET (RFC 9110, section 9.3.2). */
const SAME = ['content-type', 'cache-control', 'etag', 'location', 'idempotent-replayed'];

/** `HEAD` is answered as `GET` is, without a body; a host and names of headers are the same in capitals. */
export async function checkHead(checked: readonly OperationId[], session: Session, recorder: Recorder): Promise<void> {
  const { contract, wire } = session;
  for (const operation of checked.filter((id) => contract.shapeOf(id).method === 'GET')) {
    const name = `${operation}: HEAD, and capitals`;
    await recorder.guarded('statuses', operation, name, async () => {
      const prepared = await session.prepare(operation, {});
      const answer = await wire.send(prepared.wire);
      const head = await wire.send({ ...prepared.wire, method: 'HEAD' });
      const entries = Object.entries(prepared.wire.headers).map(([header, value]) => [header.toUpperCase(), value]);
      entries.push(['HOST', new URL(session.target.baseUrl).host.toUpperCase()]);
      const inCapitals = await wire.send({ ...prepared.wire, headers: Object.fromEntries(entries) });
      // A service need not have HEAD (RFC 9110, section 9.1), where its contract does not speak of methods.
      const isMissing = contract.problems === undefined && [404, 405, 501].includes(head.status);
      const departures = [
        ...(head.status === answer.status || isMissing
          ? []
          : [`HEAD must be answered ${answer.status} as GET is, and the answer is ${head.status}.`]),
        ...SAME.filter((field) => !isMissing && head.headers.get(field) !== answer.headers.get(field)).map(
          (field) => `${field} of HEAD must be that of GET, ${answer.headers.get(field)}.`,
        ),
        ...(head.text === '' ? [] : ['An answer to HEAD has no body.']),
        ...(inCapitals.status === answer.status
          ? []
          : [`With its host and headers in capitals the answer is ${inCapitals.status}.`]),
      ];
      recorder.told('statuses', { operation, name }, prepared, head, departures);
    });
  }
}
