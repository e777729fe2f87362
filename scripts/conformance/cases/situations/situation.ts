import type { Session } from '../../target/session.ts';
import type { Case, CaseRequest } from '../../types.ts';

/** A case whose request needs something made first. */
export interface Situation extends Omit<Case, 'request'> {
  /** Makes what the request needs, and gives it. */
  make(session: Session): Promise<CaseRequest>;
  /** What it needs is kept from one request to the next, which a mock does not do. */
  needsState?: boolean;
  /** Needs a second partner. */
  needsOther?: boolean;
  /** Needs a partner whose domains are listed: where any will do, no host can be refused. */
  needsDomains?: boolean;
  /** Nothing else may go on meanwhile. */
  isAlone?: boolean;
}

/** A situation that is named within its operation. */
export type Bare = Omit<Situation, 'operation' | 'covers'>;

/** A situation of who asks. */
export function security(name: string, make: Situation['make'], expects?: Case['expects']): Bare {
  return { group: 'security', name, make, ...(expects !== undefined && { expects }) };
}

/** A situation of anything else that an answer is documented for. */
export function status(
  name: string,
  make: Situation['make'],
  more: Pick<Situation, 'expects' | 'needsState' | 'needsOther' | 'needsDomains' | 'isAlone'> = {},
): Bare {
  return { group: 'statuses', name, make, ...more };
}
