export interface MockPartner {
  clientId: string;
  secret: string;
  name: string;
  scopes: readonly string[];
  /** Hosts that the partner's URLs can contain, in lower case; `*` permits any. */
  domains: readonly string[];
}

export interface MockStart {
  /** Port to listen on. Default: a free port. */
  port?: number;
  /** Address to listen on. Default: `127.0.0.1`. */
  host?: string;
  /** Public URL without a trailing slash. Default: `http://localhost` with the port. */
  baseUrl?: string | undefined;
  /**
   * URL that receives test events, redelivered events, and events of decided verification requests, because the mock
   * stores no webhooks. It must be on this machine or at a public address. Events are signed with the secret of every
   * webhook of the mock.
   */
  eventsUrl?: string | undefined;
  /** Partners. Default: `sandbox-partner` with `sandbox-secret`, every scope, and any domain. */
  partners?: readonly MockPartner[] | undefined;
}

export interface RunningMock {
  url: string;
  stop(): Promise<void>;
}
