/** The target gives no token, or does not make what other requests need. */
export class TargetUnusable extends Error {
  override name = 'TargetUnusable';
}

/** Nothing can be checked there: why, in a line. */
export class NotReady extends Error {
  override name = 'NotReady';
}
