// The service with a commit for each add, to show what grouping them gives.
import { createApp } from '../../../server/app.ts';
import { loadConfig } from '../../../server/config.ts';
import { createServices } from '../../../server/create-services.ts';
import { systemClock } from '../../../server/domain/clock.ts';
import { serve } from '../../../server/http/serve.ts';
import { createLogger } from '../../../server/log.ts';
import { addSandboxPartners } from '../../../server/sandbox/partners.ts';

const config = loadConfig(process.env);
const services = await createServices(config, systemClock, createLogger(config.logLevel));
const { store, submissionWindow } = services;
await addSandboxPartners(store, systemClock);
store.addSubmission = async (submission) => {
  const [added] = await store.addSubmissions([submission], submissionWindow);
  if (added === undefined) throw new TypeError('The add has no result');
  return added;
};
await serve(createApp(services), config);
