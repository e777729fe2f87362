import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { service, webhookDelivery } from '../../../generated/operations.ts';
import { loadConfig } from '../../../server/config.ts';
import { createServices } from '../../../server/create-services.ts';
import { sealWebhookSecret } from '../../../server/crypto/sealed-json.ts';
import { hours, type Micros, seconds } from '../../../server/domain/clock.ts';
import { generateWebhookSecret } from '../../../server/domain/signature.ts';
import { createLogger } from '../../../server/log.ts';
import type { Services } from '../../../server/services.ts';
import type { VerificationKey } from '../../../server/store/verifications/verification-store.ts';
import { queryPostgres } from '../../support/postgres.ts';
import { createFleet, type Fleet } from './fleet.ts';
import { createReceivers, type Receipt, type Receivers, type Temper } from './receivers.ts';
import {
  type Acknowledgement,
  fastClock,
  onClock,
  type Pace,
  type Random,
  seededRandom,
  type UserStep,
} from './shared.ts';

export interface RunOptions {
  /** A PostgreSQL database with the tables, and no rows. */
  databaseUrl: string;
  /** An empty folder. */
  dataDir: string;
  changes: number;
  /** Duration of the changes. The retries take as long as the schedule and `speed` say. */
  changesMs: number;
  speed: number;
  killEveryMs: number;
  /** Number of kills after which no instance is killed any more. */
  kills: number;
  seed: number;
  /** Deadline of the run. The judge finds what is pending then. */
  limitMs: number;
  /** The bundled `instance.ts`. */
  instance: string;
}

/** A secret of a webhook, and the time during which it may sign. */
export interface KnownSecret {
  secret: string;
  /** A time before the secret was stored: nothing is signed with it earlier. */
  from: Micros;
  /** A time at which the next secret was stored. */
  replacedAt: Micros | null;
  /** The stored end of the overlap with the next secret. */
  endsAt: Micros | null;
}

export interface RunWebhook {
  id: string;
  clientId: string;
  /** Name of its receiver. */
  name: string;
  temper: Temper;
  /** A time at which the webhook existed. */
  addedAt: Micros;
  /** A time at which the webhook was deleted. */
  deletedAt: Micros | null;
  /** All secrets that the webhook has had, the oldest first. */
  secrets: KnownSecret[];
}

/** The result of a step that an instance answered. */
export interface StepRecord extends Acknowledgement {
  step: UserStep;
  /** Number of times that the step was sent without an answer. */
  unanswered: number;
  /** The window of the request may have passed first. */
  mayExpire: boolean;
}

/** What the run observed. The judge compares it with the database. */
export interface RunRecord {
  databaseUrl: string;
  pace: Pace;
  webhooks: readonly RunWebhook[];
  steps: readonly StepRecord[];
  receipts: readonly Receipt[];
  kills: number;
  /** How the instances ended that were stopped gracefully. */
  ends: readonly (number | NodeJS.Signals | null)[];
  /** The lines that the instances wrote. */
  output: readonly string[];
}

export const ATTEMPT_TIMEOUT_MS = 300;
const INSTANCES = 3;
/** Longer than two rounds of attempts. The deliveries of a killed instance are claimed again after this time. */
const LEASE_MS = 1_500;
/** Number of requests sent to an instance just before it is killed, so that some are within a transaction. */
const BURST = 10;
const CLIENTS = ['sandbox-partner', 'sandbox-partner-2'] as const;

interface Plan {
  clientId: string;
  name: string;
  temper: Temper;
  tls: boolean;
}

const [FIRST, SECOND] = CLIENTS;
const DELETED: Plan = { clientId: FIRST, name: 'deleted', temper: 'flaky', tls: false };
const LATE: Plan = { clientId: SECOND, name: 'late', temper: 'flaky', tls: true };
const FROM_THE_START: Plan[] = [
  { clientId: FIRST, name: 'healthy', temper: 'healthy', tls: false },
  { clientId: FIRST, name: 'flaky', temper: 'flaky', tls: false },
  { clientId: FIRST, name: 'flaky-tls', temper: 'flaky', tls: true },
  { clientId: FIRST, name: 'dead', temper: 'dead', tls: false },
  { clientId: SECOND, name: 'healthy-tls', temper: 'healthy', tls: true },
  { clientId: SECOND, name: 'slow', temper: 'slow', tls: false },
  { clientId: SECOND, name: 'flaky-2', temper: 'flaky', tls: false },
  { clientId: SECOND, name: 'untrusted', temper: 'untrusted', tls: true },
  DELETED,
];

