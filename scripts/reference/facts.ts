import {
  type Contract,
  deliveryRulesOf,
  type LocatedOperation,
  listOperations,
  type Operation,
  type Response,
  resolve,
  type Schema,
} from '../generate/contract.ts';
import { formatFigure } from '../generate/figures.ts';
import { eventsOf, guidePath, problemPath } from './links.ts';

interface Rate {
  per_second: number;
  burst: number;
}

/** A resource in `x-resources`. */
interface Resource {
  identifier: string;
  initial?: Record<string, unknown>;
  conflictCode?: string;
  at_most?: { number: string; code: string };
}

/** The value of `x-resource`. */
interface Relation {
  creates?: string;
  changes?: string;
  order?: string;
  requestedIds?: string;
  page?: { size: string; cursor: string; next: string };
  repeatConflictCode?: string;
  assigns?: Record<string, unknown>;
  emits?: { where?: { event_types?: string } }[];
}

export const relationOf = (operation: Operation): Relation => (operation['x-resource'] ?? {}) as Relation;

/** Returns the name of the resource that an operation creates, reads, lists, replaces, changes, or ends. */
function resourceOf(operation: Operation): string | undefined {
  const relation = (operation['x-resource'] ?? {}) as Record<string, string | undefined>;
  return ['creates', 'reads', 'lists', 'replaces', 'changes', 'ends'].map((verb) => relation[verb]).find(Boolean);
}

const problem = (code: string) => `[\`${code}\`](${problemPath(code)})`;
const lastOf = (expression: string) => `\`${expression.split(/[./#]/).at(-1)}\``;

export const responseOf = (contract: Contract, { responses }: Operation, status: string) =>
  responses[status] && resolve<Response>(contract, responses[status]);

function scopeText({ security: [scheme] }: Operation): string {
  if (scheme === undefined) return 'none, and no token';
  if (scheme['oauth2'] === undefined) return 'none: the link contains a signature';
  return scheme['oauth2'].map((scope) => `\`${scope}\``).join(', ') || 'none: any valid token';
}

function rateText(contract: Contract, operation: Operation): string | undefined {
  const limited = responseOf(contract, operation, '429');
  if (limited === undefined) return undefined;
  const rates = contract['x-service']['rate_limits'] as Record<string, Rate>;
  const { test, redeliver } = deliveryRulesOf(contract)?.['operations'] as Record<string, string>;
  // Only the token endpoint has error responses of its own.
  const name = limited.content?.['application/problem+json'] ? 'partner' : 'token';
  const isOnRequest = [test, redeliver].includes(operation.operationId);
  const { per_second, burst } = rates[isOnRequest ? 'sent_on_request' : name] as Rate;
  return `${per_second} requests per second, bursts of ${burst}`;
}

function idempotencyText({ method, operation }: LocatedOperation): string {
  const rule = operation['x-idempotent'];
  if (typeof rule === 'object') return `by \`${rule.member}\`: a repeated request returns the first response`;
  return (rule ?? method !== 'post') ? 'yes, you can repeat the request' : 'no, a repeated request has another effect';
}

/** Returns the rules that the keywords of an operation state, as one sentence for each rule. */
export function factsOf(contract: Contract, located: LocatedOperation): string[] {
  const { operation } = located;
  const relation = relationOf(operation);
  const name = resourceOf(operation);
  const resource = (contract['x-resources'] as Record<string, Resource>)[name ?? ''];
  const created = relation.creates === undefined ? undefined : resource;
  const secrets = Object.entries(relation.assigns ?? {}).filter(([, value]) => value === '$secret');
  const initial = Object.entries(created?.initial ?? {}).filter(([, value]) => /^\w/.test(String(value ?? '')));
  const most = created?.at_most && contract['x-service'][created.at_most.number.replace('x-service/', '')];
  const limit = operation['x-body-limit'];
  const rate = rateText(contract, operation);
  const { sunset, since } = operation['x-deprecation'] ?? {};
  const facts = [
    `**Scope**: [${scopeText(operation)}](${guidePath(operation.security[0]?.['oauth2'] ? 'Tokens' : (operation.tags[0] ?? ''))})`,
    rate && `**Rate limit**: ${rate}`,
    limit && `**Body limit**: ${formatFigure('x-body-limit', limit)}`,
    `**Idempotent**: ${idempotencyText(located)}`,
    ...initial.map(([at, value]) => `**Initial ${lastOf(at)}**: \`${value}\``),
    created?.conflictCode &&
      `**Conflict**: if another operation has used the same \`${created.identifier}\`, the response is 409 ${problem(created.conflictCode)}`,
    most &&
      `**Maximum**: ${most} for each partner; above this number, the response is 409 ${problem(created.at_most?.code ?? '')}`,
    secrets.length > 0 && `**Secret**: no later response contains ${secrets.map(([at]) => `\`${at}\``).join(' and ')}`,
    operation.responses['404'] &&
      name &&
      `**Ownership**: if the ${name.replaceAll(/(?!^)([A-Z])/g, ' $1').toLowerCase()} belongs to another partner, the response is 404 ${problem('not_found')}, as if it did not exist`,
    relation.requestedIds &&
      `**Omitted**: values of ${lastOf(relation.requestedIds)} that do not exist or belong to another partner`,
    relation.order && `**Order**: ${relation.order}`,
    relation.page &&
      `**Pages**: ${lastOf(relation.page.size)} is the size; send ${lastOf(relation.page.next)} as ${lastOf(relation.page.cursor)} to get the next page`,
    relation.repeatConflictCode && `**Repeated decision**: 409 ${problem(relation.repeatConflictCode)}`,
    operation['x-ended-by'] &&
      `**End of the link**: ${problem('invalid_upload_link')} after the decision on the submission`,
    operation['x-sandbox-only'] && '**Environment**: only a sandbox; elsewhere, the response is 404',
    operation['x-under-development'] && '**Under development**: the operation can still change',
    sunset && `**Deprecated** since ${since}; the service removes the operation on ${sunset}`,
    `**In the client**: \`${operation.operationId}\``,
  ];
  return facts.filter((fact): fact is string => typeof fact === 'string' && fact !== '');
}

/** Returns the value of `type` in the body of an event. */
function typeOfEvent(contract: Contract, { requestBody }: Operation): unknown {
  const [content] = Object.values(requestBody?.content ?? {});
  const { properties = {} } = resolve<Schema>(contract, content?.schema ?? {});
  return resolve<Schema>(contract, properties['type'] ?? {})['const'];
}

/** Returns the events that the service sends after it creates or changes the resource of an operation. */
export function eventsAfter(contract: Contract, operation: Operation): Operation[] {
  const { creates, changes } = relationOf(operation);
  const name = creates ?? changes;
  const emits = listOperations(contract)
    .map((located) => relationOf(located.operation))
    .flatMap((relation) => (relation.changes === name && name !== undefined ? (relation.emits ?? []) : []));
  const types = new Set<unknown>(emits.map(({ where }) => where?.event_types));
  return eventsOf(contract).filter((event) => types.has(typeOfEvent(contract, event)));
}
