import { isBuiltin } from 'node:module';
import path from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { root } from '../root.ts';
import { peers } from './entries/peers.ts';

/** Packages that are bundled: small, and used by the mock, the kit and the validators alone. */
const BUNDLED = ['hono', '@hono/node-server', 'ipaddr.js', 'jose'];

/** For every runtime: a file each, that needs no other. */
const WEB_ENTRIES = {
  client: 'server/partner-kit/client/client.ts',
  'verify-webhook': 'server/partner-kit/verify-webhook.ts',
  'qualification-title': 'server/domain/qualification-title.ts',
  types: 'generated/types.ts',
};

/** For Node. They share most of their code: the validators are in all of them. */
const NODE_ENTRIES = {
  validators: 'scripts/package/entries/validators.ts',
  mock: 'scripts/package/entries/mock.ts',
  command: 'scripts/package/entries/command.ts',
};

/** Where each export of the package comes from, by its name. */
export const sources = { ...WEB_ENTRIES, ...NODE_ENTRIES };

const absolute = (entries: Record<string, string>) =>
  Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path.join(root, file)]));

const shared: BuildOptions & { metafile: true } = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  legalComments: 'none',
  metafile: true,
  target: 'es2022',
};

/**
 * Writes the JavaScript of the package into `folder`: files for every runtime at its top, those for Node in `node/`.
 * Resolves to the bundled packages. Rejects when the code needs a package that the manifest does not name.
 */
export async function writeBundles(folder: string): Promise<string[]> {
  const web = await build({
    ...shared,
    entryPoints: absolute(WEB_ENTRIES),
    external: ['openapi-fetch'],
    outdir: folder,
    platform: 'neutral',
  });
  const needed = [...new Set(Object.values(peers).flat())];
  const node = await build({
    ...shared,
    chunkNames: 'shared-[hash]',
    entryPoints: absolute(NODE_ENTRIES),
    external: needed,
    minify: true,
    outdir: path.join(folder, 'node'),
    platform: 'node',
    splitting: true,
  });
  refuseOthers('The part for every runtime', web.metafile, ['openapi-fetch'], []);
  refuseOthers('The part for Node', node.metafile, needed, BUNDLED);
  return packagesIn(node.metafile);
}

const FROM_PACKAGE = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//;

function packagesIn({ inputs }: Metafile): string[] {
  return [...new Set(Object.keys(inputs).flatMap((input) => FROM_PACKAGE.exec(input)?.[1] ?? []))];
}

function refuseOthers(part: string, metafile: Metafile, needed: readonly string[], bundled: readonly string[]) {
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.filter(({ external, path: name }) => external && !isBuiltin(name)).map((each) => each.path),
  );
  const surplus = [
    ...imported.filter((name) => !needed.some((one) => name === one || name.startsWith(`${one}/`))),
    ...packagesIn(metafile).filter((name) => !bundled.includes(name)),
  ];
  if (surplus.length > 0)
    throw new Error(`${part} of the package needs ${[...new Set(surplus)].join(', ')}, which nothing provides for`);
}
