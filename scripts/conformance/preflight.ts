import { type ContractIndex, indexContract } from './contract/contract-index.ts';
import { memberOf } from './json.ts';
import { openSession } from './target/session.ts';
import { NotReady, TargetUnusable } from './target/target-unusable.ts';
import { EndlessAnswer, LimitReached, openWire, type WireRequest } from './target/wire.ts';
import type { Answer, CheckOptions, Target } from './types.ts';

/** Together less than five seconds. */
const ANSWER_MS = 2000;
const ALL_MS = 4500;

/** A local server takes a few milliseconds, a distant one some hundred; a run is many thousand requests. */
const SLOW_MS = 1000;

/**
 * Whether there is a target to be checked: it answers, in HTTP, at a pace at which a run comes to an end, and gives
 * each partner a token with every scope. Throws `NotReady`.
 */
export async function preflight(target: Target, options: Pick<CheckOptions, 'contract'>): Promise<void> {
  const wire = openWire(target.baseUrl, {
    concurrency: 1,
    maxRequests: 10,
    deadline: Date.now() + ALL_MS,
    answerMs: ANSWER_MS,
  });
  let fastest = Number.POSITIVE_INFINITY;
  const send = async (sent: WireRequest): Promise<Answer> => {
    const startedAt = performance.now();
    const answer = await wire.send(sent);
    fastest = Math.min(fastest, performance.now() - startedAt);
    return answer;
  };
  const contract = indexContract(options.contract);
  const partners: Target[] = target.other === undefined ? [target] : [target, { ...target, ...target.other }];
  try {
    await send({ method: 'GET', target: openAddress(contract), headers: {} });
    for (const partner of contract.tokenPath === undefined ? [] : partners) {
      let granted: unknown;
      const watched = { ...wire, send: async (sent: WireRequest) => noted(await send(sent)) };
      const noted = (answer: Answer) => {
        granted = memberOf(answer.json, 'scope');
        return answer;
      };
      await openSession(contract, partner, watched, 'preflight').token();
      // RFC 6749, section 5.1: without the member, every scope that was asked for is granted.
      const lacking = contract.scopes.filter(
        (scope) => typeof granted === 'string' && !granted.split(' ').includes(scope),
      );
      if (lacking.length > 0)
        throw new TargetUnusable(`The partner ${partner.clientId} lacks the scope ${lacking.join(' ')}.`);
    }
  } catch (error) {
    throw new NotReady(`${target.baseUrl}: ${reasonOf(error)}`, { cause: error });
  } finally {
    await wire.close();
  }
  if (fastest > SLOW_MS)
    throw new NotReady(
      `${target.baseUrl}: An answer takes ${(fastest / 1000).toFixed(1)} seconds, too long for a run.`,
    );
}

/** What anybody may read, else any address. */
function openAddress({ operationIds, proofOf, shapeOf }: ContractIndex): string {
  const shapes = operationIds.filter((id) => proofOf(id) === null).map(shapeOf);
  return shapes.find(({ method, path }) => method === 'GET' && !path.includes('{'))?.path ?? '/';
}

/** Of TLS too: what answers there speaks something else. */
const NOT_HTTP = /^(HPE_|HTTPParserError|EPROTO|UND_ERR_SOCKET|ECONNRESET|ERR_SSL_)/;

function reasonOf(error: unknown): string {
  if (error instanceof TargetUnusable) return error.message;
  if (error instanceof LimitReached) return `${error.message} ended this before it began.`;
  if (error instanceof EndlessAnswer) return error.message;
  const { code, message } = error as Error & { code?: string };
  if (code === undefined) throw error;
  return NOT_HTTP.test(code)
    ? `It does not speak HTTP there: ${code} ${message}.`
    : `Nobody answers: ${code} ${message}.`;
}
