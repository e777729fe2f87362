import { Ajv2020 } from 'ajv/dist/2020.js';
import { compactVerify, createLocalJWKSet, errors, type JSONWebKeySet } from 'jose';
import { resolve, type Schema } from '../../generate/contract.ts';
import type { ContractIndex } from '../contract/contract-index.ts';
import { schemaOf, statedDepartures, statedIn } from '../contract/stated.ts';
import { tokenForm } from '../contract/token-requests.ts';
import { isObject, itemsOf, type Json, memberOf } from '../json.ts';
import type { Prepared, Session } from '../target/session.ts';
import type { Answer, OperationId } from '../types.ts';
import type { Recorder } from './recorder.ts';

/** By how much the clocks of kit and target may differ. */
const CLOCK_SECONDS = 60;

/** The parts of a key that are its owner's alone (RFC 7517, section 9.3; RFC 7518, sections 6.2.2, 6.3.2 and 6.4.1). */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/**
 * What only whoever looks into a token sees: that it says what the contract has of it, is signed by a key that is
 * published, lasts as long as its answer says, has the scopes that were asked for, and is taken where it is needed.
 */
export async function checkTokens(
  checked: readonly OperationId[],
  session: Session,
  recorder: Recorder,
): Promise<void> {
  const { contract } = session;
  const keysAt = contract.operationIds.find((id) => isKeySet(contract, id));
  if (keysAt !== undefined && checked.includes(keysAt))
    await told(keysAt, 'the published keys', async () => {
      const made = await ask(keysAt);
      return { ...made, departures: keyDepartures(made.answer.json) };
    });
  for (const id of checked.filter(contract.givesTokens)) {
    await told(id, 'a token of every scope', () => tokenOf(id, contract.scopes));
    if (contract.scopes.length > 1)
      await told(id, 'a token of one scope', () => tokenOf(id, contract.scopes.slice(0, 1)));
  }

  async function ask(operation: OperationId, request = {}): Promise<{ prepared: Prepared; answer: Answer }> {
    const prepared = await session.prepare(operation, request);
    return { prepared, answer: await session.wire.send(prepared.wire) };
  }

  async function told(
    operation: OperationId,
    what: string,
    work: () => Promise<{ prepared: Prepared; answer: Answer; departures: string[] }>,
  ): Promise<void> {
    const name = `${operation}: ${what}`;
    await recorder.guarded('security', operation, name, async () => {
      const { prepared, answer, departures } = await work();
      recorder.told('security', { operation, name }, prepared, answer, departures);
    });
  }

  async function tokenOf(operation: OperationId, scopes: readonly string[]) {
    const form = [...tokenForm(session.credentials), ['scope', scopes.join(' ')] as const];
    const { prepared, answer } = await ask(operation, { body: { form } });
    const token = String(memberOf(answer.json, 'access_token'));
    const given = String(memberOf(answer.json, 'scope') ?? scopes.join(' ')).split(' ');
    const departures = [
      ...(/\bno-store\b/.test(answer.headers.get('cache-control') ?? '')
        ? []
        : ['Cache-Control must be no-store (RFC 6749, section 5.1).']),
      ...([...given].sort().join() === [...scopes].sort().join() ? [] : ['The token has other scopes than asked for.']),
      ...(await contentDepartures(operation, token, prepared, answer)),
      ...(await useDepartures(token, scopes)),
    ];
    return { prepared, answer, departures };
  }

  async function contentDepartures(operation: OperationId, token: string, { sent }: Prepared, answer: Answer) {
    const schema = tokenSchema(contract, operation);
    if (schema === undefined) return [];
    const content = token.split('.').slice(0, 2).map(decoded);
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    const isOfForm = validate(content);
    const context = { serverUrl: session.serverUrl, clientId: session.credentials.clientId, sent, answer };
    const said = [
      ...(isOfForm ? [] : (validate.errors ?? []).map((e) => `The token breaks ${e.keyword} at ${e.instancePath}.`)),
      ...statedDepartures(statedIn(contract.document, schema, 'x-value'), content, context),
    ];
    return [
      ...said.map((text) => text.replace('/0/', 'header ').replace('/1/', 'claim ')),
      ...lifetimeDepartures(content[1], answer),
      ...(keysAt === undefined ? [] : await signatureDepartures(token, (await ask(keysAt)).answer.json)),
    ];
  }

  /** A token is good where its scopes are enough, and nowhere else. */
  async function useDepartures(token: string, scopes: readonly string[]): Promise<string[]> {
    const reads = contract.operationIds.filter(
      (id) => contract.shapeOf(id).method === 'GET' && contract.proofOf(id)?.by === 'token',
    );
    const isEnough = (id: OperationId) =>
      contract.proofOf(id)?.scopes.every((scope) => scopes.includes(scope)) ?? false;
    const found: string[] = [];
    for (const id of [reads.find(isEnough), reads.find((each) => !isEnough(each))]) {
      if (id === undefined) continue;
      const { answer } = await ask(id, { authorization: { header: () => `Bearer ${token}`, isValid: true } });
      const isRefused = answer.status === 401 || answer.status === 403;
      if (isRefused === isEnough(id))
        found.push(`${id} must ${isRefused ? 'take' : 'refuse'} the token, and answers ${answer.status}.`);
    }
    return found;
  }
}

