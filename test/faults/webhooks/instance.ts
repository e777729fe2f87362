// An instance of the service with an accelerated clock, and with short timeouts and leases for deliveries. The
// environment variable FAULT_SETUP contains its settings (see `InstanceSetup` in `shared.ts`).
import { serve } from '../../../server/api/serve.ts';
import { createLogger } from '../../../server/platform/log.ts';
import { createGuardedAgent } from '../../../server/platform/outbound/guarded-agent.ts';
import { noTelemetry } from '../../../server/platform/telemetry/telemetry.ts';
import { createServices, type Services } from '../../../server/start/create-services.ts';
import { loadConfig } from '../../../server/start/settings.ts';
import { Dispatcher } from '../../../server/work/delivery/dispatcher.ts';
import { createSendAttempt } from '../../../server/work/delivery/send-attempt.ts';
import { cancelExpired, expireVerifications } from '../../../server/work/lifecycle/sweep.ts';
import { createApp } from '../../support/app.ts';
import { openOnClock } from '../../support/open-on-clock.ts';
import { fastClock, type InstanceSetup, onClock, seededRandom } from './shared.ts';

const EXPIRY_MS = 200;
const POLL_MS = 50;
const STOP_MS = 5_000;

const setup: InstanceSetup = JSON.parse(process.env['FAULT_SETUP'] ?? '{}');
const random = seededRandom(setup.seed);
const clock = fastClock(setup.pace);
const config = loadConfig(process.env);
const log = createLogger('warn');
const created = await createServices(config, clock, log, openOnClock);

const agent = createGuardedAgent({ allowLoopback: true });
const dispatcher = new Dispatcher({
  store: created.store,
  partners: created.partners,
  encryptor: created.encryptor,
  clock,
  log,
  telemetry: noTelemetry,
  send: createSendAttempt({ agent, clock, timeoutMs: setup.attemptTimeoutMs }),
  random: random.next,
  // The limit per host must not take effect, because all receivers share one host.
  limits: { perHost: 10_000 },
  lease: onClock(setup.pace, setup.leaseMs),
  pollMs: POLL_MS,
});
const services: Services = { ...created, dispatcher };

let isStopping = false;
async function expireRepeatedly(): Promise<void> {
  if (isStopping) return;
  const expiries = Promise.all([expireVerifications(services), cancelExpired(services)]);
  await expiries.catch((err: unknown) => log.error({ err }, 'expiry failed'));
  setTimeout(expireRepeatedly, EXPIRY_MS).unref();
}

const server = await serve(createApp(services), config);
process.on('SIGTERM', async () => {
  isStopping = true;
  const areFinished = await Promise.all([server.stop(STOP_MS), dispatcher.stop(STOP_MS)]);
  await agent.destroy();
  await created.store.close();
  process.exit(areFinished.includes(false) ? 1 : 0);
});
dispatcher.start();
void expireRepeatedly();
createLogger('info').info({ port: server.address.port }, 'listening');
