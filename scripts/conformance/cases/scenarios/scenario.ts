import type { Session } from '../../target/session.ts';
import type { Case, CaseGroup, CaseRequest } from '../../types.ts';

/** A case with a request to send. The validators of the contract decide which response is right. */
export interface PlannedCase extends Case {
  /** The request, or a function that makes it from tokens, identifiers and resources of the session. */
  request: CaseRequest | ((session: Session) => CaseRequest | Promise<CaseRequest>);
  /** Needs a target that keeps what it receives, which a mock does not. */
  needsState?: boolean;
  /** Needs a second partner. */
  needsOther?: boolean;
}

/** A case without its operation, with a name that is unique in the operation. */
export type Scenario = Omit<PlannedCase, 'operation' | 'covers'>;

const scenario =
  (group: CaseGroup) =>
  (name: string, request: Scenario['request'], more: Partial<Scenario> = {}): Scenario => ({
    group,
    name,
    request,
    ...more,
  });

/** A scenario about the credentials of a request. */
export const security = scenario('security');
/** A scenario about anything else that has a documented response. */
export const status = scenario('statuses');
export const example = scenario('examples');
