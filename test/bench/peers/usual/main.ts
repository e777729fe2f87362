// Implements five operations of the contract with a typical stack: Fastify, Ajv, one JWT check and one SQL statement
// for each request. Uses the validators of the service, so that both servers check the same rules.
import { randomBytes, randomUUID } from 'node:crypto';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { type OperationId, operations, problems, service } from '../../../../generated/operations.ts';
import type { ProblemStatement } from '../../../../generated/server.ts';
import type { components } from '../../../../generated/types.ts';
import { requestBodies } from '../../../../generated/validators.js';
import { insufficientScope, unauthenticated } from '../../../../server/api/authenticate.ts';
import { locationOf } from '../../../../server/api/call.ts';
import {
  contractRules,
  isGuessable,
  type Warning,
  type WarningCheck,
} from '../../../../server/api/contract/extension-keywords.ts';
import {
  decodeJson,
  mediaTypeOf,
  parseJson,
  withoutByteOrderMark,
} from '../../../../server/api/contract/parse-body.ts';
import { notFound, Refusal, validationFailed } from '../../../../server/api/contract/problem.ts';
import { violationsFrom } from '../../../../server/api/contract/violations.ts';
import { sandboxPartners } from '../../../../server/api/oauth/sandbox-partners.ts';
import { differentContent } from '../../../../server/api/operations/different-content.ts';
import { readQuery } from '../../../../server/api/read-request.ts';
import { systemClock, toTimestamp } from '../../../../server/domain/clock.ts';
import { referencedDocuments } from '../../../../server/domain/documents.ts';
import { redirectUri, verificationUri } from '../../../../server/domain/redirect-uri.ts';
import { decrypt, encrypt, openRows, pathIn } from './rows.ts';

const { PORT, BASE_URL = '', APP_URL = '', DATA_DIR = '', DATABASE_URL } = process.env;
const rows = await openRows(pathIn(DATA_DIR), DATABASE_URL);
const { privateKey, publicKey } = await generateKeyPair('ES256');

const app = Fastify({
  logger: { level: 'info' },
  genReqId: () => randomUUID(),
  bodyLimit: operations.addEducation.bodyLimit,
  routerOptions: { maxParamLength: 3 * 255 },
  frameworkErrors: (_error, request, reply) => respondWithProblem(reply, notFound().statement, commonHeaders(request)),
});
app.removeAllContentTypeParsers();
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
  done(null, new URLSearchParams(body as string)),
);
const commonHeaders = ({ id }: FastifyRequest) => ({ 'X-Request-Id': id, 'X-Content-Type-Options': 'nosniff' });
app.addHook('onSend', async (request, reply) => {
  reply.headers(commonHeaders(request));
});

function respondWithProblem(reply: FastifyReply, statement: ProblemStatement, headers = {}): FastifyReply {
  const { status, title } = problems[statement.code];
  const type = `${BASE_URL}/problems/${statement.code}`;
  const problem = { type, title, status, request_id: reply.request.id, ...statement };
  return reply.code(status).headers(headers).type('application/problem+json').send(JSON.stringify(problem));
}

app.setNotFoundHandler((_request, reply) => respondWithProblem(reply, notFound().statement));
app.setErrorHandler((error: unknown, request, reply) => {
  if (error instanceof Refusal) return respondWithProblem(reply, error.statement, error.headers);
  const { code } = error as { code?: string };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return respondWithProblem(reply, { code: 'payload_too_large', detail: 'The body is too large.' });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return respondWithProblem(reply, { code: 'unsupported_media_type', detail: 'Send the body as JSON.' });
  request.log.error(error);
  return respondWithProblem(reply, { code: 'internal_error', detail: 'The service failed.' });
});

