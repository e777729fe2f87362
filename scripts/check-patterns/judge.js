// Reads patterns from stdin and writes what recheck says of each. Runs under npx, which puts recheck's folder in PATH.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { json } from 'node:stream/consumers';

const bins = (process.env['PATH'] ?? '').split(path.delimiter);
const folder = bins.map((bin) => path.join(bin, '../recheck')).find((each) => existsSync(each));
if (folder === undefined) throw new Error('recheck is not there: npm run check:patterns -- --write brings it');
const { check } = createRequire(import.meta.url)(folder);

const said = {};
for (const { source, flags } of await json(process.stdin)) {
  const { status, complexity, error } = await check(source, flags, { timeout: 20_000 });
  said[`/${source}/${flags}`] = status === 'safe' ? 'safe' : (complexity?.summary ?? `${status}: ${error?.kind}`);
}
process.stdout.write(JSON.stringify(said));
