import { randomUUID } from 'node:crypto';
import path from 'node:path';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { operations } from '../../generated/operations.ts';
import { root } from '../../scripts/project/root.ts';
import { sandboxPartners } from '../../server/api/oauth/sandbox-partners.ts';
import { identityOf } from '../support/contract.ts';
import { type Bench, driveSide, type Engine, inTurns, type Side, type Speed } from './bench.ts';
import { FRESH, type HttpRequest } from './load.ts';
import { CLIENT, type Place, SETTINGS } from './open-services.ts';
import { addVerifiedRow, openRows, pathIn } from './peers/usual/rows.ts';
import type { Server } from './processes.ts';
import { readProfile, type Share } from './profile.ts';

/** Number of stored rows. The read benchmarks read these rows in a loop. */
const READ_ROWS = 256;
const BULK = 30;

const JSON_TYPE = { 'Content-Type': 'application/json' };

const { EducationWithTranscript: example } = contract.components.examples;

export function education(id: string) {
  const { document: _, ...data } = example.value.data;
  return { ...example.value, id, document_type: 'none', data };
}

function post(token: string, { method, path }: { method: string; path: string }, body: object): HttpRequest {
  return { method, path, headers: { Authorization: `Bearer ${token}`, ...JSON_TYPE }, body: JSON.stringify(body) };
}

const postEducation = (token: string, id: string) => post(token, operations.addEducation, education(id));

async function send({ url }: Server, { path, ...request }: HttpRequest): Promise<{ status: number; body: Buffer }> {
  const answer = await fetch(url + path, request);
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
}

async function fetchToken(server: Server): Promise<string> {
  const [partner] = sandboxPartners;
  const { method, path } = operations.createTokenV2;
  const form = { grant_type: 'client_credentials', client_id: CLIENT, client_secret: partner?.secret ?? '' };
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const { status, body } = await send(server, { method, path, headers, body: `${new URLSearchParams(form)}` });
  if (status !== 200) throw new Error(`The token endpoint returned ${status}: ${body}`);
  return JSON.parse(body.toString()).access_token;
}

const environmentOf = ({ dataDir, databaseUrl }: Place) => ({
  ...SETTINGS,
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
});

/** Arguments of Node.js that start the service as `npm start` does. */
export const START = ['--import', 'tsx', 'server/main.ts'];

export const startService = async (bench: Bench, place: Place): Promise<Server> =>
  bench.start({ command: [await bench.bundle('server/main.ts')], env: environmentOf(place) });

const startUsual = async (bench: Bench, place: Place): Promise<Server> =>
  bench.start({ command: [await bench.bundle('test/bench/peers/usual/main.ts')], env: environmentOf(place) });

export const addsTo = async (server: Server): Promise<Side> => ({
  server,
  requests: [postEducation(await fetchToken(server), FRESH)],
  status: 201,
});

/** Stores submissions. Returns a load that reads the status of each stored submission in turn. */
export async function readsOf(server: Server): Promise<Side> {
  const token = await fetchToken(server);
  const ids = await addAll(server, token);
  const pathOf = (id: string) => operations.getSubmissionStatusV2.path.replace('{id}', id);
  return { server, requests: ids.map((id) => get(token, pathOf(id))), status: 200 };
}

const numbered = (name: string) => Array.from({ length: READ_ROWS }, (_, n) => `${name}-${n}-${'0'.repeat(12)}`);

async function addAll(server: Server, token: string): Promise<string[]> {
  const ids = numbered('stored');
  for (const id of ids) await send(server, postEducation(token, id));
  return ids;
}

const get = (token: string, path: string): HttpRequest => ({
  method: 'GET',
  path,
  headers: { Authorization: `Bearer ${token}` },
});

interface Kind {
  side(server: Server): Promise<Side>;
  fill?(service: Server): Promise<void>;
  /** Fills the database of the comparison server (`peers/usual`) before that server starts. */
  fillUsual?(place: Place): Promise<void>;
}

const VERIFIED = numbered('verified');
const identity = identityOf('Ada Lovelace');

/** Adds verification requests with identity data, which the server must decrypt for each response. */
async function addVerified(service: Server): Promise<void> {
  const token = await fetchToken(service);
  const { decideVerificationRequest: deciding, createVerificationRequest: creating } = operations;
  for (const id of VERIFIED) {
    const create = post(token, creating, { request_id: id, display_options: { partner_name: 'Acme Hiring' } });
    const decidingOne = { ...deciding, path: deciding.path.replace('{id}', id) };
    const { source: _, ...digital_identity } = identity;
    const decide = post(token, decidingOne, { status: 'verified', digital_identity });
    for (const request of [create, decide]) {
      const { status, body } = await send(service, request);
      if (status >= 300) throw new Error(`The service returned ${status}: ${body}`);
    }
  }
}

