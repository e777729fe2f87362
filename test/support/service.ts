import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp } from '../../server/app.ts';
import { loadConfig } from '../../server/config.ts';
import { createServices } from '../../server/create-services.ts';
import type { Clock, Micros } from '../../server/domain/clock.ts';
import { createLogger } from '../../server/log.ts';
import { serve } from '../../server/serve.ts';
import type { Services } from '../../server/services.ts';
import { departures, operationAt } from './contract.ts';

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  advance(micros: Micros): void;
}

export function testClock(start: Micros = Date.UTC(2026, 0, 31, 9, 30) * 1000): TestClock {
  let now = start;
  return {
    now: () => now,
    advance(micros) {
      now += micros;
    },
  };
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever member it expects
  body: any;
}

export interface CallOptions {
  token?: string;
  headers?: Record<string, string>;
  /** An object is sent as JSON, anything else as it is. */
  body?: unknown;
}

export interface TestService {
  url: string;
  clock: TestClock;
  services: Services;
  dataDir: string;
  /** Calls over HTTP. Fails when the answer departs from the contract. */
  call(method: string, target: string, options?: CallOptions): Promise<Answer>;
  /** An access token of the sandbox partner, or of another client. */
  token(options?: { scope?: string; clientId?: string; secret?: string }): Promise<string>;
  stop(): Promise<void>;
}

/**
 * A whole sandbox service on a port of its own, over an embedded database in a temporary folder or over `databaseUrl`, with
 * rate limits off. `change` replaces services.
 */
export async function startService(
  options: {
    env?: NodeJS.ProcessEnv;
    databaseUrl?: string;
    clock?: TestClock;
    change?: (services: Services) => Partial<Services>;
  } = {},
): Promise<TestService> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'service-'));
  const clock = options.clock ?? testClock();
  const config = loadConfig({
    PORT: '0',
    BASE_URL: 'http://api.test',
    APP_URL: 'http://app.test',
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_SECOND: '0',
    ...(options.databaseUrl !== undefined && { DATABASE_URL: options.databaseUrl }),
    ...options.env,
  });
  const made = await createServices(
    config,
    clock,
    createLogger((process.env['TEST_LOG_LEVEL'] ?? 'silent') as 'silent'),
  );
  const services = { ...made, ...options.change?.(made) };
  const server = await serve(createApp(services), { port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${server.address.port}`;

  async function call(
    method: string,
    target: string,
    { token, headers, body }: CallOptions = {},
  ): Promise<Answer> {
    // A link that the service gave out leads to the service's public address; here it is reached at its port.
    const address = new URL(target.replace(config.baseUrl, ''), url);
    const isJson =
      typeof body === 'object' &&
      body !== null &&
      !(body instanceof Uint8Array) &&
      !(body instanceof URLSearchParams);
    const response = await fetch(address, {
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
    const operation = operationAt(method, address.pathname);
    const found =
      operation === undefined ? [] : departures(operation, answer.status, answer.headers, answer.body);
    if (found.length > 0) throw new Error(`The answer departs from the contract:\n${found.join('\n')}`);
    return answer;
  }

  return {
    url,
    clock,
    services,
    dataDir,
    call,
    async token({ scope, clientId = 'sandbox-partner', secret = 'sandbox-secret' } = {}) {
      const form = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: secret,
      });
      if (scope !== undefined) form.set('scope', scope);
      const { body } = await call('POST', '/api/partner/v2/oauth/token.json', { body: form });
      return body.access_token;
    },
    async stop() {
      await server.stop(1000);
      await made.dispatcher.stop(1000);
      await made.downloader.stop(1000);
      await made.store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
