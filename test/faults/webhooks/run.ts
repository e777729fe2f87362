import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { operations, service, webhookDelivery } from '../../../generated/operations.ts';
import { addSandboxPartners } from '../../../server/api/oauth/sandbox-partners.ts';
import { type Micros, seconds } from '../../../server/domain/clock.ts';
import { generateWebhookSecret } from '../../../server/domain/signature.ts';
import type { WebhookEvent } from '../../../server/domain/webhook-event.ts';
import { createLogger } from '../../../server/platform/log.ts';
import { createServices, type Services } from '../../../server/start/create-services.ts';
import { loadConfig } from '../../../server/start/settings.ts';
import { changeVerification } from '../../../server/storage/changes/change-verification.ts';
import { encryptJson, verificationContent, webhookSecret } from '../../../server/storage/encryption/encrypted-json.ts';
import { type DatedStore, datedClock, datedStore } from '../../storage/database/dated-store.ts';
import { aSubmission } from '../../storage/database/samples.ts';
import { openOnClock } from '../../support/open-on-clock.ts';
import { queryPostgres } from '../../support/postgres.ts';
import { BASE_URL, bundled, type Exit, type ServiceProcess, startProcess } from '../../support/process.ts';
import { sized } from '../../support/size.ts';
import { createReceivers, type Receipt, type Receivers, type Temper } from './receivers.ts';
import { fastClock, type InstanceSetup, onClock, type Pace, type Random, seededRandom } from './shared.ts';

export interface RunOptions {
  /** URL of a PostgreSQL database with empty tables. */
  databaseUrl: string;
  /** Path of an empty folder. */
  dataDir: string;
  changes: number;
  seed: number;
}

/** Number of seconds that the accelerated clock advances per real second. */
const SPEED = 3_000;
const KILL_EVERY_MS = sized(1_000, 2_500);
/** Maximum number of kills in a run. */
const KILLS = sized(4, Number.POSITIVE_INFINITY);
/** Time limit of the run. Deliveries that are still pending at the limit count as violations. */
const LIMIT_MS = 500_000;

/** Returns the duration of the period in which the status changes occur, in milliseconds. */
const durationOf = ({ changes }: RunOptions) => Math.max(6_000, changes * 60);

export interface RunWebhook {
  id: string;
  clientId: string;
  /** Name of the webhook's receiver. */
  name: string;
  /** Time by which the webhook had been added. */
  addedAt: Micros;
  /** Time by which the webhook had been deleted. */
  deletedAt: Micros | null;
  secrets: string[];
}

/** Key of a verification request or submission. */
export interface ResourceKey extends Pick<WebhookEvent, 'clientId' | 'resourceId'> {
  type: 'verification' | 'submission';
}

/** A decision, and the response of the instance that received it. */
export interface DecisionRecord {
  key: ResourceKey;
  decision: 'verified' | 'canceled';
  status: number;
  /** Number of requests that got no response. An instance may have stored the decision without responding. */
  unanswered: number;
}

/** Observations during the run, which are later compared with the database. */
export interface RunRecord {
  databaseUrl: string;
  pace: Pace;
  webhooks: readonly RunWebhook[];
  decisions: readonly DecisionRecord[];
  receipts: readonly Receipt[];
  kills: number;
  /** Exit codes or signals of the instances that were stopped gracefully. */
  ends: readonly Exit['end'][];
  /** Output lines of the instances, except the message `listening`. */
  output: readonly string[];
}

export const ATTEMPT_TIMEOUT_MS = 300;
const INSTANCES = 3;
/**
 * Duration of a lease. It is longer than an attempt. When the leases of a killed instance expire, other instances claim
 * its deliveries.
 */
const LEASE_MS = 1_500;
/** Number of requests sent to an instance just before it is killed, so that some transactions are in progress. */
const BURST = 10;
const CLIENTS = ['sandbox-partner', 'sandbox-partner-2'] as const;

interface Plan {
  clientId: string;
  name: string;
  temper: Temper;
}

