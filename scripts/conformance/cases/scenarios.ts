import { FORM, JSON_TYPE, tokenForm } from '../contract/bodies.ts';
import { type ContractIndex, conventionsOf } from '../contract/contract-index.ts';
import type { Session } from '../target/session.ts';
import { validJson } from '../target/valid-bodies.ts';
import type { OperationId } from '../types.ts';
import { addressScenarios } from './scenarios/addresses.ts';
import { bodyScenarios } from './scenarios/bodies.ts';
import { credentialScenarios } from './scenarios/credentials.ts';
import { type PlannedCase, type Scenario, status } from './scenarios/scenario.ts';

/** Returns the scenarios of an operation: one for each documented situation that a client can cause. */
export const scenariosOf = (contract: ContractIndex, operation: OperationId): PlannedCase[] =>
  [
    ...bodyScenarios(contract, operation),
    ...credentialScenarios(contract, operation),
    ...addressScenarios(contract, operation),
    ...canaryScenarios(contract, operation),
  ].map((scenario) => ({ ...scenario, name: `${operation}: ${scenario.name}`, operation, covers: [] }));

/** Lowercase marker that no contract contains. A response that contains this marker echoes the request. */
export const CANARY = 'canary9f31c7';

/** Returns invalid requests with a canary, each in a different part. The responses must not echo the canary. */
function canaryScenarios(contract: ContractIndex, operation: OperationId): Scenario[] {
  if (conventionsOf(contract).values_in_problems !== 'never') return [];
  const { by } = contract.proofOf(operation) ?? {};
  const types = contract.shapeOf(operation).requestTypes;
  const requests: Record<string, Scenario['request']> = {};
  if (by === 'token') requests['a canary as the token'] = { authorization: { header: () => `Bearer ${CANARY}` } };
  for (const { name, in: place } of by === 'link' ? [] : contract.parametersOf(operation))
    if (place === 'query') requests[`a canary in ${name}`] = { query: [[name, `${CANARY}\n`]] };
  if (types.length > 0) {
    requests['a canary as the media type'] = { mediaType: `application/x-${CANARY}` };
    requests['a canary in content-encoding'] = { headers: { 'content-encoding': CANARY } };
  }
  if (contract.bodyTypeOf(operation) === JSON_TYPE && by !== 'link') {
    requests['a canary that is not JSON'] = { body: { bytes: Buffer.from(`{"id": ${CANARY}}`) } };
    // The line break makes every string invalid.
    requests['a canary in every string property'] = (session) => ({
      body: {
        json: JSON.parse(JSON.stringify(validJson(session, operation)), (_, value) =>
          typeof value === 'string' ? `${CANARY}\n` : value,
        ),
      },
    });
  }
  if (types.includes(FORM) && contract.givesTokens(operation))
    for (const name of ['grant_type', 'client_id', 'client_secret', 'scope'])
      requests[`a canary as ${name}`] = ({ credentials }) => ({
        body: { form: [...tokenForm(credentials).filter(([field]) => field !== name), [name, CANARY]] },
      });
  return Object.entries(requests).map(([name, request]) => status(name, request));
}

/**
 * Returns whether the target, like the bundled mock, returns the response that `Prefer` (RFC 7240) requests and
 * confirms the preference in `Preference-Applied`. Such a target is stateless.
 */
export async function takesPreferences(session: Session): Promise<boolean> {
  const [open] = session.contract.operationIds.filter(
    (id) => session.contract.shapeOf(id).method === 'GET' && session.contract.proofOf(id) === null,
  );
  if (open === undefined) return false;
  const request = { headers: { prefer: 'code=500' } };
  const { wire } = await session.prepare(open, request);
  const answer = await session.wire.send(wire).catch(() => null);
  return answer?.status === 500 && answer.headers.has('preference-applied');
}

/** Returns cases that use `Prefer` to request every documented response, by status and by example name. */
export function onDemandCases({ answerExamples, statusesOf }: ContractIndex, operation: OperationId): PlannedCase[] {
  return statusesOf(operation).flatMap((status) => {
    const names = answerExamples(operation, status).map(([name]) => name);
    const preferences = [`code=${status}`, ...names.map((name) => `code=${status}, example=${name}`)];
    return preferences.map((prefer) => ({
      name: `${operation}: ${prefer} on demand`,
      group: 'statuses' as const,
      operation,
      request: { headers: { prefer } },
      expects: { status: Number(status) },
      covers: [],
    }));
  });
}
