import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { operations } from '../../generated/operations.ts';
import { StoreUnavailable } from '../domain/unavailable.ts';
import { problemResponse, tokenErrorResponse, webResponse } from './contract/problem.ts';
import { refusalOf, setCommonHeaders } from './responses.ts';

const tokenPaths: readonly string[] = Object.values(operations)
  .filter(({ requestTypes }) => requestTypes.some((type) => type === 'application/x-www-form-urlencoded'))
  .map(({ path }) => path);

/**
 * Creates the application that responds until the database is available: the process is alive and not ready, and all
 * other requests get 503.
 */
export function createStartingApp(baseUrl: string) {
  const refusal = refusalOf(new StoreUnavailable('The service is starting'));
  const unavailable = () => webResponse(problemResponse(refusal, baseUrl, randomUUID()));
  const app = new Hono();
  app.use(setCommonHeaders(baseUrl));
  app.get('/livez', (c) => c.text('ok\n'));
  app.get('/readyz', (c) => c.text('the service is starting: the database does not respond\n', 503));
  for (const path of tokenPaths) app.post(path, () => webResponse(tokenErrorResponse(refusal)));
  app.notFound(unavailable);
  return Object.assign(app, { refuse: unavailable, fail: unavailable });
}
