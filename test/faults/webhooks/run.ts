import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { service, webhookDelivery } from '../../../generated/operations.ts';
import { loadConfig } from '../../../server/config.ts';
import { createServices } from '../../../server/create-services.ts';
import { sealWebhookSecret } from '../../../server/crypto/sealed-json.ts';
import { hours, seconds } from '../../../server/domain/clock.ts';
import { generateWebhookSecret } from '../../../server/domain/signature.ts';
import { createLogger } from '../../../server/log.ts';
import type { Services } from '../../../server/services.ts';
import { migratePostgres } from '../../support/postgres.ts';
import { fastClock, onClock, type Pace, startPace } from './fast-clock.ts';
import { createFleet, type Fleet } from './fleet.ts';
import type { UserStep } from './messages.ts';
import { type Random, seededRandom } from './random.ts';
import { createReceivers, type Receivers, type Temper } from './receivers.ts';
import type { RunRecord, RunWebhook, StepRecord } from './record.ts';
import { countOpen, readRows } from './rows.ts';
import { createSecretBook } from './secrets.ts';
import { aStory, planStories, type Story } from './stories.ts';

export interface RunOptions {
  /** An empty PostgreSQL database. */
  databaseUrl: string;
  /** An empty folder. */
  dataDir: string;
  changes: number;
  /** How long the changes take. The retries take as long as the schedule and `speed` say. */
  changesMs: number;
  speed: number;
  killEveryMs: number;
  /** After so many no instance is killed any more; infinite, they are killed to the end. */
  kills: number;
  seed: number;
  /** When to give up: what is pending then is found by the ledger. */
  limitMs: number;
  /** Bundled `instance.ts`; left out, it is compiled in each process. */
  instance?: string;
  /** Told about every second how far the run is. */
  onProgress?: (progress: string) => void;
}

const INSTANCES = 3;
const ATTEMPT_TIMEOUT_MS = 300;
/** The most that an instance holds takes two rounds of attempts. What a killed one held comes back after this. */
const LEASE_MS = 1_500;
const POLL_MS = 50;
/** Requests that begin at once on an instance which is then killed: some are sure to be within a transaction. */
const BURST = 10;
const CLIENTS: [string, ...string[]] = ['sandbox-partner', 'sandbox-partner-2'];

interface Plan {
  clientId: string;
  name: string;
  temper: Temper;
  tls: boolean;
}

const [FIRST = '', SECOND = ''] = CLIENTS;
const FROM_THE_START: Plan[] = [
  { clientId: FIRST, name: 'healthy', temper: 'healthy', tls: false },
  { clientId: FIRST, name: 'flaky', temper: 'flaky', tls: false },
  { clientId: FIRST, name: 'flaky-tls', temper: 'flaky', tls: true },
  { clientId: FIRST, name: 'dead', temper: 'dead', tls: false },
  { clientId: SECOND, name: 'healthy-tls', temper: 'healthy', tls: true },
  { clientId: SECOND, name: 'slow', temper: 'slow', tls: false },
  { clientId: SECOND, name: 'flaky-2', temper: 'flaky', tls: false },
  { clientId: SECOND, name: 'untrusted', temper: 'untrusted', tls: true },
];
const DELETED: Plan = { clientId: FIRST, name: 'deleted', temper: 'flaky', tls: false };
const LATE: Plan = { clientId: SECOND, name: 'late', temper: 'flaky', tls: true };

