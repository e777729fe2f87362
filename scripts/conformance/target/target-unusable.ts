/** The target returns no token, or does not create a resource that other requests need. */
export class TargetUnusable extends Error {
  override name = 'TargetUnusable';
}

/** A target cannot be checked. The message is one line. */
export class NotReady extends Error {
  override name = 'NotReady';
}
