import type { components } from '../../../generated/types.ts';

type PartnerChain = components['schemas']['PartnerChain'] | undefined;

/** The names of several chains, as a partner may give the same one at several places: each name once, in their order. */
export function chainShown(...chains: readonly PartnerChain[]): string[] {
  return [...new Set(chains.flatMap((chain) => (chain ?? []).map(({ name }) => name)))];
}