/** Makes the changes, kills instances all along, waits until nothing is due any more, and tells what there is to tell. */
export async function runFaults(options: RunOptions): Promise<RunRecord> {
  const startedAt = performance.now();
  const pace = startPace(options.speed);
  const clock = fastClock(pace);
  const random = seededRandom(options.seed);
  const { databaseUrl, dataDir } = options;
  const setup = {
    databaseUrl,
    dataDir,
    pace,
    attemptTimeoutMs: ATTEMPT_TIMEOUT_MS,
    leaseMs: LEASE_MS,
    pollMs: POLL_MS,
    dnsFailures: 0.1,
  };
  await migratePostgres(databaseUrl);
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
  const receivers = createReceivers({
    clock,
    random: seededRandom(options.seed + 1),
    failures: 0.3,
    tlsFailures: 0.2,
    slowMs: ATTEMPT_TIMEOUT_MS / 2,
  });
  const fleet = createFleet(INSTANCES, setup, options.seed + 2, options.instance);
  try {
    await fleet.start();
    const run = { options, pace, services, receivers, fleet, random };
    const webhooks = await Promise.all([...FROM_THE_START, DELETED].map((plan) => addOldWebhook(run, plan)));
    const { steps, rotations } = await live(run, webhooks);
    const ends = await fleet.stop();
    return {
      pace,
      attemptTimeoutMs: ATTEMPT_TIMEOUT_MS,
      webhooks,
      steps,
      receipts: receivers.receipts,
      rows: await readRows(databaseUrl),
      kills: fleet.kills,
      rotations,
      ends,
      output: fleet.output,
      durationMs: performance.now() - startedAt,
    };
  } finally {
    fleet.destroy();
    await receivers.close();
    await services.dispatcher.stop(0);
    await services.store.close();
  }
}

interface Run {
  options: RunOptions;
  pace: Pace;
  services: Services;
  receivers: Receivers;
  fleet: Fleet;
  random: Random;
}

async function live(run: Run, webhooks: RunWebhook[]): Promise<{ steps: StepRecord[]; rotations: number }> {
  const { options, fleet, random } = run;
  const { changes, changesMs, limitMs, databaseUrl } = options;
  const startedAt = performance.now();
  const isLate = () => performance.now() - startedAt > limitMs;
  const stories = planStories(changes, CLIENTS, random);
  const expiring = stories.filter(({ expires }) => expires).map(({ key }) => key.requestId);
  const queue = [...stories];
  const steps: StepRecord[] = [];
  const told: Promise<void>[] = [];
  let isDone = false;

  const tell = (story: Story, place?: number) => {
    const end = tellStory(run, { story, place, steps, isLate });
    end.catch(() => {});
    told.push(end);
    return end;
  };

  async function tellAll(): Promise<void> {
    const gapMs = changesMs / stories.length;
    for (let turn = 1; queue.length > 0; turn++) {
      const [story] = queue.splice(0, 1);
      if (story !== undefined) void tell(story);
      await sleep(Math.max(0, startedAt + turn * gapMs - performance.now()));
    }
  }

  async function killOn(): Promise<void> {
    for (;;) {
      await sleep(options.killEveryMs);
      if (isDone || fleet.kills >= options.kills) return;
      const ready = fleet.ready();
      const victim = ready[Math.floor(random.next() * ready.length)];
      if (victim === undefined) continue;
      for (const story of queue.splice(0, BURST)) void tell(story, victim);
      await sleep(random.between(2, 40));
      await fleet.kill(victim);
    }
  }

  async function changeWebhooks(): Promise<number> {
    const at = (share: number) => sleep(Math.max(0, startedAt + share * changesMs - performance.now()));
    await at(0.4);
    for (const webhook of webhooks) await rotate(run, webhook);
    await at(0.5);
    webhooks.push(await addWebhook(run, LATE));
    await at(0.6);
    for (const webhook of webhooks.filter(({ name }) => name === DELETED.name)) await remove(run, webhook);
    await at(0.7);
    // Of these the previous secret ends at once; of the others it ends in its time, where the run lasts that long.
    const again = webhooks.filter(({ name }, n) => n % 2 === 0 && name !== DELETED.name);
    for (const webhook of again) await rotate(run, webhook);
    return webhooks.reduce((rotations, { book }) => rotations + book.secrets.length - 1, 0);
  }

  async function settle(): Promise<void> {
    await Promise.all([tellAll(), changed]);
    await Promise.all(told);
    // Where the end of a window came before the step that it was to come after, a change was lost to the count.
    const lost = steps.filter(({ reason }) => reason === 'expired').length;
    await Promise.all(Array.from({ length: lost }, (_, n) => tell(aStory(`request-more-${n}`, CLIENTS, random))));
    let isExpiring = true;
    for (;;) {
      const open = await countOpen(databaseUrl, expiring);
      options.onProgress?.(`${open.deliveries} deliveries pending, ${fleet.kills} kills`);
      // A request that nobody decided must not end by itself while the last deliveries are waited for.
      if (isExpiring && open.expiring === 0) {
        isExpiring = false;
        fleet.stopExpiring();
      } else if (!isExpiring && open.deliveries === 0) return;
      if (isLate()) return;
      await sleep(250);
    }
  }

  const changed = changeWebhooks();
  changed.catch(() => {});
  const killing = killOn();
  try {
    await settle();
  } finally {
    isDone = true;
    await killing;
  }
  return { steps, rotations: await changed };
}

