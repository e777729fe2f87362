import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { type PlainResponse, webResponse } from '../contract/plain-response.ts';
import { problemResponse } from '../contract/problem.ts';
import type { Logger } from '../log.ts';
import type { DirectAnswers } from './answer-directly.ts';
import { type BrokenRequest, brokenRequestResponse } from './broken-request.ts';
import { commonHeaders } from './common-headers.ts';
import { refusalOf } from './refusal-of.ts';
import type { RequestEnv } from './request-log.ts';

/** A fetch handler, and the responses for when no handler is reached. */
export interface App extends Hono<RequestEnv> {
  /** Answers some of the requests, with the responses that `fetch` would give. */
  answerDirectly: DirectAnswers;
  /** The response to what is not a valid HTTP request. */
  refuse(broken: BrokenRequest): Response;
  /** The response to an error outside every handler. */
  fail(error: unknown): Response;
}

/** Adds problem documents as the responses to errors outside the handlers. */
export function answerFailures(
  app: Hono<RequestEnv>,
  { baseUrl, log }: { baseUrl: string; log: Logger },
  answerDirectly: DirectAnswers,
): App {
  const common = commonHeaders(baseUrl);
  const respond = ({ headers, ...response }: PlainResponse) =>
    webResponse({ ...response, headers: { ...common, ...headers } });
  const fail = (err: unknown, requestId: string = randomUUID()) => {
    log.error({ request_id: requestId, err }, 'request failed');
    return respond(problemResponse(refusalOf(err), baseUrl, requestId));
  };
  app.onError((err, c) => fail(err, c.get('requestId')));
  return Object.assign(app, {
    answerDirectly,
    refuse: (broken: BrokenRequest) => respond(brokenRequestResponse(broken, baseUrl)),
    fail: (error: unknown) => fail(error),
  });
}
