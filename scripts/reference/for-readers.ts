import { type Contract, listOperations } from '../generate/contract.ts';

/** The marker of what can still change. */
export const UNDER_DEVELOPMENT = { name: 'Under development', position: 'after' };

/**
 * Adds what only the page needs: the logo, a marker at each operation and event under development, and the client's
 * name for each operation, so that the search finds it.
 */
export function prepareForReaders(contract: Contract, logo: { url: string; altText: string }): void {
  Object.assign(contract.info, { 'x-logo': logo });
  const operations = listOperations(contract).map(({ operation }) => operation);
  const events = Object.values(contract.webhooks).map(({ post }) => post);
  for (const operation of [...operations, ...events])
    if (operation['x-under-development']) Object.assign(operation, { 'x-badges': [UNDER_DEVELOPMENT] });
  for (const operation of operations) operation.description += `\n\nIn the client: \`${operation.operationId}\`.`;
}
