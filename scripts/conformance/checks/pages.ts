import { statedOf } from '../contract/stated.ts';
import { valuesAt } from '../json.ts';
import { mediaTypeOf } from '../judge/rules/media-type.ts';
import type { Session } from '../target/session.ts';
import type { Answer, OperationId } from '../types.ts';
import type { Recorder } from './recorder.ts';

const MOST_REDIRECTS = 5;

/** Opens the links that are for a person's browser (`x-serves`), where the target itself is behind them. */
export async function checkPages(checked: readonly OperationId[], session: Session, recorder: Recorder): Promise<void> {
  const { contract, resources, wire } = session;
  const own = [session.serverUrl, session.target.baseUrl].map((url) => new URL(url).origin);
  for (const operation of checked) {
    const status = contract
      .statusesOf(operation)
      .find((each) => statedOf(contract, operation, Number(each), 'x-serves').length > 0);
    if (status === undefined) continue;
    const name = `${operation}: its link in a browser`;
    await recorder.guarded('statuses', operation, name, async () => {
      const prepared = await session.prepare(operation, {});
      const made = { sent: prepared.sent, answer: await wire.send(prepared.wire) };
      const departures: string[] = [];
      let last: Answer = made.answer;
      for (const { place, value: mediaType } of statedOf(contract, operation, made.answer.status, 'x-serves'))
        for (const link of valuesAt(place, made.answer.json)) {
          const opened = await open(String(link), mediaType);
          if (opened === null) continue;
          last = opened;
          const type = mediaTypeOf(opened.headers.get('content-type'));
          if (opened.status !== 200 || type !== mediaType)
            departures.push(`${place} must open a page, 200 ${mediaType}, and opens ${opened.status} ${type}.`);
        }
      if (made.answer.status < 300) await resources.settle(made);
      recorder.told('statuses', { operation, name }, prepared, last, departures);
    });
  }

  /** Null where it leads to another host, which is not the target's to answer for. */
  async function open(link: string, mediaType: string): Promise<Answer | null> {
    let url = new URL(link);
    for (let redirects = 0; own.includes(url.origin); redirects++) {
      const target = url.pathname + url.search;
      const answer = await wire.send({ method: 'GET', target, headers: { accept: mediaType } });
      const location = answer.headers.get('location');
      if (location === null || answer.status < 300 || answer.status > 399 || redirects === MOST_REDIRECTS)
        return answer;
      url = new URL(location, url);
    }
    return null;
  }
}
