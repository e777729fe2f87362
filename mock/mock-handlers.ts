import { setTimeout as sleep } from 'node:timers/promises';
import { type OperationId, operations } from '../generated/operations.ts';
import type { Handlers, ProblemStatement } from '../generated/server.ts';
import {
  assetOf,
  type Call,
  type HandlerResponse,
  locationOf,
  lookalikeName,
  partnerOf,
  type RequestChecks,
  refusalOfFile,
} from '../server/api/request-checks.ts';
import { forAddOperations } from '../server/domain/credential-types.ts';
import { createAdaptations, type Parts } from './adaptations.ts';
import { readPrefer, type StoredPreferences } from './prefer.ts';
import type { Prism } from './prism.ts';

type Ids = Partial<Record<'request_id' | 'credential_id' | 'id', string>>;

const LOCATION_OPERATIONS: { [Id in OperationId]?: OperationId } = {
  ...forAddOperations(() => 'getSubmissionStatusV1' as const),
  addMicrocredentialBatch: 'getSubmissionStatusV1',
  addCredentialBatch: 'getSubmissionStatusV2',
  createVerificationRequest: 'getVerificationRequest',
  createWebhook: 'getWebhook',
};

export function createMockHandlers({ prism, ...parts }: Parts & { prism: Prism }, preferences: StoredPreferences) {
  const { baseUrl, checks } = parts;
  const adaptations = createAdaptations(parts);
  const ownHandlers = createOwnHandlers(checks);
  const handlerOf = (operation: OperationId) => async (request: { path: object; body?: object }, call: Call) => {
    const own: HandlerResponse | null = (await ownHandlers[operation]?.(request as never, call)) ?? null;
    if (own !== null && own.status >= 400) return own;
    const header = call.header('Prefer');
    const step = header === undefined ? preferences.stepFor({ operation, request }) : { prefer: header };
    const { choice, delaySeconds, applied } = readPrefer(step.prefer);
    const response = await prism.respond(operation, choice);
    const example = step.body ?? response.body;
    if (delaySeconds > 0) await sleep(delaySeconds * 1000, undefined, { ref: false });
    const { status } = response;
    const headers = {
      ...response.headers,
      // A cache must not reuse the response for a request with a different preference (RFC 7240, section 2).
      Vary: 'Prefer',
      ...(applied !== '' && { 'Preference-Applied': applied }),
    };
    const mediaTypes: Readonly<Record<string, string | null>> = operations[operation].responses;
    if (mediaTypes[status] === 'application/problem+json')
      return { status, problem: example as ProblemStatement, headers };
    if (status >= 300) return { status, body: example as object, headers };
    preferences.noteSuccess({ operation, request });
    const adapt = adaptations[operation];
    const body = step.body ?? own?.body ?? adapt?.(example as never, request as never, call) ?? example;
    const locationOperation = LOCATION_OPERATIONS[operation];
    if (locationOperation === undefined) return { status, body, headers };
    const warnings = differentContentWarnings(example as object);
    const { request_id, credential_id, id: itsId = '' } = { ...request.body, ...(body as object) } as Ids;
    const location = locationOf(baseUrl, locationOperation, request_id ?? credential_id ?? itsId);
    const replayed = warnings.length > 0 && { 'Idempotent-Replayed': 'true' };
    return { status, body, headers: { ...headers, ...location, ...replayed }, warnings };
  };
  return Object.fromEntries(
    (Object.keys(operations) as OperationId[]).map((id) => [id, handlerOf(id)]),
  ) as unknown as Handlers<Call>;
}

const differentContentWarnings = ({ warnings = [] }: Pick<HandlerResponse, 'warnings'>) =>
  warnings.filter(({ code }) => code === 'different_content');

/** Creates handlers whose errors override the `Prefer` header, and whose bodies override the contract's examples. */
function createOwnHandlers(checks: RequestChecks): {
  [Id in OperationId]?: (...given: Parameters<Handlers<Call>[Id]>) => Promise<HandlerResponse | null>;
} {
  return {
    ...checks.tokenHandlers,
    async createVerificationRequest({ body }, call) {
      const isLookalike = await checks.isLookalike(body.display_options.partner_name, partnerOf(call));
      return isLookalike ? { status: 422, problem: lookalikeName() } : null;
    },
    uploadAsset: async (request, call) => refusalOfFile(assetOf(call).assetType, request),
  };
}
