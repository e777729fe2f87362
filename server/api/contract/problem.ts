import { operations, problems } from '../../../generated/operations.ts';
import type { ProblemStatement } from '../../../generated/server.ts';
import type { components } from '../../../generated/types.ts';
import { nearestName } from '../../platform/nearest-name.ts';

export type Violation = components['schemas']['Violation'];

export interface PlainResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

export function webResponse({ status, headers, body }: PlainResponse): Response {
  return new Response(body, { status, headers });
}

/** Thrown to reject a request. It is no `Error`, because errors are logged. The detail must not quote the request. */
export class Refusal {
  readonly statement: ProblemStatement;
  readonly headers: Readonly<Record<string, string>>;

  constructor(statement: ProblemStatement, headers: Readonly<Record<string, string>> = {}) {
    this.statement = statement;
    this.headers = headers;
  }
}

/** Appends a property name to a JSON Pointer (RFC 6901, section 3). */
export function pointerTo(parent: string, member: string): string {
  return `${parent}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

export function validationFailed(errors: Violation[]): ProblemStatement<'validation_failed'> {
  const count = errors.length === 1 ? '1 violation' : `${errors.length} violations`;
  return { code: 'validation_failed', detail: `${count}. See errors.`, errors };
}

export function lookalikeName(): ProblemStatement<'validation_failed'> {
  const detail = 'must not look like the registered name of another partner';
  return validationFailed([{ pointer: '/display_options/partner_name', code: 'not_allowed', detail }]);
}

export const alreadyVerified = {
  status: 409,
  problem: { code: 'already_verified', detail: 'A user has already accepted, so you can no longer cancel.' },
} as const;

const PATHS = Object.values(operations).map(({ path }) => path);

export function notFound(path = ''): Refusal {
  const nearest = nearestPath(path);
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return new Refusal({ code: 'not_found', detail: `No resource exists at this URL.${hint}` });
}

/** Maximum length of an unknown path that is compared with known paths. Comparing longer paths would be too slow. */
const MAX_COMPARED_LENGTH = 100;

function nearestPath(path: string): string | undefined {
  if (path.length > MAX_COMPARED_LENGTH) return undefined;
  const segments = path.split('/');
  const filled = PATHS.map((known) => {
    const parts = known.split('/').map((part, index) => (part.startsWith('{') ? segments[index] : part));
    return parts.join('/');
  });
  return PATHS[filled.indexOf(nearestName(path, filled, 1 / 8) ?? '')];
}

export function rateLimited(what: string, retryAfterSeconds: number, headers: Record<string, string> = {}): Refusal {
  const detail = `Too many ${what}. Retry after the number of seconds in Retry-After.`;
  return new Refusal({ code: 'rate_limited', detail }, { 'Retry-After': String(retryAfterSeconds), ...headers });
}

export function misdirected(): Refusal {
  const detail = 'This sandbox does not serve the host of the request. SANDBOX_HOSTS lists the hosts that it serves.';
  return new Refusal({ code: 'malformed_request', detail });
}

export function methodNotAllowed(allowed: readonly string[]): Refusal {
  const allow = allowed.join(', ');
  return new Refusal({ code: 'method_not_allowed', detail: `This path accepts ${allow}.` }, { Allow: allow });
}

export function problemResponse({ statement, headers }: Refusal, baseUrl: string, requestId: string): PlainResponse {
  const { code, detail, errors } = statement;
  const { status, title } = problems[code];
  const problem = { type: `${baseUrl}/problems/${code}`, title, status, detail, code, request_id: requestId, errors };
  return {
    status,
    headers: { 'Content-Type': 'application/problem+json', 'X-Request-Id': requestId, ...headers },
    body: JSON.stringify(problem),
  };
}

type TokenErrorCode = components['schemas']['TokenError']['error'];

const tokenErrors: Partial<Record<ProblemStatement['code'], TokenErrorCode>> = {
  rate_limited: 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
  internal_error: 'server_error',
};

/** Returns the error in the format of the token endpoint (RFC 6749, section 5.2). */
export function tokenErrorResponse({ statement, headers }: Refusal): PlainResponse {
  const error = { error: tokenErrors[statement.code] ?? 'invalid_request', error_description: statement.detail };
  return {
    status: problems[statement.code].status,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(error),
  };
}
