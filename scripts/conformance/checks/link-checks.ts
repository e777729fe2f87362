import { mediaTypeOf } from '../../contract/bodies.ts';
import { valuesAt } from '../../contract/json.ts';
import type { ContractIndex } from '../index/contract-index.ts';
import { keywordPlacesOf } from '../index/schema-sites.ts';
import type { Answer, OperationId } from '../kit-types.ts';
import type { Session } from '../target/target-session.ts';
import type { Run } from './kit-check.ts';

/** Follows the links that no other check has followed. Each link must lead to an existing resource. */
export async function checkLinks({ checked, contract, session, recorder }: Run): Promise<void> {
  const { resources } = session;
  for (const link of contract.links) {
    const { from, to } = link;
    if (from === to || !checked.includes(from) || !checked.includes(to) || resources.followed.has(link)) continue;
    const ways = contract.links.filter((each) => each.to === from && each.from !== from);
    await recorder.check('links', to, `links: from ${from} to ${to}`, async () => {
      // Tries several links to the operation `from`, because a response with an empty list has no link to follow.
      for (const way of ways.length === 0 ? [null] : ways) {
        const first = way && (await session.succeed(way.from));
        const made = await session.succeed(from, (way && first && resources.follow(way, first)) ?? {});
        const place = resources.follow(link, made);
        const reached = place && (await session.attempt(to, place));
        for (const each of first === null ? [made] : [first, made]) await resources.settle(each);
        if (reached !== null) return recorder.judged(reached);
      }
      return undefined;
    });
  }
}

const MAX_REDIRECTS = 5;

const servesPages = (contract: ContractIndex, id: OperationId) =>
  contract.statusesOf(id).some((status) => keywordPlacesOf(contract, id, Number(status), 'x-serves').length > 0);

/** Opens the links for browsers in each response. The opened page must have the documented media type. */
export async function checkPages({ checked, contract, session, recorder, isStateless }: Run): Promise<void> {
  if (isStateless) return;
  for (const operation of checked.filter((id) => servesPages(contract, id))) {
    await recorder.check('pages', operation, `${operation}: the link for browsers`, async () => {
      const made = await session.attempt(operation);
      const mismatches: string[] = [];
      for (const { place, value: mediaType } of keywordPlacesOf(contract, operation, made.answer.status, 'x-serves'))
        for (const link of valuesAt(place, made.answer.json)) {
          const opened = await open(new URL(String(link)), mediaType, session);
          const page = opened && `${opened.status} ${mediaTypeOf(opened.headers.get('content-type'))}`;
          if (page !== null && page !== `200 ${mediaType}`)
            mismatches.push(`${place} must link to a page (200 ${mediaType}), but the response is ${page}.`);
        }
      await session.resources.settle(made);
      return { mismatches, exchanges: [made] };
    });
  }
}

/** Opens a link and follows redirects. Resolves to null if the link or a redirect leads to a different host. */
async function open(url: URL, mediaType: string, session: Session, redirects = 0): Promise<Answer | null> {
  if (!session.isOfTarget(url)) return null;
  const target = url.pathname + url.search;
  const answer = await session.wire.send({ method: 'GET', target, headers: { accept: mediaType } });
  const location = answer.headers.get('location');
  const isRedirect = location !== null && answer.status >= 300 && answer.status <= 399 && redirects < MAX_REDIRECTS;
  return isRedirect ? open(new URL(location, url), mediaType, session, redirects + 1) : answer;
}
