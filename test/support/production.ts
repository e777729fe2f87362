import { createHash } from 'node:crypto';

/** Derives a 32-byte key from a name, so that the key is the same in every run. */
export const randomKey = (name: string): string => createHash('sha256').update(name).digest('base64');

/** Returns settings for production mode with a test database, which does not support TLS. */
export const productionSettings = (databaseUrl: string): NodeJS.ProcessEnv => ({
  NODE_ENV: 'production',
  BASE_URL: 'https://api.partner.example',
  APP_URL: 'https://people.partner.example',
  DATABASE_URL: withoutTls(databaseUrl),
  DATA_KEYS: `k1:${randomKey('k1')}`,
  RATE_LIMIT_PER_SECOND: '1000000',
  OIDC_ISSUER: 'https://sign-in.partner.example',
  OIDC_CLIENT_ID: 'service',
  OIDC_CLIENT_SECRET: 'secret',
  TRUSTED_PROXIES: 'none',
  BRAND_OPERATOR: 'Example Agency',
  BRAND_ADDRESS: '1 Example Street, Example City',
  BRAND_PRIVACY_URL: 'https://partner.example/privacy',
  BRAND_HELP_URL: 'https://partner.example/help',
});

/** Adds the URL parameter that disables TLS, which production requires by default. */
function withoutTls(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('sslmode', 'disable');
  return url.href;
}
