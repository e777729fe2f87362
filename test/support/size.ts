/** Returns `large` in the nightly run (TEST_SIZE=nightly), which finds rare failures, and otherwise `small`. */
export function sized<T>(small: T, large: T): T {
  return process.env['TEST_SIZE'] === 'nightly' ? large : small;
}
