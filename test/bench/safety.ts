import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import contract from '../../generated/openapi.json' with { type: 'json' };
import type { Bench, Figure } from './bench.ts';
import type { ToHostile } from './hostile.ts';
import { median, mediansOf, quantile } from './in-turns.ts';
import { FRESH, type HttpRequest } from './load.ts';
import { PINNED, type Server } from './processes.ts';
import { education, fetchToken, PARTNERS, post, send, startService } from './requests.ts';

const [, OTHER] = PARTNERS;
const STALLED = 60;
const HOSTILE = 20;
const LOOK_EVERY_MS = 20;
const GREEDY_CONNECTIONS = 4;
const NEIGHBOUR_CONNECTIONS = 16;

const { CredentialBatchOfEveryKind: example } = contract.components.examples;

/** The limits of bytes are on, and that of requests is out of the way. */
const LIMITED = { RATE_LIMIT_PER_SECOND: '1000000', RATE_LIMIT_BURST: '1000000' };

/** How long others wait, and what memory it takes, while uploads stand still and hostile files come. */
export async function measureHostile(bench: Bench): Promise<Figure[]> {
  const server = await startService(bench, await bench.place('SQLite'));
  const pdfs = await uploadLinks(server, STALLED, 'pdf', await fetchToken(server));
  const certificates = await uploadLinks(server, HOSTILE, 'open_cert', await fetchToken(server, OTHER));
  const sender = fork(fileURLToPath(new URL('hostile.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] });
  const send = async (message: Omit<ToHostile, 'port'>) => {
    sender.send({ port: Number(new URL(server.url).port), ...message } satisfies ToHostile);
    await once(sender, 'message');
  };
  // Nothing is sent to no links: it only shows that the process has started.
  await send({ links: [], send: 'nested' });
  const asker = startAsker();
  await once(asker, 'message');

  const rounds = async () => {
    await send({ links: pdfs, send: 'stalled' });
    for (let round = 0; round < bench.numbers.rounds; round++)
      await Promise.all([send({ links: certificates, send: 'nested' }), sleep(bench.numbers.seconds * 1000)]);
  };
  let isOver = false;
  const sending = rounds().finally(() => {
    isOver = true;
  });
  asker.send(`${server.url}/livez`);
  let residentBytes = 0;
  for (; !isOver; await sleep(LOOK_EVERY_MS)) residentBytes = Math.max(residentBytes, server.residentBytes());
  await sending;
  asker.send('end');
  const [taken]: number[][] = await once(asker, 'message');
  asker.kill();
  sender.kill();
  await server.stop();
  const measured = { p50Ms: median(taken ?? []), p99Ms: quantile(taken ?? [], 0.99) };
  return [{ value: measured.p99Ms, measured }, { value: residentBytes / 2 ** 20 }];
}

/** Where the load runs, and not where the server does. */
function startAsker() {
  const file = fileURLToPath(new URL('asker.ts', import.meta.url));
  const [program = '', ...words] = [...PINNED.load, process.execPath, '--import', 'tsx', file];
  return spawn(program, words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

/** The p99 of a partner's adds while another one sends as many large ones as it may, beside that without them. */
export async function measureGreedy(bench: Bench): Promise<Figure[]> {
  const { rounds, seconds, 'warm-up': warmUp } = bench.numbers;
  const server = await startService(bench, await bench.place('SQLite'), { env: LIMITED });
  const requests = [post('addEducation', await fetchToken(server), education(FRESH))];
  const large = await largeAdd(server);
  const drive = async (lasting: number) => {
    const before = server.cpuMicros();
    const driven = await bench.load.drive({
      ...{ url: server.url, requests, status: 201 },
      ...{ connections: NEIGHBOUR_CONNECTIONS, seconds: lasting },
    });
    return { ...driven, cpuMicros: (server.cpuMicros() - before) / driven.answers };
  };
  if (warmUp > 0) await beside(server, large, () => drive(warmUp));
  const [alone, shared]: Awaited<ReturnType<typeof drive>>[][] = [[], []];
  for (let round = 0; round < rounds; round++) {
    alone?.push(await drive(seconds));
    shared?.push(await beside(server, large, () => drive(seconds)));
  }
  await server.stop();
  const [before, measured] = [mediansOf(alone ?? []), mediansOf(shared ?? [])];
  return [{ value: measured.p99Ms / before.p99Ms, measured, beside: before }];
}

/** Sends large adds during the work, each as soon as it is allowed. */
async function beside<T>(server: Server, large: HttpRequest, work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  let number = Date.now();
  const sendOn = async () => {
    while (!isOver) {
      const body = large.body?.replace(FRESH, `LARGE-${number++}`) ?? '';
      const answer = await fetch(server.url + large.path, { ...large, body });
      await answer.arrayBuffer();
      if (![201, 429].includes(answer.status)) throw new Error(`A large add was answered ${answer.status}`);
      if (answer.status === 429) await sleep(Number(answer.headers.get('retry-after')) * 1000);
    }
  };
  await Promise.all(Array.from({ length: GREEDY_CONNECTIONS }, sendOn));
  return working;
}

/** A batch that is nearly as large as it may be, of small values: those take the longest. */
async function largeAdd(server: Server): Promise<HttpRequest> {
  const [item] = example.value.education_items;
  if (item === undefined) throw new Error('The example has no education');
  const subject = { name: 'Subject of some length', code: 'C-1', score: '88', grade: 'High Distinction' };
  const subjects = Array.from({ length: 150 }, () => ({ ...subject, credit: '6', completion_date: '2023' }));
  const transcript = { ...item.fields.transcript, subjects };
  const items = Array.from({ length: 50 }, (_, n) => {
    return { ...item, credential_id: `E-${n}`, fields: { ...item.fields, transcript }, assets: [] };
  });
  return post('addCredentialBatch', await fetchToken(server, OTHER), {
    ...example.value,
    credential_id: FRESH,
    education_items: items,
    microcredential_items: [],
    english_proficiency_items: [],
  });
}

/** Links for as many assets of a new batch. */
async function uploadLinks(server: Server, count: number, type: string, token: string): Promise<string[]> {
  const [item] = example.value.microcredential_items;
  const microcredential_items = Array.from({ length: Math.ceil(count / 10) }, (_, n) => ({
    ...item,
    credential_id: `M-${n}`,
    assets: Array.from({ length: 10 }, (_, asset) => ({ asset_id: `A-${n}-${asset}`, asset_type: type })),
  }));
  const batch = { ...example.value, education_items: [], microcredential_items, english_proficiency_items: [] };
  const { status, body } = await send(server, post('addCredentialBatch', token, batch));
  if (status !== 201) throw new Error(`The batch was answered ${status} ${body}`);
  const { asset_uploads: uploads }: { asset_uploads: { url: string }[] } = JSON.parse(body.toString());
  return uploads.slice(0, count).map(({ url }) => url);
}