app.post(operations.createTokenV2.path, async (request, reply) => {
  const form = request.body as URLSearchParams;
  const partner = sandboxPartners.find(
    ({ clientId, secret }) => clientId === form.get('client_id') && secret === form.get('client_secret'),
  );
  if (partner === undefined) return reply.code(401).send({ error: 'invalid_client' });
  const scope = form.get('scope') ?? partner.scopes.join(' ');
  const lifetime = service.access_token_seconds;
  const token = await new SignJWT({ scope })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
    .setSubject(partner.clientId)
    .setIssuedAt()
    .setExpirationTime(`${lifetime} s`)
    .setJti(randomUUID())
    .sign(privateKey);
  reply.header('Cache-Control', 'no-store');
  return { access_token: token, token_type: 'Bearer', expires_in: lifetime, scope };
});

/** Throws a `Refusal` if the access token lacks the scope of the operation. */
async function authenticate(request: FastifyRequest, operation: OperationId) {
  const { authorization } = request.headers;
  if (authorization === undefined) throw unauthenticated('Send an access token.');
  const token = /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
  const { payload } = await jwtVerify(token, publicKey, { algorithms: ['ES256'], typ: 'at+jwt' }).catch(() => {
    const isBearer = /^bearer\b/i.test(authorization);
    throw unauthenticated('The access token is not valid.', isBearer ? 'invalid_token' : undefined);
  });
  const scopes = String(payload['scope']).split(' ');
  const missing = operations[operation].security
    .flatMap(({ scopes: needed }) => needed)
    .filter((scope) => !scopes.includes(scope));
  if (missing.length > 0) throw insufficientScope(missing);
  return { clientId: String(payload.sub), scopes };
}

type Caller = Awaited<ReturnType<typeof authenticate>>;

const rulesOf = ({ scopes }: Caller, names: WarningCheck[]) =>
  contractRules({ domains: ['*'], scopes, allowLoopback: true }, names);

function readBody<T>(request: FastifyRequest, operation: OperationId, caller: Caller) {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = request.headers;
  if (mediaTypeOf(type ?? null) !== 'application/json' || encoding.toLowerCase() !== 'identity')
    throw new Refusal({ code: 'unsupported_media_type', detail: 'Send the body as JSON.' });
  const text = decodeJson(withoutByteOrderMark(request.body as Buffer));
  const body = parseJson(text);
  const names: WarningCheck[] = [];
  const validate = requestBodies[operation];
  if (!validate?.call(rulesOf(caller, names), body))
    throw new Refusal(validationFailed(violationsFrom(validate?.errors ?? [])));
  return { body: body as T, text, warnings: names.flatMap((check) => check(systemClock.now())) };
}

function created(
  reply: FastifyReply,
  at: { read: OperationId; id: string },
  isReplay: boolean,
  body: object,
  warnings: Warning[],
) {
  reply.code(201).headers(locationOf(BASE_URL, at.read, at.id));
  if (isReplay) reply.header('Idempotent-Replayed', 'true');
  return warnings.length === 0 ? body : { ...body, warnings };
}

app.post(operations.addEducation.path, async (request, reply) => {
  const caller = await authenticate(request, 'addEducation');
  type Body = components['schemas']['EducationSubmission'];
  const { body, text, warnings } = readBody<Body>(request, 'addEducation', caller);
  const { clientId } = caller;
  const requestId = randomUUID();
  const documents = referencedDocuments('education', body).map(({ ref }) => ref);
  const [row] = await rows.run(
    `insert into usual_submissions (client_id, ref, request_id, kind, document_type, documents, created_at, content)
     values ($1, $2, $3, 'education', $4, $5, $6, $7)
     on conflict (client_id, ref) do update set ref = excluded.ref returning request_id, document_type, content`,
    [
      clientId,
      body.id,
      requestId,
      body.document_type,
      JSON.stringify(documents),
      Date.now(),
      encrypt(text, `${clientId} ${body.id}`),
    ],
  );
  const stored = { requestId: String(row?.['request_id']), documentType: String(row?.['document_type']) };
  const link = redirectUri(APP_URL, { kind: 'education', clientId, ...stored });
  const isReplay = stored.requestId !== requestId;
  if (isReplay) {
    const content = decrypt(Buffer.from(row?.['content'] as Uint8Array), `${clientId} ${body.id}`);
    warnings.push(...differentContent(JSON.parse(content), body));
  }
  return created(reply, { read: 'getSubmissionStatusV1', id: body.id }, isReplay, { redirect_uri: link }, warnings);
});

