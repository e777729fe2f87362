import { npmPackage } from '../../generated/operations.ts';
import type { sources } from './bundles.ts';
import { peers } from './entries/peers.ts';

export const NAME = npmPackage;
export const SANDBOX_NAME = `${NAME}-sandbox`;

const CLIENT_NEEDS = 'openapi-fetch';

export interface ProjectManifest {
  version: string;
  license: string;
  engines: { node: string };
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

export function packageManifest(project: ProjectManifest): Record<string, unknown> {
  const { version, license, engines } = project;
  const rangeOf = (name: string) => {
    const range = project.dependencies[name] ?? project.devDependencies[name];
    if (range === undefined) throw new Error(`package.json has no version of ${name}`);
    return range;
  };
  const code = (name: keyof typeof sources) => ({
    import: { types: `./${name}.d.ts`, default: `./${name}.js` },
    require: { types: `./${name}.d.cts`, default: `./${name}.cjs` },
  });
  return {
    name: NAME,
    version,
    description:
      'Client, types, JSON Schemas, webhook verification, mock and conformance kit of the Partner Credential API',
    license,
    type: 'module',
    sideEffects: false,
    engines,
    exports: {
      '.': code('index'),
      './client': code('client'),
      './types': code('types'),
      './verify-webhook': code('verify-webhook'),
      './qualification-title': code('qualification-title'),
      './mock': code('node/mock'),
      './schemas/*': './schemas/*',
      './openapi.json': './openapi.json',
      './openapi.portable.json': './openapi.portable.json',
      './package.json': './package.json',
    },
    // These fields are for tools that do not read `exports`, such as the `node10` module resolution of TypeScript.
    main: './index.cjs',
    types: './index.d.cts',
    typesVersions: { '*': { mock: ['./node/mock.d.ts'] } },
    // `npx` runs the only command of a package by the name of the package.
    bin: { 'partner-credentials': './node/command.js' },
    dependencies: { [CLIENT_NEEDS]: rangeOf(CLIENT_NEEDS) },
    peerDependencies: Object.fromEntries(peers.map((name) => [name, rangeOf(name)])),
    peerDependenciesMeta: Object.fromEntries(peers.map((name) => [name, { optional: true }])),
  };
}
