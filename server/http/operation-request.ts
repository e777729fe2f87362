/** A request to an operation, whichever server received it. */
export interface OperationRequest {
  /** The values of the path's parameters, decoded. */
  path: Readonly<Record<string, string>>;
  /** Whether the path has no broken escape. */
  isDecodable: boolean;
  /** Of the connection; undefined where there is none. */
  readonly remoteAddress: string | undefined;
  readonly searchParams: URLSearchParams;
  /** A header by its name in any letter case; repeated headers are joined by commas (RFC 9110, section 5.3). */
  header(name: string): string | undefined;
  /** Reads the body once. Rejects with a `Refusal` when it has more than `limit` bytes. */
  body(limit: number): Promise<Uint8Array>;
}
