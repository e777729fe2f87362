// Our own way from a request to its handler, and nothing behind it: every operation answers as an add, and none stores.
import { Hono } from 'hono';
import { type OperationId, operations } from '../../../generated/operations.ts';
import type { Handlers } from '../../../generated/server.ts';
import { createMockServices } from '../../../mock/services.ts';
import { systemClock } from '../../../server/domain/clock.ts';
import { bindOperations } from '../../../server/http/bind-operations.ts';
import type { Call } from '../../../server/http/caller.ts';
import type { RequestEnv } from '../../../server/http/request-log.ts';
import { serve } from '../../../server/http/serve.ts';
import { createLogger } from '../../../server/log.ts';
import { sandboxPartners } from '../../../server/sandbox/partners.ts';
import link from '../peers/answer.json' with { type: 'json' };

// The peers have no log of requests.
const log = createLogger('warn');
const services = createMockServices({ baseUrl: 'http://api.test', partners: sandboxPartners, clock: systemClock, log });
const [partner] = sandboxPartners;
const token = await services.tokens.issue(partner?.clientId ?? '', partner?.scopes ?? []);
const handlers = Object.fromEntries(
  (Object.keys(operations) as OperationId[]).map((id) => [id, async () => ({ status: 201, body: link })]),
) as unknown as Handlers<Call>;

const rest = new Hono<RequestEnv>();
rest.get('/token', (c) => c.text(token));
await serve(bindOperations(rest, handlers, services), { port: Number(process.env['PORT']), host: '127.0.0.1' });
