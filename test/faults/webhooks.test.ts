import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { operations, webhookDelivery } from '../../generated/operations.ts';
import { example } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createTestDatabase, queryPostgres } from '../support/postgres.ts';
import { cleanUp, type ServiceProcess, startProcess } from '../support/process.ts';
import { randomKey } from '../support/production.ts';
import { sized } from '../support/size.ts';
import { type Behaviour, type Received, startReceiver } from '../work/delivery/support.ts';
import { type Caller, callerOf } from './load.ts';

/** Minimum number of decisions. The environment variable FAULT_CHANGES overrides the default. */
const CHANGES = Number(process.env['FAULT_CHANGES'] ?? sized(30, 2000));
const INSTANCES = sized(2, 3);
const KILLS = sized(2, 20);
const KILL_EVERY_MS = 1_000;
/** Number of users who decide concurrently. Each user pauses for `PAUSE_MS` after a decision. */
const PEOPLE = sized(2, 8);
const PAUSE_MS = 150;
const SETTLE_MS = 240_000;
const ATTEMPTS = webhookDelivery.retry_delays_seconds.length + 1;

afterEach(cleanUp);

type Type = 'verification' | 'submission';

interface Decision {
  clientId: string;
  type: Type;
  id: string;
  status: 'verified' | 'canceled';
}

interface Hook {
  id: string;
  clientId: string;
  secrets: string[];
  received: Received[];
}

/** Fails 10 % of the requests without a response, and 20 % with status 500. */
const flaky: Behaviour = (response) => {
  const chance = Math.random();
  if (chance < 0.1) response.destroy();
  else response.writeHead(chance < 0.3 ? 500 : 200).end();
};
const dead: Behaviour = (response) => response.writeHead(500).end();

test('the service delivers every event or marks it as failed, even if receivers fail and instances are killed', {
  timeout: 600_000,
}, async () => {
  const { url: databaseUrl, drop } = await createTestDatabase('tables');
  const query = (sql: string) => queryPostgres(databaseUrl, sql);
  const dataDir = await temporaryFolder();
  const env = { WEBHOOK_RETRY_SPEED: '10000', DATA_KEYS: `k1:${randomKey('k1')}` };
  const start = () => startProcess({ dataDir, databaseUrl, migrateUrl: null, env });
  try {
    const instances: ServiceProcess[] = [];
    while (instances.length < INSTANCES) instances.push(await start());
    const fleet = callerOf(instances, { unanswered: 0, unavailable: 0 });
    const tokens = {
      'sandbox-partner': (await instances[0]?.token()) ?? '',
      'sandbox-partner-2': (await instances[0]?.token('second')) ?? '',
    };
    type Client = keyof typeof tokens;

    async function addHook(clientId: Client, behaviour: Behaviour): Promise<Hook> {
      const { url, received } = await startReceiver(behaviour);
      const body = { url, event_types: ['verification', 'submission'] };
      const created = await fleet.call('POST', operations.createWebhook.path, { token: tokens[clientId], body });
      return { id: created.body.id, clientId, secrets: [created.body.secret], received };
    }
    const hooks = [
      await addHook('sandbox-partner', flaky),
      await addHook('sandbox-partner', dead),
      await addHook('sandbox-partner-2', flaky),
    ];

    const decisions: Decision[] = [];
    let kills = 0;
    const isDone = () => kills >= KILLS && decisions.length >= CHANGES;
    async function decideRepeatedly(): Promise<void> {
      for (let n = 0; !isDone(); n++) {
        const clientId: Client = n % 3 === 0 ? 'sandbox-partner-2' : 'sandbox-partner';
        const decision = { clientId, id: randomUUID(), status: n % 4 === 0 ? 'canceled' : 'verified' } as const;
        decisions.push(
          await decide(fleet, tokens[clientId], { ...decision, type: n % 2 ? 'verification' : 'submission' }),
        );
        await sleep(PAUSE_MS);
      }
    }
    async function killRepeatedly(): Promise<void> {
      for (; !isDone(); kills++) {
        await sleep(KILL_EVERY_MS);
        const index = kills % INSTANCES;
        await instances[index]?.kill('SIGKILL');
        instances[index] = await start();
        if (kills === 1) for (const hook of hooks) await rotate(fleet, tokens[hook.clientId as Client], hook);
      }
    }
    await Promise.all([killRepeatedly(), ...Array.from({ length: PEOPLE }, decideRepeatedly)]);

    // Releases the deliveries that killed instances leased, so that the test does not wait until the leases expire.
    const pending = "select id from deliveries where state = 'pending'";
    const release = `update deliveries set available_at = next_attempt_at where id in (${pending} for update skip locked)`;
    const isPending = async () => (await query(`${pending} limit 1`)).length > 0;
    for (let waited = 0; waited < SETTLE_MS && (await isPending()); waited += 250) {
      if (waited % 5_000 === 0) await query(release);
      await sleep(250);
    }
    for (const instance of instances) {
      expect((await instance.kill('SIGTERM')).end).toBe(0);
      expect(instance.stdout()).not.toContain('"level":"error"');
    }

    const events = await query('select event_id, client_id, type, resource_id, status, body from events');
    expect(events.map((row) => nameOf(row)).sort()).toEqual(decisions.flatMap(expectedEvents).sort());
    const deliveries = await query('select id, webhook_id, event_id, client_id, state, attempts_made from deliveries');
    const attempts = await query('select delivery_id, http_status from attempts order by delivery_id, number');
    // Each event has exactly one delivery to each webhook of its partner.
    const pairs = events.flatMap(({ event_id, client_id }) =>
      hooks.filter(({ clientId }) => clientId === client_id).map(({ id }) => `${event_id} to ${id}`),
    );
    expect(deliveries.map(({ event_id, webhook_id }) => `${event_id} to ${webhook_id}`).sort()).toEqual(pairs.sort());
    expect(wrongDeliveries(deliveries, attempts, hooks)).toEqual([]);
    expect(wrongRequests(events, hooks)).toEqual([]);
    expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(['delivered', 'failed']));
  } finally {
    await cleanUp();
    await drop();
  }
});

