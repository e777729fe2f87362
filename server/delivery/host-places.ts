import { placesByKey, type TakePlace } from '../work/places.ts';

/**
 * Bounds the attempts to one host, by its URL, whoever's webhooks they are for and whatever their ports: many partners,
 * or one with many webhooks, could otherwise have the service send to a stranger's host as fast as it can.
 */
export function createHostPlaces(most: number): TakePlace {
  const take = placesByKey(most);
  return (url) => take(hostOf(url));
}

/** Without the dot that marks a name as complete, which leads to the same host. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '');
