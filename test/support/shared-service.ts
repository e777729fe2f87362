import { afterAll, beforeAll } from 'vitest';
import { startService, type TestService } from './service.ts';

/** Starts a service for the tests of a file. The service has no properties before the first test. */
export function sharedService(options?: Parameters<typeof startService>[0]): TestService {
  const service = {} as TestService;
  beforeAll(async () => {
    Object.assign(service, await startService(options));
  });
  afterAll(() => service.stop());
  return service;
}
