import { parseArgs } from 'node:util';
import { scopes as allScopes } from '../generated/operations.ts';
import { CannotStart } from './cannot-start.ts';
import { ConfigError, loadConfig } from './config.ts';
import { createServices } from './create-services.ts';
import { systemClock } from './domain/clock.ts';
import { createLogger } from './log.ts';
import { generateClientSecret, hashClientSecret } from './oauth/client-secret.ts';
import { isClientId } from './oauth/partner-directory.ts';
import type { Services } from './services.ts';
import type { Partner } from './store/store.ts';

const USAGE = `Usage: npm run cli -- <command>

  partners list
  partners add ID --name NAME --scopes "a b" [--domains a.example,b.example]     prints the client secret, once
  partners change ID [--name NAME] [--scopes "a b"] [--domains a.example]
  partners new-secret ID                 prints the new client secret, once; the old one ends within 30 seconds
  partners disable ID                    its tokens stop working within 60 seconds
  partners enable ID
  keys rotate                            makes a new key for access tokens; the old one still verifies
  migrate                                brings the database's schema up to date

The settings are those of the server, from the environment.
`;

/** Says what is wrong with a command; the process ends with 2. */
class UsageError extends Error {
  override name = 'UsageError';
}

type Options = { name?: string | undefined; scopes?: string | undefined; domains?: string | undefined };
type Command = (services: Services, id: string, options: Options) => Promise<string>;

const commands: Record<string, { takesId: boolean; takesOptions?: true; run: Command }> = {
  'partners list': { takesId: false, run: listPartners },
  'partners add': { takesId: true, takesOptions: true, run: addPartner },
  'partners change': { takesId: true, takesOptions: true, run: changePartner },
  'partners new-secret': { takesId: true, run: newSecret },
  'partners disable': {
    takesId: true,
    run: ({ clock, store }, id) => update(store, id, { disabledAt: clock.now() }),
  },
  'partners enable': { takesId: true, run: ({ store }, id) => update(store, id, { disabledAt: null }) },
  'keys rotate': { takesId: false, run: async ({ signingKeys }) => `new key ${await signingKeys.rotate()}` },
  // Opening the services has done it.
  migrate: { takesId: false, run: async () => 'the schema is up to date' },
};

async function listPartners({ store }: Services): Promise<string> {
  const partners = await store.listPartners();
  const lines = partners.map(({ clientId, name, scopes, domains, disabledAt }) =>
    [clientId, name, disabledAt === null ? 'enabled' : 'disabled', scopes.join(' '), domains.join(',')].join(
      '\t',
    ),
  );
  return lines.join('\n');
}

async function addPartner({ store, clock }: Services, id: string, options: Options): Promise<string> {
  if (!isClientId(id)) throw new UsageError('The id of a partner is 1 to 255 printable ASCII characters');
  if (options.name === undefined || options.scopes === undefined)
    throw new UsageError('--name and --scopes are needed');
  const secret = generateClientSecret();
  const partner: Partner = {
    clientId: id,
    scopes: [],
    domains: [],
    createdAt: clock.now(),
    disabledAt: null,
    secretHash: hashClientSecret(secret),
    name: options.name,
    ...grantsOf(options),
  };
  if (!(await store.addPartner(partner))) throw new UsageError(`There is a partner ${id} already`);
  return `client_id ${id}\nclient_secret ${secret}`;
}

async function changePartner({ store }: Services, id: string, options: Options): Promise<string> {
  if (Object.keys(options).length === 0) throw new UsageError('There is nothing to change');
  return update(store, id, {
    ...(options.name !== undefined && { name: options.name }),
    ...grantsOf(options),
  });
}

async function newSecret({ store }: Services, id: string): Promise<string> {
  const secret = generateClientSecret();
  await update(store, id, { secretHash: hashClientSecret(secret) });
  return `client_id ${id}\nclient_secret ${secret}`;
}

async function update(
  store: Services['store'],
  id: string,
  change: Parameters<Services['store']['updatePartner']>[1],
) {
  if (!(await store.updatePartner(id, change))) throw new UsageError(`There is no partner ${id}`);
  return `changed ${id}`;
}

/** The scopes and domains of the options that are given, checked. */
function grantsOf({ scopes, domains }: Options): Partial<Pick<Partner, 'scopes' | 'domains'>> {
  const grants: Partial<Pick<Partner, 'scopes' | 'domains'>> = {};
  if (scopes !== undefined) {
    const names = scopes.split(/\s+/).filter((name) => name !== '');
    const unknown = names.filter((name) => !allScopes.some((scope) => scope === name));
    if (unknown.length > 0)
      throw new UsageError(`There is no scope ${unknown.join(', ')}. There are: ${allScopes.join(' ')}`);
    grants.scopes = [...new Set(names)];
  }
  if (domains !== undefined) {
    // As the URL parser writes a host, because that is what it will be compared with.
    grants.domains = domains.split(',').map((domain) => {
      const url = `http://${domain.trim()}/`;
      const host = URL.canParse(url) ? new URL(url).hostname : '';
      if (/[/@:?#]/.test(domain) || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host)) {
        throw new UsageError('--domains takes host names separated by commas, such as documents.example.edu');
      }
      return host;
    });
  }
  return grants;
}

async function main(args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { name: { type: 'string' }, scopes: { type: 'string' }, domains: { type: 'string' } },
  });
  const name =
    Object.keys(commands).find((known) => `${positionals.join(' ')} `.startsWith(`${known} `)) ?? '';
  const command = commands[name];
  const [id, ...rest] = positionals.slice(name.split(' ').length);
  const hasOptions = Object.keys(values).length > 0;
  if (
    command === undefined ||
    rest.length > 0 ||
    command.takesId !== (id !== undefined) ||
    (hasOptions && !command.takesOptions)
  ) {
    throw new UsageError(USAGE);
  }
  const config = loadConfig(process.env);
  const services = await createServices(config, systemClock, createLogger(config.logLevel));
  try {
    return await command.run(services, id ?? '', values);
  } finally {
    await services.store.close();
  }
}

main(process.argv.slice(2)).then(
  (text) => process.stdout.write(`${text}\n`),
  (error: unknown) => {
    const isUsage =
      error instanceof UsageError ||
      error instanceof ConfigError ||
      (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    const isTheOperators = isUsage || error instanceof CannotStart;
    process.stderr.write(`${isTheOperators ? (error as Error).message : (error as Error)?.stack}\n`);
    process.exitCode = isUsage ? 2 : 1;
  },
);
