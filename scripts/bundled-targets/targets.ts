import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scopes } from '../../generated/operations.ts';
import type { App } from '../../server/api/bind-operations.ts';
import { createRateLimit, type RateLimit } from '../../server/api/limits/rate-limit.ts';
import { createPolicyLimits } from '../../server/api/limits/request-limits.ts';
import { hashClientSecret } from '../../server/api/oauth/client-secret.ts';
import { serve } from '../../server/api/serve.ts';
import { systemClock } from '../../server/domain/clock.ts';
import { StoreUnavailable } from '../../server/domain/unavailable.ts';
import { createLogger } from '../../server/platform/log.ts';
import { createApp } from '../../server/start/app.ts';
import { createServices, type Services } from '../../server/start/create-services.ts';
import { loadConfig } from '../../server/start/settings.ts';
import { type ContractIndex, indexContract } from '../conformance/index/contract-index.ts';
import type { Credentials, Fault, Target } from '../conformance/kit-types.ts';
import { RECEIVER_HOST } from '../conformance/target/webhook-receiver.ts';
import { JSON_TYPE } from '../contract/bodies.ts';
import { pointersIn, valueAt } from '../contract/json.ts';
import { contract, referenceFiles } from './contract.ts';

export interface StartedTarget {
  target: Target;
  stop(): Promise<void>;
}

const CLIENT_ID = 'conformance';
const LIMITED_ID = `${CLIENT_ID}-limited`;
/** Returns a partner whose secret tests encodings: forms must escape characters, and Base64 needs padding. */
const newPartner = (clientId: string) => ({ clientId, clientSecret: `${randomBytes(25).toString('hex')}: %41+` });
const exampleHosts = hostsInExamples(indexContract(contract));
/** Domains of the partners: the hosts in the examples, and the host on which the kit serves documents. */
const registeredDomains = [...exampleHosts, RECEIVER_HOST];
const RETRY_SPEED_FACTOR = 5000;
/** Maximum number of requests in a second. The kit sends fewer, and an injected fault exceeds the quota. */
const QUOTA = 1_000_000;
type Fetch = Parameters<typeof serve>[0]['fetch'];

/** Starts a server that connects to no host in the examples. One of its partners has the contract's rate limits. */
export async function startServerTarget(name: string, wrapFetch?: (fetch: Fetch) => Fetch): Promise<StartedTarget> {
  let injected: Fault = null;
  const dataDir = await mkdtemp(path.join(await fastTemporaryFolder(), 'conformance-'));
  let app: App;
  let fetch: Fetch;
  const late = {
    fetch: (...given: Parameters<Fetch>) => fetch(...given),
    refuse: (...given: Parameters<App['refuse']>) => app.refuse(...given),
    fail: (error: unknown) => app.fail(error),
  };
  const server = await serve(late, { port: 0, host: '127.0.0.1' });
  // Links and tokens contain the base URL, so the server is configured after its port is assigned.
  const baseUrl = `http://127.0.0.1:${server.address.port}`;
  const config = loadConfig({
    PORT: '0',
    BASE_URL: baseUrl,
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_SECOND: '0',
    WEBHOOK_RETRY_SPEED: String(RETRY_SPEED_FACTOR),
    DENIED_DESTINATIONS: exampleHosts.join(','),
  });
  const services = await createServices(config, systemClock, createLogger('silent'));
  app = createApp({ ...services, ...servicesWithFaults(services, (fault) => injected === fault) }, referenceFiles);
  fetch = wrapFetch?.(app.fetch) ?? app.fetch;
  const [own, other, limited] = await addPartners(services);
  services.dispatcher.start();
  services.downloader.start();
  return {
    target: {
      name,
      baseUrl,
      isBundled: true,
      retrySpeed: RETRY_SPEED_FACTOR,
      ...own,
      other,
      limited,
      registeredDomains,
      injectFault: (fault) => {
        injected = fault;
      },
    },
    async stop() {
      await server.stop(1000);
      await services.dispatcher.stop(1000);
      await services.downloader.stop(1000);
      await services.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function addPartners({ store }: Services): Promise<[Credentials, Credentials, Credentials]> {
  const partners = [CLIENT_ID, `${CLIENT_ID}-other`, LIMITED_ID].map(newPartner);
  for (const { clientId, clientSecret } of partners)
    await store.addPartner({
      clientId,
      name: clientId,
      secretHash: hashClientSecret(clientSecret),
      scopes,
      domains: registeredDomains,
      mayVouch: true,
      linkSecret: false,
      createdAt: systemClock.now(),
      disabledAt: null,
    });
  return partners as [Credentials, Credentials, Credentials];
}

export async function startMockTarget(name: string): Promise<StartedTarget> {
  // Imported dynamically, because Prism starts slowly, and only the mock needs it.
  const { startMock } = await import('../../mock/create-mock.ts');
  const partner = newPartner(CLIENT_ID);
  const mock = await startMock({
    files: referenceFiles,
    port: 0,
    host: '127.0.0.1',
    partners: [{ clientId: partner.clientId, secret: partner.clientSecret, name, scopes, domains: registeredDomains }],
  });
  return {
    target: { name, baseUrl: mock.url, isBundled: true, ...partner, registeredDomains },
    stop: () => mock.stop(),
  };
}

function hostsInExamples({ bodyExamples, operationIds }: ContractIndex): string[] {
  const examples = operationIds.flatMap((id) => bodyExamples(id, JSON_TYPE));
  const texts = examples.flatMap((example) => pointersIn(example).map((at) => String(valueAt(example, at))));
  return [...new Set(texts.filter((text) => /^https?:/.test(text)).map((url) => new URL(url).hostname))];
}

async function fastTemporaryFolder(): Promise<string> {
  const { bavail, bsize } = await statfs('/dev/shm').catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > 1024 ** 3 ? '/dev/shm' : tmpdir();
}

function servicesWithFaults(services: Services, isInjected: (fault: Fault) => boolean): Partial<Services> {
  const brittle = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name) {
        if (isInjected(500))
          throw new Error('SELECT content FROM submissions: SQLITE_CORRUPT at read (/srv/service/store.ts:7:1)');
        if (isInjected(503)) throw new StoreUnavailable('the database connection was lost');
        const member = Reflect.get(target, name);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  const { store, partners, signingKeys, webhookSourceAddresses, serverMetadata, limits } = services;
  const limit = createRateLimit({ count: QUOTA });
  const policies = Object.entries(createPolicyLimits({})).map(([name, limitOfContract]) => {
    // Limits only the first partner, so that the kit detects a server that does not count each partner separately.
    const limitOf: RateLimit = (key, points) => {
      if (key === LIMITED_ID) return limitOfContract(key, points);
      return limit(key, isInjected(name) && key === CLIENT_ID ? QUOTA + 1 : 1);
    };
    return [name, limitOf];
  });
  return {
    store: brittle(store),
    partners: brittle(partners),
    signingKeys: brittle(signingKeys),
    webhookSourceAddresses: brittle([...webhookSourceAddresses]),
    serverMetadata: brittle({ ...serverMetadata }),
    limits: { ...limits, policies: Object.fromEntries(policies) },
  };
}
