/** A response as plain data, which each kind of server writes in its own way. */
export interface PlainResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Null when there is no content. */
  body: string | null;
}

/** The same as a response of the Fetch API. */
export function webResponse({ status, headers, body }: PlainResponse): Response {
  return new Response(body, { status, headers });
}
