import type { OperationId } from '../../../generated/operations.ts';
import { resolve } from '../../generate/contract.ts';
import { isObject, type Json } from '../json.ts';
import type { Session } from '../target/session.ts';
import type { CaseRequest } from '../types.ts';
import type { Recorder } from './recorder.ts';

/**
 * A page holds as many entries as its limit parameter says, and the default number without it. Enough entries are
 * made for one page more.
 */
export async function checkPages(checked: readonly OperationId[], session: Session, recorder: Recorder): Promise<void> {
  for (const operation of checked) {
    for (const { name, schema } of session.contract.parametersOf(operation)) {
      const { default: size } = resolve(session.contract.document, schema);
      if (typeof size === 'number') await checkPage(operation, name, size, session, recorder);
    }
  }
}

async function checkPage(
  operation: OperationId,
  parameter: string,
  size: number,
  session: Session,
  recorder: Recorder,
): Promise<void> {
  // What can be done again and again at one place, and leads to the page that it adds an entry to.
  const adding = session.contract.links.find(
    ({ from, to, parameters }) =>
      to === operation &&
      from !== operation &&
      Object.values(parameters).some((each) => each.startsWith('$request.path.')),
  );
  if (adding === undefined) return;
  await recorder.guarded('parameters', operation, `${operation}: entries for a page`, async () => {
    const { path } = await session.resources.placeFor(adding.from, '');
    for (let made = 0; made <= size; made++) await session.succeed(adding.from, { path });
    await ask([], size, path);
    await ask([[parameter, String(size - 1)]], size - 1, path);
  });

  async function ask(query: readonly [string, string][], wanted: number, path: CaseRequest['path'] = {}) {
    const prepared = await session.prepare(operation, { path, query });
    const answer = await session.wire.send(prepared.wire);
    const entries = listIn(answer.json)?.length;
    const departures =
      entries === wanted ? [] : [`The page must have ${wanted} entries, and has ${entries ?? 'no list'}.`];
    const name = `${operation}: a page of ${wanted}`;
    recorder.note({ name, group: 'parameters', operation, covers: [] }, prepared, answer, departures);
  }
}

/** The list in an answer that has one. */
const listIn = (body: Json): Json[] | undefined =>
  isObject(body) ? Object.values(body).find((member) => Array.isArray(member)) : undefined;
