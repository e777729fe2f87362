import { type Bench, type Figure, reasonOf } from './bench.ts';
import { inTurns } from './in-turns.ts';
import { addsTo, shareOf, startService } from './requests.ts';

/** Adds on PostgreSQL: with group commit beside without, a second, and one at a time. */
export async function measurePostgres(bench: Bench): Promise<(Figure | string)[]> {
  const places = await Promise.all([bench.place('PostgreSQL'), bench.place('PostgreSQL')]).catch(reasonOf);
  if (typeof places === 'string') return [places, places, places];
  const grouped = await addsTo(await startService(bench, places[0]));
  const ungrouped = await addsTo(await startService(bench, places[1], { entry: 'test/bench/servers/ungrouped.ts' }));
  const [measured, beside] = await inTurns(bench, [grouped, ungrouped]);
  const [alone] = await inTurns(bench, [{ ...grouped, connections: 1 }]);
  await Promise.all([grouped, ungrouped].map(({ server }) => server.stop()));
  return [shareOf(measured, beside), { value: measured.perSecond }, { value: alone.p50Ms, measured: alone }];
}

/** Adds on SQLite where the service and the load may use every processor, beside those where each keeps to one. */
export async function measureCores(bench: Bench): Promise<Figure[]> {
  const free = await addsTo(await startService(bench, await bench.place('SQLite'), { pinned: false }));
  const pinned = await addsTo(await startService(bench, await bench.place('SQLite')));
  const [measured, beside] = await inTurns(bench, [{ ...free, pinned: false }, pinned]);
  await Promise.all([free, pinned].map(({ server }) => server.stop()));
  return [shareOf(measured, beside)];
}
