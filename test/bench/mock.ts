import { lstat, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackage } from '../../scripts/package.ts';
import { generatedFiles } from '../../server/generated-files.ts';
import type { Bench, Figure } from './bench.ts';
import { inTurns, median } from './in-turns.ts';
import type { Server, ServerStart } from './processes.ts';
import { addsTo, shareOf } from './requests.ts';

/** Our mock beside Prism's command line, at the same contract: how fast they respond and start, and the size of the package. */
export async function measureMock(bench: Bench): Promise<Figure[]> {
  const prismCommand = createRequire(import.meta.url).resolve('@stoplight/prism-cli');
  const contract = fileURLToPath(generatedFiles.contract);
  const { dataDir: folder } = await bench.place('SQLite');
  await buildPackage(folder);
  const ours = { command: [path.join(folder, 'node/command.js'), 'mock'] };
  const theirs = { command: [prismCommand, 'mock', '-h', '127.0.0.1', '-p', '{port}', contract] };
  const starts: [ours: number[], theirs: number[]] = [[], []];
  const last: Server[] = [];
  for (let round = 0; round < bench.numbers.rounds; round++)
    for (const [i, side] of [ours, theirs].entries()) {
      await last[i]?.stop();
      const [server, seconds] = await started(bench, side);
      last[i] = server;
      starts[i]?.push(seconds);
    }
  const [mock, prism] = last as [Server, Server];
  const adds = await addsTo(mock);
  const [measured, beside] = await inTurns(bench, [adds, { ...adds, server: prism }]);
  await Promise.all([mock.stop(), prism.stop()]);
  const [ourSeconds, theirSeconds] = starts.map(median) as [number, number];
  return [
    shareOf(measured, beside),
    { value: measured.perSecond },
    { value: ourSeconds },
    { value: theirSeconds },
    { value: (await bytesIn(folder)) / 1e6 },
  ];
}

/** A server, and from its command to its first answer. */
async function started(bench: Bench, start: ServerStart): Promise<[Server, seconds: number]> {
  const startedAt = performance.now();
  const server = await bench.start(start);
  return [server, (performance.now() - startedAt) / 1000];
}

async function bytesIn(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(files.map((file) => lstat(path.join(folder, file))));
  return sizes.reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0);
}
