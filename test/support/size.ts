/** `small`, which shows that it works at all; with TEST_SIZE=nightly `large`, which looks for what happens rarely. */
export function sized<T>(small: T, large: T): T {
  return process.env['TEST_SIZE'] === 'nightly' ? large : small;
}
