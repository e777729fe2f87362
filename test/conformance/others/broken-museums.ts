import type { Museum } from './museum.ts';

/** What one answer is enough to see: its shape and its status. */
export const seenInOneAnswer: Record<string, Partial<Museum>> = {
  'a member of another type': { sold: (ticket) => ({ ...ticket, price: String(ticket['price']) }) },
  'a member that is missing': { sold: ({ soldAt, ...ticket }) => ticket },
  'a member that a closed object has no room for': { day: (day) => ({ ...day, note: 'ring the bell' }) },
  'a status that is not that of a creation': { created: 200 },
  'nothing where something was created': { isThere: () => false },
  'a failure where a refusal should be': { refusal: 500 },
};

const id = '7f1e6ed6-9f0a-4c55-9a39-3a1f5a4d0b11';

/** What takes several answers to see: they do not go together. */
export const seenInSeveral: Record<string, Partial<Museum>> = {
  'what was deleted can be read': { isEnded: false },
  'a change that is not kept': { changed: (now) => now },
  'what was created is not in the list': { listed: (all) => all.slice(0, -1) },
  'a list that has all halls whichever is asked for': { inHall: (all) => all },
  'a list longer than its limit': { page: (all, from) => all.slice(from) },
  'one id for all that is created': { newId: () => id },
  'what comes back is not what was sent': {
    echoed: (exhibition) => ({ ...exhibition, title: `${exhibition['title']}`.toUpperCase() }),
  },
  'what is read is not what was answered': { kept: (exhibition) => ({ ...exhibition, entryFee: 1 }) },
};
