import type { Context, MiddlewareHandler } from 'hono';
import type { AddressLimit, RateLimit, UnknownLinkLimit } from '../api/limits/rate-limit.ts';
import type { ApiServices } from '../api/services.ts';
import type { Brand } from '../domain/brand.ts';
import type { Micros } from '../domain/clock.ts';
import type { Account } from '../storage/accounts.ts';
import type { IdentityProvider } from './identity/identity-provider.ts';

interface MobileToken {
  account: Account;
  /** Hash of the signed part of the token, because one signature can have several encodings. */
  id: string;
  lifetime: Micros;
}

/** Resolves to null if the token is invalid, or is not for the mobile application. */
export type MobileTokens = (token: string) => Promise<MobileToken | null>;

export interface PeopleServices {
  brand: Brand;
  /** Null if the sandbox's sign-in form replaces the provider. */
  identityProvider: IdentityProvider | null;
  /** Null without the setting OIDC_MOBILE_AUDIENCE. */
  mobileTokens: MobileTokens | null;
  logos: { get(url: string): Promise<{ bytes: Uint8Array; mediaType: string } | null> };
  visitRateLimits: { ofAddress: AddressLimit; ofSession: RateLimit };
  unknownLinks: UnknownLinkLimit;
  /** Limits how many unowned verification requests an account can take or decide. */
  takenRequestsRateLimit: RateLimit;
  refusedTokens: AddressLimit;
}

export type PageServices = ApiServices & PeopleServices;

/** Creates middleware that stores the services for `servicesOf`, and so must run before all pages. */
export const withServices =
  (services: PageServices): MiddlewareHandler =>
  (c, next) => {
    c.set('pageServices', services);
    return next();
  };

export const servicesOf = (c: Context): PageServices => c.get('pageServices');
