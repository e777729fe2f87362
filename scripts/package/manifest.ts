import { readFileSync } from 'node:fs';
import path from 'node:path';
import { npmPackage } from '../../generated/operations.ts';
import { root } from '../project/root.ts';
import { peers, type sdkEntries, type toolsEntries } from './bundles.ts';

const { version, license, engines, dependencies, devDependencies } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
);

function rangesOf(names: readonly string[]): Record<string, string> {
  const ranges = { ...devDependencies, ...dependencies };
  const missing = names.filter((name) => ranges[name] === undefined);
  if (missing.length > 0) throw new Error(`package.json has no version of ${missing.join(', ')}`);
  return Object.fromEntries(names.map((name) => [name, ranges[name]]));
}

const shared = { version, license, type: 'module', engines };

const code = (name: keyof typeof sdkEntries | keyof typeof toolsEntries) => ({
  import: { types: `./${name}.d.ts`, default: `./${name}.js` },
  require: { types: `./${name}.d.cts`, default: `./${name}.cjs` },
});

export const sdkManifest = {
  name: npmPackage,
  ...shared,
  description: 'Client, types, and webhook verification of the Partner Credential API',
  sideEffects: false,
  exports: {
    '.': code('index'),
    './client': code('client'),
    './types': code('types'),
    './verify-webhook': code('verify-webhook'),
    './qualification-title': code('qualification-title'),
    './package.json': './package.json',
  },
  // These fields are for tools that do not read `exports`, such as the `node10` module resolution of TypeScript.
  main: './index.cjs',
  types: './index.d.cts',
  dependencies: rangesOf(['openapi-fetch']),
};

export const toolsManifest = {
  name: `${npmPackage}-tools`,
  ...shared,
  description: 'Mock, conformance kit, contract, and JSON Schemas of the Partner Credential API',
  exports: {
    '.': code('node/mock'),
    './schemas/*': './schemas/*',
    './openapi.json': './openapi.json',
    './openapi.portable.json': './openapi.portable.json',
    './package.json': './package.json',
  },
  main: './node/mock.cjs',
  types: './node/mock.d.cts',
  // `npx` runs the only command of a package even if its name differs from the package's name.
  bin: { 'partner-credentials': './node/command.js' },
  peerDependencies: rangesOf(peers),
  peerDependenciesMeta: Object.fromEntries(peers.map((name) => [name, { optional: true }])),
};

/** Packages that are not bundled: the font is read as files, libsql is native, and parts of pg have no license file. */
const SANDBOX_DEPENDENCIES = ['@fontsource-variable/inter', 'libsql', 'pg'];

export const sandboxManifest = {
  name: `${npmPackage}-sandbox`,
  ...shared,
  description: 'The sandbox of the Partner Credential API: the whole service on an embedded database, for tests',
  exports: { '.': './server/sandbox.js', './package.json': './package.json' },
  bin: { 'partner-credentials-sandbox': './server/sandbox.js' },
  dependencies: rangesOf(SANDBOX_DEPENDENCIES),
};
