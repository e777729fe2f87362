import { readFileSync } from 'node:fs';
import { type OperationId, operations } from '../../generated/operations.ts';
import { type ContractRules, responses } from '../../generated/validators.js';

/** The bundled contract, for tests that walk it. */
export const contract = JSON.parse(
  readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
);

/** The value of a named example, a fresh copy of it. */
// biome-ignore lint/suspicious/noExplicitAny: a test changes whatever it likes in an example
export function example(name: string): any {
  return structuredClone(contract.components.examples[name].value);
}

/** Rules that accept everything: answers have none of the contract's own keywords. */
const noRules: ContractRules = {
  jsonContent: () => true,
  maxBytes: () => true,
  registeredDomain: () => true,
  https: () => true,
  publicAddress: () => true,
  granted: () => true,
  notInside: () => [],
  unique: () => [],
};

/** The operation that the contract has for a method and a path, or undefined. */
export function operationAt(method: string, pathname: string): OperationId | undefined {
  return (Object.keys(operations) as OperationId[]).find((id) => {
    const { method: itsMethod, path } = operations[id];
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
    return itsMethod === method && pattern.test(pathname);
  });
}

/** Everything in which an answer departs from the contract; empty when it keeps it. */
export function departures(id: OperationId, status: number, headers: Headers, body: unknown): string[] {
  const mediaType = (operations[id].responses as Record<string, string | null>)[status];
  const validators = responses[id]?.[status];
  if (mediaType === undefined || validators === undefined) return [`${id} does not document ${status}`];
  const found: string[] = [];
  const given = headers.get('content-type');
  if (given !== mediaType) found.push(`${id} ${status}: Content-Type is ${given}, not ${mediaType}`);
  if (!validators.body.call(noRules, body))
    found.push(`${id} ${status}: ${JSON.stringify(validators.body.errors)}`);
  const seen = Object.fromEntries([...headers].map(([name, v]) => [name, /^\d+$/.test(v) ? Number(v) : v]));
  if (!validators.headers.call(noRules, seen))
    found.push(`${id} ${status}: ${JSON.stringify(validators.headers.errors)}`);
  return found;
}