/** Creates a resource and sends a decision. Accepts 409, which a retry of a stored decision gets. */
async function decide(fleet: Caller, token: string, decision: Decision): Promise<Decision> {
  const { type, id, status } = decision;
  const [creating, deciding] = (
    {
      verification: ['createVerificationRequest', 'decideVerificationRequest'],
      submission: ['addRightToWork', 'decideSubmission'],
    } as const
  )[type];
  const body = {
    verification: { ...example('VerificationMinimal'), request_id: id },
    submission: { ...example('RightToWorkAustralia'), id },
  }[type];
  expect((await fleet.call('POST', operations[creating].path, { token, body })).status).toBe(201);
  const identity = type === 'verification' && status === 'verified' && { digital_identity: { full_name: 'Ada' } };
  const target = operations[deciding].path.replace('{id}', id);
  const answer = await fleet.call('POST', target, { token, body: { status, ...identity } });
  expect([200, 409]).toContain(answer.status);
  return decision;
}

/** Rotates the secret of a webhook. Keeps only the last secret, because each retry creates a new secret. */
async function rotate(fleet: Caller, token: string, hook: Hook): Promise<void> {
  const { body } = await fleet.call('POST', operations.rotateWebhookSecret.path.replace('{id}', hook.id), { token });
  hook.secrets.push(body.secret);
}

type Row = Record<string, unknown>;

const nameOf = ({ client_id, type, resource_id, status }: Row) => [client_id, type, resource_id, status].join('/');

/** Returns the names of the events that a decision causes. A verification request also has the event `incomplete`. */
function expectedEvents({ clientId, type, id, status }: Decision): string[] {
  const row = { client_id: clientId, type, resource_id: id };
  const statuses = type === 'verification' ? ['incomplete', status] : [status];
  return statuses.map((each) => nameOf({ ...row, status: each }));
}

/** Returns the deliveries whose state contradicts either their attempts or the requests that the receiver got. */
function wrongDeliveries(deliveries: readonly Row[], attempts: readonly Row[], hooks: readonly Hook[]) {
  return deliveries.filter(({ id, webhook_id, event_id, state, attempts_made }) => {
    const own = attempts.filter(({ delivery_id }) => delivery_id === id);
    const made = own.map(({ http_status }) => http_status === 200);
    const isRight = state === 'delivered' ? made.indexOf(true) === made.length - 1 : made.length === ATTEMPTS;
    const hook = hooks.find((each) => each.id === webhook_id);
    const requests = hook?.received.filter(({ headers }) => headers['webhook-id'] === event_id).length ?? 0;
    // A killed instance may have sent an attempt without recording it, so there can be more requests than attempts.
    const isRecorded = Number(attempts_made) === made.length && made.length <= requests;
    return !(isRight && made.includes(true) === (state === 'delivered') && isRecorded);
  });
}

/** Returns requests whose body is not an event of the partner, or whose signature matches no secret of the webhook. */
function wrongRequests(events: readonly Row[], hooks: readonly Hook[]) {
  const eventsById = new Map(events.map((event) => [event['event_id'], event]));
  return hooks.flatMap(({ clientId, secrets, received }) =>
    received.filter(({ headers, body }) => {
      const event = eventsById.get(headers['webhook-id']);
      const signatures = secrets.map((secret) =>
        createHmac('sha256', secret).update(`${headers['x-timestamp']}.${body}`).digest('hex'),
      );
      const isSigned = signatures.includes(String(headers['x-signature']));
      return !(isSigned && event?.['client_id'] === clientId && event['body'] === body);
    }),
  );
}
