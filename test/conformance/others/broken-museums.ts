import type { Museum } from './museum.ts';

interface BrokenMuseum {
  wrong: Partial<Museum>;
  /** Mismatches that the kit reports. */
  found: readonly string[];
}

const id = '7f1e6ed6-9f0a-4c55-9a39-3a1f5a4d0b11';

/** Faulty Museum API servers. A single response reveals each of the first six faults; the other faults need several. */
export const brokenMuseums: Readonly<Record<string, BrokenMuseum>> = {
  'a property of the wrong type': {
    wrong: { sold: (ticket) => ({ ...ticket, price: String(ticket['price']) }) },
    found: ['Body /price violates type: must be number.'],
  },
  'a missing property': {
    wrong: { sold: ({ soldAt, ...ticket }) => ticket },
    found: ['Body violates required: soldAt is missing.'],
  },
  'an undocumented property': {
    wrong: { day: (day) => ({ ...day, note: 'ring the bell' }) },
    found: Array.from({ length: 7 }, (_, index) => `Body /${index} violates additionalProperties.`),
  },
  'a wrong status for a created resource': {
    wrong: { created: 200 },
    found: ['The response must be 201, but is 200.', 'The contract documents no status 200 for this operation.'],
  },
  'a created resource that cannot be read': {
    wrong: { isThere: () => false },
    found: ['The response must be 200, but is 404.'],
  },
  'a 500 response to an invalid request': {
    wrong: { refusal: 500 },
    found: ['The response must be 400, but is 500.', 'The contract documents no status 500 for this operation.'],
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
