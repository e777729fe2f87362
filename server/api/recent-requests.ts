import type { OperationCall } from './call.ts';

interface RecentRequest {
  at: Date;
  method: string;
  path: string;
  status: number;
  /** Command that repeats the request with the token in `$TOKEN`. */
  curl: string;
}

export type RecentRequests = ReturnType<typeof createRecentRequests>;

const MAX_REQUESTS = 20;
const MAX_BODY_BYTES = 8_192;
/** Query parameters whose values are not kept. */
const SECRETS = ['signature', 'access_token', 'client_secret'];

/** Creates a list of the last requests, newest first, without tokens and secrets. */
export function createRecentRequests() {
  let requests: RecentRequest[] = [];
  return {
    list: (): readonly RecentRequest[] => requests,
    add(call: OperationCall, baseUrl: string, status: number): void {
      const { method, path } = call.context.req;
      requests = [{ at: new Date(), method, path, status, curl: curlOf(call, baseUrl) }, ...requests];
      requests = requests.slice(0, MAX_REQUESTS);
    },
  };
}

function curlOf({ operation, context: { req }, sent }: OperationCall, baseUrl: string): string {
  const { searchParams } = new URL(req.url);
  for (const name of SECRETS) if (searchParams.has(name)) searchParams.set(name, 'SECRET');
  const query = searchParams.size === 0 ? '' : `?${searchParams}`;
  const parts = [`curl -X ${req.method} ${quoted(baseUrl + req.path + query)}`];
  const needsToken = operation.security.some(({ scheme }) => scheme !== 'uploadLink');
  if (needsToken) parts.push('-H "Authorization: Bearer $TOKEN"');
  const mediaType = req.header('content-type') ?? '';
  if (operation.bodyLimit > 0) parts.push(`-H ${quoted(`Content-Type: ${mediaType}`)}`);
  // Shows only JSON bodies, because a form contains a secret, and a file is not text.
  const isShown = mediaType.startsWith('application/json') && sent !== undefined && sent.length <= MAX_BODY_BYTES;
  if (operation.bodyLimit > 0)
    parts.push(`--data-binary ${isShown ? quoted(new TextDecoder().decode(sent)) : '@FILE'}`);
  return parts.join(' \\\n  ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
