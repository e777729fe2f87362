import type { ContractLink } from '../contract/contract-index.ts';
import type { Session } from '../target/session.ts';
import type { Recorder } from './recorder.ts';

/** Follows each link of the contract that no case needed: what it leads to must be there. */
export async function checkLinks(
  checked: readonly ContractLink['from'][],
  session: Session,
  recorder: Recorder,
): Promise<void> {
  const { resources, contract } = session;
  const { links } = contract;
  for (const link of links) {
    const { from, to } = link;
    if (!checked.includes(from) || !checked.includes(to) || resources.followed().has(link)) continue;
    const name = `${from}: the link to ${to}`;
    await recorder.guarded('statuses', to, name, async () => {
      for (const way of waysTo(from)) {
        const before = way === null ? [] : [await session.succeed(way.from)];
        // There is a next page where there is more than the smallest has room for.
        const [first] = before;
        if (from === to && way && first) before.push(await session.succeed(way.from, { path: first.sent.path }));
        const { path = {}, query = [] } = (way && first && resources.follow(way, first)) ?? {};
        const least = from === to ? smallestOf(from) : [];
        const made = await session.succeed(from, { path, query: [...query, ...least] });
        const place = resources.follow(link, made);
        if (place !== null) {
          const prepared = await session.prepare(to, place);
          const answer = await session.wire.send(prepared.wire);
          recorder.note({ name, group: 'statuses', operation: to, covers: [] }, prepared, answer);
        }
        for (const each of [...before, made]) await resources.settle(each);
        if (place !== null) return;
      }
    });
  }

  /** What leads to the operation: a list is empty after one, and after another it is not. */
  function waysTo(operation: ContractLink['from']): (ContractLink | null)[] {
    const ways = links.filter(({ from, to }) => to === operation && from !== operation);
    return ways.length === 0 ? [null] : ways;
  }

  /** The parameters that say how much is asked for, each with the least. */
  function smallestOf(operation: ContractLink['from']): [string, string][] {
    return contract
      .parametersOf(operation)
      .filter((parameter) => parameter.in === 'query' && parameter.schema['minimum'] !== undefined)
      .map(({ name, schema }) => [name, String(schema['minimum'])]);
  }
}
