import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { root } from '../generate.ts';

/** The command of the package. */
export const COMMAND = 'partner-credential-kit';

/** What a file says otherwise in the package, where it stands in another place and without the service beside it. */
const ADAPTATIONS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'scripts/conformance/contract/contract-index.ts': [
    ['../../../generated/openapi.json', '../generated/openapi.json'],
  ],
  'scripts/conformance/checks/journeys.ts': [[`'../../../spec'`, `'../spec'`]],
  'scripts/conformance/run.ts': [
    ['./own-server.ts', './entries/no-own-targets.ts'],
    ['./own-mock.ts', './entries/no-own-targets.ts'],
  ],
  'scripts/conformance/arguments.ts': [
    ['npm run conformance -- [options]', `${COMMAND} conformance --base-url URL [options]`],
    [' Without a base URL it starts our own server and our own mock, and checks and compares both.', ''],
  ],
  'scripts/conformance.ts': [['npm run conformance -- --help tells', `${COMMAND} conformance --help tells`]],
  'server/http/reference.ts': [
    [
      'The reference is not built: npm run reference',
      'The package comes without the reference: /openapi.json is the contract',
    ],
  ],
};

/** Adapts the files above as they are bundled. Fails when one of them has nothing to adapt any more. */
export const adaptations: Plugin = {
  name: 'adaptations',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const known = ADAPTATIONS[path.relative(root, file).replaceAll(path.sep, '/')];
      if (known === undefined) return undefined;
      let contents = await readFile(file, 'utf8');
      for (const [from, to] of known) {
        if (!contents.includes(from))
          return { errors: [{ text: `Nothing here says ${from}: adapt scripts/package/adaptations.ts` }] };
        contents = contents.replaceAll(from, () => to);
      }
      return { contents, loader: 'ts' };
    });
  },
};
