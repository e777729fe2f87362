import type { Session } from '../../target/session.ts';
import type { Case, CaseGroup, CaseRequest } from '../../types.ts';

/** A case whose request depends on the session: on its tokens, identifiers, or resources that must exist first. */
export interface Scenario extends Omit<Case, 'request'> {
  make(session: Session): Promise<CaseRequest>;
  /** Needs a target that keeps what it receives, which a mock does not. */
  needsState?: boolean;
  /** Needs a second partner. */
  needsOther?: boolean;
}

/** A scenario without its operation, with a name that is unique in the operation. */
export type BareScenario = Omit<Scenario, 'operation' | 'covers'>;

export type MakeRequest = CaseRequest | ((session: Session) => CaseRequest | Promise<CaseRequest>);
type More = Partial<Omit<BareScenario, 'group' | 'name' | 'make'>>;

const scenario =
  (group: CaseGroup) =>
  (name: string, request: MakeRequest, more: More = {}): BareScenario => ({
    group,
    name,
    make: async (session) => (typeof request === 'function' ? request(session) : request),
    ...more,
  });

/** A scenario about the credentials of a request. */
export const security = scenario('security');
/** A scenario about anything else that has a documented response. */
export const status = scenario('statuses');
export const example = scenario('examples');