/** The life of one verification request. */
interface Story {
  key: VerificationKey;
  userId: string;
  steps: readonly UserStep['kind'][];
  /** The window of the request passes during the run, and nobody decides. */
  expires: boolean;
}

type Life = Pick<Story, 'steps' | 'expires'>;

const LIVES: Life[] = [
  ...Array(3).fill({ steps: ['open', 'verify'], expires: false }),
  ...Array(2).fill({ steps: ['open', 'cancel'], expires: false }),
  { steps: ['open'], expires: false },
  { steps: ['open'], expires: true },
  { steps: [], expires: true },
];

/** Returns stories with this number of status changes in total. */
function planStories(changes: number, random: Random): Story[] {
  const changesOf = ({ steps, expires }: Life) => steps.length + (expires ? 1 : 0);
  const stories: Story[] = [];
  for (let left = changes; left > 0; ) {
    const fitting = LIVES.filter((life) => changesOf(life) <= left);
    const life = random.pick(fitting as [Life, ...Life[]]);
    const requestId = `request-${stories.length}`;
    stories.push({ key: { clientId: random.pick(CLIENTS), requestId }, userId: `user-${requestId}`, ...life });
    left -= changesOf(life);
  }
  return stories;
}

interface Run {
  options: RunOptions;
  pace: Pace;
  services: Services;
  receivers: Receivers;
  fleet: Fleet;
  random: Random;
}

/** Makes the changes while instances are killed, waits until no delivery is due, and returns what was observed. */
export async function runFaults(options: RunOptions): Promise<RunRecord> {
  const { databaseUrl, dataDir, seed } = options;
  const pace = { zero: String(process.hrtime.bigint()), from: Date.now() * 1000, speed: options.speed };
  const clock = fastClock(pace);
  const services = await createServices(
    loadConfig({
      PORT: '0',
      BASE_URL: 'http://api.test',
      APP_URL: 'http://app.test',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
    }),
    clock,
    createLogger('silent'),
  );
  const receivers = createReceivers({ clock, random: seededRandom(seed + 1), slowMs: ATTEMPT_TIMEOUT_MS / 2 });
  const setup = { databaseUrl, dataDir, pace, attemptTimeoutMs: ATTEMPT_TIMEOUT_MS, leaseMs: LEASE_MS };
  const fleet = createFleet(INSTANCES, setup, seed + 2, options.instance);
  try {
    await fleet.started();
    const run = { options, pace, services, receivers, fleet, random: seededRandom(seed) };
    const webhooks = await Promise.all(FROM_THE_START.map((plan) => addOldWebhook(run, plan)));
    const steps = await live(run, webhooks);
    const ends = await fleet.stop();
    const { receipts } = receivers;
    return { databaseUrl, pace, webhooks, steps, receipts, kills: fleet.kills(), ends, output: fleet.output };
  } finally {
    fleet.destroy();
    await receivers.close();
    await services.dispatcher.stop(0);
    await services.store.close();
  }
}

