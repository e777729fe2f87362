import { operations } from '../../generated/operations.ts';
import { type RunningMock, startMock } from '../../mock/create-mock.ts';
import type { MockPartner } from '../../mock/services.ts';
import { departures, operationAt } from '../support/contract.ts';
import type { Answer, CallOptions } from '../support/service.ts';

export interface TestMock {
  url: string;
  /** Calls over HTTP. Fails when the answer departs from the contract, unless it is one that the contract does not document. */
  call(method: string, target: string, options?: CallOptions): Promise<Answer>;
  /** An access token of the sandbox partner, or of another client. */
  token(options?: { scope?: string; clientId?: string; secret?: string }): Promise<string>;
  stop(): Promise<void>;
}

/** A mock on a port of its own. */
export async function runMock(
  options: { partners?: readonly MockPartner[]; log?: Parameters<typeof startMock>[0]['log'] } = {},
): Promise<TestMock> {
  const mock: RunningMock = await startMock({ port: 0, host: '127.0.0.1', ...options });

  async function call(
    method: string,
    target: string,
    { token, headers, body }: CallOptions = {},
  ): Promise<Answer> {
    const isJson = Object.getPrototypeOf(body ?? '') === Object.prototype || Array.isArray(body);
    const response = await fetch(new URL(target, mock.url), {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(isJson && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      redirect: 'manual',
      ...(body !== undefined && {
        body: isJson ? JSON.stringify(body) : (body as NonNullable<RequestInit['body']>),
      }),
    });
    const text = await response.text();
    const isJsonAnswer = /json/.test(response.headers.get('content-type') ?? '');
    const answer = {
      status: response.status,
      headers: response.headers,
      body: isJsonAnswer ? JSON.parse(text) : text,
    };
    const operation = operationAt(method, new URL(target, mock.url).pathname);
    const documented: object = operation === undefined ? {} : operations[operation].responses;
    const found =
      operation !== undefined && answer.status in documented
        ? departures(operation, answer.status, answer.headers, answer.body === '' ? undefined : answer.body)
        : [];
    if (found.length > 0) throw new Error(`The answer departs from the contract:\n${found.join('\n')}`);
    return answer;
  }

  return {
    url: mock.url,
    call,
    async token({ scope, clientId = 'sandbox-partner', secret = 'sandbox-secret' } = {}) {
      const form = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: secret,
        ...(scope !== undefined && { scope }),
      });
      return (await call('POST', operations.createTokenV2.path, { body: form })).body.access_token;
    },
    stop: () => mock.stop(),
  };
}