/** Makes the request and takes the steps, on any instance that is there; the first one on that at `place`. */
async function tellStory(
  { services, pace, fleet, random }: Run,
  telling: { story: Story; place: number | undefined; steps: StepRecord[]; isLate: () => boolean },
): Promise<void> {
  const { story, place, steps, isLate } = telling;
  const window = seconds(service.verification_window_seconds);
  // One that is to expire was made so long ago that it does so in a few seconds.
  const age = story.expires ? window - onClock(pace, random.between(1_500, 3_000)) : 0;
  await services.store.addVerificationRequest({
    ...story.key,
    content: services.sealer.seal(Buffer.from('{}'), 'request'),
    createdAt: services.clock.now() - age,
  });
  let pinned = place;
  for (const kind of story.steps) {
    const step: UserStep = { key: story.key, userId: story.userId, kind };
    for (let unanswered = 0; !isLate(); unanswered++) {
      const chosen = pinned ?? (await anyReady(fleet, random, isLate));
      pinned = undefined;
      const answer = await fleet.change(chosen, step);
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
    const place = ready[Math.floor(random.next() * ready.length)];
    if (place !== undefined) return place;
    await sleep(20);
  }
  return 0;
}

const DAY = seconds(webhookDelivery.previous_secret_seconds);

async function addWebhook(run: Run, plan: Plan, ageMicros = 0): Promise<RunWebhook> {
  const { receivers, services } = run;
  const { clock, store, sealer } = services;
  const id = randomUUID();
  const url = await receivers.open(plan.name, plan.temper, plan.tls);
  const secret = generateWebhookSecret();
  const book = createSecretBook();
  const createdAt = clock.now() - ageMicros;
  book.first(secret, createdAt);
  await store.addWebhook(
    {
      id,
      clientId: plan.clientId,
      name: plan.name,
      description: null,
      url,
      createdAt,
      secret: sealWebhookSecret(sealer, id, secret),
    },
    service.max_webhooks,
  );
  const { clientId, name, temper } = plan;
  return { id, clientId, name, temper, addedAt: clock.now(), deletedAt: null, book };
}

/** One that was made days ago and whose secret was replaced a day ago, less a little: the overlap ends while it is used. */
async function addOldWebhook(run: Run, plan: Plan): Promise<RunWebhook> {
  const { options, pace, random, services } = run;
  const webhook = await addWebhook(run, plan, hours(100));
  const endsAt = services.clock.now() + onClock(pace, options.changesMs * random.between(0.1, 0.35));
  await rotate(run, webhook, endsAt - DAY);
  return webhook;
}

/** As the operation does it. */
async function rotate({ services }: Run, webhook: RunWebhook, now = services.clock.now()): Promise<void> {
  const { store, sealer, clock } = services;
  const secret = generateWebhookSecret();
  const previousEndsAt = now + DAY;
  const rotation = { secret: sealWebhookSecret(sealer, webhook.id, secret), previousEndsAt };
  await store.rotateWebhookSecret(webhook, rotation);
  webhook.book.replaced({ secret, from: now, at: clock.now(), previousEndsAt });
}

async function remove({ services }: Run, webhook: RunWebhook): Promise<void> {
  await services.store.deleteWebhook(webhook);
  webhook.deletedAt = services.clock.now();
}
