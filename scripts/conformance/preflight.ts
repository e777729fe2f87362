import { type Json, memberOf } from '../contract/json.ts';
import { indexContract, simpleReads } from './index/contract-index.ts';
import { withCredentials } from './index/security.ts';
import type { Answer, CheckOptions, Target, WireRequest } from './kit-types.ts';
import { Session } from './target/target-session.ts';
import { LimitReached, NotReady, TargetUnusable, Wire } from './target/wire.ts';

/** Timeouts for one response and for the whole preflight. */
const ANSWER_MS = 2000;
const ALL_MS = 4500;
/** Maximum response time. Local servers need a few milliseconds for a response, and remote servers a few hundred. */
const SLOW_MS = 1000;

/** Measures the response times, and keeps the scopes of the last token. */
class MeasuredWire extends Wire {
  fastestMs = Number.POSITIVE_INFINITY;
  granted: Json;

  override async send(sent: WireRequest): Promise<Answer> {
    const startedAt = performance.now();
    const answer = await super.send(sent);
    this.fastestMs = Math.min(this.fastestMs, performance.now() - startedAt);
    this.granted = memberOf(answer.json, 'scope');
    return answer;
  }
}

/** Checks that a target responds fast and returns tokens with every scope. Rejects with `NotReady` otherwise. */
export async function preflight(target: Target, options: Pick<CheckOptions, 'contract'>): Promise<void> {
  const deadline = Date.now() + ALL_MS;
  const wire = new MeasuredWire(target.baseUrl, { concurrency: 1, maxRequests: 10, deadline, answerMs: ANSWER_MS });
  const contract = indexContract(withCredentials(options.contract, target));
  const partners: Target[] = target.other === undefined ? [target] : [target, { ...target, ...target.other }];
  try {
    const open = simpleReads(contract).find((id) => contract.proofOf(id) === null);
    await wire.send({ method: 'GET', target: open === undefined ? '/' : contract.shapeOf(open).path, headers: {} });
    for (const partner of contract.tokenPath === undefined ? [] : partners) {
      await new Session(contract, partner, wire, 'preflight').token();
      // Without `scope` in the response, all requested scopes are granted (RFC 6749, section 5.1).
      const scopes = typeof wire.granted === 'string' ? wire.granted.split(' ') : contract.scopes;
      const missing = contract.scopes.filter((scope) => !scopes.includes(scope));
      if (missing.length > 0)
        throw new TargetUnusable(`The partner ${partner.clientId} lacks the scope ${missing.join(' ')}.`);
    }
    if (wire.fastestMs > SLOW_MS)
      throw new TargetUnusable(
        `A response takes ${(wire.fastestMs / 1000).toFixed(1)} seconds, which is too long for a run.`,
      );
  } catch (error) {
    throw new NotReady(`${target.baseUrl}: ${reasonOf(error)}`, { cause: error });
  } finally {
    await wire.close();
  }
}

/** Error codes for a target that does not speak HTTP. */
const NOT_HTTP = /^(HPE_|HTTPParserError|EPROTO|UND_ERR_SOCKET|ECONNRESET|ERR_SSL_)/;

function reasonOf(error: unknown): string {
  if (error instanceof TargetUnusable) return error.message;
  if (error instanceof LimitReached) return `${error.message} ended the preflight early.`;
  const { code, message } = error as Error & { code?: string };
  if (code === undefined) throw error;
  return `${NOT_HTTP.test(code) ? 'The target does not speak HTTP' : 'The target does not respond'}: ${code} ${message}.`;
}
