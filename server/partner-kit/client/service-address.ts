const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * An address that a secret may be sent to: https, or http to this machine (RFC 6749, section 3.2, requires TLS).
 * Throws `TypeError`, which names `what` and does not repeat the address, which may hold a secret.
 */
export function secureAddress(address: string, what: string): URL {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw new TypeError(`${what} must be an absolute URL`);
  }
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!secure) throw new TypeError(`${what} must be https; http is only for loopback hosts`);
  if (url.username !== '' || url.password !== '') throw new TypeError(`${what} must have no user info`);
  return url;
}

/** As the API's paths are put behind it: without a slash at its end. Throws `TypeError`, as above. */
export function baseAddress(baseUrl: string): string {
  const url = secureAddress(baseUrl, 'baseUrl');
  if (url.search !== '' || url.hash !== '') throw new TypeError('baseUrl must have no query and no fragment');
  return url.href.replace(/\/+$/, '');
}
