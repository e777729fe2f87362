import type { Museum } from './museum.ts';

interface BrokenMuseum {
  wrong: Partial<Museum>;
  /** All that the kit says of it. */
  found: readonly string[];
}

const id = '7f1e6ed6-9f0a-4c55-9a39-3a1f5a4d0b11';

/** One fault each. One answer is enough to see the first six; the others take several. */
export const brokenMuseums: Readonly<Record<string, BrokenMuseum>> = {
  'a member of another type': {
    wrong: { sold: (ticket) => ({ ...ticket, price: String(ticket['price']) }) },
    found: ['Body /price breaks type: must be number.'],
  },
  'a member that is missing': {
    wrong: { sold: ({ soldAt, ...ticket }) => ticket },
    found: ['Body whole breaks required: soldAt is missing.'],
  },
  'a member that a closed object has no room for': {
    wrong: { day: (day) => ({ ...day, note: 'ring the bell' }) },
    found: Array.from({ length: 7 }, (_, index) => `Body /${index} breaks additionalProperties.`),
  },
  'a status that is not that of a creation': {
    wrong: { created: 200 },
    found: [
      'The contract has 201 for this request, and the answer is 200.',
      'The contract has no answer 200 for this operation.',
    ],
  },
  'nothing where something was created': {
    wrong: { isThere: () => false },
    found: ['The contract has 200 for this request, and the answer is 404.'],
  },
  'a failure where a refusal should be': {
    wrong: { refusal: 500 },
    found: [
      'The contract has 400 for this request, and the answer is 500.',
      'The contract has no answer 500 for this operation.',
    ],
  },
  'what was deleted can be read': {
    wrong: { isEnded: false },
    found: ['The contract has 404 for this request, and the answer is 200.'],
  },
  'a change that is not kept': {
    wrong: { changed: (now) => now },
    found: [
      '`title` must be what was set, and is not.',
      '`opensOn` must be what was set, and is not.',
      '`entryFee` must be what was set, and is not.',
    ],
  },
  'one id for all that is created': {
    wrong: { newId: () => id },
    found: ['The identifier of the new exhibitions is that of an earlier one.'],
  },
  'what comes back is not what was sent': {
    wrong: {
      echoed: (exhibition) => ({ ...exhibition, title: `${exhibition['title']}`.toUpperCase() }),
    },
    found: ['`title` must be what was set, and is not.'],
  },
  'what is read is not what was answered': {
    wrong: { kept: (exhibition) => ({ ...exhibition, entryFee: 1 }) },
    found: ['`entryFee` must be what was set, and is not.'],
  },
};
