import type { OperationCall } from './call.ts';

export type RecentRequests = ReturnType<typeof createRecentRequests>;

const MAX_REQUESTS = 20;
const MAX_BODY_BYTES = 8_192;
const SECRET_PARAMETERS = ['signature', 'access_token', 'client_secret'];

export function createRecentRequests() {
  let recorded: RecordedRequest[] = [];
  return {
    list: () => recorded.map((request) => ({ ...request, curl: curlOf(request) })),
    add(call: OperationCall, baseUrl: string, status: number): void {
      recorded = [recordOf(call, baseUrl, status), ...recorded].slice(0, MAX_REQUESTS);
    },
  };
}

type RecordedRequest = ReturnType<typeof recordOf>;

function recordOf({ operation, context: { req }, body }: OperationCall, baseUrl: string, status: number) {
  const { method, path, url } = req;
  const mediaType = req.header('content-type') ?? '';
  // Keeps only JSON bodies, because a form contains a secret, and a file is not text.
  const isKept = mediaType.startsWith('application/json') && body !== undefined && body.length <= MAX_BODY_BYTES;
  return { at: new Date(), method, path, status, operation, url, baseUrl, mediaType, body: isKept ? body : undefined };
}

function curlOf({ operation, method, path, url, baseUrl, mediaType, body }: RecordedRequest): string {
  const { searchParams } = new URL(url);
  for (const name of SECRET_PARAMETERS) if (searchParams.has(name)) searchParams.set(name, 'SECRET');
  const query = searchParams.size === 0 ? '' : `?${searchParams}`;
  const parts = [`curl -X ${method} ${quoted(baseUrl + path + query)}`];
  const needsToken = operation.security.some(({ scheme }) => scheme !== 'uploadLink');
  if (needsToken) parts.push('-H "Authorization: Bearer $TOKEN"');
  if (operation.bodyLimit > 0) {
    const data = body === undefined ? '@FILE' : quoted(new TextDecoder().decode(body));
    parts.push(`-H ${quoted(`Content-Type: ${mediaType}`)}`, `--data-binary ${data}`);
  }
  return parts.join(' \\\n  ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
