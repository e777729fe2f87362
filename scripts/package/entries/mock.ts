import { requirePeers } from './peers.ts';

/** A partner that the mock knows. */
export interface MockPartner {
  clientId: string;
  secret: string;
  name: string;
  /** Every scope that it can get a token for. */
  scopes: readonly string[];
  /** Hosts that its URLs may lead to, in lower case; `*` stands for any. */
  domains: readonly string[];
}

export interface MockOptions {
  /** Any free one by default. */
  port?: number;
  /** The address to listen on; `127.0.0.1` by default. */
  host?: string;
  /** Where it is reached, without a trailing slash, when that is not `http://localhost` and the port. */
  baseUrl?: string;
  /** By default those of the sandbox: `sandbox-partner` with `sandbox-secret`, every scope, any domain. */
  partners?: readonly MockPartner[];
}

export interface RunningMock {
  /** Without a trailing slash. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts the mock of the service, for tests of a client: it refuses what the service refuses, answers the rest as the contract's
 * examples do, and remembers nothing. Rejects with `PeersMissing`, whose message says what to install, or when the address
 * cannot be listened on.
 */
export async function startMock(options: MockOptions = {}): Promise<RunningMock> {
  requirePeers('mock');
  const { startMock: start } = await import('../../../mock/create-mock.ts');
  return start({ port: 0, host: '127.0.0.1', ...options });
}
