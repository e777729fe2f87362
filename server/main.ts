import { createApp } from './app.ts';
import { ConfigError, loadConfig } from './config.ts';
import { createServices } from './create-services.ts';
import { systemClock } from './domain/clock.ts';
import { createLogger } from './log.ts';
import { serve } from './serve.ts';

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLogger(config.logLevel);
  const services = await createServices(config, systemClock, log);
  const server = await serve(createApp(services), config);
  log.info(
    { host: server.address.address, port: server.address.port, production: config.production },
    'listening',
  );

  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping');
    const finished = await server.stop(config.shutdownTimeoutSeconds * 1000);
    if (!finished) log.warn('requests that took too long were cut off');
    await services.store.close();
    log.info('stopped');
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : String((error as Error)?.stack ?? error)}\n`,
  );
  process.exit(1);
});
