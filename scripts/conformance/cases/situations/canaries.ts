import { FORM, JSON_TYPE } from '../../contract/bodies.ts';
import type { ContractIndex } from '../../contract/contract-index.ts';
import { conventionsOf } from '../../contract/conventions.ts';
import { tokenForm } from '../../contract/token-requests.ts';
import { isObject, type Json } from '../../json.ts';
import { soundJson } from '../../target/sound-bodies.ts';
import type { OperationId } from '../../types.ts';
import { type Bare, status } from './situation.ts';

/** Stands in no contract and no answer: where a refusal has it, it repeats what was sent. In small letters. */
export const CANARY = 'canary9f31c7';

/** Values in each part of a request that must not come back from where it is refused. */
export function canaryCases(contract: ContractIndex, operation: OperationId): Bare[] {
  if (conventionsOf(contract).values_in_problems !== 'never') return [];
  const proof = contract.proofOf(operation);
  const types = contract.shapeOf(operation).requestTypes;
  const parameters = contract.parametersOf(operation).filter(({ in: place }) => place === 'query');
  const header = (name: string, value: string) =>
    status(`a value in ${name}`, async () => ({ headers: { [name]: value } }));
  return [
    ...(proof?.by === 'token'
      ? [status('a value as the token', async () => ({ authorization: { header: () => `Bearer ${CANARY}` } }))]
      : []),
    ...(proof?.by === 'link'
      ? []
      : parameters.map(({ name }) => status(`a value in ${name}`, async () => ({ query: [[name, `${CANARY}\n`]] })))),
    ...(types.length === 0
      ? []
      : [
          status('a value as the media type', async () => ({ mediaType: `application/x-${CANARY}` })),
          header('content-encoding', CANARY),
        ]),
    ...(types.includes(JSON_TYPE) && contract.bodyTypeOf(operation) === JSON_TYPE && proof?.by !== 'link'
      ? [
          status('values that no member can have', async (session) => ({
            body: { json: everywhere(soundJson(session, operation)) },
          })),
          status('a value that is not JSON', async () => ({ body: { bytes: Buffer.from(`{"id": ${CANARY}}`) } })),
        ]
      : []),
    ...(types.includes(FORM) && contract.givesTokens(operation)
      ? ['grant_type', 'client_id', 'client_secret', 'scope'].map((name) =>
          status(`a value as ${name}`, async ({ credentials }) => ({
            body: { form: [...tokenForm(credentials).filter(([field]) => field !== name), [name, CANARY]] },
          })),
        )
      : []),
  ];
}

/** The value in the place of every text, in a form that nothing takes. */
function everywhere(value: Json): Json {
  if (typeof value === 'string') return `${CANARY}\n`;
  if (Array.isArray(value)) return value.map(everywhere);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, everywhere(member)]));
}
