import { systemClock } from '../../server/domain/clock.ts';
import { createLogger } from '../../server/platform/log.ts';
import { createServices, type Services } from '../../server/start/create-services.ts';
import { loadConfig } from '../../server/start/settings.ts';

export interface Place {
  dataDir: string;
  databaseUrl?: string | undefined;
}

export const CLIENT = 'sandbox-partner';

export const SETTINGS = {
  PORT: '0',
  BASE_URL: 'http://api.test',
  APP_URL: 'http://app.test',
  RATE_LIMIT_PER_SECOND: '0',
};

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

export async function addRequest({ store, encryptor }: Services, requestId: string): Promise<void> {
  await store.addVerificationRequest({
    clientId: CLIENT,
    requestId,
    content: encryptor.encrypt(Buffer.from('{}'), 'request'),
  });
}
