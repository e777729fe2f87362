import type { components } from '../../generated/types.ts';

type Schemas = components['schemas'];

/** Who stands between the partner and the source, outermost first: each a list of names. */
export type Origins = readonly (readonly string[])[];

/** Every partner chain in the content of a submission, each once. It may have one for each credential of a batch. */
export function partnerChains(content: object): Origins {
  const found = new Map<string, string[]>();
  const look = (value: object): void => {
    // Not with `Object.entries`, which would make a list of each member of each add.
    for (const name in value) {
      const member = (value as Record<string, unknown>)[name];
      if (typeof member !== 'object' || member === null) continue;
      if (name !== 'partner_chain') look(member);
      else if (Array.isArray(member) && member.length > 0) {
        const names = (member as NonNullable<Schemas['PartnerChain']>).map(({ name }) => name);
        found.set(JSON.stringify(names), names);
      }
    }
  };
  look(content);
  return [...found.values()];
}

/** The source of a verification request, as a list of one; empty when it names none. */
export function requestSource({
  request_source: source = [],
}: Pick<Schemas['VerificationRequest'], 'request_source'>): Origins {
  return source.length === 0 ? [] : [source.map(({ name }) => name)];
}
