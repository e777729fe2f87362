import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { problemResponse } from '../contract/problem.ts';
import type { Logger } from '../log.ts';
import { type BrokenRequest, brokenRequestResponse } from './broken-request.ts';
import { refusalOf } from './refusal-of.ts';
import type { RequestEnv } from './request-log.ts';

/** A fetch handler, and its answers where no handler is reached. */
export interface App extends Hono<RequestEnv> {
  /** What is answered to what is not a request. */
  refuse(broken: BrokenRequest): Response;
  /** What is answered when there is a fault outside every handler. */
  fail(error: unknown): Response;
}

/** Answers with problems wherever something else than a handler has to answer. */
export function answerFailures(
  app: Hono<RequestEnv>,
  { baseUrl, log }: { baseUrl: string; log: Logger },
): App {
  const fail = (err: unknown, requestId: string = randomUUID()) => {
    log.error({ request_id: requestId, err }, 'request failed');
    return problemResponse(refusalOf(err), baseUrl, requestId);
  };
  app.onError((err, c) => fail(err, c.get('requestId')));
  return Object.assign(app, {
    refuse: (broken: BrokenRequest) => brokenRequestResponse(broken, baseUrl),
    fail: (error: unknown) => fail(error),
  });
}
