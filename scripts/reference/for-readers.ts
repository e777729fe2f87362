import { type Contract, listOperations } from '../generate/contract.ts';

/** The marker of what can still change. */
export const UNDER_DEVELOPMENT = { name: 'Under development', position: 'after' };

/** The contract with what only the page needs: the logo, and a marker at each operation and event that can still change. Changes it. */
export function prepareForReaders(contract: Contract, logo: { url: string; altText: string }): void {
  Object.assign(contract.info, { 'x-logo': logo });
  const events = Object.values(contract.webhooks).map(({ post }) => post);
  for (const operation of [...listOperations(contract).map(({ operation }) => operation), ...events])
    if (operation['x-under-development']) Object.assign(operation, { 'x-badges': [UNDER_DEVELOPMENT] });
}
