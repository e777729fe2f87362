import { memberOf } from '../json.ts';
import type { Session } from './session.ts';

/**
 * The base address as the service calls itself, which another one can lead to. Where it says two, or none, it is the
 * one that it was asked at.
 */
export async function serverUrlOf({ contract, target, token, wire }: Session): Promise<string> {
  if (contract.problems === undefined || contract.tokenPath === undefined) return target.baseUrl;
  const [, claims = ''] = (await token()).split('.');
  const asked = wire.send({ method: 'GET', target: '/nothing/of/the/kind', headers: {} });
  const type = await asked.then(({ json }) => memberOf(json, 'type')).catch(() => undefined);
  try {
    const issuer = String(memberOf(JSON.parse(Buffer.from(claims, 'base64url').toString()), 'iss'));
    return type === `${issuer}/problems/not_found` ? issuer : target.baseUrl;
  } catch {
    return target.baseUrl;
  }
}
