import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/root.ts';
import type { Bench, Figure } from './bench.ts';
import { median } from './in-turns.ts';
import { SETTINGS } from './open-services.ts';

/** How long the work took, in seconds. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

/** From the command of `npm start`, in an empty folder, to the first answer. */
export async function measureStart(bench: Bench): Promise<Figure[]> {
  const seconds: number[] = [];
  for (let round = 0; round < bench.numbers.rounds; round++) {
    const env = { ...SETTINGS, DATA_DIR: (await bench.place('SQLite')).dataDir };
    const command = [path.join(root, 'scripts/run.js'), 'server/main.ts'];
    seconds.push(
      await secondsOf(async () => {
        const server = await bench.start({ command, env, pinned: false });
        await server.stop();
      }),
    );
  }
  return [{ value: median(seconds) }];
}

const runScript = (file: string) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', path.join(root, 'scripts', file)], {
    cwd: root,
    maxBuffer: 2 ** 26,
  });

export async function measureGenerate(bench: Bench): Promise<Figure[]> {
  const seconds: number[] = [];
  for (let round = 0; round < bench.numbers.rounds; round++)
    seconds.push(await secondsOf(() => runScript('generate.ts')));
  return [{ value: median(seconds) }];
}

/** The kit at our own server and mock, as CI runs it. */
export async function measureKit(): Promise<Figure[]> {
  let said = '';
  const value = await secondsOf(async () => {
    said = (await runScript('conformance.ts')).stdout;
  });
  const requests = Number(/and ([\d,]+) requests/.exec(said)?.[1]?.replaceAll(',', ''));
  return [{ value, measured: { perSecond: requests / value } }, { value: requests }];
}