const [FIRST, SECOND] = CLIENTS;
const DELETED: Plan = { clientId: FIRST, name: 'deleted', temper: 'flaky' };
const LATE: Plan = { clientId: SECOND, name: 'late', temper: 'flaky' };
const FROM_THE_START: Plan[] = [
  { clientId: FIRST, name: 'healthy', temper: 'healthy' },
  { clientId: FIRST, name: 'flaky', temper: 'flaky' },
  { clientId: FIRST, name: 'dead', temper: 'dead' },
  { clientId: SECOND, name: 'flaky-2', temper: 'flaky' },
  DELETED,
];

/** Planned lifecycle of a request or submission: it is claimed, it is decided, or its window ends. */
interface Scenario {
  key: ResourceKey;
  isOpened: boolean;
  decision: DecisionRecord['decision'] | 'none';
}

type Lifecycle = [isOpened: boolean, decision: Scenario['decision']];
const LIFECYCLES: [Lifecycle, ...Lifecycle[]] = [
  [false, 'verified'],
  [false, 'verified'],
  [false, 'canceled'],
  [true, 'verified'],
  [true, 'none'],
  [false, 'none'],
];

/**
 * Returns scenarios with about `changes` status changes in total. Opening a submission does not change its status.
 * Deciding an unclaimed verification request also claims the request.
 */
function planScenarios(changes: number, random: Random): Scenario[] {
  const scenarios: Scenario[] = [];
  for (let left = changes; left > 0; ) {
    const [isOpened, decision] = random.pick(LIFECYCLES);
    const type = random.pick(['verification', 'submission'] as const);
    const key = { clientId: random.pick(CLIENTS), type, resourceId: `${type}-${scenarios.length}` };
    scenarios.push({ key, isOpened, decision });
    left -= type === 'verification' && (isOpened || decision !== 'none') ? 2 : 1;
  }
  return scenarios;
}

type Fleet = Awaited<ReturnType<typeof startFleet>>;

/** Starts the instances, and replaces each instance that is killed. */
async function startFleet({ databaseUrl, dataDir, seed }: RunOptions, pace: Pace) {
  const all: ServiceProcess[] = [];
  let nextSeed = seed + 2;
  async function start(): Promise<ServiceProcess> {
    const setup: InstanceSetup = { pace, seed: nextSeed++, attemptTimeoutMs: ATTEMPT_TIMEOUT_MS, leaseMs: LEASE_MS };
    const env = { FAULT_SETUP: JSON.stringify(setup) };
    const program = bundled('test/faults/webhooks/instance.ts');
    const instance = await startProcess({ dataDir, databaseUrl, migrateUrl: null, program, env });
    all.push(instance);
    return instance;
  }
  const members: (ServiceProcess | null)[] = await Promise.all(Array.from({ length: INSTANCES }, start));
  const replacements: Promise<void>[] = [];
  return {
    kills: () => replacements.length,
    /** Returns the instances that are ready. */
    ready: () => members.filter((member) => member !== null),
    /** Kills an instance with SIGKILL, and starts a replacement. Resolves when the killed instance has exited. */
    async kill(instance: ServiceProcess): Promise<void> {
      const index = members.indexOf(instance);
      members[index] = null;
      await instance.kill('SIGKILL');
      const replacing = start().then((replacement) => {
        members[index] = replacement;
      });
      replacing.catch(() => {});
      replacements.push(replacing);
    },
    /** Stops all instances gracefully. */
    async stop(): Promise<Pick<RunRecord, 'ends' | 'output'>> {
      await Promise.all(replacements);
      const exits = await Promise.all(members.map((member) => member?.kill('SIGTERM')));
      const texts = all.flatMap((each) => [...each.stdout().split('\n').slice(0, -1), ...each.stderr().split('\n')]);
      const output = texts.filter((line) => line !== '' && !line.includes('"listening"'));
      return { ends: exits.map((exit) => exit?.end ?? 'SIGKILL'), output };
    },
  };
}

