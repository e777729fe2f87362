import { memberOf } from '../json.ts';
import type { Session } from './session.ts';

/**
 * Returns the base URL that the service itself uses, which differs from the base URL of the target behind a proxy. It
 * is the base URL of the problem types, unless the issuer of the tokens is that of the target.
 */
export async function serverUrlOf({ contract, target: { baseUrl }, token, wire }: Session): Promise<string> {
  if (contract.problems === undefined) return baseUrl;
  const [, claims = ''] = (await token()).split('.');
  const asked = wire.send({ method: 'GET', target: '/nothing/of/the/kind', headers: {} });
  const type = await asked.then(({ json }) => memberOf(json, 'type')).catch(() => undefined);
  const [, named = baseUrl] = /^(.*)\/problems\/not_found$/.exec(String(type)) ?? [];
  return issuerIn(claims) === baseUrl ? baseUrl : named;
}

function issuerIn(claims: string): unknown {
  try {
    return memberOf(JSON.parse(Buffer.from(claims, 'base64url').toString()), 'iss');
  } catch {
    return undefined;
  }
}
