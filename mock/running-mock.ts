export interface MockPartner {
  clientId: string;
  secret: string;
  name: string;
  scopes: readonly string[];
  /** Hosts that the partner's URLs can use, in lower case. `*` allows any host. */
  domains: readonly string[];
}

export interface MockStart {
  /** Port to listen on. Default: a free port. */
  port?: number;
  /** Address to listen on. Default: `127.0.0.1`. */
  host?: string;
  /** Public URL without a trailing slash. Default: `http://localhost` with the port. */
  baseUrl?: string | undefined;
  /** Partners that can get a token. Default: `sandbox-partner` with `sandbox-secret`, every scope, and any domain. */
  partners?: readonly MockPartner[] | undefined;
}

export interface RunningMock {
  url: string;
  stop(): Promise<void>;
}
