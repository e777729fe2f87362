import type { components } from '../../../generated/types.ts';

/** What may name a partner chain: a credential, in its test scores too, or what stands around it. */
export interface Chained {
  partner_chain?: components['schemas']['PartnerChain'];
  test_scores?: Chained;
}

/** The names of all chains in their order, each once, because a partner may send the same chain in several places. */
export function chainShown(credential: Chained, around?: Chained): string[] {
  const chains = [credential, around, credential.test_scores].flatMap((each) => each?.partner_chain ?? []);
  return [...new Set(chains.map(({ name }) => name))];
}
