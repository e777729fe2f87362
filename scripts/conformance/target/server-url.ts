import { memberOf } from '../json.ts';
import type { Session } from './session.ts';

/**
 * The base address as the service calls itself, which another one can lead to: that of its problems, or the one that it
 * was asked at where its tokens say so.
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
