/** A link of a partner that a person has opened. It waits in the session while the person signs in. */
export type OpenedLink =
  | { kind: 'add'; requestId: string }
  | { kind: 'verify'; clientId: string; requestId: string };
