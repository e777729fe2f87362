import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../support/postgres.ts';
import { cleanUp, type ServiceOptions, startProcess, temporaryFolder } from '../support/process.ts';
import { sized } from '../support/size.ts';
import { emptyLedger, forEachOf, lostAdds, lostContents, lostUploads, putUnderLoad, soon } from './load.ts';

// What dies with the process is tested here, and that an answer never comes before its commit. The operating system lives
// on, and with it what was written and not yet synced: a power cut is the matter of `power-cut.test.ts`.

const IN_FLIGHT = 48;

afterEach(cleanUp);

/** Kills the service so many times at a random moment under load, then looks for everything that it acknowledged. */
async function killUnderLoad(options: ServiceOptions, rounds: number): Promise<void> {
  const ledger = emptyLedger();
  const tokens: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const service = await startProcess(options);
    // From the second round on the token is one that a killed process issued.
    tokens.push(await service.token());
    const unansweredBefore = ledger.unanswered.length;
    const before = ledger.acknowledged.length;
    const load = putUnderLoad(service, { token: tokens[0] ?? '', inFlight: IN_FLIGHT, ledger });
    await soon(() => ledger.acknowledged.length - before).toBeGreaterThan(IN_FLIGHT);
    await sleep(Math.random() * 500);
    const { end } = await service.kill('SIGKILL');
    await load.ended;
    expect(end).toBe('SIGKILL');
    expect(ledger.unanswered.length - unansweredBefore, 'adds under way at the kill').toBeGreaterThan(0);
  }
  expect(ledger.wrong).toEqual([]);
  expect(ledger.refused).toEqual([]);
  expect(ledger.uploads.length).toBeGreaterThan(rounds);

  const service = await startProcess(options);
  for (const token of tokens) {
    const { status } = await service.call('GET', '/api/partner/v2/submissions/unknown/status.json', {
      token,
    });
    expect(status, 'a token issued before a kill').toBe(404);
  }
  const [token = ''] = tokens;
  expect(await lostAdds(service, token, ledger.acknowledged)).toEqual([]);

  // Nobody knows whether these were stored. They can be sent again, and then have one link.
  await forEachOf(ledger.unanswered, 16, async ({ target, body }) => {
    const first = await service.call('POST', target, { token, body });
    const second = await service.call('POST', target, { token, body });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.body).toEqual(first.body);
  });
  expect((await service.kill('SIGTERM')).end).toBe(0);
  expect(await lostContents(options, ledger.acknowledged)).toEqual([]);
  expect(await lostUploads(options, ledger.uploads)).toEqual([]);
}

describe('kill -9 under load: every acknowledged add and file is there afterwards, with the same link', () => {
  const times = { embedded: sized(2, 10), postgres: sized(1, 3) };

  test(`${times.embedded} times, on the embedded database`, { timeout: 120_000 }, async () => {
    await killUnderLoad({ dataDir: await temporaryFolder() }, times.embedded);
  });

  test(`${times.postgres} times, on PostgreSQL`, { timeout: 60_000 }, async () => {
    const database = await createTestDatabase('tables');
    try {
      await killUnderLoad({ dataDir: await temporaryFolder(), databaseUrl: database.url }, times.postgres);
    } finally {
      await cleanUp();
      await database.drop();
    }
  });
});
