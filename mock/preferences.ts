import { type OperationId, operations } from '../generated/operations.ts';
import type { Preferences } from './running-mock.ts';

export type StoredPreferences = ReturnType<typeof createPreferences>;

/** Keeps the preferences for requests without a `Prefer` header. */
export function createPreferences() {
  let current: Preferences = {};
  let changes = 0;
  return {
    /** Replaces the preferences. Throws a `TypeError` for an unknown operation. */
    replace(preferences: Preferences) {
      const unknown = Object.keys(preferences).find((name) => !Object.hasOwn(operations, name));
      if (unknown !== undefined) throw new TypeError(`The contract has no operation ${unknown}`);
      current = preferences;
      changes += 1;
    },
    /** Returns a value for the `Prefer` header. The id of a request is in its path or its body. */
    valueFor(operation: OperationId, request: { path: object; body?: object }): string | undefined {
      const { id, request_id, credential_id } = { ...request.body, ...request.path } as Record<string, string>;
      const preference = current[operation];
      const value = typeof preference === 'object' ? preference[id ?? request_id ?? credential_id ?? ''] : preference;
      // After a change, sequences start at their first response.
      return value === undefined ? undefined : `${value}, test=${changes}`;
    },
  };
}
