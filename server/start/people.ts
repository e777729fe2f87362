import { service } from '../../generated/operations.ts';
import {
  createAddressLimit,
  createRateLimit,
  createUnknownLinkLimit,
  type LimitFigures,
  unlimited,
} from '../api/limits/rate-limit.ts';
import type { Brand } from '../domain/brand.ts';
import type { Clock } from '../domain/clock.ts';
import { IdentityProvider } from '../pages/identity/identity-provider.ts';
import { createMobileTokens } from '../pages/identity/mobile-sign-in.ts';
import type { PeopleServices } from '../pages/services.ts';
import type { GuardPolicy } from '../platform/outbound/guarded-agent.ts';
import { createLogos } from '../work/documents/logos.ts';
import type { Config } from './settings.ts';

export function createPeople(config: Config, clock: Clock, destinations: GuardPolicy): PeopleServices {
  const { visits, taken_requests } = service.rate_limits;
  const isOff = config.rateLimitPerSecond === 0;
  const limit = (figures: LimitFigures) => (isOff ? unlimited : createRateLimit(figures));
  const provider = providerOf(config, clock);
  const { oidcMobileAudience: audience, oidcMobileClientId } = config;
  return {
    brand: brandOf(config),
    logos: createLogos({ destinations, clock }),
    identityProvider: provider,
    mobileTokens:
      provider && audience
        ? createMobileTokens(provider, { audience, clientId: oidcMobileClientId ?? audience, clock })
        : null,
    visitRateLimits: {
      ofAddress: createAddressLimit(visits, { isOff }),
      ofSession: limit({ count: visits.of_session, seconds: visits.within_seconds }),
    },
    takenRequestsRateLimit: limit({ count: taken_requests.of_account, seconds: taken_requests.within_seconds }),
    unknownLinks: createUnknownLinkLimit({ isOff }),
    refusedTokens: createAddressLimit(visits, { isOff }),
  };
}

function providerOf(config: Config, clock: Clock) {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, production, appUrl } = config;
  if (issuer === null || clientId === null || clientSecret === null) return null;
  return new IdentityProvider({ issuer, clientId, clientSecret, allowLoopback: !production }, { appUrl, clock });
}

export const brandOf = (config: Config): Brand => ({
  name: config.brandName,
  logo: config.brandLogo,
  operator: config.brandOperator,
  address: config.brandAddress,
  privacyUrl: config.brandPrivacyUrl,
  helpUrl: config.brandHelpUrl,
  app: {
    name: config.brandAppName,
    appStoreUrl: config.brandAppStoreUrl,
    googlePlayUrl: config.brandGooglePlayUrl,
  },
});
