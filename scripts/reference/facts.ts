import { type Contract, type LocatedOperation, type Operation, type Response, resolve } from '../contract/openapi.ts';
import { policiesOf } from '../contract/operation-shape.ts';
import { relationsOf } from '../contract/relations.ts';
import { formatFigure } from '../generate/figures.ts';
import { limitText } from '../generate/guide-parts.ts';
import { guidePath, problemPath } from './links.ts';

const problem = (code: string) => `[\`${code}\`](${problemPath(code)})`;
const lastOf = (expression: string) => `\`${expression.split(/[./#]/).at(-1)}\``;

export const responseOf = (contract: Contract, { responses }: Operation, status: string) =>
  responses[status] && resolve<Response>(contract, responses[status]);

function scopeText({ security: [scheme] }: Operation): string {
  if (scheme === undefined) return 'none, and no token';
  if (scheme['oauth2'] === undefined) return 'none: the link contains a signature';
  return scheme['oauth2'].map((scope) => `\`${scope}\``).join(', ') || 'none: any valid token';
}

function rateText(contract: Contract, operation: Operation): string {
  const policies = [...policiesOf(contract, operation).values()];
  return policies.map((policy) => `${policy.counts}: ${limitText(policy)}`).join('; ');
}

function idempotencyText({ method, operation }: LocatedOperation): string {
  const rule = operation['x-idempotent'];
  if (typeof rule === 'object') return `by \`${rule.member}\`: a repeated request returns the first response`;
  return (rule ?? method !== 'post') ? 'yes, you can repeat the request' : 'no, a repeated request has another effect';
}

/** Returns a sentence for each rule that a keyword of an operation states. */
export function factsOf(contract: Contract, located: LocatedOperation): string[] {
  const { operation } = located;
  const relation = relationsOf(contract).find((each) => each.operation === operation.operationId);
  const { name = '' } = relation?.resource ?? {};
  const created = relation?.act === 'creates' ? relation.resource : undefined;
  const secrets = Object.entries(relation?.assigns ?? {}).filter(([, value]) => value === '$secret');
  const initial = Object.entries(created?.initial ?? {}).filter(([, value]) => /^\w/.test(String(value ?? '')));
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
    created?.at_most &&
      `**Maximum**: ${created.at_most.number} for each partner; above this number, the response is 409 ${problem(created.at_most.code)}`,
    secrets.length > 0 && `**Secret**: no later response contains ${secrets.map(([at]) => `\`${at}\``).join(' and ')}`,
    operation.responses['404'] &&
      name &&
      `**Ownership**: if the ${name.replaceAll(/(?!^)([A-Z])/g, ' $1').toLowerCase()} belongs to another partner, the response is 404 ${problem('not_found')}, as if it did not exist`,
    relation?.requestedIds &&
      `**Omitted**: values of ${lastOf(relation.requestedIds)} that do not exist or belong to another partner`,
    relation?.order && `**Order**: ${relation.order}`,
    relation?.page &&
      `**Pages**: ${lastOf(relation.page.size)} is the size; send ${lastOf(relation.page.next)} as ${lastOf(relation.page.cursor)} to get the next page`,
    relation?.repeatConflictCode && `**Repeated decision**: 409 ${problem(relation.repeatConflictCode)}`,
    operation['x-ended-by'] &&
      `**End of the link**: ${problem('invalid_upload_link')} after the decision on the submission`,
    operation['x-sandbox-only'] && '**Environment**: only a sandbox; elsewhere, the response is 404',
    operation['x-under-development'] && '**Under development**: the operation can still change',
    sunset && `**Deprecated** since ${since}; the service removes the operation on ${sunset}`,
    `**In the client**: \`${operation.operationId}\``,
  ];
  return facts.filter((fact): fact is string => typeof fact === 'string' && fact !== '');
}
