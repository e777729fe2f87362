// Compiles the server to JavaScript in dist/. `node dist/server/main.js` starts it.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createPackages } from './package.ts';
import { writeServer } from './project/bundle.ts';
import { root } from './project/root.ts';
import { writeSite } from './reference.ts';

const dist = path.join(root, 'dist');
const { dependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
await writeSite();
await createPackages();
await writeServer(dist, {
  entryPoints: [path.join(root, 'server/main.ts'), path.join(root, 'server/cli.ts')],
  external: Object.keys(dependencies),
  sourcemap: true,
});
