// An instance of the service without HTTP, on a fast clock: `instance.ts <InstanceSetup as JSON>`. It delivers webhooks, and
// applies the user steps that it receives over IPC. It acknowledges a step after the commit.
import dns from 'node:dns';
import { loadConfig } from '../../../server/config.ts';
import { createServices } from '../../../server/create-services.ts';
import { createDispatcher } from '../../../server/delivery/dispatcher.ts';
import { createSendAttempt } from '../../../server/delivery/send-attempt.ts';
import { changeVerification, type UserAction } from '../../../server/lifecycle/change-verification.ts';
import { expireVerifications } from '../../../server/lifecycle/expire-verifications.ts';
import { createLogger } from '../../../server/log.ts';
import { createGuardedAgent } from '../../../server/outbound/guarded-agent.ts';
import type { Resolve } from '../../../server/outbound/resolve-name.ts';
import type { Services } from '../../../server/services.ts';
import { guardOnClock } from '../../support/erasures.ts';
import { cert } from '../../support/tls.ts';

import {
  type FromInstance,
  fastClock,
  type InstanceSetup,
  onClock,
  seededRandom,
  type ToInstance,
  type UserStep,
} from './shared.ts';

const EXPIRY_MS = 200;
const POLL_MS = 50;
/** Share of the name lookups that fail. */
const DNS_FAILURES = 0.1;

const setup: InstanceSetup = JSON.parse(process.argv[2] ?? '{}');
const random = seededRandom(setup.seed);
const clock = fastClock(setup.pace);
const log = createLogger('warn');
const made = await createServices(
  loadConfig({
    PORT: '0',
    BASE_URL: 'http://api.test',
    APP_URL: 'http://app.test',
    DATA_DIR: setup.dataDir,
    DATABASE_URL: setup.databaseUrl,
  }),
  clock,
  log,
);

/** Resolves every name to this machine, or fails. */
const resolve: Resolve = (hostname, _options, callback) => {
  setImmediate(() => {
    if (!random.chance(DNS_FAILURES)) return callback(null, [{ address: '127.0.0.1', family: 4 }]);
    const code = random.pick([dns.NOTFOUND, 'EAI_AGAIN']);
    callback(Object.assign(new Error(`getaddrinfo ${code} ${hostname}`), { code, syscall: 'getaddrinfo' }), []);
  });
};

const agent = createGuardedAgent({ allowLoopback: true, ca: cert, resolve });
const dispatcher = createDispatcher({
  store: made.store,
  sealer: made.sealer,
  clock,
  log,
  send: createSendAttempt({ agent, clock, timeoutMs: setup.attemptTimeoutMs }),
  random: random.next,
  // Two rounds of attempts fit into a lease, even if every attempt times out.
  concurrency: 32,
  capacity: 64,
  // All receivers share one host.
  perHost: 10_000,
  leaseMicros: onClock(setup.pace, setup.leaseMs),
  pollMs: POLL_MS,
});
const services: Services = { ...made, dispatcher, erasures: guardOnClock(made, clock, 100) };

function actionOf({ kind, userId }: UserStep): UserAction {
  return kind === 'verify' ? { kind, userId, identity: { full_name: 'Ada Lovelace' } } : { kind, userId };
}

async function change(id: number, step: UserStep): Promise<void> {
  try {
    const decision = await changeVerification(services, step.key, actionOf(step));
    const reason = decision?.outcome === 'refused' ? { reason: decision.reason } : {};
    say({ type: 'acknowledged', id, outcome: decision?.outcome ?? 'unknown', ...reason });
  } catch (error) {
    say({ type: 'unavailable', id, message: String(error) });
  }
}

let expires = setup.expires;
async function expireOn(): Promise<void> {
  if (!expires) return;
  await expireVerifications(services).catch((err: unknown) => log.error({ err }, 'expiry failed'));
  setTimeout(expireOn, EXPIRY_MS).unref();
}

async function stop(): Promise<void> {
  expires = false;
  const isFinished = await dispatcher.stop(5_000);
  await agent.destroy();
  await made.store.close();
  process.exit(isFinished ? 0 : 1);
}

function say(message: FromInstance): void {
  process.send?.(message);
}

process.on('message', (message: ToInstance) => {
  if (message.type === 'change') void change(message.id, message);
  else if (message.type === 'stopExpiring') expires = false;
  else void stop();
});
// The run was aborted.
process.on('disconnect', () => process.exit(1));

dispatcher.start();
void expireOn();
say({ type: 'ready' });
