import { isDeepStrictEqual } from 'node:util';
import { calculateJwkThumbprint, compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { isObject, itemsOf, type Json, memberOf, parsed } from '../../contract/json.ts';
import type { Schema } from '../../contract/openapi.ts';
import { propertiesOf } from '../../contract/parameters.ts';
import { keywordPlacesIn, keywordPlacesOf, valueMismatches } from '../index/schema-sites.ts';
import { broken } from '../judge/check-response.ts';
import type { Answer, Made, OperationId } from '../kit-types.ts';
import { tokenForm } from '../target/valid-bodies.ts';
import { validatorFor } from '../validators/schema-validator.ts';
import type { Run } from './kit-check.ts';

const CLOCK_SECONDS = 60;
/** Private key parameters (RFC 7517, section 9.3; RFC 7518, sections 6.2.2, 6.3.2 and 6.4.1). */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

export async function checkTokens(run: Run): Promise<void> {
  const { checked, contract, recorder, session } = run;
  const keysAt = contract.operationIds.find((id) =>
    keywordPlacesOf(contract, id, 200, 'type').some(({ place }) => place === '/keys/*/kty'),
  );
  if (contract.problems === undefined || keysAt === undefined) return;
  if (checked.includes(keysAt))
    await recorder.check('tokens', keysAt, `${keysAt}: the published keys`, async () => {
      const made = await session.attempt(keysAt);
      const isThumbprint = keywordPlacesOf(contract, keysAt, 200, 'x-thumbprint').length > 0;
      return { mismatches: await keyMismatches(made.answer.json, isThumbprint), exchanges: [made] };
    });
  const choices = { 'every scope': contract.scopes, 'one scope': contract.scopes.slice(0, 1) };
  for (const id of checked.filter(contract.givesTokens))
    for (const [what, scopes] of Object.entries(choices))
      await recorder.check('tokens', id, `${id}: a token with ${what}`, () => checkToken(run, id, scopes, keysAt));
}

async function checkToken({ contract, session }: Run, id: OperationId, scopes: readonly string[], keysAt: string) {
  const { document } = contract;
  const answered = propertiesOf(document, contract.operationOf(id).responses.get('200')?.content?.schema ?? {});
  // Only the schema of a JWT has a schema for the header and the claims.
  const schema = answered['access_token']?.['contentSchema'] as Schema | undefined;
  if (schema === undefined) return undefined;
  const form = [...tokenForm(session.target), ['scope', scopes.join(' ')] as const];
  const made = await session.attempt(id, { body: { form } });
  const next = await session.attempt(id, { body: { form } });
  const content = headerAndClaimsOf(made);
  const [jti, other] = [content, headerAndClaimsOf(next)].map(([, claims]) => memberOf(claims, 'jti'));
  const context = { ...made, variables: session.variables };
  const found = [
    ...broken(validatorFor(document, schema), content, 'Token'),
    ...valueMismatches(keywordPlacesIn(document, schema, 'x-value'), content, context),
  ];
  const mismatches = [
    ...found.map((text) => text.replace('/0/', 'header ').replace('/1/', 'claim ')),
    ...lifetimeMismatches(content[1], made.answer),
    ...(jti === undefined || jti !== other ? [] : ['Two tokens must not have the same jti (RFC 7519, section 4.1.7).']),
    ...(await signatureMismatches(made, await session.attempt(keysAt))),
  ];
  return { mismatches, exchanges: [made] };
}

function headerAndClaimsOf({ answer }: Made): Json[] {
  const parts = String(memberOf(answer.json, 'access_token')).split('.', 2);
  return parts.map((part) => parsed(Buffer.from(part, 'base64url').toString()));
}

async function keyMismatches(set: Json, isThumbprint: boolean): Promise<string[]> {
  const keys = itemsOf(memberOf(set, 'keys')).filter(isObject);
  const shown = PRIVATE.filter((name) => keys.some((key) => Object.hasOwn(key, name)));
  const ids = keys.map((key) => key['kid']);
  const thumbprints = isThumbprint ? await Promise.all(keys.map((key) => calculateJwkThumbprint(key))) : ids;
  return [
    ...(shown.length > 0 ? [`A published key has private parameters: ${shown.join(', ')} (RFC 7518).`] : []),
    ...(new Set(ids).size < ids.length ? ['Two keys have the same kid.'] : []),
    ...(isDeepStrictEqual(ids, thumbprints) ? [] : ['The kid must be the thumbprint of the key (RFC 7638).']),
  ];
}

/** Returns mismatches in a token's lifetime. `expires_in` counts seconds from the response (RFC 6749, section 5.1). */
function lifetimeMismatches(claims: Json, answer: Answer): string[] {
  const [issued, end] = [Number(memberOf(claims, 'iat')), Number(memberOf(claims, 'exp'))];
  const lifetime = Number(memberOf(answer.json, 'expires_in'));
  return [
    ...(end - issued === lifetime ? [] : [`exp - iat must be expires_in (${lifetime}), but is ${end - issued}.`]),
    ...(Math.abs(issued - Date.now() / 1000) > CLOCK_SECONDS ? ['iat must be the time of the response.'] : []),
  ];
}

async function signatureMismatches({ answer }: Made, keys: Made): Promise<string[]> {
  try {
    const token = String(memberOf(answer.json, 'access_token'));
    await compactVerify(token, createLocalJWKSet(keys.answer.json as JSONWebKeySet));
    return [];
  } catch (error) {
    return [`The published keys do not verify the token: ${(error as Error).message}.`];
  }
}
