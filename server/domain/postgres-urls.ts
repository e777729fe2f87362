/**
 * Returns a URL for each host of a PostgreSQL URL. As in libpq, it can list several hosts, for example
 * `postgres://user@one,two:5433/name`.
 */
export function postgresUrls(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(url) ?? [];
  return hosts.split(',').map((host) => start + host + rest);
}
