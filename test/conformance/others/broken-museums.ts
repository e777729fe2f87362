import type { Museum } from './museum.ts';

interface BrokenMuseum {
  wrong: Partial<Museum>;
  /** Mismatches that the kit reports. */
  found: readonly string[];
}

const id = '7f1e6ed6-9f0a-4c55-9a39-3a1f5a4d0b11';

/** Faulty Museum API servers. */
export const brokenMuseums: Readonly<Record<string, BrokenMuseum>> = {
  'a wrong status for a created resource': {
    wrong: { created: 200 },
    found: ['The response must be 201, but is 200.', 'The contract documents no status 200 for this operation.'],
  },
  'a created resource that cannot be read': {
    wrong: { isThere: () => false },
    found: ['The response must be 200, but is 404.'],
  },
  'a deleted resource that can still be read': {
    wrong: { isEnded: false },
    found: ['The list contains a deleted item (exhibitions).'],
  },
  'an update that is not stored': {
    wrong: { changed: (now) => now },
    found: [
      '`title` must be the stored value, but is not.',
      '`opensOn` must be the stored value, but is not.',
      '`entryFee` must be the stored value, but is not.',
    ],
  },
  'the same ID for every new resource': {
    wrong: { newId: () => id },
    found: ['The identifier of the new exhibitions was used before.'],
  },
  'a response that changes the submitted values': {
    wrong: {
      echoed: (exhibition) => ({ ...exhibition, title: `${exhibition['title']}`.toUpperCase() }),
    },
    found: ['`title` must be the stored value, but is not.'],
  },
  'a stored value that differs from the response': {
    wrong: { kept: (exhibition) => ({ ...exhibition, entryFee: 1 }) },
    found: ['`entryFee` must be the stored value, but is not.'],
  },
};
