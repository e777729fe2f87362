import { type Contract, type Header, type LocatedOperation, type Operation, resolve } from '../contract/openapi.ts';
import { policiesOf, problemsOf } from '../contract/operation-shape.ts';
import { relationsOf } from '../contract/relations.ts';
import { formatFigure } from '../generate/figures.ts';
import { limitText } from '../generate/guide-parts.ts';
import { codeSamples, httpMessage, sampleCall } from './code-samples.ts';
import { guidePath, operationPath, problemPath } from './links.ts';
import { blocks, item, linkList, plain } from './markdown.ts';
import { exampleGroup, examplesOf, type Page, type Site, sentences, versionOf } from './page.ts';
import { flatten, property, valueText } from './schema-text.ts';

const lastOf = (expression: string) => `\`${expression.split(/[./#]/).at(-1)}\``;

const responseOf = (contract: Contract, { responses }: Operation, status: string) =>
  responses[status] && resolve(contract, responses[status]);

function scopeText({ security: [scheme] }: Operation): string {
  if (scheme === undefined) return 'none, and no token';
  if (scheme['oauth2'] === undefined) return 'none: the link contains a signature';
  return scheme['oauth2'].map((scope) => `\`${scope}\``).join(', ') || 'none: any valid token';
}

function idempotencyText({ method, operation }: LocatedOperation): string {
  const rule = operation['x-idempotent'];
  if (typeof rule === 'object') return `by \`${rule.member}\``;
  return (rule ?? method !== 'post') ? 'yes' : 'no';
}

function rulesOf(contract: Contract, located: LocatedOperation) {
  const { operation } = located;
  const relation = relationsOf(contract).find((each) => each.operation === operation.operationId);
  const created = relation?.act === 'creates' ? relation.resource : undefined;
  const secrets = Object.entries(relation?.assigns ?? {}).filter(([, value]) => value === '$secret');
  const initial = Object.entries(created?.initial ?? {}).filter(([, value]) => /^\w/.test(String(value ?? '')));
  const { 'x-body-limit': limit, 'x-deprecation': deprecation } = operation;
  const rates = [...policiesOf(contract, operation).values()].map((policy) => `${policy.counts}: ${limitText(policy)}`);
  const facts: unknown[] = [
    `**Scope**: [${scopeText(operation)}](${guidePath(operation.security[0]?.['oauth2'] ? 'Tokens' : (operation.tags[0] ?? ''))})`,
    ...rates.map((rate) => `**Rate limit**: ${rate}`),
    limit && `**Body limit**: ${formatFigure('x-body-limit', limit)}`,
    `**Idempotent**: ${idempotencyText(located)}`,
    ...initial.map(([at, value]) => `**Initial ${lastOf(at)}**: \`${value}\``),
    operation['x-sandbox-only'] && '**Environment**: only a sandbox; elsewhere, the response is 404',
    operation['x-under-development'] && '**Under development**: the operation can still change',
    deprecation &&
      `**Deprecated** since ${deprecation.since}; the service removes the operation on ${deprecation.sunset}`,
  ];
  const rules: unknown[] = [
    secrets.length > 0 && `**Secret**: no later response contains ${secrets.map(([at]) => `\`${at}\``).join(' and ')}`,
    relation?.requestedIds &&
      `**Omitted**: values of ${lastOf(relation.requestedIds)} that do not exist or belong to another partner`,
    relation?.order && `**Order**: ${relation.order}`,
    relation?.page &&
      `**Pages**: ${lastOf(relation.page.size)} is the size; send ${lastOf(relation.page.next)} as ${lastOf(relation.page.cursor)} to get the next page`,
  ];
  const list = (parts: unknown[]) => parts.flatMap((part) => (part ? item(String(part)) : [])).join('\n');
  return { facts: list(facts), rules: list(rules) };
}

export function parameterList(contract: Contract, values: (Header & { name: string })[], anchor: string): string {
  return values
    .map(({ name, required = false, schema, description }) => {
      const flat = flatten(contract, { ...schema, ...(description !== undefined && { description }) });
      return property(contract, { path: name, schema: flat, isRequired: required }, anchor);
    })
    .join('\n');
}

export const section = (title: string, ...parts: (string | false | undefined)[]) =>
  blocks(...parts) && blocks(`## ${title}`, ...parts);

