import { afterAll, beforeAll } from 'vitest';
import { startService, type TestService } from './service.ts';

/** Registers hooks that start a service for a test file. The returned object is empty until the first test. */
export function sharedService(options?: Parameters<typeof startService>[0]): TestService {
  const service = {} as TestService;
  beforeAll(async () => {
    Object.assign(service, await startService(options));
  });
  afterAll(() => service.stop());
  return service;
}
