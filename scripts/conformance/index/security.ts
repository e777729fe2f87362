import { isDeepStrictEqual } from 'node:util';
import { memberOf } from '../../contract/json.ts';
import type { Contract } from '../../contract/openapi.ts';
import type { Target } from '../kit-types.ts';

type Proofs = Partial<Pick<Target, 'clientId' | 'headers' | 'query'>>;

interface Scheme {
  type?: string;
  name?: string;
  in?: string;
  flows?: { clientCredentials?: object; [flow: string]: object | undefined };
}

const schemesOf = ({ components }: Contract) => (components['securitySchemes'] ?? {}) as Record<string, Scheme>;

function satisfies({ type, name = '', in: place, flows }: Scheme, { clientId = '', headers = {}, query = {} }: Proofs) {
  if (type !== 'apiKey')
    return headers['authorization'] !== undefined || (flows?.clientCredentials !== undefined && clientId !== '');
  if (place === 'header') return headers[name.toLowerCase()] !== undefined;
  return place === 'query' ? query[name] !== undefined : (headers['cookie'] ?? '').split(/[;=]\s*/).includes(name);
}

/** Returns an operation's first security requirement that the credentials satisfy; undefined if there is none. */
export function requirementFor(contract: Contract, security: readonly Record<string, string[]>[], proofs: Proofs) {
  const schemes = schemesOf(contract);
  return security.find((each) => Object.keys(each).every((name) => satisfies(schemes[name] ?? {}, proofs)));
}

/** Returns the contract with only the first requirement of each operation that the credentials satisfy. */
export function withCredentials(given: Contract, proofs: Proofs): Contract {
  const hasAuthorization = proofs.headers?.['authorization'] !== undefined;
  const schemes = Object.entries(schemesOf(given)).map(([name, scheme]): [string, Scheme] => [
    name,
    // The user's `Authorization` header replaces the access token.
    hasAuthorization && scheme.flows !== undefined ? { ...scheme, flows: {} } : scheme,
  ]);
  const contract = { ...given, components: { ...given.components, securitySchemes: Object.fromEntries(schemes) } };
  const paths = Object.entries(contract.paths).map(([path, item]) => {
    const operations = Object.entries(item).map(([method, operation]) => {
      const chosen = requirementFor(contract, operation.security, proofs);
      // Prefers access tokens, because the kit can vary only them. It sends other credentials unchanged.
      const hasToken = ([name]: [string, unknown]) =>
        memberOf(schemesOf(contract)[name]?.flows, 'clientCredentials') !== undefined;
      const sorted = Object.entries(chosen ?? {}).sort((one, other) => Number(hasToken(other)) - Number(hasToken(one)));
      return [method, chosen === undefined ? operation : { ...operation, security: [Object.fromEntries(sorted)] }];
    });
    return [path, Object.fromEntries(operations)];
  });
  const changed = { ...contract, paths: Object.fromEntries(paths) };
  // Returns the same object if nothing changed, because its index is cached.
  return isDeepStrictEqual(changed, given) ? given : changed;
}