app.get<{ Params: { id: string } }>(operations.getSubmissionStatusV2.path.replace('{id}', ':id'), async (request) => {
  const { clientId } = await authenticate(request, 'getSubmissionStatusV2');
  const { id } = request.params;
  const [row] = await rows.run(
    'select documents, created_at from usual_submissions where client_id = $1 and ref = $2',
    [clientId, id],
  );
  if (row === undefined) throw new Refusal({ code: 'not_found', detail: 'There is no submission with this id.' });
  const isOver = Date.now() >= Number(row['created_at']) + service.submission_window_seconds * 1000;
  const documents = JSON.parse(String(row['documents'])).map((ref: string) => ({ id: ref, state: 'pending' }));
  return { id, status: isOver ? 'canceled' : 'incomplete', finalized_at: null, documents };
});

app.post(operations.createVerificationRequest.path, async (request, reply) => {
  const caller = await authenticate(request, 'createVerificationRequest');
  type Body = components['schemas']['VerificationRequest'];
  const { body, warnings } = readBody<Body>(request, 'createVerificationRequest', caller);
  const { clientId } = caller;
  const requestId = body.request_id ?? randomUUID();
  const context = `${clientId} ${requestId}`;
  const key = isGuessable(warnings) ? randomBytes(16).toString('base64url') : undefined;
  const content = encrypt(JSON.stringify({ ...body, link_key: key }), context);
  const [row] = await rows.run(
    `insert into usual_requests (client_id, request_id, status, created_at, content) values ($1, $2, 'incomplete', $3, $4)
     on conflict (client_id, request_id) do update set request_id = excluded.request_id returning content`,
    [clientId, requestId, Date.now(), content],
  );
  const stored = Buffer.from(row?.['content'] as Uint8Array);
  const isReplay = !stored.equals(content);
  const { link_key, ...first } = isReplay ? JSON.parse(decrypt(stored, context)) : { ...body, link_key: key };
  warnings.push(...differentContent(first, body));
  const link = {
    request_id: requestId,
    redirect_uri: verificationUri(APP_URL, { clientId, requestId, key: link_key }),
  };
  return created(reply, { read: 'getVerificationRequest', id: requestId }, isReplay, link, warnings);
});

const listing = { id: 'listVerificationRequests', ...operations.listVerificationRequests } as const;

app.get(listing.path, async (request, reply) => {
  const caller = await authenticate(request, 'listVerificationRequests');
  const { clientId } = caller;
  const query = readQuery(listing, BASE_URL + request.url, rulesOf(caller, []));
  const ids = query['request_id[]'] as string[];
  const places = ids.map((_, at) => `$${at + 2}`).join(', ');
  const found = await rows.run(`select * from usual_requests where client_id = $1 and request_id in (${places})`, [
    clientId,
    ...ids,
  ]);
  const byId = new Map(found.map((row) => [row['request_id'], row]));
  reply.header('Cache-Control', 'no-store');
  return { requests: ids.flatMap((id) => (byId.has(id) ? [resultOf(clientId, id, byId.get(id) ?? {})] : [])) };
});

function resultOf(clientId: string, requestId: string, row: Record<string, unknown>) {
  const result = { credential_type: 'digital_identity', status: row['status'] };
  const timeOf = (column: string) => toTimestamp(Number(row[column]) * 1000);
  const common = { request_id: requestId, created_at: timeOf('created_at') };
  if (row['status'] !== 'verified') return { ...common, results: [result] };
  const identity = JSON.parse(decrypt(Buffer.from(row['identity'] as Uint8Array), `${clientId} ${requestId}`));
  return { ...common, results: [{ ...result, verified_at: timeOf('finalized_at'), digital_identity: identity }] };
}

app.get('/readyz', async () => ({}));
app.get('/partner/*', (_request, reply) => reply.type('text/html').send('<!doctype html><title>Consent</title>'));
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