async function live(run: Run, webhooks: RunWebhook[]): Promise<StepRecord[]> {
  const { options, fleet, random } = run;
  const { changesMs } = options;
  const startedAt = performance.now();
  const isLate = () => performance.now() - startedAt > options.limitMs;
  const at = (share: number) => sleep(Math.max(0, startedAt + share * changesMs - performance.now()));
  const stories = planStories(options.changes, random);
  const queue = [...stories];
  const steps: StepRecord[] = [];
  const told: Promise<void>[] = [];
  let isDone = false;

  const tell = (story: Story, index?: number) => {
    const end = tellStory(run, { story, index, steps, isLate });
    end.catch(() => {});
    told.push(end);
  };

  async function tellAll(): Promise<void> {
    for (let turn = 1; queue.length > 0; turn++) {
      for (const story of queue.splice(0, 1)) tell(story);
      await at(turn / stories.length);
    }
    await Promise.all(told);
  }

  async function killOn(): Promise<void> {
    for (;;) {
      await sleep(options.killEveryMs);
      if (isDone || fleet.kills() >= options.kills) return;
      const ready = fleet.ready();
      const victim = ready[Math.floor(random.next() * ready.length)];
      if (victim === undefined) continue;
      for (const story of queue.splice(0, BURST)) tell(story, victim);
      await sleep(random.between(2, 40));
      await fleet.kill(victim);
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
    await at(0.7);
    // The previous secret of these webhooks ends at once; the secrets of the others overlap until their time.
    const again = webhooks.filter(({ name }, n) => n % 2 === 0 && name !== DELETED.name);
    for (const webhook of again) await rotate(run, webhook);
  }

  async function settle(): Promise<void> {
    const expiring = stories.filter(({ expires }) => expires).map(({ key }) => key.requestId);
    for (let isExpiring = true; !isLate(); await sleep(250)) {
      const open = await countOpen(options.databaseUrl, expiring);
      // Undecided requests must not expire while the last deliveries are waited for.
      if (isExpiring && open.expiring === 0) {
        isExpiring = false;
        fleet.stopExpiring();
      } else if (!isExpiring && open.deliveries === 0) return;
    }
  }

  const killing = killOn();
  try {
    await Promise.all([tellAll(), changeWebhooks()]);
    await settle();
  } finally {
    isDone = true;
    await killing;
  }
  return steps;
}

/** Creates the request and takes its steps on any ready instance; the first step on the instance at `index`. */
async function tellStory(
  { services, pace, fleet, random }: Run,
  telling: { story: Story; index: number | undefined; steps: StepRecord[]; isLate: () => boolean },
): Promise<void> {
  const { story, index, steps, isLate } = telling;
  const window = seconds(service.verification_window_seconds);
  // A request that is to expire is so old that its window passes in a few seconds.
  const age = story.expires ? window - onClock(pace, random.between(1_500, 3_000)) : 0;
  await services.store.addVerificationRequest({
    ...story.key,
    content: services.sealer.seal(Buffer.from('{}'), 'request'),
    createdAt: services.clock.now() - age,
  });
  let pinned = index;
  for (const kind of story.steps) {
    const step: UserStep = { key: story.key, userId: story.userId, kind };
    for (let unanswered = 0; !isLate(); unanswered++) {
      const answer = await fleet.change(pinned ?? (await anyReady(fleet, random, isLate)), step);
      pinned = undefined;
      if (answer === 'unanswered') continue;
      steps.push({ step, unanswered, mayExpire: story.expires, ...answer });
      break;
    }
    await sleep(random.between(0, 400));
  }
}

async function anyReady(fleet: Fleet, random: Random, isLate: () => boolean): Promise<number> {
  while (!isLate()) {
    const ready = fleet.ready();
    const index = ready[Math.floor(random.next() * ready.length)];
    if (index !== undefined) return index;
    await sleep(20);
  }
  return 0;
}

/** Counts pending deliveries, and incomplete requests among those that only the clock ends. */
async function countOpen(databaseUrl: string, expiring: readonly string[]) {
  const [row] = await queryPostgres(
    databaseUrl,
    `select (select count(*) from deliveries where state = 'pending') as deliveries,
            (select count(*) from verification_requests
             where status = 'incomplete' and request_id = any($1)) as expiring`,
    [expiring],
  );
  return { deliveries: Number(row?.['deliveries']), expiring: Number(row?.['expiring']) };
}

const OVERLAP = seconds(webhookDelivery.previous_secret_seconds);

async function addWebhook({ receivers, services }: Run, plan: Plan, age: Micros = 0): Promise<RunWebhook> {
  const { clock, store, sealer } = services;
  const { clientId, name, temper, tls } = plan;
  const id = randomUUID();
  const url = await receivers.open(name, temper, tls);
  const secret = generateWebhookSecret();
  const createdAt = clock.now() - age;
  const sealed = sealWebhookSecret(sealer, id, secret);
  await store.addWebhook(
    { id, clientId, name, description: null, url, createdAt, secret: sealed },
    service.max_webhooks,
  );
  const secrets = [{ secret, from: createdAt, replacedAt: null, endsAt: null }];
  return { id, clientId, name, temper, addedAt: clock.now(), deletedAt: null, secrets };
}

/** Adds a webhook that is days old, with a secret that was replaced so long ago that the overlap ends during the run. */
async function addOldWebhook(run: Run, plan: Plan): Promise<RunWebhook> {
  const { options, pace, random, services } = run;
  const webhook = await addWebhook(run, plan, hours(100));
  const endsAt = services.clock.now() + onClock(pace, options.changesMs * random.between(0.1, 0.35));
  await rotate(run, webhook, endsAt - OVERLAP);
  return webhook;
}

async function rotate({ services }: Run, webhook: RunWebhook, now = services.clock.now()): Promise<void> {
  const { store, sealer, clock } = services;
  const secret = generateWebhookSecret();
  const previousEndsAt = now + OVERLAP;
  await store.rotateWebhookSecret(webhook, { secret: sealWebhookSecret(sealer, webhook.id, secret), previousEndsAt });
  Object.assign(webhook.secrets.at(-1) ?? {}, { replacedAt: clock.now(), endsAt: previousEndsAt });
  webhook.secrets.push({ secret, from: now, replacedAt: null, endsAt: null });
}
