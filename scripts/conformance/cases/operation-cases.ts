import { randomUUID } from 'node:crypto';
import { type ContractIndex, conventionsOf, isSigned, namingLink, simpleReads } from '../index/contract-index.ts';
import { missingResourceResponse } from '../index/refusals.ts';
import type { OperationId } from '../kit-types.ts';
import type { Session } from '../target/target-session.ts';
import { bodyCases } from './body-cases.ts';
import { credentialCases } from './credential-cases.ts';
import { type CaseDefinition, type PlannedCase, status } from './planned-case.ts';

export function operationCases(contract: ContractIndex, operation: OperationId, isStateless = false): PlannedCase[] {
  const isOnDemand = isStateless && contract.problems !== undefined;
  return [bodyCases, credentialCases, addressCases, ...(isOnDemand ? [onDemandCases] : [])]
    .flatMap((create) => create(contract, operation))
    .map((each) => ({ ...each, name: `${operation}: ${each.name}`, operation, covers: [] }));
}

function addressCases(contract: ContractIndex, operation: OperationId): CaseDefinition[] {
  const {
    accept,
    other_list_notations: notations,
    undecodable_paths: undecodable,
    unknown_query_parameters: unknown,
  } = conventionsOf(contract);
  const lists = contract.parametersOf(operation).filter((one) => one.in === 'query' && one.schema.type === 'array');
  const otherNames = ['', '[0]', '[x]'].flatMap((end) => lists.map(({ name }) => name.replace(/(\[\])?$/, end)));
  const [mediaType = ''] = contract.shapeOf(operation).requestTypes;
  return [
    ...(undecodable === undefined ? [] : undecodablePaths(contract, operation)),
    ...(accept === undefined ? [] : ['application/xml', 'text/html, */*;q=0']).map((value) =>
      status(`an Accept header with ${value}`, { headers: { accept: value } }),
    ),
    ...[
      ...(unknown === undefined || isSigned(contract, operation) ? [] : ['unknown_parameter']),
      ...(notations === undefined ? [] : otherNames),
    ].map((name) =>
      status(`the query parameter ${name}`, async ({ resources }) => {
        const { query } = await resources.placeFor(operation, mediaType);
        return { query: [...query, [name, 'x']] };
      }),
    ),
  ];
}

function undecodablePaths(contract: ContractIndex, operation: OperationId): CaseDefinition[] {
  if (namingLink(contract, operation, 'id') === undefined) return [];
  const request: CaseDefinition['request'] = async ({ resources }) => {
    const id = `${randomUUID()}%ZZ`;
    await resources.createNamed(operation, 'id', id);
    return { path: { id }, isPathRaw: true };
  };
  const expects = missingResourceResponse(contract, operation);
  return [status('a path with invalid percent-encoding', request, { expects })];
}

/** Returns whether the target returns the response that `Prefer` (RFC 7240) requests. Such a target is a mock. */
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
