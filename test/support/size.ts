/** Returns `small` or, with TEST_SIZE=nightly, `large`, which finds rare failures. */
export function sized<T>(small: T, large: T): T {
  return process.env['TEST_SIZE'] === 'nightly' ? large : small;
}
