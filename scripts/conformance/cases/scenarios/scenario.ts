import type { Session } from '../../target/session.ts';
import type { Case, CaseGroup, CaseRequest } from '../../types.ts';

/** A case with a request. The validators of the contract decide which response is correct. */
export interface PlannedCase extends Case {
  /** The request, or a function that creates it from the tokens, identifiers, and resources of the session. */
  request: CaseRequest | ((session: Session) => CaseRequest | Promise<CaseRequest>);
  /** True when the case needs a target that stores requests, which a mock does not. */
  needsState?: boolean;
  /** True when the case needs a second partner. */
  needsOther?: boolean;
}

/** A case without its operation. Its name is unique in the operation. */
export type Scenario = Omit<PlannedCase, 'operation' | 'covers'>;

const scenario =
  (group: CaseGroup) =>
  (name: string, request: Scenario['request'], more: Partial<Scenario> = {}): Scenario => ({
    group,
    name,
    request,
    ...more,
  });

/** Creates a scenario about the credentials of a request. */
export const security = scenario('security');
/** Creates a scenario about another documented response. */
export const status = scenario('statuses');
export const example = scenario('examples');
