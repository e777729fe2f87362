/** Memoizes a function. The cache key consists of all arguments. Results live as long as the first argument. */
export function remembered<On extends object, Key extends readonly (string | number | readonly string[])[], T>(
  make: (on: On, ...key: Key) => T,
): (on: On, ...key: Key) => T {
  const known = new WeakMap<On, Map<string, T>>();
  return (on, ...key) => {
    const results = known.get(on) ?? new Map<string, T>();
    known.set(on, results);
    const name = key.join(' ');
    if (!results.has(name)) results.set(name, make(on, ...key));
    return results.get(name) as T;
  };
}