async function addVerifiedRows({ dataDir, databaseUrl }: Place): Promise<void> {
  const rows = await openRows(pathIn(dataDir), databaseUrl);
  for (const requestId of VERIFIED) await addVerifiedRow(rows, { clientId: CLIENT, requestId }, identity);
  await rows.close();
}

export const KINDS = {
  add: { side: addsTo },
  refused: {
    async side(server) {
      const body = education(FRESH);
      const credential = { ...body.data.credential, conferral_year: 'last year' };
      const wrong = { ...body, data: { ...body.data, credential } };
      return { server, requests: [post(await fetchToken(server), operations.addEducation, wrong)], status: 422 };
    },
  },
  replayed: {
    async side(server) {
      const token = await fetchToken(server);
      const ids = await addAll(server, token);
      return { server, requests: ids.map((id) => postEducation(token, id)), status: 201 };
    },
  },
  status: { side: readsOf },
  bulk: {
    fill: addVerified,
    fillUsual: addVerifiedRows,
    async side(server) {
      const token = await fetchToken(server);
      const requests = VERIFIED.map((_, at) => {
        const parameters = [...VERIFIED, ...VERIFIED]
          .slice(at, at + BULK)
          .map((id): [string, string] => ['request_id[]', id]);
        return get(token, `${operations.listVerificationRequests.path}?${new URLSearchParams(parameters)}`);
      });
      return { server, requests, status: 200 };
    },
  },
  verification: {
    async side(server) {
      const body = { request_id: `3f0c6a52-7a1e-4c8b-9d2f-${FRESH}`, display_options: { partner_name: 'Acme Hiring' } };
      const request = post(await fetchToken(server), operations.createVerificationRequest, body);
      return { server, requests: [request], status: 201 };
    },
  },
} satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;

/** Speeds of the servers at full load and, in `half`, at half the highest request rate of each server. */
export interface Comparison {
  ours: Speed;
  usual: Speed;
  bare: Speed;
  half: { ours: Speed; usual: Speed };
}

async function serviceSide(kind: Kind, server: Server): Promise<Side> {
  await kind.fill?.(server);
  const side = await kind.side(server);
  await sampleSize(side);
  return side;
}

export async function measureAgainst(bench: Bench, name: KindName, earlier: string): Promise<[Speed, Speed]> {
  const sides: Side[] = [];
  for (const folder of [root, earlier]) {
    const env = environmentOf(await bench.place('SQLite'));
    sides.push(await serviceSide(KINDS[name], await bench.start({ command: START, env, folder })));
  }
  const speeds = await inTurns(bench, sides);
  await Promise.all(sides.map(({ server }) => server.stop()));
  return speeds as [Speed, Speed];
}

export async function measureProfile(bench: Bench, engine: Engine, name: KindName): Promise<Share[]> {
  const place = await bench.place(engine);
  const program = await bench.bundle('server/main.ts');
  const folder = path.join(place.dataDir, 'profile');
  const command = ['--cpu-prof', `--cpu-prof-dir=${folder}`, program];
  const server = await bench.start({ command, env: environmentOf(place) });
  const side = await serviceSide(KINDS[name], server);
  await driveSide(side, bench.numbers['warm-up']);
  const from = Number(process.hrtime.bigint() / 1000n);
  await driveSide(side, bench.numbers.seconds);
  await server.stop('SIGTERM');
  return readProfile(folder, program, from);
}

export async function measureRequests(bench: Bench, engine: Engine, name: KindName): Promise<Comparison> {
  const kind: Kind = KINDS[name];
  const service = await serviceSide(kind, await startService(bench, await bench.place(engine)));
  const place = await bench.place(engine);
  await kind.fillUsual?.(place);
  const usual = await kind.side(await startUsual(bench, place));
  const bytes = await sampleSize(service);
  await sampleSize(usual);
  const bare = await bench.start({
    command: [await bench.bundle('test/bench/peers/bare.ts'), String(service.status), String(bytes)],
  });
  const sides = [service, usual, { ...service, server: bare }];
  const speeds = await inTurns(bench, sides);
  const [ours, theirs, limit] = speeds as [Speed, Speed, Speed];
  const halves = await inTurns(bench, [service, usual], [ours.perSecond / 2, theirs.perSecond / 2]);
  await Promise.all(sides.map(({ server }) => server.stop()));
  const [oursAtHalf, usualAtHalf] = halves as [Speed, Speed];
  return { ours, usual: theirs, bare: limit, half: { ours: oursAtHalf, usual: usualAtHalf } };
}

/** Sends the first request, with a new ID. Resolves to the size of the response. */
async function sampleSize({ server, requests: [request], status }: Side): Promise<number> {
  if (request === undefined) throw new TypeError('The list of requests is empty');
  const fresh = randomUUID().slice(-12);
  const answer = await send(server, { ...request, ...(request.body && { body: request.body.replace(FRESH, fresh) }) });
  if (answer.status !== status) throw new Error(`A server returned ${answer.status}: ${answer.body}`);
  return answer.body.length;
}
