import { randomUUID } from 'node:crypto';
import { service } from '../../generated/operations.ts';
import { loadConfig } from '../../server/config.ts';
import { createServices } from '../../server/create-services.ts';
import { sealWebhookSecret } from '../../server/crypto/sealed-json.ts';
import { systemClock } from '../../server/domain/clock.ts';
import { generateWebhookSecret } from '../../server/domain/signature.ts';
import { createLogger } from '../../server/log.ts';
import type { Services } from '../../server/services.ts';

/** Where an engine keeps its data. */
export interface Place {
  dataDir: string;
  databaseUrl?: string | undefined;
}

export const CLIENT = 'sandbox-partner';

/** What every service of the benchmark is started with. */
export const SETTINGS = {
  PORT: '0',
  BASE_URL: 'http://api.test',
  APP_URL: 'http://app.test',
  RATE_LIMIT_PER_SECOND: '0',
};

/** The services as `main.ts` makes them. */
export const openServices = ({ dataDir, databaseUrl }: Place): Promise<Services> =>
  createServices(
    loadConfig({
      ...SETTINGS,
      DATA_DIR: dataDir,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    }),
    systemClock,
    createLogger('error'),
  );

export async function closeServices({ dispatcher, store }: Services): Promise<void> {
  await dispatcher.stop(5_000);
  await store.close();
}

/** Resolves to its id. */
export async function addWebhook(
  { store, sealer, clock }: Services,
  url: string,
  clientId: string = CLIENT,
): Promise<string> {
  const id = randomUUID();
  await store.addWebhook(
    {
      id,
      clientId,
      name: null,
      description: null,
      url,
      createdAt: clock.now(),
      secret: sealWebhookSecret(sealer, id, generateWebhookSecret()),
    },
    service.max_webhooks,
  );
  return id;
}

/** A request that was made so many microseconds ago. */
export async function addRequest(
  { store, sealer, clock }: Services,
  requestId: string,
  age = 0,
  clientId: string = CLIENT,
): Promise<void> {
  await store.addVerificationRequest({
    clientId,
    requestId,
    content: sealer.seal(Buffer.from('{}'), 'request'),
    createdAt: clock.now() - age,
  });
}
