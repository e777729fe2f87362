/**
 * Returns a URL for each host of a PostgreSQL URL. As in libpq, it can list several hosts, for example
 * `postgres://user@one,two:5433/name`.
 */
export function postgresUrls(url: string): string[] {
  const start = url.indexOf('://') + 3;
  const [authority = ''] = /^[^/?]*/.exec(url.slice(start)) ?? [];
  const hostsAt = start + authority.lastIndexOf('@') + 1;
  const end = start + authority.length;
  const hosts = url.slice(hostsAt, end).split(',');
  return hosts.map((host) => url.slice(0, hostsAt) + host + url.slice(end));
}
