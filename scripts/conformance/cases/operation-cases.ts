import { JSON_TYPE } from '../../contract/bodies.ts';
import { type Json, memberOf } from '../../contract/json.ts';
import { relationFor, relationsOf } from '../../contract/relations.ts';
import {
  type ContractIndex,
  conventionsOf,
  isConditional,
  isSigned,
  namingLink,
  simpleReads,
} from '../index/contract-index.ts';
import { missingResourceResponse } from '../index/refusals.ts';
import type { OperationId } from '../kit-types.ts';
import type { Session } from '../target/target-session.ts';
import { CANARY, validJson } from '../target/valid-bodies.ts';
import { bodyCases } from './body-cases.ts';
import { credentialCases } from './credential-cases.ts';
import { type CaseDefinition, type PlannedCase, status } from './planned-case.ts';

export function operationCases(contract: ContractIndex, operation: OperationId, isStateless = false): PlannedCase[] {
  const isOnDemand = isStateless && contract.problems !== undefined;
  return [bodyCases, credentialCases, addressCases, canaryCases, ...(isOnDemand ? [onDemandCases] : [])]
    .flatMap((create) => create(contract, operation))
    .map((each) => ({ ...each, name: `${operation}: ${each.name}`, operation, covers: [] }));
}

function addressCases(contract: ContractIndex, operation: OperationId): CaseDefinition[] {
  const conventions = conventionsOf(contract);
  const lists = contract.parametersOf(operation).filter((one) => one.in === 'query' && one.schema.type === 'array');
  const otherNames = ['', '[0]', '[x]'].flatMap((end) => lists.map(({ name }) => name.replace(/(\[\])?$/, end)));
  const [mediaType = ''] = contract.shapeOf(operation).requestTypes;
  return [
    ...preconditions(contract, operation),
    ...(conventions.undecodable_paths === undefined ? [] : undecodablePaths(contract, operation)),
    ...(conventions.accept === undefined ? [] : ['application/xml', 'text/html, */*;q=0']).map((value) =>
      status(`an Accept header with ${value}`, { headers: { accept: value } }),
    ),
    ...[
      ...(conventions.unknown_query_parameters === undefined || isSigned(contract, operation)
        ? []
        : ['unknown_parameter']),
      ...(conventions.other_list_notations === undefined ? [] : otherNames),
    ].map((name) =>
      status(`the query parameter ${name}`, async ({ resources }) => {
        const { query } = await resources.placeFor(operation, mediaType);
        return { query: [...query, [name, 'x']] };
      }),
    ),
  ];
}

function undecodablePaths(contract: ContractIndex, operation: OperationId): CaseDefinition[] {
  const link = namingLink(contract, operation, 'id');
  if (link === undefined) return [];
  const request: CaseDefinition['request'] = async (session) => {
    const id = `${session.fresh()}%ZZ`;
    await session.succeed(link.from, { body: { json: { ...validJson(session, link.from), [link.property]: id } } });
    return { path: { id }, isPathRaw: true };
  };
  const expects = missingResourceResponse(contract, operation);
  return [status('a path with invalid percent-encoding', request, { expects })];
}

/** Returns cases that make a change conditional on the version of a resource (RFC 9110, section 13.1.1). */
function preconditions(contract: ContractIndex, operation: OperationId): CaseDefinition[] {
  const relations = relationsOf(contract.document);
  const resource = relations.find((each) => each.operation === operation)?.resource.name;
  const reading = relationFor('reads', resource, relations)?.operation;
  const replacing = relationFor('replaces', resource, relations)?.operation;
  const [[, problem] = []] = contract.answerExamples(operation, '412');
  if (!isConditional(contract, operation) || problem === undefined || reading === undefined || replacing === undefined)
    return [];

  const ifMatch = (name: string, tagOf: (current: string) => string, isMet: boolean, isReplaced = false) => {
    const request: CaseDefinition['request'] = async (session) => {
      const { path } = await session.resources.placeFor(operation, '');
      const read = await session.succeed(reading, { path });
      const after = [read, ...(isReplaced ? [await session.succeed(replacing, { path })] : [])];
      return { path, headers: { 'if-match': tagOf(read.answer.headers.get('etag') ?? '') }, after };
    };
    const expects = { status: 412, code: String(memberOf(problem, 'code')) };
    return status(`If-Match with ${name}`, request, { needsState: true, ...(!isMet && { expects }) });
  };
  return [
    ifMatch('the current version', (current) => current, true),
    ifMatch('any version', () => '*', true),
    ifMatch('a list of versions', (current) => `"none", ${current}`, true),
    ifMatch('a weak tag', (current) => `W/${current}`, false),
    ifMatch('the version before a replacement', (current) => current, false, true),
  ];
}

function canaryCases(contract: ContractIndex, operation: OperationId): CaseDefinition[] {
  if (conventionsOf(contract).values_in_problems !== 'never' || isSigned(contract, operation)) return [];
  const inQuery = contract
    .parametersOf(operation)
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => status(`a canary in ${name}`, { query: [[name, `${CANARY}\n`]] }));
  if (contract.bodyTypeOf(operation) !== JSON_TYPE) return inQuery;
  // The line break makes every string invalid.
  const withCanaries = (_: string, value: Json) => (typeof value === 'string' ? `${CANARY}\n` : value);
  const inBody = status('a canary in every string property', (session) => ({
    body: { json: JSON.parse(JSON.stringify(validJson(session, operation)), withCanaries) },
  }));
  return [...inQuery, inBody];
}

/** Returns whether the target returns the response that `Prefer` (RFC 7240) requests. Such a target is stateless. */
export async function takesPreferences(session: Session): Promise<boolean> {
  const { answerOf, proofOf } = session.contract;
  const read = simpleReads(session.contract).find(
    (id) => answerOf(id, 500) !== undefined && proofOf(id)?.by !== 'token',
  );
  if (read === undefined) return false;
  const statusFor = async (headers: Record<string, string>) => {
    const { wire } = await session.prepare(read, { headers });
    const answer = await session.wire.send(wire).catch(() => null);
    return answer?.status ?? Number.NaN;
  };
  return (await statusFor({ prefer: 'code=500' })) === 500 && (await statusFor({})) < 300;
}

function onDemandCases({ answerExamples, statusesOf }: ContractIndex, operation: OperationId): CaseDefinition[] {
  return statusesOf(operation).flatMap((documented) => {
    const code = `code=${documented}`;
    const named = answerExamples(operation, documented).map(([name]) => `${code}, example=${name}`);
    const more = { expects: { status: Number(documented) } };
    return [code, ...named].map((prefer) => status(`${prefer} on demand`, { headers: { prefer } }, more));
  });
}
