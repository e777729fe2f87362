import type { Case, CaseGroup } from '../../types.ts';

/** A case without its operation, with a name that is unique in the operation. */
export type Scenario = Omit<Case, 'operation' | 'covers'>;

const scenario =
  (group: CaseGroup) =>
  (name: string, request: Case['request'], more: Partial<Scenario> = {}): Scenario => ({
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
