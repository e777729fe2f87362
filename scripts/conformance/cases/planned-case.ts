import type { CaseRequest, JustifiedResponse, OperationId, Side } from '../kit-types.ts';
import type { Session } from '../target/target-session.ts';

export interface PlannedCase {
  name: string;
  check: string;
  operation: OperationId;
  /** Expected response, if it depends on more than the request, for example on whether an identifier is in use. */
  expects?: JustifiedResponse;
  covers: readonly { keyword: string; side: Side }[];
  /** The request, or a function that creates the request from the session's tokens, identifiers, and resources. */
  request: CaseRequest | ((session: Session) => CaseRequest | Promise<CaseRequest>);
  needsState?: boolean;
  needsOther?: boolean;
}

/** A case without its operation. The name is unique among the cases of the operation. */
export type CaseDefinition = Omit<PlannedCase, 'operation' | 'covers'>;

const caseOf =
  (check: string) =>
  (name: string, request: CaseDefinition['request'], more?: Partial<CaseDefinition>): CaseDefinition =>
    Object.assign({ check, name, request }, more);

export const security = caseOf('security');
export const status = caseOf('statuses');
export const example = caseOf('examples');
