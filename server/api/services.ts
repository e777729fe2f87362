import type { components } from '../../generated/types.ts';
import type { PartnerDirectory } from '../storage/partner-directory.ts';
import type { DeliveryServices, ReportServices, StorageServices } from '../storage/services.ts';
import type { InFlightBodies } from './in-flight-bodies.ts';
import type { RequestLimits } from './limits/request-limits.ts';
import type { AccessTokens } from './oauth/access-token.ts';
import type { SigningKeys } from './oauth/signing-keys.ts';
import type { RecentRequests } from './recent-requests.ts';

export type { DeliveryServices, ReportServices, StorageServices } from '../storage/services.ts';

export interface AddressServices {
  baseUrl: string;
  appUrl: string;
  webhookSourceAddresses: readonly string[];
}

export interface SandboxServices {
  /** True outside production. */
  sandbox: boolean;
  /** True if other people can reach this sandbox. */
  openSandbox: boolean;
  /** True in a sandbox that only this machine can reach: URLs may have loopback hosts and the scheme http. */
  allowLoopback: boolean;
  /** List of recent requests; null if other people can reach this service. */
  recentRequests: RecentRequests | null;
  /** Hosts that the service accepts; null in production, where a proxy checks the host. */
  ownHosts: readonly string[] | null;
}

export interface AccessServices {
  tokens: AccessTokens;
  partners: PartnerDirectory;
  signingKeys: SigningKeys;
  serverMetadata: components['schemas']['AuthorizationServerMetadata'];
  /** Keys for upload links: the first key signs, and every key verifies. */
  uploadLinkKeys: readonly [Uint8Array, ...Uint8Array[]];
  bodies: InFlightBodies;
  limits: RequestLimits;
}

export type ApiServices = AddressServices &
  SandboxServices &
  ReportServices &
  StorageServices &
  AccessServices &
  DeliveryServices;