interface Run {
  options: RunOptions;
  pace: Pace;
  services: Services;
  /** Store that adds resources in the past. */
  store: DatedStore;
  receivers: Receivers;
  fleet: Fleet;
  random: Random;
}

/** Makes status changes while it kills instances, waits for pending deliveries, and returns its observations. */
export async function runFaults(options: RunOptions): Promise<RunRecord> {
  const { databaseUrl, dataDir, seed } = options;
  const pace = { zero: String(process.hrtime.bigint()), from: Date.now() * 1000, speed: SPEED };
  const clock = datedClock(fastClock(pace));
  const config = { PORT: '0', BASE_URL, DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const services = await createServices(loadConfig(config), clock, createLogger('silent'), openOnClock);
  const store = datedStore(openOnClock({ databaseUrl: databaseUrl ?? null, dataDir }, { machine: clock }));
  await addSandboxPartners(services.store, clock);
  const receivers = createReceivers({ clock, random: seededRandom(seed + 1) });
  try {
    const fleet = await startFleet(options, pace);
    const run = { options, pace, services, store, receivers, fleet, random: seededRandom(seed) };
    const webhooks = await Promise.all(FROM_THE_START.map((plan) => addWebhook(run, plan)));
    const decisions = await live(run, webhooks);
    const stopped = await fleet.stop();
    return { databaseUrl, pace, webhooks, decisions, receipts: receivers.receipts, kills: fleet.kills(), ...stopped };
  } finally {
    receivers.close();
    await services.dispatcher.stop(0);
    await store.close();
    await services.store.close();
  }
}

async function live(run: Run, webhooks: RunWebhook[]): Promise<DecisionRecord[]> {
  const { options, fleet, random } = run;
  const changesMs = durationOf(options);
  const startedAt = performance.now();
  const isLate = () => performance.now() - startedAt > LIMIT_MS;
  const at = (share: number) => sleep(Math.max(0, startedAt + share * changesMs - performance.now()));
  const scenarios = planScenarios(options.changes, random);
  const queue = [...scenarios];
  const decisions: DecisionRecord[] = [];
  const started: Promise<void>[] = [];
  let isDone = false;

  const startScenario = (scenario: Scenario, first?: ServiceProcess) => {
    const end = runScenario(run, { scenario, first, decisions, isLate });
    end.catch(() => {});
    started.push(end);
  };

  async function runScenarios(): Promise<void> {
    for (let turn = 1; queue.length > 0; turn++) {
      for (const scenario of queue.splice(0, 1)) startScenario(scenario);
      await at(turn / scenarios.length);
    }
    await Promise.all(started);
  }

  async function killRepeatedly(): Promise<void> {
    for (;;) {
      await sleep(KILL_EVERY_MS);
      if (isDone || fleet.kills() >= KILLS) return;
      const instance = anyOf(fleet.ready(), random);
      if (instance === undefined) continue;
      for (const scenario of queue.splice(0, BURST)) startScenario(scenario, instance);
      await sleep(random.between(2, 40));
      await fleet.kill(instance);
    }
  }

  async function changeWebhooks(): Promise<void> {
    await at(0.4);
    for (const webhook of webhooks) await rotate(run, webhook);
    await at(0.5);
    webhooks.push(await addWebhook(run, LATE));
    await at(0.6);
    for (const webhook of webhooks.filter(({ name }) => name === DELETED.name)) {
      await run.services.store.deleteWebhook(webhook);
      webhook.deletedAt = run.services.clock.now();
    }
  }

  async function settle(): Promise<void> {
    const open = `select request_id from verification_requests where status = 'incomplete'
      union all select request_id from submissions where state in ('pending', 'associated')
      union all select id from deliveries where state = 'pending' limit 1`;
    while (!isLate() && (await queryPostgres(options.databaseUrl, open)).length > 0) await sleep(250);
  }

  const killing = killRepeatedly();
  try {
    await Promise.all([runScenarios(), changeWebhooks()]);
    await settle();
  } finally {
    isDone = true;
    await killing;
  }
  return decisions;
}

/** Creates the request or submission, and sends the decision to an instance, first to the instance to be killed next. */
async function runScenario(
  { services, store, pace, fleet, random }: Run,
  task: { scenario: Scenario; first: ServiceProcess | undefined; decisions: DecisionRecord[]; isLate: () => boolean },
): Promise<void> {
  const { key, isOpened, decision } = task.scenario;
  const { clientId, type, resourceId } = key;
  const window = seconds(service[`${type}_window_seconds`]);
  // A resource that must expire gets a creation time such that its window ends in a few seconds.
  const age = decision === 'none' ? window - onClock(pace, random.between(1_500, 3_000)) : 0;
  const request = { clientId, requestId: resourceId };
  const content = services.encryptor.encrypt(Buffer.from('{}'), verificationContent(request));
  const createdAt = services.clock.now() - age;
  const claim = { kind: 'take', userId: `user-${resourceId}` } as const;
  if (type === 'verification') {
    await store.addVerificationRequest({ ...request, content, createdAt });
    if (isOpened) await changeVerification(services, request, claim);
  } else {
    const submission = aSubmission({ clientId, partnerRef: resourceId, content, createdAt });
    await store.addSubmissions([submission], window);
    if (isOpened) await store.changeSubmission(submission, { action: claim, now: createdAt, window });
  }
  if (decision === 'none') return;
  await sleep(random.between(0, 400));
  const identity = type === 'verification' && { digital_identity: { full_name: 'Ada Lovelace' } };
  const body = { status: decision, ...(decision === 'verified' && identity) };
  const { path } = operations[type === 'verification' ? 'decideVerificationRequest' : 'decideSubmission'];
  const target = path.replace('{id}', resourceId);
  let instance = task.first;
  for (let unanswered = 0; !task.isLate(); instance = anyOf(fleet.ready(), random)) {
    if (instance === undefined) await sleep(20);
    const status = await decide(instance, clientId, target, body);
    // On the accelerated clock, a token can expire before the server reads it.
    if (status === 401) continue;
    if (status !== null) return void task.decisions.push({ key, decision, status, unanswered });
    unanswered += 1;
  }
}

/** Sends a decision. Resolves to the status of the response, or to null without a response. */
async function decide(instance: ServiceProcess | undefined, clientId: string, target: string, body: object) {
  try {
    const token = await instance?.token(clientId === SECOND ? 'second' : undefined);
    const answer = await instance?.call('POST', target, { ...(token !== undefined && { token }), body });
    return answer?.status ?? null;
  } catch {
    return null;
  }
}

const anyOf = <T>(items: readonly T[], random: Random): T | undefined =>
  items[Math.floor(random.next() * items.length)];

async function addWebhook({ receivers, services }: Run, { clientId, name, temper }: Plan): Promise<RunWebhook> {
  const { clock, store, encryptor } = services;
  const id = randomUUID();
  const url = await receivers.open(name, temper);
  const secret = generateWebhookSecret();
  const encrypted = encryptJson(encryptor, webhookSecret({ clientId, id }), secret);
  const eventTypes = ['verification', 'submission'] as const;
  const webhook = { id, clientId, name, description: null, url, eventTypes, createdAt: clock.now(), version: 1 };
  await store.addWebhook({ ...webhook, secret: encrypted }, service.max_webhooks);
  return { id, clientId, name, addedAt: clock.now(), deletedAt: null, secrets: [secret] };
}

async function rotate({ services }: Run, webhook: RunWebhook): Promise<void> {
  const { store, encryptor, clock } = services;
  const secret = generateWebhookSecret();
  webhook.secrets.push(secret);
  await store.rotateWebhookSecret(webhook, {
    secret: encryptJson(encryptor, webhookSecret(webhook), secret),
    previousEndsAt: clock.now() + seconds(webhookDelivery.previous_secret_seconds),
  });
}
