import { problems } from '../../generated/operations.ts';
import type { components } from '../../generated/types.ts';
import type { PlainResponse } from './plain-response.ts';
import type { Refusal } from './problem.ts';

type TokenErrorCode = components['schemas']['TokenError']['error'];

const codes: Partial<Record<Refusal['statement']['code'], TokenErrorCode>> = {
  rate_limited: 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
  internal_error: 'server_error',
};

/** A refusal in the error format of the token endpoint (RFC 6749, section 5.2). */
export function tokenErrorResponse({ statement, headers }: Refusal): PlainResponse {
  const error = { error: codes[statement.code] ?? 'invalid_request', error_description: statement.detail };
  return {
    status: problems[statement.code].status,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(error),
  };
}
