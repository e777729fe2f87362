import { type OperationId, operations } from '../../generated/operations.ts';
import { startMock } from '../../mock/create-mock.ts';
import type { RunningMock } from '../../mock/running-mock.ts';
import { referenceFiles } from '../support/app.ts';
import { type Caller, callerAt } from '../support/caller.ts';

/** `call` validates a response against the contract if the contract documents the response status. */
export type TestMock = Caller & RunningMock;

export async function runMock(options: Partial<Parameters<typeof startMock>[0]> = {}): Promise<TestMock> {
  const mock = await startMock({ files: referenceFiles, port: 0, host: '127.0.0.1', ...options });

  const isValidated = (operation: OperationId, status: number) => status in operations[operation].responses;
  return { ...mock, ...callerAt(mock.url, { isValidated }) };
}

export const sandboxCredentials = (others: Record<string, string> = {}) =>
  new URLSearchParams({
    ...others,
    grant_type: 'client_credentials',
    client_id: 'sandbox-partner',
    client_secret: 'sandbox-secret',
  });
