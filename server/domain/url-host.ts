/** A DNS name has at most 253 characters, which can be percent-encoded. */
const MAX_AUTHORITY = 1000;

/** Returns null for a long authority, because the time for IDNA processing (UTS 46) is quadratic. */
export function authorityOf(url: string): { hostname: string; port: string } | null {
  const [, start = '', authority = ''] = /^([a-z]+:\/\/)([^/?#\\]*)/i.exec(url) ?? [];
  if (authority.length > MAX_AUTHORITY || !URL.canParse(start + authority)) return null;
  return new URL(start + authority);
}

export const hostOf = (url: string): string | null => authorityOf(url)?.hostname ?? null;

/** The domain `*` permits any host. A domain does not include its subdomains. */
export function isOnDomain(url: string, domains: readonly string[]): boolean {
  const host = hostOf(url)?.replace(/\.$/, '');
  return host !== undefined && domains.some((domain) => domain === '*' || host === domain);
}
