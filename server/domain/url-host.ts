/** Maximum length, above the 759 characters of a DNS name with 253 percent-encoded characters. */
const MAX_AUTHORITY = 1000;

/** Returns null for a long authority, because the time for IDNA processing (UTS 46) is quadratic. */
export function authorityOf(url: string): { hostname: string; port: string } | null {
  const [, start = '', authority = ''] = /^([a-z]+:\/\/)([^/?#\\]*)/i.exec(url) ?? [];
  if (authority.length > MAX_AUTHORITY || !URL.canParse(start + authority)) return null;
  return new URL(start + authority);
}

export const hostOf = (url: string): string | null => authorityOf(url)?.hostname ?? null;

/** Returns true if the host equals one of the domains, and false for subdomains. The domain `*` matches every host. */
export function isOnDomain(url: string, domains: readonly string[]): boolean {
  const host = hostOf(url)?.replace(/\.$/, '');
  return host !== undefined && domains.some((domain) => domain === '*' || host === domain);
}
