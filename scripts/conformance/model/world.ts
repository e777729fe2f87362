import type { Resource } from '../contract/relations.ts';
import type { Json } from '../json.ts';
import type { Known, Memory } from './expected.ts';

/** Something that an operation created, as the contract says that it is now. */
export interface Thing {
  resource: Resource;
  /** The client that it belongs to. */
  owner: string;
  id: string;
  parent: Thing | undefined;
  known: Known;
  /** Absent for what was there before. */
  made?: { operation: string; answer: Json };
  isEnded: boolean;
  /** Whether it was changed by what changes it once. */
  isSettled?: boolean;
}

/** All that was created, in its order. */
export interface World {
  things: Thing[];
  memory: Memory;
}

export const emptyWorld = (): World => ({ things: [], memory: { seen: new Set(), secrets: new Set() } });

/** What a client finds of a resource, oldest first. */
export const thereFor = ({ things }: World, owner: string, { name }: Resource, parent?: Thing): Thing[] =>
  things.filter(
    (thing) => thing.resource.name === name && isThereFor(owner, thing) && (!parent || thing.parent === parent),
  );

/** Whether a client finds it: it is the client's, or everyone's, and neither it nor what it is a part of has ended. */
export function isThereFor(owner: string, thing: Thing): boolean {
  const { resource, isEnded, parent } = thing;
  return (
    !isEnded && (resource.isShared || thing.owner === owner) && (parent === undefined || isThereFor(owner, parent))
  );
}
