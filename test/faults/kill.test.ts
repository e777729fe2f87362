import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { cleanUp, type ServiceOptions, startProcess } from '../support/process.ts';
import { sized } from '../support/size.ts';
import { emptyLedger, expectNothingLost, forEachOf, putUnderLoad, soon } from './load.ts';

// kill -9 cannot lose unsynced data, which the operating system still writes. A power cut can: see power-cut.test.ts.

const IN_FLIGHT = sized(24, 48);

afterEach(cleanUp);

async function killUnderLoad(options: ServiceOptions, rounds: number): Promise<void> {
  const ledger = emptyLedger();
  const tokens: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const service = await startProcess(options);
    // From the second round on, the load uses a token that a killed process issued.
    tokens.push(await service.token());
    const unansweredBefore = ledger.unanswered.length;
    const before = ledger.acknowledged.length;
    const load = putUnderLoad(service, { token: tokens[0] ?? '', inFlight: IN_FLIGHT, ledger });
    await soon(() => ledger.acknowledged.length - before).toBeGreaterThan(IN_FLIGHT);
    await sleep(Math.random() * 200);
    const { end } = await service.kill('SIGKILL');
    await load.ended;
    expect(end).toBe('SIGKILL');
    expect(ledger.unanswered.length - unansweredBefore, 'submissions in flight during the kill').toBeGreaterThan(0);
  }
  expect(ledger.refused).toEqual([]);
  expect(ledger.uploads.length).toBeGreaterThan(rounds);

  const service = await startProcess(options);
  for (const token of tokens) {
    const { status } = await service.call('GET', '/api/partner/v2/submissions/unknown/status.json', {
      token,
    });
    expect(status, 'status for a token that was issued before a kill').toBe(404);
  }
  const [token = ''] = tokens;
  // Submissions without a response may or may not be stored. All retries must return the same link.
  await forEachOf(ledger.unanswered, 16, async ({ target, body }) => {
    const first = await service.call('POST', target, { token, body });
    const second = await service.call('POST', target, { token, body });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.body).toEqual(first.body);
  });
  await expectNothingLost(service, token, ledger, options);
}

test.each([
  ['the embedded database', sized(2, 10)],
  ['PostgreSQL', sized(1, 3)],
] as const)(
  'every acknowledged submission and file survives kill -9 under load on %s',
  { timeout: 120_000 },
  async (engine, times) => {
    const database = engine === 'PostgreSQL' ? await createTestDatabase('tables') : undefined;
    try {
      await killUnderLoad({ dataDir: await temporaryFolder(), databaseUrl: database?.url }, times);
    } finally {
      await cleanUp();
      await database?.drop();
    }
  },
);
