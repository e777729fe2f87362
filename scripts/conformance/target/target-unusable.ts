/** The target gives no token, or does not make what other requests need. */
export class TargetUnusable extends Error {
  override name = 'TargetUnusable';
}