/** What a token answer has of the token; undefined where the contract says nothing: it is anything then. */
export function tokenSchema(contract: ContractIndex, id: OperationId): Schema | undefined {
  const { properties = {} } = resolve<Schema>(contract.document, schemaOf(contract, id, '200'));
  return properties['access_token']?.['contentSchema'] as Schema | undefined;
}

/** Whether an operation answers with keys as in RFC 7517. */
function isKeySet(contract: ContractIndex, id: OperationId): boolean {
  const resolved = (schema: unknown) => resolve<Schema>(contract.document, (schema ?? {}) as Schema);
  const keys = resolved(resolved(schemaOf(contract, id, '200')).properties?.['keys']);
  return resolved(keys['items']).properties?.['kty'] !== undefined;
}

function keyDepartures(set: Json): string[] {
  const keys = itemsOf(memberOf(set, 'keys')).filter(isObject);
  const shown = [...new Set(keys.flatMap((key) => PRIVATE.filter((name) => Object.hasOwn(key, name))))];
  const ids = keys.map((key) => key['kid']);
  return [
    ...(shown.length > 0 ? [`A key shows what is its owner's alone: ${shown.join(', ')} (RFC 7518).`] : []),
    ...(new Set(ids).size < ids.length ? ['Two keys have the same kid.'] : []),
  ];
}

function decoded(part: string): Json {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** RFC 6749, section 5.1: `expires_in` are the seconds of the token from its answer on. */
function lifetimeDepartures(claims: Json, answer: Answer): string[] {
  const [issued, end] = ['iat', 'exp'].map((name) => Number(memberOf(claims, name))) as [number, number];
  const now = Date.now() / 1000;
  const lasts = Number(memberOf(answer.json, 'expires_in'));
  return [
    ...(end - issued === lasts ? [] : [`exp - iat must be expires_in, ${lasts}, and is ${end - issued}.`]),
    ...(end < now ? ['The token has ended already.'] : []),
    ...(Math.abs(issued - now) > CLOCK_SECONDS ? ['iat is not the time of the answer.'] : []),
  ];
}

async function signatureDepartures(token: string, set: Json): Promise<string[]> {
  try {
    await compactVerify(token, createLocalJWKSet(set as JSONWebKeySet));
    return [];
  } catch (error) {
    return error instanceof errors.JWKSNoMatchingKey
      ? ['The kid of the token is that of no published key.']
      : [`The published keys do not verify the token: ${(error as Error).message}.`];
  }
}
