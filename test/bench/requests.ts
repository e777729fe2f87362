import { randomUUID } from 'node:crypto';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { operations } from '../../generated/operations.ts';
import { sandboxPartners } from '../../server/api/oauth/sandbox-partners.ts';
import { changeVerification } from '../../server/storage/changes/change-verification.ts';
import { identityOf } from '../support/contract.ts';
import { type Bench, type Figure, inTurns, ratioOf } from './bench.ts';
import { FRESH, type HttpRequest } from './load.ts';
import { addRequest, CLIENT, closeServices, openServices, type Place, SETTINGS } from './open-services.ts';
import type { Server } from './processes.ts';

/** Number of stored rows that the read benchmarks read in turn. */
const READ_ROWS = 256;
const BULK = 30;

const JSON_TYPE = { 'Content-Type': 'application/json' };

const { EducationWithTranscript: example } = contract.components.examples;

/** Returns the contract's example of an education with a transcript, without the document. It has about 700 bytes. */
export function education(id: string) {
  const { document: _, ...data } = example.value.data;
  return { ...example.value, id, document_type: 'none', data };
}

/** Returns a request to add a submission. */
function post(token: string, submission: unknown): HttpRequest {
  const { method, path } = operations.addEducation;
  const body = JSON.stringify(submission);
  return { method, path, headers: { Authorization: `Bearer ${token}`, ...JSON_TYPE }, body };
}

const tokenRequest = ([partner]: typeof sandboxPartners): HttpRequest => ({
  method: operations.createTokenV2.method,
  path: operations.createTokenV2.path,
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: partner?.clientId ?? '',
    client_secret: partner?.secret ?? '',
  }).toString(),
});

async function send({ url }: Server, { path, ...request }: HttpRequest): Promise<{ status: number; body: Buffer }> {
  const answer = await fetch(url + path, request);
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
}

/** Fetches an access token for the first of the sandbox partners, with every scope. */
async function fetchToken(server: Server): Promise<string> {
  const { status, body } = await send(server, tokenRequest(sandboxPartners));
  if (status !== 200) throw new Error(`The token endpoint returned ${status}: ${body}`);
  return JSON.parse(body.toString()).access_token;
}

/** Starts the bundled service in sandbox mode, without a rate limit. */
export async function startService(bench: Bench, { dataDir, databaseUrl }: Place): Promise<Server> {
  const env = { ...SETTINGS, DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  return bench.start({ command: [await bench.bundle('server/main.ts')], env });
}

/** Returns a benchmark side that adds submissions, each with a new ID. */
export async function addsTo(server: Server) {
  const requests = [post(await fetchToken(server), education(FRESH))];
  return { server, requests, status: 201 };
}

interface Kind {
  status: number;
  requests(server: Server, token: string): Promise<HttpRequest[]> | HttpRequest[];
  /** Fills the store before the service starts. */
  prepare?(place: Place): Promise<void>;
}

const numbered = (name: string) => Array.from({ length: READ_ROWS }, (_, n) => `${name}-${n}-${'0'.repeat(12)}`);

async function addAll(server: Server, token: string): Promise<string[]> {
  const ids = numbered('stored');
  for (const id of ids) await send(server, post(token, education(id)));
  return ids;
}

const get = (token: string, path: string): HttpRequest => ({
  method: 'GET',
  path,
  headers: { Authorization: `Bearer ${token}` },
});

/** Adds verified requests. The service must decrypt their content to respond. */
async function addVerified(place: Place): Promise<void> {
  const services = await openServices(place);
  for (const requestId of numbered('verified')) {
    await addRequest(services, requestId);
    const key = { clientId: CLIENT, requestId };
    await changeVerification(services, key, { kind: 'take', userId: 'user' });
    const identity = identityOf('Ada Lovelace');
    await changeVerification(services, key, { kind: 'verify', userId: 'user', identity });
  }
  await closeServices(services);
}

const KINDS = {
  add: { status: 201, requests: (_, token) => [post(token, education(FRESH))] },
  refused: {
    status: 422,
    requests(_, token) {
      const body = education(FRESH);
      const credential = { ...body.data.credential, conferral_year: 'last year' };
      return [post(token, { ...body, data: { ...body.data, credential } })];
    },
  },
  replayed: {
    status: 201,
    async requests(server, token) {
      const ids = await addAll(server, token);
      return ids.map((id) => post(token, education(id)));
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
        const parameters = [...ids, ...ids].slice(at, at + BULK).map((id): [string, string] => ['request_id[]', id]);
        return get(token, `${operations.listVerificationRequests.path}?${new URLSearchParams(parameters)}`);
      });
    },
  },
} satisfies Record<string, Kind>;

/** Compares the service on SQLite with the baseline server, which reads the same requests and returns as many bytes. */
export async function measureRequests(bench: Bench, name: keyof typeof KINDS): Promise<Figure[]> {
  const kind: Kind = KINDS[name];
  const place = await bench.place('SQLite');
  await kind.prepare?.(place);
  const service = await startService(bench, place);
  const requests = await kind.requests(service, await fetchToken(service));
  const { status, body } = await sample(service, requests);
  if (status !== kind.status) throw new Error(`The service returned ${status}: ${body}`);
  const args = [String(status), String(body.length)];
  const bare = await bench.start({ command: [await bench.bundle('test/bench/bare.ts'), ...args] });
  const sideOf = (server: Server) => ({ server, requests, status });
  const [measured, beside] = await inTurns(bench, [sideOf(service), sideOf(bare)]);
  await Promise.all([service.stop(), bare.stop()]);
  return [ratioOf(measured, beside)];
}

/** Sends the first request, with a new ID. */
export async function sample(server: Server, [request]: readonly HttpRequest[]) {
  if (request === undefined) throw new TypeError('The list of requests is empty');
  const once = { ...request, ...(request.body && { body: request.body.replace(FRESH, randomUUID().slice(0, 12)) }) };
  return send(server, once);
}