function requestText(contract: Contract, operation: Operation): string {
  const contents = Object.entries(operation.requestBody?.content ?? {});
  const [[, media] = []] = contents;
  if (media?.schema === undefined) return '';
  const types = contents.map(([type, { 'x-asset-type': asset }]) =>
    asset ? `\`${type}\` for \`${asset}\`` : `\`${type}\``,
  );
  const [example] = examplesOf(contract, media);
  return blocks(`Media type: ${types.join(', ')}`, valueText(contract, media.schema, 'body', example?.value));
}

function responseText(contract: Contract, operation: Operation, status: string): string {
  const response = responseOf(contract, operation, status);
  const [media] = Object.values(response?.content ?? {});
  const [example] = examplesOf(contract, media);
  const headers = Object.entries(response?.headers ?? {}).map(([name, header]) => ({
    name,
    ...resolve(contract, header),
  }));
  return section(
    `Response ${status}`,
    response?.description,
    media?.schema && valueText(contract, media.schema, `response-${status}`, example?.value),
    headers.length > 0 && '### Response headers',
    parameterList(contract, headers, `header-${status}`),
  );
}

export function statusByErrorCode(contract: Contract, operation: Operation): Map<string, string> {
  const causes = new Map<string, string>();
  for (const status of Object.keys(operation.responses).filter((each) => !/^[123]/.test(each)))
    for (const media of Object.values(responseOf(contract, operation, status)?.content ?? {}))
      for (const { value } of examplesOf(contract, media)) {
        const { code, error } = value as { code?: string; error?: string };
        causes.set(code ?? error ?? '', status);
      }
  return causes;
}

export const descriptionOf = (schema: { description?: string | undefined } = {}) => schema.description ?? '';

function errorsText(contract: Contract, operation: Operation): string {
  const problems = problemsOf(contract) ?? {};
  // The description of `TokenError` explains the codes that are not problem codes.
  const tokenErrors = descriptionOf(contract.components.schemas['TokenError']?.properties?.['error']);
  const causes = [...statusByErrorCode(contract, operation)].map(([code, status]) => {
    const [text] = problems[code]?.explanation.split('\n\n') ?? [];
    const [, explained = ''] = new RegExp(`\`${code}\`: (.*(?:\n {2}.*)*)`).exec(tokenErrors) ?? [];
    const fix = problems[code] && `[How to fix it](${problemPath(code)})`;
    return item(blocks(`[\`${code}\`](#error.${code}) ${status}`, text ?? explained, fix));
  });
  return causes.join('\n');
}

const nextText = ({ contract, titleOf }: Site, operation: Operation) =>
  Object.values(operation.responses)
    .flatMap((response) => Object.values(resolve(contract, response).links ?? {}))
    .map((link) => resolve(contract, link))
    .map(({ operationId: id, description }) => item(`[${titleOf(id)}](${operationPath(id)}): ${description}`))
    .join('\n');

export function operationPage(site: Site, located: LocatedOperation, allVersions: LocatedOperation[]): Page {
  const { contract, titleOf } = site;
  const { method, path, operation } = located;
  const [lead, rest] = sentences(operation.description);
  const { facts, rules } = rulesOf(contract, located);
  const parameters = (operation.parameters ?? []).map((each) => resolve(contract, each));
  const parametersIn = (place: string) => {
    const found = parameters.filter((parameter) => parameter.in === place);
    return section(`Parameters in the ${place}`, parameterList(contract, found, place));
  };
  const successes = Object.keys(operation.responses).filter((status) => /^[123]/.test(status));
  const [status = ''] = successes;
  const [media] = Object.values(responseOf(contract, operation, status)?.content ?? {});
  const links = allVersions.map((each) => [versionOf(each), operationPath(each.operation.operationId)] as const);
  return {
    path: operationPath(operation.operationId),
    title: titleOf(operation.operationId),
    description: plain(lead),
    tag: operation.tags[0],
    badge: { label: method.toUpperCase(), text: path },
    versions: allVersions.length > 1 ? linkList(links) : '',
    menuPath: links[0]?.[1],
    head: blocks(lead, facts),
    samples: [
      { name: 'language', label: 'Request', samples: codeSamples(contract, operation.operationId) },
      exampleGroup('response', `Response ${status}`, examplesOf(contract, media)),
    ],
    details: blocks(
      rest,
      rules,
      ...['path', 'query', 'header'].map(parametersIn),
      section('Request body', requestText(contract, operation)),
      ...successes.map((each) => responseText(contract, operation, each)),
      section('Errors', errorsText(contract, operation)),
      section('What happens next', nextText(site, operation)),
    ),
    request: httpMessage(sampleCall(contract, operation.operationId)),
  };
}
