import type { DatabaseUnderTest } from './database-under-test.ts';
import { describeDeliveries } from './deliveries-contract.ts';
import { describeDocuments } from './documents-contract.ts';
import { describeEvents } from './events-contract.ts';
import { describeLifecycle } from './lifecycle-contract.ts';
import { describeStore } from './store-contract.ts';
import { describeVerification } from './verification-contract.ts';

export function describeContract(engine: string, createDatabase: () => Promise<DatabaseUnderTest>): void {
  const parts = [describeStore, describeEvents, describeLifecycle, describeVerification];
  for (const describePart of [...parts, describeDeliveries, describeDocuments]) describePart(engine, createDatabase);
}
