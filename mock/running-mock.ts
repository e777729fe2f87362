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

/** How a mock is started. */
export interface MockStart {
  /** Any free one by default. */
  port?: number;
  /** The address to listen on; `127.0.0.1` by default. */
  host?: string;
  /** Where it is reached, without a trailing slash, when that is not `http://localhost` and the port. */
  baseUrl?: string | undefined;
  /**
   * Where test events, events that are sent again, and those of decided verification requests go, which the mock knows
   * no webhook for. On this machine, or at a public address. Signed with the secret of every webhook of the mock.
   */
  eventsUrl?: string | undefined;
  /** By default those of the sandbox: `sandbox-partner` with `sandbox-secret`, every scope, any domain. */
  partners?: readonly MockPartner[] | undefined;
}

/** A mock that answers. */
export interface RunningMock {
  /** Without a trailing slash. */
  url: string;
  stop(): Promise<void>;
}
