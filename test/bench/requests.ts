import { randomUUID } from 'node:crypto';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { operations } from '../../generated/operations.ts';
import { changeVerification } from '../../server/lifecycle/change-verification.ts';
import { sandboxPartners } from '../../server/sandbox/partners.ts';
import type { Bench, Figure } from './bench.ts';
import { inTurns, type Speed } from './in-turns.ts';
import { FRESH, type HttpRequest } from './load.ts';
import { addRequest, CLIENT, closeServices, openServices, type Place, SETTINGS } from './open-services.ts';
import type { Server } from './processes.ts';

/** How many rows the lines that read go through. */
const READ_ROWS = 256;
const BULK = 30;

const JSON_TYPE = { 'Content-Type': 'application/json' };

const { EducationWithTranscript: example } = contract.components.examples;

/** The contract's example of an education with a transcript, without the document, in about 700 bytes. */
export function education(id: string) {
  const { document: _, ...data } = example.value.data;
  return { ...example.value, id, document_type: 'none', data };
}

export function post(id: 'addEducation' | 'addCredentialBatch', token: string, body: unknown): HttpRequest {
  const { method, path } = operations[id];
  return { method, path, headers: { Authorization: `Bearer ${token}`, ...JSON_TYPE }, body: JSON.stringify(body) };
}

type SandboxPartner = Pick<(typeof sandboxPartners)[number], 'clientId' | 'secret'>;

/** The first is that of `CLIENT`. */
export const PARTNERS = sandboxPartners as unknown as [SandboxPartner, SandboxPartner];

const tokenRequest = ({ clientId, secret }: SandboxPartner): HttpRequest => ({
  method: operations.createTokenV2.method,
  path: operations.createTokenV2.path,
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret,
  }).toString(),
});

export async function send(
  { url }: Server,
  { path, ...request }: HttpRequest,
): Promise<{ status: number; body: Buffer }> {
  const answer = await fetch(url + path, request);
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
}

/** A token of a partner of the sandbox, with every scope. */
export async function fetchToken(server: Server, partner: SandboxPartner = PARTNERS[0]): Promise<string> {
  const { status, body } = await send(server, tokenRequest(partner));
  if (status !== 200) throw new Error(`No token was had: ${status} ${body}`);
  return JSON.parse(body.toString()).access_token;
}

/** The service as production runs it, but in the sandbox and without a limit of its rate. */
export async function startService(
  bench: Bench,
  { dataDir, databaseUrl }: Place,
  {
    entry = 'server/main.ts',
    pinned = true,
    env = {},
  }: { entry?: string; pinned?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Server> {
  const settings = { ...SETTINGS, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...env };
  return bench.start({ command: [await bench.bundle(entry)], env: settings, pinned });
}

/** Adds with a fresh id each, to be sent to the service. */
export async function addsTo(server: Server) {
  const requests = [post('addEducation', await fetchToken(server), education(FRESH))];
  return { server, requests, status: 201 };
}

interface Kind {
  status: number;
  /** What is sent to the service. */
  requests(server: Server, token: string): Promise<HttpRequest[]> | HttpRequest[];
  /** What must be in the store before the service starts. */
  prepare?(place: Place): Promise<void>;
  signs?: true;
}

const numbered = (name: string) => Array.from({ length: READ_ROWS }, (_, n) => `${name}-${n}-${'0'.repeat(12)}`);

async function addAll(server: Server, token: string): Promise<string[]> {
  const ids = numbered('stored');
  for (const id of ids) await send(server, post('addEducation', token, education(id)));
  return ids;
}

const get = (token: string, path: string): HttpRequest => ({
  method: 'GET',
  path,
  headers: { Authorization: `Bearer ${token}` },
});

/** Verified ones, so that an answer has what must be decrypted. */
async function addVerified(place: Place): Promise<void> {
  const services = await openServices(place);
  for (const requestId of numbered('verified')) {
    await addRequest(services, requestId);
    const key = { clientId: CLIENT, requestId };
    await changeVerification(services, key, { kind: 'open', userId: 'user' });
    const identity = { full_name: 'Ada Lovelace' };
    await changeVerification(services, key, { kind: 'verify', userId: 'user', identity });
  }
  await closeServices(services);
}

const KINDS = {
  add: { status: 201, requests: (_, token) => [post('addEducation', token, education(FRESH))] },
  refused: {
    status: 422,
    requests(_, token) {
      const body = education(FRESH);
      const credential = { ...body.data.credential, conferral_year: 'last year' };
      return [post('addEducation', token, { ...body, data: { ...body.data, credential } })];
    },
  },
  replayed: {
    status: 201,
    async requests(server, token) {
      const ids = await addAll(server, token);
      return ids.map((id) => post('addEducation', token, education(id)));
    },
  },
  status: {
    status: 200,
    async requests(server, token) {
      const ids = await addAll(server, token);
      return ids.map((id) => get(token, operations.getSubmissionStatusV2.path.replace('{id}', id)));
    },
  },
  bulk: {
    status: 200,
    prepare: addVerified,
    requests(_, token) {
      const ids = numbered('verified');
      return ids.map((_, at) => {
        const asked = [...ids, ...ids].slice(at, at + BULK).map((id): [string, string] => ['request_id[]', id]);
        return get(token, `${operations.listVerificationRequests.path}?${new URLSearchParams(asked)}`);
      });
    },
  },
  token: { status: 200, signs: true, requests: () => [tokenRequest(PARTNERS[0])] },
} satisfies Record<string, Kind>;

/** The status of one of many submissions, which are sent to the service before. */
export async function readsOf(server: Server) {
  const { status, requests } = KINDS.status;
  return { server, requests: await requests(server, await fetchToken(server)), status };
}

/** The service on SQLite beside a bare server that reads the same request and answers as many bytes. */
export async function measureRequests(bench: Bench, name: keyof typeof KINDS): Promise<Figure[]> {
  const kind: Kind = KINDS[name];
  const place = await bench.place('SQLite');
  await kind.prepare?.(place);
  const service = await startService(bench, place);
  const requests = await kind.requests(service, await fetchToken(service));
  const { status, body } = await sample(service, requests);
  if (status !== kind.status) throw new Error(`The service answered ${status}: ${body}`);
  const words = [String(status), String(body.length), ...(kind.signs ? ['sign'] : [])];
  const bare = await bench.start({ command: [await bench.bundle('test/bench/servers/bare.ts'), ...words] });
  const sideOf = (server: Server) => ({ server, requests, status });
  const [measured, beside] = await inTurns(bench, [sideOf(service), sideOf(bare)]);
  await Promise.all([service.stop(), bare.stop()]);
  return [shareOf(measured, beside)];
}

/** One answer of those that the requests have. */
export async function sample(server: Server, [request]: readonly HttpRequest[]) {
  if (request === undefined) throw new TypeError('There is no request');
  const once = { ...request, ...(request.body && { body: request.body.replace(FRESH, randomUUID().slice(0, 12)) }) };
  return send(server, once);
}

export function shareOf(measured: Speed, beside: Speed): Figure {
  return { value: measured.perSecond / beside.perSecond, measured, beside };
}
