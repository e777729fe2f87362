/** Maximum length of an authority: a DNS name has at most 253 characters, which can be percent-encoded, and a port. */
const MAX_AUTHORITY = 1000;

/**
 * Returns the normalized host and the port, which is empty for the default of the scheme. Returns null if one of them
 * is invalid. Does not parse long authorities, because the time for IDNA processing (UTS 46) is quadratic.
 */
export function authorityOf(url: string): { hostname: string; port: string } | null {
  const [, start = '', authority = ''] = /^([a-z]+:\/\/)([^/?#\\]*)/i.exec(url) ?? [];
  if (authority.length > MAX_AUTHORITY || !URL.canParse(start + authority)) return null;
  return new URL(start + authority);
}

export const hostOf = (url: string): string | null => authorityOf(url)?.hostname ?? null;

/** Returns whether the host is one of the domains. `*` permits any host. Subdomains are not included. */
export function isOnDomain(url: string, domains: readonly string[]): boolean {
  const host = hostOf(url)?.replace(/\.$/, '');
  return host !== undefined && domains.some((domain) => domain === '*' || host === domain);
}
