import type { Contract } from '../../contract/openapi.ts';
import type { Target } from '../kit-types.ts';

export type Proofs = Partial<Pick<Target, 'clientId' | 'headers' | 'query'>>;

interface Scheme {
  type?: string;
  name?: string;
  in?: string;
  flows?: { clientCredentials?: object };
}

export const schemesOf = ({ components }: Contract) => (components['securitySchemes'] ?? {}) as Record<string, Scheme>;

export function satisfiedSchemes(contract: Contract, { clientId = '', headers = {}, query = {} }: Proofs): string[] {
  const isSatisfied = ({ type, name = '', in: place, flows }: Scheme) => {
    if (type !== 'apiKey')
      return headers['authorization'] !== undefined || (flows?.clientCredentials !== undefined && clientId !== '');
    if (place === 'header') return headers[name.toLowerCase()] !== undefined;
    return place === 'query' ? query[name] !== undefined : (headers['cookie'] ?? '').split(/[;=]\s*/).includes(name);
  };
  return Object.entries(schemesOf(contract)).flatMap(([name, scheme]) => (isSatisfied(scheme) ? [name] : []));
}

/** Returns the first security requirement whose schemes are satisfied; undefined if there is none. */
export const requirementOf = (security: readonly Record<string, string[]>[], satisfied: readonly string[]) =>
  security.find((each) => Object.keys(each).every((name) => satisfied.includes(name)));
