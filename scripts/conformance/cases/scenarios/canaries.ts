import { FORM, JSON_TYPE, tokenForm } from '../../contract/bodies.ts';
import type { ContractIndex } from '../../contract/contract-index.ts';
import { conventionsOf } from '../../contract/contract-index.ts';
import { isObject, type Json } from '../../json.ts';
import { soundJson } from '../../target/sound-bodies.ts';
import type { OperationId } from '../../types.ts';
import { type BareScenario, status } from './scenario.ts';

/** A value that no contract contains: a response with this value repeats what the request sent. In lower case. */
export const CANARY = 'canary9f31c7';

/** A canary in each part of a request that is refused. The response must not repeat it. */
export function canaryScenarios(contract: ContractIndex, operation: OperationId): BareScenario[] {
  if (conventionsOf(contract).values_in_problems !== 'never') return [];
  const { by } = contract.proofOf(operation) ?? {};
  const types = contract.shapeOf(operation).requestTypes;
  const parameters = contract.parametersOf(operation).filter(({ in: place }) => by !== 'link' && place === 'query');
  const isJson = types.includes(JSON_TYPE) && contract.bodyTypeOf(operation) === JSON_TYPE && by !== 'link';
  const isTokenForm = types.includes(FORM) && contract.givesTokens(operation);
  return [
    ...(by === 'token'
      ? [status('a value as the token', { authorization: { header: () => `Bearer ${CANARY}` } })]
      : []),
    ...parameters.map(({ name }) => status(`a value in ${name}`, { query: [[name, `${CANARY}\n`]] })),
    ...(types.length === 0
      ? []
      : [
          status('a value as the media type', { mediaType: `application/x-${CANARY}` }),
          status('a value in content-encoding', { headers: { 'content-encoding': CANARY } }),
        ]),
    ...(isJson
      ? [
          status('values that no member can have', (session) => ({
            body: { json: everywhere(soundJson(session, operation)) },
          })),
          status('a value that is not JSON', { body: { bytes: Buffer.from(`{"id": ${CANARY}}`) } }),
        ]
      : []),
    ...(isTokenForm ? ['grant_type', 'client_id', 'client_secret', 'scope'] : []).map((name) =>
      status(`a value as ${name}`, ({ credentials }) => ({
        body: { form: [...tokenForm(credentials).filter(([field]) => field !== name), [name, CANARY]] },
      })),
    ),
  ];
}

/** Returns the value with the canary in place of every text. The line break makes each text invalid. */
function everywhere(value: Json): Json {
  if (typeof value === 'string') return `${CANARY}\n`;
  if (Array.isArray(value)) return value.map(everywhere);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, everywhere(member)]));
}
